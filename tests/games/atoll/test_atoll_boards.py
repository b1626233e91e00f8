"""The boards of Atoll: their cells, names, islands and junctions, and that no full board is a draw (R6)."""

import random

import numpy as np
import pytest
from naive import atoll as naive
from pictures import reading_order, shown

import ludejo
from ludejo import Game, Position
from ludejo.games.atoll import rules
from ludejo.games.dice import roll, seeded
from ludejo.games.kernels import copy_state, kernel

# Every board there is.
BOARDS = [
    *[("classic", size, 8) for size in range(5, 26, 2)],
    *[("rhombus", size, islands) for size in range(2, 26) for islands in range(4, 4 * (size - 1) + 1, 4)],
    *[("hexagon", size, islands) for size in range(2, 14) for islands in range(4, 6 * (size - 1) + 1, 4)],
]
PRESETS = [("classic", 11, 8), ("classic", 15, 8), ("classic", 19, 8), ("rhombus", 9, 4), ("rhombus", 11, 4),
           ("rhombus", 13, 4), ("hexagon", 7, 12)]  # fmt: skip
SMALL = [board for board in BOARDS if board[1] <= {"classic": 7, "rhombus": 4, "hexagon": 3}[board[0]]]
TINY = [board for board in BOARDS if board[1] <= {"classic": 5, "rhombus": 4, "hexagon": 3}[board[0]]]  # up to 19 cells

Shape = tuple[str, int, int]


def game_of(board: Shape) -> Game:
    shape, size, islands = board
    return ludejo.game(f"atoll:{shape},size={size},islands={islands}")


def islands_of(game: Game) -> list[list[str]]:
    return [list(mark.cells) for mark in game.drawing.marks]


# ----------------------------------------------------------------------------------------------------------- islands


@pytest.mark.small
def test_R1_the_islands_of_classic_11() -> None:
    table = """
        f10 g9 h10 i9 j10 k9
        k9 k8 k7 k6 k5
        k5 k4 k3 k2 k1
        k1 j1 i1 h1 g1 f1
        f1 e1 d1 c1 b1 a1
        a1 a2 a3 a4 a5
        a5 a6 a7 a8 a9
        a9 b10 c9 d10 e9 f10"""
    game = ludejo.game("atoll")
    assert islands_of(game) == [line.split() for line in table.split("\n")[1:]]
    assert [mark.colour for mark in game.drawing.marks] == ["black", "white"] * 4


@pytest.mark.small
@pytest.mark.parametrize(
    ("spec", "cells"),
    [("atoll", 104), ("atoll:atoll-15", 202), ("atoll:atoll-19", 332), ("atoll:hex-9", 81), ("atoll:hex-11", 121),
     ("atoll:hex-13", 169), ("atoll:hexagon-12", 127), ("atoll:size=5", 17)],
)  # fmt: skip
def test_R1_numbers_of_cells(spec: str, cells: int) -> None:
    assert len(ludejo.game(spec).grid.names) == cells


@pytest.mark.small
@pytest.mark.parametrize("size", [5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25])
def test_R1_the_junctions_of_classic_boards(size: int) -> None:
    h = (size - 1) // 2
    top = size - 2 if h % 2 == 0 else size - 1
    places = [(h, top), (size - 1, size - 2), (size - 1, h), (size - 1, 1), (h, 1), (0, 1), (0, h), (0, size - 2)]
    junctions = [f"{chr(ord('a') + x)}{y}" for x, y in places]
    islands = islands_of(game_of(("classic", size, 8)))
    assert [island[0] for island in islands] == junctions
    assert [island[-1] for island in islands] == junctions[1:] + junctions[:1]


@pytest.mark.small
def test_R1_black_owns_top_and_bottom_of_hex() -> None:
    top, right, bottom, left = islands_of(ludejo.game("atoll:hex-9"))
    assert top == [f"{letter}1" for letter in "abcdefghi"]
    assert right == [f"i{row}" for row in range(1, 10)]
    assert bottom == [f"{letter}9" for letter in "ihgfedcba"]
    assert left == [f"a{row}" for row in range(9, 0, -1)]


@pytest.mark.small
def test_R1_junctions_of_hexagon_12_are_corners_and_middles_of_sides() -> None:
    first = [island[0] for island in islands_of(ludejo.game("atoll:hexagon-12"))]
    assert first == "m1 m4 m7 j10 g13 d10 a7 a4 a1 d1 g1 j1".split()


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_R1_R5_every_board_is_that_of_the_slow_version(board: Shape) -> None:
    """Cells, neighbours and islands; a junction touches two islands, any other edge cell one."""
    game, twin = game_of(board), naive.Naive(*board, pie=False).board
    assert set(game.grid.names) == set(twin.neighbours)
    steps = game.grid.steps
    for cell, name in enumerate(game.grid.names):
        beside = {game.grid.names[step] for step in steps[cell] if step != game.board.cells}
        assert beside == twin.neighbours[name], name
    islands = islands_of(game)
    assert islands == twin.islands
    touching = {name: [k for k, island in enumerate(islands) if name in island] for name in game.grid.names}
    junctions = {island[0] for island in islands}
    assert all(len(island) >= 2 for island in islands)
    for name, touched in touching.items():
        is_edge = len(twin.neighbours[name]) < 6
        assert len(touched) == (2 if name in junctions else int(is_edge)), name
        assert len({k % 2 for k in touched}) == len(touched), "a junction touches one island of each colour"
    lengths = {len(island) for island in islands}
    if board[0] != "classic":
        assert max(lengths) - min(lengths) <= 1, "as even as can be"


# ----------------------------------------------------------------------------------------------------- no draws (R6)


@kernel
def lay_all(board, state, filling, colour):
    """Lay one colour's stones of a filling on an empty board; whether they win."""
    won = False
    for cell in range(board.cells):
        if filling[cell] == colour:
            state.counters[rules.RESULT] = rules.ONGOING
            rules.lay(board, state, colour, cell)
            won = won or state.counters[rules.RESULT] != rules.ONGOING
    return won


@kernel
def count_draws(board, empty, state, dice, filling, fillings):
    """Of random fillings, how many were won by both colours or by none, each colour judged for itself."""
    draws = 0
    for _ in range(fillings):
        for cell in range(board.cells):
            filling[cell] = roll(dice, 2)
        draws += judged_alike(board, empty, state, filling)
    return draws


@kernel
def count_draws_of_all(board, empty, state, filling):
    """The same, for every filling there is."""
    draws = 0
    for number in range(1 << board.cells):
        for cell in range(board.cells):
            filling[cell] = number >> cell & 1
        draws += judged_alike(board, empty, state, filling)
    return draws


@kernel
def judged_alike(board, empty, state, filling):
    copy_state(state, empty)
    black = lay_all(board, state, filling, rules.BLACK)
    copy_state(state, empty)
    white = lay_all(board, state, filling, rules.WHITE)
    return int(black == white)


def draws_on(board: Shape, fillings: int) -> int:
    game = game_of(board)
    filling = np.zeros(game.board.cells, np.int8)
    empty, state = rules.new(game.board), rules.new(game.board)
    return int(count_draws(game.board, empty, state, seeded(1), filling, fillings))


@pytest.mark.parametrize("shape", ["classic", "rhombus", "hexagon"])
def test_R6_hundreds_of_random_fillings_of_every_board_have_one_winner_each(shape: str) -> None:
    assert {board: draws for board in BOARDS if board[0] == shape and (draws := draws_on(board, 400))} == {}


@pytest.mark.small
def test_R6_random_fillings_of_small_boards_have_one_winner_each() -> None:
    assert {board: draws for board in SMALL if (draws := draws_on(board, 20))} == {}


@pytest.mark.parametrize("board", TINY, ids=str)
def test_R6_every_filling_of_a_tiny_board_has_one_winner(board: Shape) -> None:
    game = game_of(board)
    filling = np.zeros(game.board.cells, np.int8)
    empty, state = rules.new(game.board), rules.new(game.board)
    assert count_draws_of_all(game.board, empty, state, filling) == 0


def filled(game: Game, chance: random.Random) -> tuple[Position, dict[str, str]]:
    """A random game to its end, and its stones with the cells that are left filled at random."""
    position = game.start()
    while not position.is_over:
        position = position.after(chance.choice(position.legal))
    stones = {pile.cell: pile.things[0] for pile in position.drawing.piles}
    rest = {name: chance.choice(["black", "white"]) for name in game.grid.names}
    return position, rest | stones


@pytest.mark.parametrize("board", [*PRESETS, *SMALL], ids=str)
def test_R6_full_boards_by_the_slow_version(board: Shape) -> None:
    """The slow flood finds one winner on the full board, who is the one that won before it was full."""
    game, chance = game_of(board), random.Random(str(board))
    for _ in range(20):
        position, stones = filled(game, chance)
        twin = naive.Naive(*board, pie=False)
        twin.stones = {name: naive.BLACK if colour == "black" else naive.WHITE for name, colour in stones.items()}
        black, white = (bool(twin.winning_islands(colour)) for colour in (naive.BLACK, naive.WHITE))
        assert black != white, shown(position)
        assert position.outcome is not None
        assert position.outcome.winner == (0 if black else 1), shown(position)


@pytest.mark.small
def test_pictures_are_read_in_the_order_in_which_cells_are_drawn() -> None:
    """The helper that the other tests trust."""
    assert reading_order(ludejo.game("atoll:rhombus,size=3")) == "a1 b1 c1 a2 b2 c2 a3 b3 c3".split()
    assert reading_order(ludejo.game("atoll:hexagon,size=2,islands=4")) == "c1 c2 b1 b2 b3 a1 a2".split()
    assert reading_order(ludejo.game("atoll:size=5"))[:8] == "b4 d4 a3 c3 e3 b3 d3 a2".split()
