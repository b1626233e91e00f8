"""How AlmaTafl ends, rule by rule: R8 to R11 of the rules module.

Pictures show all 37 discs; those that a test does not speak of are stacked out of the way.
"""

import pytest
from pictures import almatafl, ends, goes_on, shown

import ludejo
from ludejo import Position

pytestmark = pytest.mark.small


def moves_to(position: Position, point: str) -> set[str]:
    return {move for move in position.moves() if move.rpartition("-")[2] == point}


# --------------------------------------------------------------------------------------------- the end

LAST_BLACK = """
        k                              *     *
        j                     (bbw) (bbw) (bbw) (bbw) (bbw)
        i            *     .     .     .     .     .     .     *
        h         *     .     .     .     .     .     .     .     *
        g            .     .     .     .     .     .     .     .
        f         .     .     .     .     k     (bb)  w     .     .
        e            .     .     (bbw) .     .     .     .     .
        d         *     .     .     .     .     .     .     .     *
        c            *     .     .     .     .     .     .     *
        b                     (bbw) (bbw) (bbw) (bbw) (bbw)
        a                              *     *"""


@pytest.mark.parametrize("spec", ["almatafl", "almatafl:advanced"])
def test_R8_burying_the_last_black_disc_wins_for_white(spec: str) -> None:
    position = almatafl(spec, LAST_BLACK, "w")
    for burying in ("f8-f7", "f6-f7"):
        won = position.play(burying)
        ends(won, 1, "no move", "")
        assert won.outcome is not None
        assert won.outcome.reason == "Black has no legal move"
    goes_on(position.play("f6-f7-f4"), 0)


def test_R8_white_without_a_legal_move_loses() -> None:
    position = almatafl(
        "almatafl",
        """
        k                              *     *
        j                     .     (bbb) (bbb) (bbb) .
        i            *     .     .     .     .     .     .     *
        h         *     b     .     .     .     .     .     b     *
        g            (wwb) .     .     .     .     .     .     (wb)
        f         k     (wwb) .     .     +     .     .     (wwb) w
        e            (wwb) .     .     .     .     .     .     (wwb)
        d         *     b     .     .     .     .     .     .     *
        c            *     .     .     .     .     .     .     *
        b                     .     (bbb) (bbb) .     .
        a                              *     *""",
    )
    stuck = position.play("h8-g9")
    ends(stuck, 0, "no move", "")
    assert stuck.outcome is not None
    assert stuck.outcome.reason == "White has no legal move"
    goes_on(position.play("h8-h7"), 1)


def test_R8_nobody_passes() -> None:
    start = ludejo.game("almatafl").start()
    for no_move in ("--", "", "pass", "b2-b2", "b2", "swap"):
        with pytest.raises(ludejo.UnreadableMove):
            start.play(no_move)


def test_R9_the_king_is_covered_off_the_throne_and_on_a_stack() -> None:
    position = almatafl(
        "almatafl",
        """
        k                              *     *
        j                     w     (bbb) (bbb) (bbb) .
        i            *     b     .     .     .     .     b     *
        h         *     b     .     .     .     .     .     b     *
        g            .     .     .     .     .     .     .     .
        f         .     .     .     .     +     .     (bk)  b     w
        e            b     .     .     .     .     .     (wb)  b
        d         *     b     .     .     .     .     .     b     *
        c            *     .     w     .     .     .     .     *
        b                     (wwb) (wwb) (wwb) (wwb) .
        a                              *     *""",
    )
    covered = position.play("f9-f8")
    ends(covered, 0, "king covered", "f8")
    assert "(bkb)" in covered.text, shown(covered)


STACKS_OF_TWO = """
        k                              *     *
        j                     w     (bbb) (bbb) (bbb) .
        i            *     .     .     .     .     .     .     *
        h         *     .     .     .     .     .     .     .     *
        g            .     .     .     .     .     .     .     .
        f         .     .     .     .     k     (wb)  .     .     .
        e            b     .     .     .     (bw)  .     .     .
        d         *     .     .     .     .     .     .     .     *
        c            *     (bbb) .     .     .     .     (bbb) *
        b                     (wwb) (wwb) (wwb) (wwb) (wbb)
        a                              *     *"""


def test_R9_a_king_on_a_stack_of_three_cannot_be_covered() -> None:
    position = almatafl("almatafl", STACKS_OF_TWO, "w").play("f6-f7").play("e2-e3").play("j2-i2")
    assert "(wbk)" in position.text
    assert moves_to(position, "f7") == set(), shown(position)


LAST_DEFENDER = """
        k                              *     *
        j                     w     b     .     (wbb) .
        i            *     b     .     .     .     .     b     *
        h         *     b     .     .     (wb)  .     .     b     *
        g            .     .     (wwb) .     .     .     .     b
        f         .     .     .     .     k     .     .     .     .
        e            b     .     (wwb) (wwb) (wb)  .     .     b
        d         *     b     .     .     .     (wwb) .     b     *
        c            *     .     (bbb) .     (bbb) .     .     *
        b                     .     .     .     .     .
        a                              *     *"""


@pytest.mark.parametrize("spec", ["almatafl", "almatafl:advanced"])
def test_R10_burying_the_last_active_defender(spec: str) -> None:
    position = almatafl(spec, LAST_DEFENDER)
    for burying in ("j3-j2", "i2-j2", "j5-j2"):
        buried = position.play(burying)
        ends(buried, 0, "no defenders", "f6")
        assert buried.outcome is not None
        assert buried.outcome.reason == "White has no active disc but the King"
    goes_on(position.play("j3-j4"), 1)


def test_R10_a_move_that_frees_one_defender_while_it_buries_another() -> None:
    position = almatafl("almatafl", LAST_DEFENDER.replace("w     b     .     (wbb) .", "w     .     (wb)  (bb)  ."))
    goes_on(position.play("j4-j2"), 1)


def test_R10_the_king_may_not_bury_his_own_last_defender_with_impunity() -> None:
    position = almatafl(
        "almatafl",
        """
        k                              *     *
        j                     .     .     .     (wwb) .
        i            *     b     .     .     .     .     b     *
        h         *     b     .     .     .     .     .     b     *
        g            b     .     (wwb) .     .     .     .     b
        f         .     .     .     b     k     w     .     .     .
        e            b     .     (wwb) (wwb) .     .     .     b
        d         *     b     (wbb) .     .     (wwb) .     b     *
        c            *     .     (bbb) .     (bbb) .     .     *
        b                     .     .     .     .     .
        a                              *     *""",
        "w",
    )
    ends(position.play("f6-f7"), 0, "no defenders", "f7")
    goes_on(position.play("f6-f5"), 0)


ESCAPE = """
        k                              *     *
        j                     .     (bbb) (bbb) (bbb) .
        i            *     b     .     .     .     .     b     *
        h         *     b     .     .     .     .     .     .     *
        g            .     .     (wwb) (bbb) .     .     .     .
        f         .     .     .     .     +     .     .     .     .
        e            b     .     (wwb) (wwb) (wwb) (wwb) .     .
        d         *     b     .     .     .     .     .     .     *
        c            *     .     b     w     .     .     .     *
        b                     w     k     b     .     .
        a                              *     *"""


def test_R11_in_the_basic_game_the_king_escapes_at_once() -> None:
    position = almatafl("almatafl", ESCAPE, "w")
    ends(position.play("b3-a3"), 1, "escape", "a3")
    ends(position.play("b3-c3-c1"), 1, "escape", "c1")


def test_R11_in_the_advanced_game_black_has_one_more_turn() -> None:
    position = almatafl("almatafl:advanced", ESCAPE, "w").play("b3-a3")
    goes_on(position, 0)
    assert moves_to(position, "a3") == {"b4-a3"}, "an invader may land on the King on an escape spot"
    ends(position.play("b4-a3"), 0, "king covered", "a3")
    ends(position.play("b4-b3"), 1, "escape", "a3")


BOTH_ENDS = """
        k                              *     *
        j                     w     b     .     (wwb) .
        i            *     b     .     .     .     .     b     *
        h         *     b     .     .     (wb)  .     .     b     *
        g            b     .     (wwb) .     .     .     .     b
        f         .     .     .     .     +     .     .     .     .
        e            b     .     (wwb) (wwb) .     .     .     b
        d         *     b     .     .     .     (wwb) .     b     *
        c            *     .     (bbb) .     (bbb) .     .     *
        b                     .     .     .     b     .
        a                              k     *"""


def test_R11_both_ends_at_once_in_the_advanced_game() -> None:
    position = almatafl("almatafl:advanced", BOTH_ENDS)
    goes_on(position, 0)
    ends(position.play("j3-j2"), 0, "no defenders", "a3")  # R10 comes before R11
    ends(position.play("d6-a3"), 0, "king covered", "a3")  # and R9 before both
    ends(position.play("b5-b4"), 1, "escape", "a3")
