"""AlmaTafl, rule by rule. R1 to R11 are the numbers of the rules module.

Pictures show all 37 discs; those that a test does not speak of are stacked out of the way.
"""

import pytest
from pictures import almatafl, ends, goes_on, refuses, shown

import ludejo
from ludejo import Position

pytestmark = pytest.mark.small


def moves_from(position: Position, *points: str) -> set[str]:
    return {move for move in position.moves() if move.partition("-")[0] in points}


def moves_to(position: Position, point: str) -> set[str]:
    return {move for move in position.moves() if move.rpartition("-")[2] == point}


def row(position: Position, letter: str) -> str:
    return position.text.split()[0].split("/")["kjihgfedcba".index(letter)]


# ------------------------------------------------------------------------------------------- the board

OPENING = """
        k                              *     *
        j                     b     b     b     b     b
        i            *     b     .     .     .     .     b     *
        h         *     b     .     .     w     .     .     b     *
        g            b     .     w     w     w     w     .     b
        f         b     .     .     w     k     w     .     .     b
        e            b     .     w     w     w     w     .     b
        d         *     b     .     .     w     .     .     b     *
        c            *     b     .     .     .     .     b     *
        b                     b     b     b     b     b
        a                              *     *"""


@pytest.mark.parametrize("spec", ["almatafl", "almatafl:advanced"])
def test_R1_the_opening_position(spec: str) -> None:
    start = ludejo.game(spec).start()
    assert start == almatafl(spec, OPENING), shown(start)
    assert len(start.moves()) == 90
    assert start.side_to_move == "Black"
    goes_on(start, 0)


def test_R1_throne_and_escape_spots() -> None:
    game = ludejo.game("almatafl")
    assert len(game.grid.names) == 73
    marks = {mark.kind: " ".join(mark.cells) for mark in game.drawing.marks}
    assert marks == {"throne": "f6", "escape spot": "a3 a4 c1 c8 d1 d9 h1 h9 i1 i8 k3 k4"}


# ------------------------------------------------------------------------------------ stacks and moves

HEIGHTS = """
        k                              *     *
        j                     w     (bbb) (bbb) (bbb) .
        i            *     b     .     .     .     .     b     *
        h         *     b     .     .     .     .     .     .     *
        g            .     (ww)  .     (bbw) .     .     .     .
        f         .     .     .     .     k     .     .     .     .
        e            b     .     (wb)  w     (bw)  .     .     .
        d         *     b     .     .     .     .     .     .     *
        c            *     .     .     .     .     .     (bbb) *
        b                     (wwb) .     (wwb) .     (wb)
        a                              *     *"""


def test_R2_only_the_top_disc_is_active() -> None:
    black, white = almatafl("almatafl", HEIGHTS), almatafl("almatafl", HEIGHTS, "w")
    assert moves_from(black, "e4"), shown(black)
    assert not moves_from(black, "e6", "g5", "e5", "f6"), shown(black)
    assert moves_from(white, "e6"), shown(white)
    assert not moves_from(white, "e4", "b2", "i2"), shown(white)
    refuses(white, "e4-e2", "no active disc of White")
    refuses(black, "f6-f7", "Black is to move")


def test_R2_the_disc_below_becomes_active_when_the_top_one_leaves() -> None:
    position = almatafl("almatafl", HEIGHTS).play("e4-e2")
    assert moves_from(position, "e4") == {"e4-e5", "e4-e3", "e4-f5", "e4-f4", "e4-d4", "e4-d3"}, shown(position)


def test_R3_a_disc_goes_exactly_as_far_as_its_stack_is_high_over_whatever_lies_between() -> None:
    position = almatafl("almatafl", HEIGHTS)
    assert moves_from(position, "i7") == {"i7-i6", "i7-j6", "i7-h7", "i7-h8"}, shown(position)
    assert moves_from(position, "e4") == {"e4-e2", "e4-e6", "e4-g3", "e4-c2", "e4-c4"}, "over e5; g5 is full"
    assert moves_from(position, "j4") == {"j4-g4", "j4-g7"}, shown(position)
    assert moves_from(position, "c7") == {"c7-c4", "c7-f7", "c7-f10"}, shown(position)
    refuses(position, "e4-e3", "is 2 high, so its top moves 2")
    refuses(position, "i7-i5", "is 1 high, so its top moves 1")
    with pytest.raises(ludejo.UnreadableMove, match="no straight line"):
        position.play("i7-g5")


def test_R4_a_disc_lands_on_an_empty_point_or_a_stack_of_one_or_two() -> None:
    position = almatafl("almatafl", HEIGHTS)
    assert row(position.play("e4-c4"), "c") == "...b..(bbb)."
    assert row(position.play("e4-e2"), "e") == "(bb).ww(bw)..."
    assert row(position.play("e4-e6"), "e") == "b.ww(bwb)..."
    refuses(position, "e4-g5", "a stack of three")


# ------------------------------------------------------------------------ throne, escapes and the King

THRONE = """
        k                              *     *
        j                     .     (bbb) (bbb) (bbb) .
        i            *     .     .     .     .     .     .     *
        h         *     .     .     .     .     .     .     .     *
        g            .     .     .     .     w     .     .     .
        f         .     .     .     (bw)  +     b     .     .     .
        e            b     .     .     k     .     .     .     .
        d         *     b     .     .     .     .     .     .     *
        c            *     (bbb) .     .     .     .     (bbb) *
        b                     (wwb) (wwb) (wwb) (wwb) (wwb)
        a                              *     *"""


def test_R5_only_the_king_enters_the_throne_and_all_may_pass_over_it() -> None:
    white, black = almatafl("almatafl", THRONE, "w"), almatafl("almatafl", THRONE)
    assert moves_to(white, "f6") == {"e5-f6"}, shown(white)
    assert moves_to(black, "f6") == set(), shown(black)
    refuses(white, "g6-f6", "only the King may enter")
    refuses(black, "f7-f6", "only the King may enter")
    goes_on(white.play("e5-f6"), 0)
    goes_on(white.play("f5-f7"), 0)


@pytest.mark.parametrize("spec", ["almatafl", "almatafl:advanced"])
def test_R5_only_the_king_enters_escape_spots(spec: str) -> None:
    picture = """
        k                              *     *
        j                     .     (bbb) (bbb) (bbb) .
        i            *     b     .     .     .     .     b     *
        h         *     b     .     .     .     .     .     b     *
        g            .     .     (wwb) (bbb) .     .     .     .
        f         .     .     .     .     +     .     .     .     .
        e            b     .     (wwb) (wwb) (wwb) (wwb) .     .
        d         *     b     .     .     .     .     .     .     *
        c            *     w     k     .     .     .     .     *
        b                     .     b     w     .     .
        a                              *     *"""
    white, black = almatafl(spec, picture, "w"), almatafl(spec, picture)
    for spot in "a3 a4 c1 c8 d1 d9 h1 h9 i1 i8 k3 k4".split():
        assert not moves_to(white, spot), shown(white)
        assert not moves_to(black, spot), shown(black)
    refuses(white, "b4-a3", "only the King may enter")
    refuses(black, "b3-a3", "only the King may enter")


KING_ON_THRONE = """
        k                              *     *
        j                     w     (bbb) (bbb) (bb)  .
        i            *     b     .     .     .     .     b     *
        h         *     b     .     .     .     (bb)  .     b     *
        g            .     .     .     .     .     .     .     .
        f         .     .     .     w     k     b     .     .     .
        e            b     .     .     .     (wb)  .     .     .
        d         *     b     .     .     .     (bw)  .     b     *
        c            *     .     .     .     .     .     .     *
        b                     (wwb) (wwb) (wwb) (wwb) .
        a                              *     *"""


@pytest.mark.parametrize("spec", ["almatafl", "almatafl:advanced"])
def test_R5_an_invader_may_land_on_the_king_on_his_throne(spec: str) -> None:
    position = almatafl(spec, KING_ON_THRONE)
    assert moves_to(position, "f6") == {"f7-f6", "h6-f6"}, shown(position)
    for move in ("f7-f6", "h6-f6"):
        ends(position.play(move), 0, "king covered", "f6")


def test_R6_white_never_lands_on_the_king() -> None:
    position = almatafl("almatafl", KING_ON_THRONE, "w")
    assert moves_to(position, "f6") == set(), shown(position)
    refuses(position, "f5-f6", "lands on the King")
    refuses(position, "d6-f6", "lands on the King")
    aside = almatafl("almatafl", THRONE, "w")
    assert "f5-e5" not in aside.moves(), shown(aside)


# -------------------------------------------------------------------------------------------- bouncing

CHAIN = """
        k                              *     *
        j                     w     (bbb) (bbb) (bbb) w
        i            *     .     .     .     .     .     .     *
        h         *     .     .     .     .     .     b     .     *
        g            .     .     .     .     .     .     .     .
        f         .     .     .     .     k     b     .     .     .
        e            b     .     .     .     .     .     .     .
        d         *     b     .     .     .     .     .     .     *
        c            *     (bbb) .     .     .     .     (bbb) *
        b                     (wwb) (wwb) (wwb) (wwb) (wwb)
        a                              *     *"""


def test_R7_the_king_bounces_as_often_as_he_lands_on_black() -> None:
    position = almatafl("almatafl", CHAIN, "w")
    one_step = {"f6-e5", "f6-e6", "f6-f5", "f6-f7", "f6-g5", "f6-g6"}
    off_f7 = {"f6-f7-d5", "f6-f7-d7", "f6-f7-f9", "f6-f7-h5", "f6-f7-h7"}
    assert moves_from(position, "f6") == one_step | off_f7 | {"f6-f7-h7-h9"}, shown(position)
    escaped = position.play("f6-f7-h7-h9")
    ends(escaped, 1, "escape", "h9")
    assert row(escaped, "h") == "......b.k", shown(escaped)
    assert row(escaped, "f") == ".....b...", shown(escaped)


def test_R7_only_where_he_stops_matters() -> None:
    after = almatafl("almatafl", CHAIN, "w").play("f6-f7-h7")
    assert row(after, "h") == "......(bk)..", shown(after)
    assert row(after, "f") == ".....b...", shown(after)
    assert after.drawing.path == ("f6", "f7", "h7")
    goes_on(after, 0)


def test_R7_a_bounce_may_be_written_by_its_ends_alone() -> None:
    position = almatafl("almatafl", CHAIN, "w")
    assert position.play("f6-h9") == position.play("f6-f7-h7-h9")
    assert position.play("f6-h9").history == ("f6-f7-h7-h9",)
    with pytest.raises(ludejo.UnreadableMove, match="cannot go on from g6"):
        position.play("f6-g6-h9")
    with pytest.raises(ludejo.UnreadableMove, match="only the King bounces"):
        position.play("j2-i2-i3")


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


def test_R7_a_bounce_off_a_stack_of_two_goes_three_points_and_white_tops_give_none() -> None:
    position = almatafl("almatafl", STACKS_OF_TWO, "w")
    one_step = {"f6-e5", "f6-e6", "f6-f5", "f6-f7", "f6-g5", "f6-g6"}
    off_f7 = {"f6-f7-c4", "f6-f7-f10", "f6-f7-f4", "f6-f7-i4", "f6-f7-i7"}  # c7 is full; nothing goes on from e6
    assert moves_from(position, "f6") == one_step | off_f7, shown(position)
    refuses(position, "f6-e8", "where the King cannot get")
    with pytest.raises(ludejo.UnreadableMove, match="cannot go on from e6"):
        position.play("f6-e6-e9")
    stopped = position.play("f6-f7")
    assert "(wbk)" in stopped.text, shown(stopped)


HOME = """
        k                              *     *
        j                     w     (bbb) (bbb) (bbb) w
        i            *     .     .     .     .     .     .     *
        h         *     .     .     .     .     .     .     .     *
        g            .     .     .     .     b     .     .     .
        f         .     .     .     .     +     .     .     .     .
        e            b     .     .     (bk)  .     b     .     .
        d         *     .     .     .     .     .     .     .     *
        c            *     (bbb) .     .     .     .     (bbb) *
        b                     (wwb) (wwb) (wwb) (wwb) (wwb)
        a                              *     *"""


def test_R7_the_king_may_not_stop_where_he_began() -> None:
    position = almatafl("almatafl", HOME, "w")
    two_steps = {"e5-c3", "e5-c5", "e5-e3", "e5-e7", "e5-g4", "e5-g6"}
    bounces = {"e5-e7-e9", "e5-e7-g8", "e5-g6-i4", "e5-g6-i6"}  # not e5-e7-e5
    assert moves_from(position, "e5") == two_steps | bounces, shown(position)
    refuses(position, "e5-e7-e5", "ends on e5")
    refuses(position, "e5-g6-e5", "ends on e5")


def test_R7_the_king_may_pass_through_where_he_began_if_he_left_black_there() -> None:
    position = almatafl("almatafl", HOME, "w")
    assert position.play("e5-e7-e5-g4") == position.play("e5-g4")
    white_below = almatafl("almatafl", HOME.replace("(bk)", "(wk)").replace("w     (bbb)", "b     (bbb)"), "w")
    with pytest.raises(ludejo.UnreadableMove, match="cannot go on from e7 to e5"):
        white_below.play("e5-e7-e5-g4")


def test_R7_of_several_shortest_chains_the_alphabetically_first_is_written() -> None:
    position = almatafl(
        "almatafl",
        """
        k                              *     *
        j                     w     (bbb) (bbb) (bbb) .
        i            *     .     .     .     .     .     .     *
        h         *     .     .     .     .     .     .     .     *
        g            .     .     .     w     .     .     .     .
        f         .     .     .     b     k     b     .     .     .
        e            b     .     .     .     .     .     .     .
        d         *     b     .     .     .     .     .     .     *
        c            *     (bbb) .     .     .     .     (bbb) *
        b                     (wwb) (wwb) (wwb) (wwb) (wwb)
        a                              *     *""",
        "w",
    )
    assert moves_to(position, "h5") == {"f6-f5-h5", "g5-h5"}, shown(position)
    assert moves_to(position, "d5") == {"f6-f5-d5"}, shown(position)
    assert position.play("f6-f7-h5").history == ("f6-f5-h5",)
