"""Games through a pipe, as programs and screen readers play them: no colour, no cursor, nothing lost at the end."""

import subprocess
from pathlib import Path

import pytest
from clients import PATIENCE, PROGRAM

import ludejo
from ludejo.play import records


def pipe(stdin: bytes, *arguments: str) -> str:
    done = subprocess.run([*PROGRAM, *arguments], input=stdin, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    return done.stdout.decode()


def test_a_pipe_plays_a_whole_game_without_colour_or_cursor(shelf: Path) -> None:
    shown = pipe(b"b1\na1\nb2\nnonsense\na2\nmoves\nb3\n", "play", "atoll:rhombus,size=3")
    assert "\x1b" not in shown
    assert "\r" not in shown
    position = ludejo.game("atoll:rhombus,size=3").start()
    for move in "b1 a1 b2 a2".split():
        position = position.play(move)
    assert str(position) in shown
    assert "Turn 5, Black> b3\nBlack plays b3.\n" in shown
    assert "Black wins: joined the top and the bottom: b1 b2 b3." in shown
    assert records.load(next(shelf.glob("*.json"))).result.winner == 0


def test_the_end_of_the_input_saves_and_leaves(shelf: Path) -> None:
    shown = pipe(b"R4\nC2", "play", "atmalof", "--seed", "1")
    path = next(shelf.glob("*.json"))
    assert [move.partition(":")[0] for move in records.load(path).moves] == ["R4", "C2"]
    assert f"Kept in {path}" in shown
    assert "Turns so far: R4:" in pipe(b"", "play", "--resume", "--plain")


def test_bytes_that_are_no_text_are_only_nonsense() -> None:
    shown = pipe(b"\xff\xfe\x00\n\xc3\x28\ne5\nquit\n", "play", "atoll:hex-9")
    assert "Black plays e5." in shown


def test_a_pipe_against_the_random_mover_is_kept_as_a_sound_record(shelf: Path) -> None:
    """Squares in turn; those that are taken by then are refused, and the game goes on."""
    shown = pipe(
        b"moves\n" + b"a1\nb1\nc1\nd1\ne1\nf1\na2\nb2\nc2\nd2\ne2\nf2\n" * 3, "play", "mammalath", "--against", "random"
    )
    assert "Black plays" in shown
    assert len(records.load(next(shelf.glob("*.json"))).moves) >= 2


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    done = subprocess.run([*PROGRAM, "play", "atoll:hex-9"], input=b"", capture_output=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert "XDG_DATA_HOME names another place" in done.stderr.decode()


def test_players_may_roll_dice_of_their_own(shelf: Path) -> None:
    shown = pipe(b"R4\n7\nhint\n6\nC2:5\nC3\nundo\n", "play", "atmalof:junior", "--dice", "hand", "--plain")
    assert "Red rolls for row 4: 1 to 6> 7\n" in shown
    assert "Red has announced row 4; the die is due." in shown
    assert "… rolls 6: a new piece on 4.6." in shown
    assert "Taken back: C3." in shown
    assert records.load(next(shelf.glob("*.json"))).moves == ("R4:6", "C2:5")


def test_a_game_begins_where_it_is_told(shelf: Path) -> None:
    text = ludejo.game("atoll:rhombus,size=3").start().play("b2").text
    shown = pipe(b"a1\n", "play", "atoll:rhombus,size=3", "--position", text, "--moves", "c1")
    assert "Turns so far: c1" in shown
    kept = records.load(next(shelf.glob("*.json")))
    assert (kept.start, kept.moves) == (text, ("c1", "a1"))
