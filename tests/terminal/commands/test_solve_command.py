"""`ludejo solve` and `ludejo positions`, as people and programs see them."""

import _thread
import json
import re
import threading
from pathlib import Path

import pytest

from ludejo.terminal.command import main

HEX = "atoll:rhombus,size=3"


def test_a_win_is_told_with_move_line_and_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "atoll:rhombus,size=2"]) == 0
    told = capsys.readouterr().out
    # which of two searches is first depends on the machine: one knows how soon, the other only that
    assert re.search(r"Black wins in (3|at most \d) plies\.\nBest move: (b1|a2)\nLine: (b1 a1|a2 b2) ", told)
    assert "positions searched in" in told


def test_moves_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", HEX, "--moves", "b2"]) == 0
    assert "White to move.\nBlack wins in" in capsys.readouterr().out


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", HEX, "--moves", "a1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["solved"], found["value"], found["seat"], found["side"]) == (True, 1.0, 1, "White")
    assert found["best"] == found["line"][0]
    assert found["interrupted"] is False


def test_each_move_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "atoll:rhombus,size=2", "--each"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == [
        "  a1       loses", "  b1       wins", "  a2       wins", "  b2       loses",
    ]  # fmt: skip
    assert main(["solve", "atoll:rhombus,size=2", "--each", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["move"], line["low"], line["high"]) for line in lines][:2] == [("a1", 0.0, 0.0), ("b1", 1.0, 1.0)]


def test_dice_have_probabilities(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "atmalof:R=3,C=3,X=0,Y=0,N=3,P=3"]) == 0
    told = capsys.readouterr().out
    assert "Red's winning probability, a draw counting half: 0.767572383892." in told
    assert "  R1       0.694811875367" in told
    assert "Table of all positions: 19,285;" in told


def test_a_table_on_disk_is_made_and_looked_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, file = "atmalof:R=2,C=2,X=1,Y=0,N=3,P=2", str(tmp_path / "table")
    for _ in range(2):  # the second time it is there
        assert main(["solve", spec, "--table", file]) == 0
        told = capsys.readouterr().out
        assert "Red's winning probability, a draw counting half: 1.000000000000.\n22 positions up to symmetry" in told
    assert main(["solve", HEX, "--table", file]) == 2
    assert "has no numbered positions" in capsys.readouterr().err
    assert main(["solve", spec, "--checkpoint", file]) == 2
    assert "there are none where there are dice" in capsys.readouterr().err


def test_what_is_not_solved_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "atoll:hex-11", "--seconds", "0.3"]) == 0
    told = capsys.readouterr().out
    assert "Not solved within the limit. Within " in told
    assert "Black does not win by force" in told


def test_a_finished_game_needs_no_solving(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "atoll:rhombus,size=2", "--moves", "a1 b1 a2"]) == 0
    assert "Black wins: joined the top and the bottom: a1 a2." in capsys.readouterr().out


def test_an_interruption_ends_with_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "atoll:hex-9", "--seconds", "0.1"])  # compiled beforehand
    capsys.readouterr()
    timer = threading.Timer(1.0, _thread.interrupt_main)
    timer.start()
    assert main(["solve", "atoll:hex-9", "--seconds", "60"]) == 130
    assert "Stopped.\nNot solved within the limit." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seconds", "0"], "--seconds 0 is out of range"),
        (["--memory", "1"], "--memory 1 is out of range"),
        (["--moves", "z9"], '"z9" is no cell of this board'),
        (["--position", "nonsense"], "Atoll"),
        (["--position", "x", "--seed", "1"], "--position says all"),
    ],
)
def test_bad_input_gets_a_sentence(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", HEX, *options]) == 2
    assert message in capsys.readouterr().err


def test_positions_are_collected_and_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "found.jsonl"
    options = ["positions", "atoll:rhombus,size=4", "--plies", "3", "--out", str(path)]
    assert main([*options, "--count", "2"]) == 0
    assert main([*options, "--count", "4"]) == 2
    assert "--resume goes on with it" in capsys.readouterr().err
    assert main([*options, "--count", "4", "--resume"]) == 0
    header, *lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert (header["format"], header["plies"], len(lines)) == ("ludejo-positions", 3, 4)
    assert all(line["wins"] and line["plies"] <= 3 for line in lines)
