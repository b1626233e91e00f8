"""Yavalath: four in a line win, three lose. A game by Cameron Browne's program Ludi.

R1  The board is a hexagon of hexes, five along each side. White begins; the sides take turns.
R2  A turn is one stone of your colour on any empty cell. Stones never move.
R3  As their first turn, the second player may swap instead: the stone on the board becomes theirs.
R4  Whoever makes a line of four or more wins, whatever else the stone makes.
R5  Whoever makes a line of exactly three, and none of four, loses.
R6  A full board without either is a draw.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import DRAW, EMPTY, OFF, ONGOING, Capabilities, Parameter
from ludejo.games.errors import in_range
from ludejo.games.grid import Grid, hexagon_rows, hexes_in_rows
from ludejo.games.kernels import kernel
from ludejo.games.keys import START, stir, stir_cells

SIDES = ("White", "Black")
CAPABILITIES = Capabilities(swap=True)
WINS, LOSES = 4, 3  # so many in a line
AXES = 3
TURN, STONES, RESULT = range(3)


class Variant(NamedTuple):
    """The size of the board."""

    side: int = 5


PRESETS = {"yavalath": Variant()}
PARAMETERS = {"side": Parameter("3 to 8")}


def check(variant: Variant) -> None:
    """On a smaller board no line of four fits."""
    in_range("yavalath", "side", variant.side, 3, 8)


class Board(NamedTuple):
    """The tables of one board."""

    cells: int
    steps: np.ndarray  # [cells + 1, 6]  the neighbour in each direction, or the wall; d and d + AXES are opposite
    swap: int  # moves: a stone on the cell of that number, and the swap last
    moves: int
    room: int


class State(NamedTuple):
    """What play() changes, in place."""

    stones: np.ndarray  # [cells + 1]  0, 1 or EMPTY; the wall is OFF
    counters: np.ndarray  # [3]          TURN, STONES, RESULT


def grid(variant: Variant) -> Grid:
    """Row letter from the bottom, number from the left."""
    return hexes_in_rows(*hexagon_rows(variant.side))


def build(variant: Variant) -> Board:
    """One move a cell, and the swap."""
    cells = len(grid(variant).names)
    return Board(cells, grid(variant).steps, cells, cells + 1, cells + 1)


def new(board: Board) -> State:
    """The empty board (R1)."""
    stones = np.append(np.full(board.cells, EMPTY), OFF)
    return State(stones.astype(np.int8), np.array([0, 0, ONGOING], np.int32))


@kernel
def to_move(state):
    """The seat to move."""
    return state.counters[TURN]


@kernel
def outcome(state):
    """ONGOING, the winner's seat, or DRAW."""
    return state.counters[RESULT]


@kernel
def legal_moves(board, state, out):
    """Write the legal moves and return how many they are."""
    count = 0
    if state.counters[RESULT] == ONGOING:
        for cell in range(board.cells):  # R2
            out[count] = cell
            count += state.stones[cell] == EMPTY
        out[count] = board.swap
        count += state.counters[STONES] == 1 and state.counters[TURN] == 1  # R3
    return count


@kernel
def play(board, state, move):
    """Lay a stone, or swap."""
    side = state.counters[TURN]
    state.counters[TURN] = 1 - side
    if move == board.swap:  # R3
        for cell in range(board.cells):
            if state.stones[cell] != EMPTY:
                state.stones[cell] = side
        return
    state.stones[move] = side
    state.counters[STONES] += 1
    longest = longest_line(board, state, side, move)
    if longest >= WINS:  # R4
        state.counters[RESULT] = side
    elif longest == LOSES:  # R5
        state.counters[RESULT] = 1 - side
    elif state.counters[STONES] == board.cells:  # R6
        state.counters[RESULT] = DRAW


@kernel
def longest_line(board, state, side, cell):
    """How long the longest line of a side through a cell is, the cell itself being counted as its own."""
    longest = 1
    for axis in range(AXES):
        length = 1
        for direction in (axis, axis + AXES):
            here = board.steps[cell, direction]
            while state.stones[here] == side:
                length += 1
                here = board.steps[here, direction]
        longest = max(longest, length)
    return longest


@kernel
def key(board, state):
    """The position as a number: the mover and the stones."""
    number = stir(START, state.counters[TURN])
    return stir_cells(number, state.stones, board.cells, 2)
