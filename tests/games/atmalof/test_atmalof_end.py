"""How Atmalof ends, rule by rule: R8 to R10 of the rules module."""

import pytest
from pictures import atmalof, ends, goes_on, shown

import ludejo
from ludejo import Position

pytestmark = pytest.mark.small


def drops(position: Position) -> set[str]:
    return {move for move in position.moves() if move[0] in "RC"}


# ----------------------------------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("picture", "move", "line"),
    [
        ("""
        . . . . . .
        . . . . . .
        . . . . . .
        . b b b . .
        . . r . . b
        r r . r r .""", "2.3-1.3", "1.1 1.2 1.3 1.4 1.5"),
        ("""
        . . . r . .
        . . . r . .
        . . . r b .
        . b r . b .
        . . b r . .
        . . . b . .""", "3.3-3.4", "2.4 3.4 4.4 5.4 6.4"),
        ("""
        . . . . . r
        . . . . r .
        . . . . b .
        . b r r b .
        . r b . . .
        . b . . . .""", "3.4-4.4", "2.2 3.3 4.4 5.5 6.6"),
        ("""
        . . . . . .
        r . . . . .
        . r . . b .
        . . r . b .
        . . b . r .
        . b . . r .""", "2.5-2.4", "5.1 4.2 3.3 2.4 1.5"),
    ],
    ids=["row", "column", "rising diagonal", "falling diagonal"],
)  # fmt: skip
def test_R8_five_in_a_line_win_at_once(picture: str, move: str, line: str) -> None:
    position = atmalof("atmalof:junior", picture)
    goes_on(position, 0)
    ends(position.play(move), 0, "line", line)
    row, column = move.partition("-")[2].split(".")
    for drop in (f"R{row}:{column}", f"C{column}:{row}"):
        ends(position.play(drop), 0, "line")


def test_R8_the_second_player_wins_as_well() -> None:
    position = atmalof("atmalof", """
        . . . . . . b
        . . . . . . .
        . . . . . . b
        . . . r r . b
        . . . r r . b
        . . . . . b .
        . . . . . . .""", "b")  # fmt: skip
    ends(position.play("C7:6"), 1, "line", "7.7 6.7 5.7 4.7 3.7")


def test_R8_four_do_not_win_nor_do_five_with_a_gap_or_a_stranger() -> None:
    position = atmalof("atmalof:junior", """
        . . . . . .
        r r . r . .
        . . . . . .
        r r b r . .
        . . . . . .
        b b . b b .""")  # fmt: skip
    for drop in ("R5:3", "R5:5", "R3:5", "R1:3"):  # four, four and a gap, round a stranger, in a row of strangers
        goes_on(position.play(drop), 1)


def test_R8_a_line_does_not_go_on_beyond_the_edge() -> None:
    position = atmalof("atmalof:junior", """
        . . . . . .
        . . . . . .
        . . . . . .
        r r . . . .
        . . . . r r
        . . . . . .""")  # fmt: skip
    goes_on(position.play("R2:4"), 1)
    goes_on(position.play("R3:3"), 1)


def test_R8_six_in_a_row() -> None:
    position = atmalof("atmalof:junior", """
        . . . . . .
        . b b b b .
        . . . . . .
        . . . . . .
        . . . . . .
        r r r . r r""")  # fmt: skip
    six = position.play("R1:4")
    ends(six, 0, "line", "1.1 1.2 1.3 1.4 1.5 1.6")
    assert six.outcome is not None
    assert six.outcome.reason == "line of six: 1.1 1.2 1.3 1.4 1.5 1.6"


def test_R8_seven_in_a_column() -> None:
    position = atmalof("atmalof", """
        . . . . b . .
        . . . . b . .
        . . . . b . .
        . . . . . b .
        . . . . b . .
        . . . . b . .
        r r r r b r r""", "b")  # fmt: skip
    ends(position.play("4.6-4.5"), 1, "line", "1.5 2.5 3.5 4.5 5.5 6.5 7.5")


def test_R8_two_lines_at_once() -> None:
    position = atmalof("atmalof:junior", """
        . . . . . .
        r . . . . .
        r . b b . .
        r . b b . .
        r . . . . .
        . r r r r .""")  # fmt: skip
    both = position.play("C1:1")
    ends(both, 0, "line", "1.1 1.2 1.3 1.4 1.5 2.1 3.1 4.1 5.1")
    assert both.outcome is not None
    assert both.outcome.reason.count("line of five") == 2


def test_R8_the_length_of_a_line_is_the_familys() -> None:
    position = atmalof("atmalof:R=4,C=4,X=0,Y=0,N=3,P=6", """
        . . . .
        . . . .
        b b . .
        r r . .""")  # fmt: skip
    ends(position.play("R1:3"), 0, "line", "1.1 1.2 1.3")
    ends(position.play("R1:4").play("R2:3"), 1, "line", "2.1 2.2 2.3")


def test_R8_the_22nd_piece_that_makes_five_wins_though_blue_has_more_fours() -> None:
    position = atmalof("atmalof", """
        . r b r . r r
        r r . b b r b
        r . b b b b .
        . r r r b r r
        b b b b . . b
        r r . b r r b
        r r r r . b b""")  # fmt: skip
    assert position.text.count("r") == 21 + 1  # and the colour to move
    ends(position.play("R1:5"), 0, "line", "1.1 1.2 1.3 1.4 1.5")
    counted = position.play("R5:2")
    ends(counted, 1, "count")
    assert counted.outcome is not None
    assert counted.outcome.reason == "three lines of four to two"


# --------------------------------------------------------------------------------------- the tie-break


def test_R9_four_lines_of_four_to_three() -> None:
    position = atmalof("atmalof", """
        . . r r . r r
        r . r b r r b
        b r b . r r b
        r r r . b . b
        r r r . b b r
        b . r r b b b
        b b r b b b b""")  # fmt: skip
    ended = position.play("R3:4")
    ends(ended, 0, "count")
    assert ended.outcome is not None
    assert ended.outcome.reason == "four lines of four to three"
    goes_on(position.play("C1:1"), 1)  # taken: no 22nd piece, no tie-break
    goes_on(position.play("7.3-6.2"), 1)


COUNTED = """
    . . . . r
    b b b . .
    . . . . .
    r r . . .
    . . . . ."""


@pytest.mark.parametrize(
    ("drop", "winner", "reason", "cells"),
    [
        ("R2:3", None, "one line of three to one", "2.1 2.2 2.3 4.1 4.2 4.3"),
        ("R1:1", 1, "one line of three to none", "4.1 4.2 4.3"),
    ],
)
def test_R9_the_droppers_last_piece_brings_the_count(drop: str, winner: int | None, reason: str, cells: str) -> None:
    ended = atmalof("atmalof:R=5,C=5,X=0,Y=0,N=4,P=4", COUNTED).play(drop)
    ends(ended, winner, "count", cells)
    assert ended.outcome is not None
    assert ended.outcome.reason == reason, shown(ended)


def test_R9_lost_drops_and_moves_bring_no_count() -> None:
    position = atmalof("atmalof:R=5,C=5,X=0,Y=0,N=4,P=4", COUNTED)
    goes_on(position.play("R4:1"), 1)
    goes_on(position.play("2.2-2.3"), 1)


def test_R9_lines_that_cross_count_each_and_longer_or_shorter_ones_not() -> None:
    position = atmalof("atmalof:R=5,C=5,X=0,Y=0,N=4,P=6", """
        b b b . .
        . . . . .
        r . . b b
        r . . . .
        . r r . .""")  # fmt: skip
    ended = position.play("R1:1").play("R3:5").play("R1:5")
    ends(ended, 0, "count", "1.1 1.2 1.3 2.1 3.1")
    assert ended.outcome is not None
    assert ended.outcome.reason == "two lines of three to one"


def test_R9_no_lines_at_all_is_a_draw() -> None:
    ended = ludejo.game("atmalof:R=3,C=3,X=0,Y=0,N=3,P=1").start().play("R2:2")
    ends(ended, None, "count", "")
    assert ended.outcome is not None
    assert ended.outcome.reason == "no lines of two to none"


def test_R9_with_both_the_count_waits_for_the_second_side() -> None:
    spec = "atmalof:R=5,C=5,X=0,Y=0,N=4,P=4,tie=both"
    red_full = atmalof(spec, COUNTED).play("R1:1")
    goes_on(red_full, 1)
    assert not drops(red_full.play("R4:1")), "Red is full: moves alone"
    ends(red_full.play("R1:5"), 1, "count", "4.1 4.2 4.3")
    better = red_full.play("R4:1").play("1.1-1.2").play("R4:1").play("1.2-2.3")  # Red makes three meanwhile
    goes_on(better, 1)
    ends(better.play("R1:5"), None, "count")


def test_R9_with_both_the_last_piece_may_still_make_a_line() -> None:
    position = atmalof("atmalof:R=4,C=4,X=0,Y=0,N=3,P=3,tie=both", """
        r . r .
        . . . .
        . r . .
        b b . .""", "b")  # fmt: skip
    ends(position.play("R1:3"), 1, "line", "1.1 1.2 1.3")
    ends(position.play("R1:4"), 1, "count", "1.1 1.2")


def test_R9_a_full_side_that_moves_brings_no_count() -> None:
    position = atmalof("atmalof:R=4,C=4,X=0,Y=0,N=4,P=3,tie=both", """
        r . r .
        . . . .
        . r . .
        b b . .""")  # fmt: skip
    goes_on(position.play("4.1-3.1"), 1)


def test_R10_two_players_who_only_shuffle_go_on() -> None:
    position = ludejo.game("atmalof:junior").start().play("R1:1").play("R6:6")
    for _ in range(100):
        for move in ("1.1-1.2", "6.6-6.5", "1.2-1.1", "6.5-6.6"):
            position = position.play(move)
    goes_on(position, 0)
    assert position.text == ".....b/....../....../....../....../r..... r"
    assert position.turn == 403
