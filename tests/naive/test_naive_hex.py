"""The naive Atoll and AlmaTafl against facts that the rule texts state or that can be counted by hand."""

import itertools
import random

import pytest

from . import almatafl, atoll

# ------------------------------------------------------------------ Atoll

CLASSIC_11 = """
    f10 g9 h10 i9 j10 k9 | k9 k8 k7 k6 k5 | k5 k4 k3 k2 k1 | k1 j1 i1 h1 g1 f1
    | f1 e1 d1 c1 b1 a1 | a1 a2 a3 a4 a5 | a5 a6 a7 a8 a9 | a9 b10 c9 d10 e9 f10"""
SMALL_BOARDS = [
    *[("classic", size, 8) for size in (5, 7, 9, 11)],
    *[
        ("rhombus", size, islands)
        for size, islands in ((2, 4), (3, 4), (3, 8), (4, 4), (4, 8), (4, 12), (5, 8), (5, 16))
    ],
    *[
        ("hexagon", size, islands)
        for size, islands in ((2, 4), (3, 4), (3, 8), (3, 12), (4, 8), (4, 12), (4, 16), (5, 12))
    ],
]


def test_atoll_island_table_of_classic_11() -> None:
    assert atoll.classic(11).islands == [cells.split() for cells in CLASSIC_11.split("|")]


@pytest.mark.parametrize(("size", "cells"), [(11, 104), (15, 202), (19, 332)])
def test_atoll_classic_cell_counts(size: int, cells: int) -> None:
    assert len(atoll.classic(size).neighbours) == cells


@pytest.mark.parametrize(("shape", "size", "islands"), SMALL_BOARDS)
def test_atoll_R1_boards_hang_together(shape: str, size: int, islands: int) -> None:
    board = atoll.Naive(shape, size, islands, pie=False).board
    cells = {"classic": size * (size - 2) + size // 2, "rhombus": size**2, "hexagon": 3 * size * (size - 1) + 1}[shape]
    assert len(board.neighbours) == cells
    assert len(board.islands) == islands
    for cell, beside in board.neighbours.items():
        assert all(cell in board.neighbours[other] for other in beside)
        assert cell not in beside
        line, at = board.places[cell]
        spans = {(abs(board.places[other][0] - line), abs(board.places[other][1] - at)) for other in beside}
        assert spans <= ({(2, 0), (1, 2)} if shape == "classic" else {(0, 2), (1, 1)})
    assert sorted(board.perimeter) == sorted(cell for cell, beside in board.neighbours.items() if len(beside) < 6)
    assert all(b in board.neighbours[a] for a, b in itertools.pairwise([*board.perimeter, board.perimeter[0]]))


def test_atoll_R1_first_islands_of_the_other_boards() -> None:
    assert atoll.rhombus(3, 4).islands == [
        ["a1", "b1", "c1"],
        ["c1", "c2", "c3"],
        ["c3", "b3", "a3"],
        ["a3", "a2", "a1"],
    ]
    side = atoll.hexagon(3, 12).islands
    assert [cells[0] for cells in side] == "e1 e2 e3 d4 c5 b4 a3 a2 a1 b1 c1 d1".split()
    corners = [atoll.hexagon(4, 12).islands[k][0] for k in range(0, 12, 2)]
    assert corners == "g1 g4 d7 a4 a1 d1".split()


@pytest.mark.parametrize(("shape", "size", "islands"), SMALL_BOARDS)
def test_atoll_R6_a_full_board_has_exactly_one_winner(shape: str, size: int, islands: int) -> None:
    game = atoll.Naive(shape, size, islands, pie=False)
    cells = list(game.board.neighbours)
    chance = random.Random(f"{shape} {size} {islands}")
    fillings = (
        itertools.product("XO", repeat=len(cells))
        if len(cells) <= 9
        else (chance.choices("XO", [odds, 1 - odds], k=len(cells)) for odds in (0.35, 0.5, 0.65) for _ in range(25))
    )
    for filling in fillings:
        game.stones = dict(zip(cells, filling, strict=True))
        assert bool(game.winning_islands("X")) != bool(game.winning_islands("O")), game.picture()


def test_atoll_R3_R4_a_chain_through_a_third_island() -> None:
    game = atoll.Naive("classic", 5, 8, pie=False)
    game.load(
        """
        b4     .   .
        a3   .   .   .
        b3     .   .
        a2   X   .   .
        b2     .   .
        a1   X   X   X
        b1     .   .""",
        0,
    )
    assert not game.winning_islands("X"), game.picture()
    game.play("d1")
    assert game.winner == 0, game.picture()
    assert game.reason == ("connected", frozenset({2, 4, 6})), game.picture()
    assert game.to_move is None
    assert game.legal() == set()


STAR = """
    e1    X . .
    d1   . X . .
    c1  . . X X X
    b1   . {} . .
    a1    {} . ."""


def test_atoll_R4_three_islands_of_twelve() -> None:
    game = atoll.Naive("hexagon", 3, 12, pie=False)
    game.load(STAR.format(".", "."), 0)
    assert not game.winning_islands("X")
    game.load(STAR.format("X", "X"), 0)
    assert game.winning_islands("X") == {0, 4, 8}
    game.load(STAR.format(".", ".").replace("d1   .", "d1   X"), 0)
    assert game.winning_islands("X") == {0, 4, 10}


def test_atoll_R4_a_belt_along_the_edge_must_reach_seven_of_twelve_islands() -> None:
    game = atoll.Naive("hexagon", 5, 12, pie=False)
    for step in (2, 3, 4, 6, 7, 8, 10, 11, 12):  # steps 5 and 9 are left to the islands 2 and 4
        assert not game.winning_islands("X"), game.picture()
        game.stones[game.board.perimeter[step]] = "X"
    assert game.winning_islands("X") == {0, 2, 4, 6}


def test_atoll_R5_a_junction_serves_either_colour() -> None:
    for colour, islands in (("X", {0, 2}), ("O", {1, 3})):
        game = atoll.Naive("rhombus", 3, 4, pie=False)
        game.stones = dict.fromkeys(["c1", "b2", "a3"], colour)
        assert game.winning_islands(colour) == islands


def test_atoll_R7_swap() -> None:
    game = atoll.Naive("rhombus", 3, 4, pie=True)
    assert "swap" not in game.legal()
    game.play("a1")
    assert "swap" in game.legal()
    for text in ("swap", "b1", "a2", "b2"):
        game.play(text)
    assert game.stones == {"a1": "X", "b1": "O", "a2": "X", "b2": "O"}
    assert "swap" not in game.legal()
    game.play("a3")
    assert game.winner == 1
    assert game.reason == ("connected", frozenset({0, 2}))


def test_atoll_without_the_pie_rule_there_is_no_swap() -> None:
    game = atoll.Naive("rhombus", 3, 4, pie=False)
    game.play("a1")
    assert len(game.legal()) == 8
    assert "swap" not in game.legal()


# --------------------------------------------------------------- AlmaTafl


def almatafl_position(picture: str, to_move: int, advanced: bool = False) -> almatafl.Naive:
    game = almatafl.Naive(advanced=advanced)
    game.load(picture, to_move)
    return game


def moves_from(game: almatafl.Naive, start: str) -> set[str]:
    return {text for text in game.legal() if text.startswith(f"{start}-")}


def test_almatafl_R1_points_and_opening() -> None:
    game = almatafl.Naive(advanced=False)
    assert len(almatafl.PLACES) == 73
    assert sorted(game.stacks.values()) == ["K"] + 24 * ["b"] + 12 * ["w"]
    assert game.to_move == 0
    assert len(game.legal()) == 90
    assert "j3-i3" in game.legal()


def test_almatafl_R3_exactly_as_far_as_the_stack_is_high() -> None:
    game = almatafl_position("f  . bww b . K . . . b", 1)
    assert moves_from(game, "f3") == {"f3-i3", "f3-c3"}  # f6 holds the King
    game = almatafl_position("f  . . . bw b . . K b", 1)
    assert moves_from(game, "f5") == {f"f5-{end}" for end in ("f3", "f7", "h5", "h3", "d5", "d3")}


def test_almatafl_R4_never_onto_three() -> None:
    game = almatafl_position("f  . b bwb . . K w . .", 0)
    assert "f3-f4" not in game.legal()
    assert "f3-f2" in game.legal()


@pytest.mark.parametrize(("advanced", "allowed"), [(False, False), (True, True)])
def test_almatafl_R5_escape_spots_and_throne(advanced: bool, allowed: bool) -> None:
    position = """
        k  K  *
        j  . b . . .
        f  . . . b + w . . ."""
    game = almatafl_position(position, 0, advanced)
    assert ("j3-k3" in game.legal()) == allowed
    assert "f5-f6" not in game.legal()
    game = almatafl_position(position, 1, advanced)
    assert "f7-f6" not in game.legal()
    game = almatafl_position(position.replace("K", "*").replace("+", "K"), 0, advanced)
    assert "j3-k3" not in game.legal()
    assert "f5-f6" in game.legal()


def test_almatafl_R6_white_never_lands_on_the_king() -> None:
    game = almatafl_position("f  . . K w . . . b .", 1)
    assert "f5-f4" not in game.legal()
    assert "f4-f5" in game.legal()


def test_almatafl_R7_bounce_of_the_sheet() -> None:
    game = almatafl_position("f  wwK . . b . bw . . .", 1)
    one_hop = {"f2-f5", "f2-i2", "f2-c2"}
    assert moves_from(game, "f2") == one_hop | {f"f2-f5-{end}" for end in ("f3", "f7", "h5", "h3", "d5", "d3")}
    game.play("f2-f5-f7")
    assert (game.stacks["f2"], game.stacks["f5"], game.stacks["f7"]) == ("ww", "b", "bwK")


def test_almatafl_R7_the_alphabetically_first_of_the_shortest_chains() -> None:
    moves = moves_from(almatafl_position("f  . . . b K b . . w", 1), "f6")
    assert {"f6-f5", "f6-f7", "f6-f5-h5", "f6-f5-d5"} <= moves
    assert not moves & {"f6-f5-f7", "f6-f7-h5"}
    position = """
        f  . . . . . . . b bb
        e  . . . . . . w K"""
    assert "e9-f10-f7" in moves_from(almatafl_position(position, 1), "e9")


def test_almatafl_R7_never_ends_where_he_began() -> None:
    moves = moves_from(almatafl_position("f  . . . wK . b . w .", 1), "f5")
    one_hop = {f"f5-{end}" for end in ("f7", "f3", "h5", "h3", "d5", "d3")}
    assert moves == one_hop | {"f5-f7-f9", "f5-f7-h7", "f5-f7-d7"}  # f5 too is two points from f7


def test_almatafl_R8_no_move_loses() -> None:
    game = almatafl_position("f  . . . . K b w . w", 1)
    game.play("f8-f7")
    assert game.winner == 1
    assert game.reason == ("no move",)
    assert game.to_move is None


def test_almatafl_R9_king_covered() -> None:
    game = almatafl_position("f  . . . b K . w . .", 0)
    game.play("f5-f6")
    assert game.winner == 0
    assert game.reason == ("king covered",)
    assert game.stacks["f6"] == "Kb"


def test_almatafl_R10_no_defenders() -> None:
    game = almatafl_position("f  . b w . . . K . .", 0)
    game.play("f3-f4")
    assert game.winner == 0
    assert game.reason == ("no defenders",)
    game = almatafl_position("f  . b w K . . . . .", 1)
    game.play("f5-f4")
    assert game.winner == 0
    assert game.reason == ("no defenders",)


NEAR_ESCAPE = """
    j  . b K . .
    f  . b w . + . . . ."""


def test_almatafl_R11_basic_escape_wins_at_once() -> None:
    game = almatafl_position(NEAR_ESCAPE, 1)
    assert {"j4-k3", "j4-k4", "j4-j3-h3"} <= game.legal()
    game.play("j4-k3")
    assert game.winner == 1
    assert game.reason == ("escape",)


@pytest.mark.parametrize(
    ("answer", "winner", "reason"),
    [("j3-i3", 1, "escape"), ("j3-k3", 0, "king covered"), ("f3-f4", 0, "no defenders")],
)
def test_almatafl_R11_advanced_escape_gives_black_one_turn(answer: str, winner: int, reason: str) -> None:
    game = almatafl_position(NEAR_ESCAPE, 1, advanced=True)
    game.play("j4-k3")
    assert game.winner is None
    assert game.to_move == 0
    game.play(answer)
    assert game.winner == winner, game.picture()
    assert game.reason == (reason,), game.picture()


def test_almatafl_discs_never_leave_and_only_the_king_is_privileged() -> None:
    for seed in range(5):
        game, chance = almatafl.Naive(advanced=True), random.Random(seed)
        for _ in range(200):
            discs = "".join(game.stacks.values())
            assert (discs.count("b"), discs.count("w"), discs.count("K")) == (24, 12, 1), game.picture()
            assert all(1 <= len(stack) <= 3 for stack in game.stacks.values()), game.picture()
            special = [stack for point, stack in game.stacks.items() if point in almatafl.ESCAPES | {almatafl.THRONE}]
            assert all(stack.startswith("K") for stack in special), game.picture()
            if game.winner is not None:
                break
            game.play(chance.choice(sorted(game.legal())))
