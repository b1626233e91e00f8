"""Every command, and what it says to bad input: one sentence on standard error, exit code 2, no traceback."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from clients import PATIENCE

import ludejo
from ludejo.play import abstractplay, fair_dice, records, sgf
from ludejo.play.records import Record, Result
from ludejo.terminal.command import main

HEX = "e5 c7 d4 swap"  # the swap is refused: hex-9 is played without the pie rule


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    program = [sys.executable, "-c", "import sys; from ludejo.terminal.command import main; sys.exit(main())"]
    return subprocess.run([*program, *arguments], input=stdin, capture_output=True, timeout=PATIENCE, check=False)


def finished_record() -> Record:
    position = ludejo.game("atoll:rhombus,size=3").start()
    for move in "b1 a1 b2 a2 b3".split():
        position = position.play(move)
    return Record.from_position(position, players=("Ada", "Bo"))


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    records.save(finished_record(), path)
    return path


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"Ludejo {ludejo.__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["play", "--help"]])
def test_help_is_no_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    shown = capsys.readouterr()
    assert "Usage: ludejo" in shown.out
    assert shown.err == ""


def test_flags_are_shown_without_a_value(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ([], ["play"], ["analyse"], ["table"]):
        assert main([*command, "--help"]) == 0
        shown = capsys.readouterr().out
        assert "--help" in shown
        assert "bool" not in shown


def test_shells_complete_commands_and_games() -> None:
    """As a shell asks for it, in a process of its own."""
    for typed, offered in (("ludejo rep", "replay"), ("ludejo show he", "hex-13"), ("ludejo show mamm", "mammalath")):
        asked = {"_LUDEJO_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
        program = [sys.executable, "-c", "import sys; from ludejo.terminal.command import main; sys.exit(main())"]
        answer = subprocess.run(program, env=os.environ | asked, capture_output=True, text=True, timeout=PATIENCE)
        assert offered in answer.stdout.split()


def test_hex_is_a_word_for_the_rhombus_with_its_swap(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "hex", "--moves", "a2 swap"]) == 0
    assert capsys.readouterr().out.startswith("Atoll (hex-11,pie=yes)")
    assert main(["rules", "Hex", "--plain"]) == 0
    assert capsys.readouterr().out.startswith("# Atoll")
    assert main(["games"]) == 0
    assert "hex-9 (atoll:hex-9,pie=yes)" in capsys.readouterr().out


def test_perft_counts_from_where_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    text = ludejo.game("atoll:rhombus,size=3").start().play("b2").text
    for start in (["--moves", "b2"], ["--position", text]):
        assert main(["perft", "atoll:rhombus,size=3", "1", *start]) == 0
        assert capsys.readouterr().out == "8\n"


def test_games_names_all_presets_bounds_and_designers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    for family in ludejo.families():
        assert f"{family.title}, by {family.designer}" in shown
        assert all(f"{family.name}:{preset}" in shown for preset in list(family.presets)[1:])
        assert all(
            f"{parameter.name}={parameter.default}  ({parameter.bounds})" in shown for parameter in family.parameters
        )


@pytest.mark.parametrize("name", ["atmalof", "mammalath", "atoll", "almatafl"])
def test_rules_in_two_languages(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name]) == 0
    english = capsys.readouterr().out
    assert main(["rules", f"{name.upper()}", "--lang", "eo", "--plain"]) == 0
    esperanto = capsys.readouterr().out
    designer = next(family.designer for family in ludejo.families() if family.name == name)
    for text in (english, esperanto):
        assert designer.split()[-1] in text
        assert "**R1**" in text
    assert "ŭ" in esperanto
    assert english != esperanto


@pytest.mark.parametrize(("language", "open_"), [("en", "leaves open"), ("eo", "lasas malfermita")])
def test_rules_mark_our_own_readings_and_tell_of_the_notes(
    language: str, open_: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "almatafl", "--lang", language, "--plain"]) == 0
    rules = capsys.readouterr().out
    assert "†" in rules
    assert "`ludejo rules almatafl --notes`" in rules.splitlines()[-1]
    assert main(["rules", "almatafl", "--notes", "--lang", language, "--plain"]) == 0
    assert open_ in capsys.readouterr().out.splitlines()[0]


def test_show_plays_moves_and_writes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "hex.svg"
    assert main(["show", "atoll:hex-9", "--moves", "e5 c7", "--svg", str(picture), "--plain"]) == 0
    shown = capsys.readouterr().out
    position = ludejo.game("atoll:hex-9").start().play("e5").play("c7")
    assert str(position) in shown
    assert "Turn 3, Black to move." in shown
    assert shown.splitlines()[-1] == position.text
    assert picture.read_text(encoding="utf-8") == position.svg()


def test_show_reads_back_what_it_writes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "mammalath", "--seed", "7", "--moves", "c4 xF"]) == 0
    text = capsys.readouterr().out.splitlines()[-1]
    assert main(["show", "mammalath", "--position", text]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == text
    setup = ludejo.game("mammalath").start(seed=7).setup
    assert main(["show", "mammalath", "--setup", f"{setup}", "--moves", "c4 xF"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == text


def test_show_says_that_a_die_is_due_and_how_a_game_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "atmalof", "--moves", "C7"]) == 0
    assert "Red has announced column 7; the die is due." in capsys.readouterr().out
    assert main(["show", "atoll:rhombus,size=3", "--moves", "b1 a1 b2 a2 b3"]) == 0
    assert "Black wins: joined the top and the bottom: b1 b2 b3." in capsys.readouterr().out


def test_perft_and_divide(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "atmalof:junior", "3"]) == 0
    assert capsys.readouterr().out == "864\n"
    assert main(["perft", "atmalof:junior", "3", "--divide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"{kind}{line}: 72" for kind in "RC" for line in range(1, 7)] + ["864"]
    assert main(["perft", "almatafl", "0", "--divide"]) == 0
    assert capsys.readouterr().out == "1\n"


@pytest.mark.parametrize("ending", [".json", ".sgf", ".ap.json"])
def test_check_and_replay_read_all_formats(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"game{ending}"
    write = {".json": records.write, ".sgf": sgf.write, ".ap.json": abstractplay.write}[ending]
    path.write_text(write(finished_record()), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    verdict = "Black wins: joined the top and the bottom: b1 b2 b3."
    assert capsys.readouterr().out == f"{path}: sound: atoll:rhombus,size=3, 5 turns. {verdict}\n"
    assert main(["replay", str(path), "--plain"]) == 0
    shown = capsys.readouterr().out
    assert "Black: Ada, White: Bo" in shown
    assert shown.index("1. Black plays b1.") < shown.index("4. White plays a2.") < shown.index(verdict)
    assert str(records.replay(finished_record())) in shown


def test_replay_of_one_turn(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game_file), "--move", "2"]) == 0
    shown = capsys.readouterr().out
    assert str(records.positions(finished_record())[2]) in shown
    assert "2. White plays a1." in shown
    assert "Black plays" not in shown


def test_check_says_whether_the_dice_were_fair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def checked(ks: list[int], nonces: tuple[str, str], *options: str) -> tuple[int, str]:
        secret, position = bytes(32), ludejo.game("atmalof").start()
        for k in ks:
            position = position.play(f"R{len(position.history) + 1}:{fair_dice.face(secret, nonces, k, 6)}")
        dice = fair_dice.proof(secret, nonces, [], ks, told=True)
        if ks[-1] >= len(ks):
            del dice["taken_back"]  # as it was written before
        path = tmp_path / "dice.json"
        records.save(records.Record.from_position(position, result=records.Result.lost_by(0), dice=dice), path)
        code = main(["check", str(path), *options])
        told = capsys.readouterr()
        return code, told.out + told.err

    shown = fair_dice.commitment(bytes(32))
    told = checked([0, 1, 2], ("", "ada"), "--commitment", shown, "--nonce", "ada")[1]
    assert "3 turns, 3 fair rolls, the nonce is that of Blue. " in told
    code, told = checked([0, 2, 5], ("ada", "bo"))
    assert (code, "3 rolls that fit their secret (3 numbers are left out" in told) == (0, True)
    assert "no player added a nonce" in checked([0, 1, 2], ("", ""))[1]
    code, told = checked([0, 1, 2], ("ada", "bo"), "--commitment", "00" * 32)
    assert (code, "not the one that was shown before the game" in told) == (2, True)
    code, told = checked([0, 1, 2], ("ada", "bo"), "--nonce", "eve")
    assert (code, 'the nonce "eve" is not among' in told) == (2, True)


def test_check_tells_resignation_and_unfinished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = ludejo.game("atmalof").start().play("R4:6").play("C2")
    for result, told in (
        (Result.lost_by(1), "Red wins by resignation."),
        (None, "Unfinished. Blue has announced column 2"),
    ):
        path = tmp_path / "game.json"
        records.save(Record.from_position(position, result=result), path)
        assert main(["check", str(path)]) == 0
        assert told in capsys.readouterr().out


BAD = [
    ["nonsense"],
    ["--nonsense"],
    ["games", "too", "many"],
    ["rules"],
    ["rules", "chess"],
    ["rules", "atoll", "--lang", "fr"],
    ["show"],
    ["show", "chess"],
    ["show", "atoll:hex-99"],
    ["show", "atoll:size=12"],
    ["show", "atmalof:P=x"],
    ["show", "atoll", "--moves", "e5 e5"],
    ["show", "atoll", "--moves", "\x1b[31m zz"],
    ["show", "atoll:hex-9", "--moves", HEX],
    ["show", "atoll", "--seed", "seven"],
    ["show", "atoll", "--setup", "ABC"],
    ["show", "mammalath", "--setup", "ABC"],
    ["show", "mammalath", "--seed", "1", "--setup", "ABC"],
    ["show", "mammalath", "--position", "ABC"],
    ["show", "mammalath", "--position", "ABC", "--seed", "1"],
    ["show", "atoll", "--svg", "/no/such/folder/x.svg"],
    ["show", "atoll", "--svg", "/"],
    ["show", "atoll", "--svg", "x.png"],
    ["play", "chess"],
    ["play", "atoll", "--against", "god"],
    ["play", "atoll", "--seat", "2"],
    ["play", "atoll", "--level", "9"],
    ["play", "atoll", "--dice", "mine"],
    ["play", "atoll", "--dice", "hand"],
    ["play", "atoll", "--moves", "a1 a1"],
    ["play", "--resume", "--moves", "a1"],
    ["play", "--resume"],
    ["play", "--resume", "/no/such/file.json"],
    ["play", "--resume", "/"],
    ["play", "--resume", "--seed", "1"],
    ["play"],
    ["replay"],
    ["replay", "/no/such/file.json"],
    ["replay", "/"],
    ["check", "/no/such/file.sgf"],
    ["check", "/"],
    ["perft", "atoll"],
    ["perft", "atoll", "deep"],
    ["perft", "atoll", "--", "-1"],
    ["perft", "atoll", "1000000"],
]


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_bad_input_gets_one_sentence(
    arguments: list[str], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(arguments) == 2
    told = [line for line in capfd.readouterr().err.splitlines() if not line.startswith("Compiling")]
    assert len(told) == 1, told
    assert told[0].startswith("ludejo: ")
    assert told[0].endswith(".")
    assert "Traceback" not in told[0]
    assert told[0].isprintable()


def test_a_damaged_record_is_refused_at_its_move(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game_file.write_text(game_file.read_text().replace('"a2"', '"b1"'))
    for command in ("check", "replay"):
        assert main([command, str(game_file)]) == 2
        assert "move 4" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [".json", ".sgf", ".ap.json"])
@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"[]", b"\x00" * 100, b"(;GM[11", b'{"format": 3}'])
def test_what_is_no_record_is_refused(
    ending: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"game{ending}"
    path.write_bytes(content)
    for command in (["check"], ["replay"], ["play", "--resume"]):
        assert main([*command, str(path)]) == 2
        told = capsys.readouterr().err.splitlines()
        assert len(told) == 1
        assert str(path) in told[0]


def test_replay_refuses_a_turn_that_is_not_there(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for turn in ("6", "-1"):
        assert main(["replay", str(game_file), "--move", turn]) == 2
        assert "expected 0 to 5" in capsys.readouterr().err


def test_the_installed_command_ends_with_its_exit_code() -> None:
    assert run("--version").returncode == 0
    bad = run("show", "chess")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.decode().count("\n") == 1


def test_a_reader_who_has_heard_enough_is_no_error() -> None:
    program = f"{sys.executable} -c 'import sys; from ludejo.terminal.command import main; sys.exit(main())'"
    heard = subprocess.run(
        ["bash", "-c", f"{program} rules atoll | head -n 1; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (heard.returncode, heard.stderr) == (0, b"")


def test_games_and_help_are_quick_because_they_import_little() -> None:
    code = "import sys; from ludejo.terminal.command import main; main(['--help']); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=PATIENCE).returncode == 0


def test_an_engine_may_begin_at_a_position(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("query p1turn\nquit\n"))
    assert main(["engine", "--spec", "atoll:hex-9", "--moves", "e5"]) == 0
    assert capsys.readouterr().out == "response false\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("all_legal_moves\nquit\n"))
    assert main(["engine", "--protocol", "htp", "--spec", "atoll:rhombus,size=2", "--moves", "a1"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "= b1 a2 b2"
    assert main(["engine", "--moves", "e5"]) == 2
    assert "expected --spec beside them" in capsys.readouterr().err
