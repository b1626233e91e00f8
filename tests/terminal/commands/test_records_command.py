"""`replay`, `check`, `convert` and `analyse` over several files, match files among them."""

import json
from pathlib import Path

import pytest

import ludejo
from ludejo.play import records
from ludejo.play.files import as_line
from ludejo.play.records import Record
from ludejo.terminal.command import main

HEADER = {"format": "ludejo-match", "version": 1, "spec": "atoll:rhombus,size=3"}
LINES = ("b1 a1 b2 a2 b3", "a1 a2 b1 b2 a3 c2")  # Black wins, then White


def record(line: str, event: str | None = None) -> Record:
    position = ludejo.game("atoll:rhombus,size=3").start()
    for move in line.split():
        position = position.play(move)
    return Record.from_position(position, players=("Ada", "Bo"), event=event)


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    """A match whose second game ended first, and whose third was cut off by a kill."""
    path = tmp_path / "match.jsonl"
    games = [records.to_document(record(LINES[place], f"game {place + 1}")) for place in (1, 0)]
    path.write_bytes(b"".join(map(as_line, [HEADER, *games])) + b'{"format": "ludejo-rec')
    return path


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    records.save(record(LINES[0]), path)
    return path


def test_check_reads_match_files(match_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(match_file)]) == 0
    assert capsys.readouterr().out == f"{match_file}: sound: 2 games.\n"


def test_check_goes_on_after_a_file_that_is_wrong(
    match_file: Path, game_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match_file.write_text(match_file.read_text().replace('"c2"', '"a1"'))
    assert main(["check", str(match_file), str(game_file)]) == 2
    told = capsys.readouterr()
    assert told.out.startswith(f"{game_file}: sound: ")
    assert told.err == f'{match_file}: line 2: move 6, "a1": is taken by Black.\n'
    assert main(["check", str(game_file), str(game_file), "--nonce", "mine"]) == 2
    assert "expected one file" in capsys.readouterr().err


def test_replay_shows_one_game_of_a_match_or_all(match_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(match_file), "--game", "2", "--plain"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{match_file}, game 2\n")
    assert "White wins" in shown
    assert "Black wins" not in shown
    assert main(["replay", str(match_file), "--plain"]) == 0
    shown = capsys.readouterr().out
    assert shown.index("White wins") < shown.index("game 1\n") < shown.index("Black wins")


@pytest.mark.parametrize("command", ["check", "replay", "analyse"])
def test_a_file_without_games_is_refused(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.jsonl"
    path.write_bytes(as_line(HEADER))
    assert main([command, str(path)]) == 2
    assert "there is no game in it" in capsys.readouterr().err


def test_a_game_that_is_not_in_the_match_is_refused(match_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(match_file), "--game", "3"]) == 2
    assert "there is no game 3" in capsys.readouterr().err


def test_convert_writes_every_format_and_reads_it_back(
    game_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = game_file
    for ending in (".sgf", ".ap.json", ".jsonl", ".json"):
        target = tmp_path / f"copy{ending}"
        assert main(["convert", str(before), str(target)]) == 0
        assert str(target) in capsys.readouterr().out
        before = target
    assert records.load(before).moves == record(LINES[0]).moves


def test_convert_numbers_the_games_of_a_match(
    match_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "out.ap.json"
    assert main(["convert", str(match_file), str(target)]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / f"out-{place}.ap.json") for place in (1, 2)]
    assert main(["convert", str(match_file), str(target)]) == 2
    assert "is there already; --force writes over it" in capsys.readouterr().err
    assert main(["convert", str(match_file), str(target), "--force"]) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["convert", "game.json"], "there is nothing to convert"),
        (["convert", "game.json", "game.png"], "has no ending of a format, expected .json, .sgf, .ap.json, .jsonl"),
        (["convert", "no.json", "new.sgf"], "cannot read no.json"),
    ],
)
def test_convert_refuses(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_analyse_goes_through_all_games(match_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(match_file), "--simulations", "10", "--no-network", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["turns"] for line in lines if line["kind"] == "game"] == [6, 5]
    assert main(["analyse", str(match_file), "--game", "1", "--simulations", "10", "--no-network", "--lang", "eo"]) == 0
    assert "Ŝancoj venki en procentoj" in capsys.readouterr().out
