"""Mammalath as a network sees it: tokens of both, animals by type, what is left in hand.

A shape has its slot on its first square, in the channel of its kind. The types of animals are alike to the rules, so
their planes may change places together with the moves that release them.
"""

import numpy as np

from ludejo.games.grid import Grid
from ludejo.games.kernels import copy_table, kernel
from ludejo.games.mammalath import rules
from ludejo.games.sight import Answered, Shown, Sight, assemble, lay_out, new_ground, symmetries

PLANES = (
    "on the board", "own tokens", "other tokens", "any animal", *rules.ANIMALS, "own tokens left", "other tokens left",
    "first turn", "swap due", "shapes of the plus game",
)  # fmt: skip
ON_BOARD, OWN, OTHER, ANIMAL, FIRST_TYPE = range(5)
OWN_LEFT, OTHER_LEFT, FIRST_TURN, SWAP_DUE, PLUS = range(FIRST_TYPE + len(rules.ANIMALS), len(PLANES))
CHANNELS = ("token", "shape east", "shape north", "shape north-east", "shape north-west", "block")
EXTRAS = (*(f"release {animal}" for animal in rules.ANIMALS), "swap")
BLOCK = len(CHANNELS) - 1
TOKENS_SCALE = 16


def build(board: rules.Board, variant: rules.Variant, grid: Grid) -> Sight:
    """Slots: a token's square, a shape's first square, and the extras."""
    spread = lay_out(grid)
    first_extra = len(CHANNELS) * spread.places
    slot = np.zeros(board.moves, np.int32)
    slot[: board.cells] = spread.place
    slot[board.first_type : board.first_shape] = first_extra + np.arange(board.types)
    for number, squares in enumerate(rules.shape_cells(variant)):
        slot[board.first_shape + number] = _channel(board, squares) * spread.places + spread.place[squares[0]]
    slot[board.swap] = first_extra + len(EXTRAS) - 1
    ground = new_ground(spread, len(PLANES))
    ground[PLUS, spread.place] = variant.game == "plus"
    scale = np.ones(len(PLANES))
    scale[[OWN_LEFT, OTHER_LEFT]] = TOKENS_SCALE
    exchangeable = (FIRST_TYPE, 0, board.types)
    answered = Answered(slot, first_extra + len(EXTRAS), board.moves, board.swap, exchangeable)
    return assemble(
        spread, Shown(ground, scale), answered, symmetries(grid),
        lambda image: _move_image(board, variant, image),
    )  # fmt: skip


def _channel(board: rules.Board, squares: tuple[int, ...]) -> int:
    """The kind of a shape: its direction, or a block."""
    if squares[-1] - squares[0] == board.side + 1 and len(squares) == 4:
        return BLOCK
    return 1 + (1, board.side, board.side + 1, board.side - 1).index(squares[1] - squares[0])


def _move_image(board: rules.Board, variant: rules.Variant, image: np.ndarray) -> np.ndarray:
    moves = np.arange(board.moves)
    moves[: board.cells] = image
    shapes = rules.shape_cells(variant)
    number = {frozenset(squares): board.first_shape + k for k, squares in enumerate(shapes)}
    for squares, move in number.items():
        moves[move] = number[frozenset(image[list(squares)].tolist())]
    return moves


@kernel
def viewer(state):
    """The seat to move."""
    return rules.to_move(state)


@kernel
def look(board, sight, state, planes):
    """The board as the side to move sees it."""
    copy_table(planes, sight.ground)
    look_again(board, sight, state, planes)


@kernel
def look_again(board, sight, state, planes):
    """The same into planes that hold the ground, or an earlier look at this board."""
    side = state.counters[rules.TURN]
    ply = state.counters[rules.PLY]
    for cell in range(board.cells):
        place, bit = sight.place[cell], board.bit[cell]
        planes[OWN, place] = state.tokens[side] & bit != 0
        planes[OTHER, place] = state.tokens[1 - side] & bit != 0
        planes[ANIMAL, place] = state.animals[0] & bit != 0
        planes[OWN_LEFT, place] = board.tokens - state.counters[rules.WHITE_TOKENS + side]
        planes[OTHER_LEFT, place] = board.tokens - state.counters[rules.WHITE_TOKENS + 1 - side]
        planes[FIRST_TURN, place] = ply == 0
        planes[SWAP_DUE, place] = ply == 1
        for kind in range(board.types):
            planes[FIRST_TYPE + kind, place] = state.herd[kind] & state.animals[0] & bit != 0
