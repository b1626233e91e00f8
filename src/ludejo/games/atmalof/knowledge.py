"""All positions of a small atmaloid, numbered: what a table on disk needs.

A position is seen by its mover: own pieces and the other side's are two sets of squares, a bit a square. Its number has
a digit in base three for each square. Pieces never leave the board, so positions lie in layers by how many each side
has; a turn leads into the same layer, or into one with a piece more.
"""

from collections.abc import Iterator

import numpy as np

from ludejo.games.atmalof import rules
from ludejo.games.atmalof.rules import Board
from ludejo.games.contract import EMPTY, ONGOING
from ludejo.games.kernels import kernel

MOST_CELLS = 16


def positions(board: Board) -> int:
    """How many numbers there are; 0 where the board is too large."""
    return int(3**board.cells) if board.cells <= MOST_CELLS else 0


def layers(board: Board) -> Iterator[np.ndarray]:
    """Numbers of positions with their images, layer by layer: none leads to a later one. [positions, images]"""
    full = board.pieces + (1 if board.both else 0)  # R9: who has so many has ended the game
    pairs = [(own, other) for own in range(full) for other in range(own + 1) if own + other <= board.cells]
    sets = _sets(board)
    turned = [_turned(board, image) for image in images(board)]
    for own, other in sorted(pairs, key=sum, reverse=True):
        if (own, other) == (board.pieces, board.pieces):
            continue
        yield np.concatenate([_layer(sets, turned, *pair) for pair in {(own, other), (other, own)}])


def images(board: Board) -> list[np.ndarray]:
    """Where each square goes under the turns and reflections that leave the dice alone."""
    rows, columns = board.rows, board.columns
    squares = np.arange(board.cells).reshape(rows, columns)
    found = [squares]
    if board.reach_rows == rows:
        found += [image[::-1] for image in found]
    if board.reach_columns == columns:
        found += [image[:, ::-1] for image in found]
    if rows == columns and board.reach_rows == board.reach_columns:
        found += [image.T for image in found]
    return [image.ravel() for image in found]


def _sets(board: Board) -> np.ndarray:
    """All sets of squares without a line that wins (R8)."""
    every = np.arange(1 << board.cells)
    has_line = np.zeros(len(every), bool)
    for line in board.line_cells:
        cells = [int(cell) for cell in line if cell < board.cells]
        for start in range(len(cells) - board.line + 1):
            run = sum(1 << cell for cell in cells[start : start + board.line])
            has_line |= every & run == run
    return every[~has_line]


def _digits(board: Board) -> np.ndarray:
    """Of each set the number in base three that has a one for each square."""
    every = np.arange(1 << board.cells)
    return sum((every >> cell & 1) * 3**cell for cell in range(board.cells))


def _turned(board: Board, image: np.ndarray) -> np.ndarray:
    """The numbers of the images of all sets."""
    every = np.arange(1 << board.cells)
    return _digits(board)[sum((every >> cell & 1) << int(image[cell]) for cell in range(board.cells))]


def _layer(sets: np.ndarray, turned: list[np.ndarray], own: int, other: int) -> np.ndarray:
    sizes = np.bitwise_count(sets)
    mine, theirs = sets[sizes == own], sets[sizes == other]
    found = []
    for pieces in mine:
        free = theirs[theirs & pieces == 0]
        numbers = np.stack([table[pieces] + 2 * table[free] for table in turned], axis=1)
        found.append(numbers[numbers[:, 0] == numbers.min(axis=1)])
    return np.concatenate(found)


@kernel
def number_of(board, state):
    """The number of a position, as its mover sees it."""
    number, side = np.int64(0), state.counters[rules.TURN]
    for cell in range(board.cells - 1, -1, -1):
        piece = state.squares[cell]
        number = 3 * number + (0 if piece == EMPTY else 1 if piece == side else 2)
    return number


@kernel
def place(board, state, number):
    """Make a state the position of a number, seat 0 to move."""
    for side in range(2):
        for line in range(state.lines.shape[1]):
            state.lines[side, line] = 0
    for cell in range(board.cells):
        state.squares[cell] = EMPTY
        state.roster[EMPTY, cell] = cell
        state.slot[cell] = cell
    state.counters[rules.TURN] = 0
    state.counters[rules.ANNOUNCED] = rules.NOTHING
    state.counters[rules.RESULT] = ONGOING
    state.counters[rules.RED_PIECES] = 0
    state.counters[rules.BLUE_PIECES] = 0
    state.counters[rules.EMPTY_SQUARES] = board.cells
    for cell in range(board.cells):
        digit = number % 3
        number //= 3
        if digit:
            rules._appear(board, state, digit - 1, cell)
