"""`ludejo match` and `ludejo ladder`: what they print and write, and what they say to bad input."""

import csv
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import ludejo
from ludejo.lab.chart import ladder_chart
from ludejo.lab.ladder import Rung
from ludejo.lab.tables import as_text
from ludejo.terminal.command import main
from ludejo.terminal.commands.ladder import read_levels

SMALL = "atoll:rhombus,size=3"


def test_a_match_tells_its_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.jsonl"
    arguments = [
        "match",
        SMALL,
        "search:simulations=40",
        "random",
        "--games",
        "5",
        "--out",
        str(path),
        "--sprt",
        "0,50",
    ]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "search:simulations=40 against random, 6 games" in shown
    assert " Elo, intervals of 95 %" in shown
    assert "Sequential test: " in shown
    assert len(path.read_text().splitlines()) == 7
    assert main(arguments) == 2
    assert "is there already; --resume goes on with it" in capsys.readouterr().err
    assert main([*arguments, "--resume"]) == 0
    assert "6 of them are there already." in capsys.readouterr().out


def test_a_match_tells_of_seats_lengths_and_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", SMALL, "random", "random", "--games", "4", "--moves", "a1 c3", "--out", f"{tmp_path}/m.jsonl"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    games = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()[1:]]
    assert all(game["moves"][:2] == ["a1", "c3"] for game in games)
    first = [game["result"]["winner"] for game in games].count(0)
    assert f"Whoever moved first: {first} won, 0 drawn, {4 - first} lost" in shown
    assert "  moving first: " in shown
    assert "  moving second: " in shown
    turns = sorted(len(game["moves"]) for game in games)
    assert f"Median length: {(turns[1] + turns[2]) / 2:g} turns. Ends: connected 4." in shown
    assert main([*arguments, "--resume", "--lang", "eo"]) == 0
    in_esperanto = capsys.readouterr().out
    assert "Kiu ludis unue: " in in_esperanto
    assert ") poentoj de Elo, intervaloj de 95 %" in in_esperanto
    assert "Finoj: kunigo 4." in in_esperanto
    assert " to " not in in_esperanto
    assert main([*arguments[:-4], "--out", f"{tmp_path}/m.jsonl", "--resume"]) == 2
    assert "is another match: its opening is 0, not 2" in capsys.readouterr().err


def test_dice_differ_from_pair_to_pair_where_the_start_is_given(tmp_path: Path) -> None:
    text = ludejo.game("atmalof:junior").start().text
    path = tmp_path / "m.jsonl"
    more = ["--games", "4", "--turns", "6", "--position", text, "--out", str(path)]
    assert main(["match", "atmalof:junior", "random", "random", *more]) == 0
    games = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    rolls = [[move.partition(":")[2] for move in game["moves"][:1]] for game in games]
    assert {game["start"] for game in games} == {text}
    assert len({"".join(game["moves"]) for game in games}) == 4
    assert rolls[0] == rolls[1]


def test_one_pairing_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = ["--player", "random", "--player", "search:simulations=2", "--games", "2", "--out", str(tmp_path / "one")]
    assert main(["ladder", SMALL, *two]) == 0
    assert "2 players, 1 pairing, 2 games" in capsys.readouterr().out


def test_a_match_names_its_file_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["match", SMALL, "random", "random", "--games", "2"]) == 0
    assert main(["match", SMALL, "random", "random", "--games", "4", "--resume"]) == 0
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("match-atoll-rhombus-size=3-random-random-")
    assert len(path.read_text().splitlines()) == 5


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "nothing", "1", "2"], "is no game here"),
        (["match", SMALL, "1", "nobody"], "is no player, expected a level (1 to 8)"),
        (["match", "mammalath", "htp:sh", "1"], "plays Hex only"),
        (["match", SMALL, "1", "2", "--sprt", "5"], "is no test, expected elo0,elo1"),
        (["match", SMALL, "1", "2", "--time", "0"], "--time 0 is out of range"),
        (["match", SMALL, "1", "2", "--games", "0"], "games"),
        (["match", SMALL, "1", "2", "--moves", "b1 a1 b2 a2 b3"], "the game is over there already"),
        (["ladder", SMALL, "--levels", "4"], "are no levels of a ladder"),
        (["ladder", SMALL, "--levels", "0-3"], "are no levels of a ladder"),
        (["ladder", SMALL, "--player", "random"], "a ladder needs two players"),
        (["ladder", SMALL, "--player", "random", "--player", "random"], "each of them once"),
        (["ladder", SMALL, "--player", "random", "--player", "engine:nowhere-at-all"], "there is no program"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("ludejo: ")
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_levels_of_a_ladder() -> None:
    assert read_levels("1-3") == ["1", "2", "3"]
    assert read_levels("7, 3,5") == ["3", "5", "7"]


def test_a_ladder_writes_tables_and_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "ladder"
    players = ["--player", "search:simulations=5", "--player", "search:simulations=50"]
    arguments = ["ladder", SMALL, *players, "--random", "--games", "4", "--out", str(folder)]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "3 players, 3 pairings, 12 games" in shown
    with open(folder / "ratings.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows] == ["random", "search:simulations=5", "search:simulations=50"]
    document = json.loads((folder / "ratings.json").read_text())
    assert document["spec"] == SMALL
    assert sum(result["wins"] + result["losses"] for result in document["results"]) == 12
    assert all(rung["games"] == 8 for rung in document["ratings"])
    picture = ElementTree.fromstring((folder / "ratings.svg").read_text())
    assert sum(part.tag.endswith("circle") for part in picture.iter()) == 3
    assert main([*arguments, "--resume"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == shown.splitlines()[1:]


def test_a_picture_keeps_within_its_frame() -> None:
    table = [Rung(f"<{k}>", 137.0 * k, 60.0, 137.0, 80.0, 10, 5.0) for k in range(8)]
    picture = ElementTree.fromstring(ladder_chart("a & b", table))
    heights = [float(part.attrib[key]) for part in picture.iter() for key in ("y1", "y2", "cy") if key in part.attrib]
    assert 0 < min(heights) < max(heights) < 360
    assert "+137 ± 80" in as_text(table)
