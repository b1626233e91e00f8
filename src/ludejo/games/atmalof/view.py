"""Atmalof as a network sees it: own and other pieces, what the die can reach, what is left in hand.

An announced row has its slot on the row's first square, an announced column on the column's.
"""

import numpy as np

from ludejo.games.atmalof import rules
from ludejo.games.grid import Grid
from ludejo.games.kernels import copy_table, kernel
from ludejo.games.sight import NO_SLOT, Answered, Layout, Shown, Sight, assemble, lay_out, new_ground, symmetries

PLANES = (
    "on the board", "own pieces", "other pieces", "announced", "dice that reach", "own reserve", "other reserve",
    "pieces a side", "length of a line", "tie-break waits for both",
)  # fmt: skip
ON_BOARD, OWN, OTHER, ANNOUNCED, REACH, OWN_RESERVE, OTHER_RESERVE, PIECES, LENGTH, BOTH = range(len(PLANES))
CHANNELS = (
    "step east", "step north", "step north-east", "step north-west", "step west", "step south", "step south-west",
    "step south-east", "row", "column",
)  # fmt: skip
EXTRAS = ("lost turn",)
ROW, COLUMN = rules.DIRECTIONS, rules.DIRECTIONS + 1
PIECES_SCALE, LENGTH_SCALE = 16, 5
MOST = 255  # that a plane can hold


def build(board: rules.Board, variant: rules.Variant, grid: Grid) -> Sight:
    """A step's slot is where it starts, in the channel of its direction."""
    spread = lay_out(grid)
    images = [image for image in symmetries(grid) if _line_image(board, image) is not None]
    policy = len(CHANNELS) * spread.places + len(EXTRAS)
    lines = board.rows + board.columns
    choices = lines + min(rules.DIRECTIONS * board.pieces, board.lost_turn - lines) + 1
    shown = Shown(_ground(board, spread), _scale())
    answered = Answered(_slots(board, spread), policy, choices)
    return assemble(spread, shown, answered, images, lambda image: _move_image(board, image))


def _slots(board: rules.Board, spread: Layout) -> np.ndarray:
    slot = np.full(board.moves, NO_SLOT)
    slot[: board.rows] = ROW * spread.places + spread.place[np.arange(board.rows) * board.columns]
    slot[board.rows : board.rows + board.columns] = COLUMN * spread.places + spread.place[: board.columns]
    for move in range(board.rows + board.columns, board.lost_turn):
        start, end = board.step_from[move], board.step_to[move]
        direction = board.steps[start].tolist().index(end)
        slot[move] = direction * spread.places + spread.place[start]
    slot[board.lost_turn] = len(CHANNELS) * spread.places
    return slot


def _ground(board: rules.Board, spread: Layout) -> np.ndarray:
    ground = new_ground(spread, len(PLANES))
    row, column = np.divmod(np.arange(board.cells), board.columns)
    # The row's die and the column's are counted together: told apart, they would change places in a mirror.
    ground[REACH, spread.place] = np.add(column < board.reach_columns, row < board.reach_rows, dtype=np.uint8)
    ground[PIECES, spread.place] = min(board.pieces, MOST)
    ground[LENGTH, spread.place] = board.line
    ground[BOTH, spread.place] = board.both
    return ground


def _scale() -> np.ndarray:
    scale = np.ones(len(PLANES))
    scale[[OWN_RESERVE, OTHER_RESERVE, PIECES]] = PIECES_SCALE
    scale[REACH] = 2
    scale[LENGTH] = LENGTH_SCALE
    return scale


def landings(board: rules.Board, line: int) -> frozenset[int]:
    """The squares that the die of an announced line can give."""
    return frozenset(int(rules.landing(board, line, face)) for face in range(rules.faces(board, line)))


def _line_image(board: rules.Board, image: np.ndarray) -> list[int] | None:
    """The image of each announced line; None if the die reaches other squares there."""
    lines = {landings(board, line): line for line in range(board.rows + board.columns)}
    become = [lines.get(frozenset(image[list(squares)].tolist())) for squares in lines]
    return None if None in become else [line for line in become if line is not None]


def _move_image(board: rules.Board, image: np.ndarray) -> np.ndarray:
    moves = np.arange(board.moves)
    lines = _line_image(board, image)
    assert lines is not None
    moves[: len(lines)] = lines
    number = {(board.step_from[move], board.step_to[move]): move for move in range(len(lines), board.lost_turn)}
    for (start, end), move in number.items():
        moves[move] = number[image[start], image[end]]
    return moves


@kernel
def viewer(state):
    """The seat whose turn it is, roll or no roll."""
    return state.counters[rules.TURN]


@kernel
def look(board, sight, state, planes):
    """The board as the side to move, or to roll, sees it."""
    copy_table(planes, sight.ground)
    look_again(board, sight, state, planes)


@kernel
def look_again(board, sight, state, planes):
    """The same into planes that hold the ground, or an earlier look at this board."""
    side = state.counters[rules.TURN]
    own = min(board.pieces - state.counters[rules.RED_PIECES + side], MOST)
    other = min(board.pieces - state.counters[rules.RED_PIECES + 1 - side], MOST)
    for cell in range(board.cells):
        place = sight.place[cell]
        planes[OWN, place] = state.squares[cell] == side
        planes[OTHER, place] = state.squares[cell] == 1 - side
        planes[OWN_RESERVE, place] = own
        planes[OTHER_RESERVE, place] = other
        planes[ANNOUNCED, place] = 0
    line = state.counters[rules.ANNOUNCED]
    if line != rules.NOTHING:
        for face in range(rules.faces(board, line)):
            planes[ANNOUNCED, sight.place[rules.landing(board, line, face)]] = 1
