"""Atoll and Hex, rule by rule. R1 to R7 are the numbers of the rules module; the boards are in test_atoll_boards."""

import pytest
from pictures import atoll, ends, goes_on, refuses, shown

import ludejo
from ludejo import Position

pytestmark = pytest.mark.small


def reason(position: Position) -> str:
    assert position.outcome is not None, shown(position)
    return position.outcome.reason


@pytest.mark.parametrize("spec", ["atoll", "atoll:hex-9", "atoll:hexagon-12", "atoll:rhombus,size=4,islands=12"])
def test_R1_the_lagoon_is_empty_and_the_islands_change_colour_in_turn(spec: str) -> None:
    start = ludejo.game(spec).start()
    assert not start.drawing.piles
    marks = start.game.drawing.marks
    assert [mark.colour for mark in marks] == ["black", "white"] * (len(marks) // 2)
    assert {mark.kind for mark in marks} == {"island"}


def test_R2_black_begins_and_stones_alternate() -> None:
    position = ludejo.game("atoll").start()
    goes_on(position, 0)
    assert position.side_to_move == "Black"
    position = position.play("f4")
    assert position.side_to_move == "White"
    position = position.play("F5")
    assert {pile.cell: pile.things for pile in position.drawing.piles} == {"f4": ("black",), "f5": ("white",)}
    assert len(position.moves()) == 104 - 2


def test_R2_a_stone_goes_on_an_empty_cell_only() -> None:
    position = atoll(
        "atoll:rhombus,size=3",
        """
        X . .
         O X .
          . . O""",
    )
    assert set(position.moves()) == {"b1", "c1", "c2", "a3", "b3"}, shown(position)
    refuses(position, "a1", "taken by Black")
    refuses(position, "a2", "taken by White")


def test_R2_nobody_passes_or_swaps_without_the_pie_rule() -> None:
    position = ludejo.game("atoll").start().play("f4")
    refuses(position, "swap", "without the pie rule")
    for no_move in ("", "pass", "--", "f4-f5", "l1", "f11", "f0", "g10"):
        with pytest.raises(ludejo.UnreadableMove):
            position.play(no_move)


# ----------------------------------------------------------------------------------------- connections


def test_R4_hex_is_won_by_joining_ones_two_sides() -> None:
    picture = """
        . . . X .
         O O O . O
          . . X . .
           . X . . .
            X . . . ."""
    position = atoll("atoll:rhombus,size=5", picture)
    won = position.play("d2")
    ends(won, 0, "connected", "d1 d2 c3 b4 a5")
    assert reason(won) == "joined the top and the bottom: d1 d2 c3 b4 a5"
    goes_on(position.play("d3"), 1)
    ends(position.play("e5").play("d2"), 1, "connected", "a2 b2 c2 d2 e2")


def test_R3_hexes_of_a_rhombus_touch_along_one_short_diagonal_only() -> None:
    position = atoll(
        "atoll:rhombus,size=3",
        """
        X O .
         . X O
          . . .""",
    )
    goes_on(position.play("c3"), 1)  # a1, b2, c3 go the long way: they do not touch


def test_R3_a_chain_needs_contact() -> None:
    position = atoll(
        "atoll:size=5",
        """
            .   .
          .   X   .
            O   .
          .   .   .
            O   .
          .   X   .
            .   .""",
    )
    goes_on(position.play("d2"), 1)
    ends(position.play("c2"), 0, "connected", "c1 c2 c3")


def test_R4_opposite_islands_win() -> None:
    position = atoll(
        "atoll:size=7",
        """
            .   .   .
          .   .   X   .
            O   .   O
          .   .   X   .
            .   O   .
          .   .   .   .
            .   X   .
          .   O   .   .
            .   X   O
          .   X   .   .
            .   .   .""",
    )
    goes_on(position, 0)
    won = position.play("e3")
    ends(won, 0, "connected", "e5 e4 e3 d3 d2 c1")
    assert reason(won) == "connected islands 0 and 4: e5 e4 e3 d3 d2 c1"
    goes_on(position.play("d5"), 1)


def test_R4_neighbouring_own_islands_do_not_win() -> None:
    position = atoll(
        "atoll:size=7",
        """
            .   .   .
          .   .   .   X
            .   .   .
          .   O   .   X
            .   .   .
          .   O   .   .
            .   .   .
          .   .   .   .
            .   .   .
          .   .   .   .
            .   .   .""",
    )
    goes_on(position.play("g3"), 1)  # islands 0 and 2


THIRD = """
            .   .   .
          .   .   .   X
            .   .   .
          .   O   .   X
            .   O   .
          .   O   .   X
            .   O   .
          .   .   .   O
            .   .   .
          .   O   .   X
            .   X   X"""


def test_R3_a_chain_may_run_through_a_third_island() -> None:
    position = atoll("atoll:size=7", THIRD)
    goes_on(position, 0)
    won = position.play("e1")
    ends(won, 0, "connected", "g5 g4 g3 g1 f1 e1 d1")
    assert reason(won).startswith("connected islands 0 and 4: "), "joined through island 2, round White's g2"


def test_R3_the_other_colours_island_joins_nothing() -> None:
    position = atoll(
        "atoll:rhombus,size=3",
        """
        O . O
         . X .
          . X .""",
    )
    goes_on(position, 0)  # White's left and right both meet Black's upper side
    goes_on(position.play("a3"), 1)


def test_R5_a_junction_serves_whoever_holds_it() -> None:
    black = atoll(
        "atoll:size=5",
        """
            .   .
          .   X   .
            O   .
          .   .   .
            O   .
          .   X   .
            .   .""",
    )
    won = black.play("c2")
    assert reason(won) == "connected islands 0 and 4: c3 c2 c1"  # c3 touches 0 and 7, c1 touches 3 and 4
    white = atoll(
        "atoll:size=5",
        """
            .   .
          X   O   .
            X   .
          .   .   .
            X   .
          .   O   .
            .   .""",
    )
    won = white.play("c2")
    ends(won, 1, "connected", "c3 c2 c1")
    assert reason(won) == "connected islands 3 and 7: c1 c2 c3"


def test_R5_one_junction_joins_no_two_islands_of_a_colour() -> None:
    start = ludejo.game("atoll:size=5").start()
    for junction in "c3 e3 e2 e1 c1 a1 a2 a3".split():
        goes_on(start.play(junction), 1)
        goes_on(start.play("b2").play(junction), 0)


def test_R5_the_corners_of_hex_belong_to_a_side_of_each_colour() -> None:
    start = ludejo.game("atoll:rhombus,size=2").start()
    won = start.play("a1").play("b1").play("a2")
    ends(won, 0, "connected", "a1 a2")
    won = start.play("b2").play("a2").play("b1")
    ends(won, 0, "connected", "b1 b2")
    won = start.play("b2").play("a1").play("a2").play("b1")
    ends(won, 1, "connected", "a1 b1")


TWELVE = """
              X   .   .   .
            .   X   .   O   O
          O   .   X   .   O   O
        .   .   .   X   X   X   X
          O   O   .   .   .   .
            .   X   .   O   O
              X   .   .   ."""


def test_R4_twelve_islands_without_an_opposite_pair() -> None:
    position = atoll("atoll:hexagon,size=4,islands=12", TWELVE)
    goes_on(position, 0)  # islands 0 and 4 are joined: the gap from 4 to 0 is eight
    won = position.play("c3")
    ends(won, 0, "connected", "g1 f2 e3 d4 d5 d6 d7 c3 b2 a1")
    assert reason(won).startswith("connected islands 0, 4 and 8: ")


def test_R4_twelve_islands_with_an_opposite_pair() -> None:
    position = atoll(
        "atoll:hexagon,size=4,islands=12",
        """
              X   .   .   .
            .   X   .   .   .
          .   .   X   .   .   .
        O   O   O   X   O   O   O
          .   .   .   .   .   .
            .   .   .   X   .
              .   .   .   X""",
    )
    won = position.play("c4")
    ends(won, 0, "connected", "g1 f2 e3 d4 c4 b4 a4")
    assert reason(won).startswith("connected islands 0 and 6: ")


def test_R4_twelve_islands_with_too_wide_a_gap() -> None:
    position = atoll(
        "atoll:hexagon,size=4,islands=12",
        """
              X   X   X   X
            .   .   .   .   X
          .   .   .   .   .   X
        .   .   .   .   .   .   .
          O   O   .   .   O   O
            .   O   .   O   .
              .   .   .   .""",
    )
    goes_on(position.play("d7"), 1)  # islands 0, 2 and 4 leave a gap of eight


# --------------------------------------------------------------------------------------------- the pie


def test_R7_the_second_player_may_swap_colours() -> None:
    start = ludejo.game("atoll:hex-9,pie=yes").start()
    assert "swap" not in start.moves()
    refuses(start, "swap", "only as the second player's first turn")
    placed = start.play("e5")
    assert "swap" in placed.moves(), shown(placed)
    swapped = placed.play("swap")
    assert swapped.drawing.piles == placed.drawing.piles, "the stone stays black"
    goes_on(swapped, 0)
    assert swapped.side_to_move == "White", "who placed the stone moves next, as White"
    assert (swapped.side_of(0), swapped.side_of(1)) == ("White", "Black")
    refuses(swapped, "swap", "only as the second player's first turn")
    later = placed.play("d5")
    refuses(later, "swap", "only as the second player's first turn")
    refuses(later.play("c5"), "swap", "only as the second player's first turn")


@pytest.mark.parametrize(("swap", "winner"), [(False, 0), (True, 1)])
def test_R7_after_a_swap_blacks_win_is_the_second_players(swap: bool, winner: int) -> None:
    position = ludejo.game("atoll:rhombus,size=3,pie=yes").start().play("b1")
    position = position.play("swap") if swap else position
    won = position.play("a1").play("b2").play("c2").play("b3")
    ends(won, winner, "connected", "b1 b2 b3")


def test_R7_a_swap_alone_ends_nothing_and_leaves_all_other_cells() -> None:
    swapped = ludejo.game("atoll:rhombus,size=2,pie=yes").start().play("a1").play("swap")
    assert set(swapped.moves()) == {"b1", "a2", "b2"}, shown(swapped)
    ends(swapped.play("b2").play("a2"), 1, "connected", "a1 a2")
