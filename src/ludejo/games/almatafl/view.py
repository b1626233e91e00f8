"""AlmaTafl as a network sees it: the stacks disc by disc, and whose point of view it is.

A disc's move has its slot where it starts, in the channel of its direction: how far it goes follows from its stack.
The King's has its slot where he stops, however he bounced.
"""

import numpy as np

from ludejo.games.almatafl import rules
from ludejo.games.grid import Grid
from ludejo.games.kernels import copy_table, kernel
from ludejo.games.sight import Answered, Shown, Sight, assemble, lay_out, new_ground, symmetries

PLANES = (
    "on the board", "throne", "escape spots", "advanced game", "mover is black", "mover is white",
    "invader on top", "defender on top", "king on top", "invader second", "defender second",
    "invader third", "defender third", "height one", "height two", "height three",
)  # fmt: skip
ON_BOARD, THRONE, SPOTS, ADVANCED, BLACK_MOVES, WHITE_MOVES, TOP = range(7)
SECOND, THIRD, HEIGHT = TOP + 3, TOP + 5, TOP + 7
CHANNELS = ("east", "north-east", "north-west", "west", "south-west", "south-east", "king stops")
EXTRAS: tuple[str, ...] = ()
KING_STOPS = rules.DIRECTIONS


def build(board: rules.Board, variant: rules.Variant, grid: Grid) -> Sight:
    """The throne and the spots stay where they are under every symmetry."""
    spread = lay_out(grid)
    slot = np.zeros(board.moves, np.int32)
    start, _, direction = np.nonzero(board.jumps < board.cells)
    slot[: board.first_king] = direction * spread.places + spread.place[start]
    slot[board.first_king :] = KING_STOPS * spread.places + spread.place
    ground = new_ground(spread, len(PLANES))
    ground[THRONE, spread.place] = board.kind[: board.cells] == rules.HALL
    ground[SPOTS, spread.place] = board.kind[: board.cells] == rules.SPOT
    ground[ADVANCED, spread.place] = board.advanced
    kinds = board.kind[: board.cells]
    images = [image for image in symmetries(grid) if (kinds[image] == kinds).all()]
    most = max(len(rules.INVADERS) * rules.DIRECTIONS, len(rules.DEFENDERS) * rules.DIRECTIONS + board.cells)
    shown = Shown(ground, np.ones(len(PLANES)))
    answered = Answered(slot, len(CHANNELS) * spread.places, most)
    return assemble(spread, shown, answered, images, lambda image: _move_image(board, image))


def _move_image(board: rules.Board, image: np.ndarray) -> np.ndarray:
    """A jump of one height from point to point becomes the jump of the same height between their images."""
    moves = np.arange(board.moves)
    for start in range(board.cells):
        for rise in range(rules.HIGHEST):
            for there, move in zip(board.jumps[start, rise], board.jump_move[start, rise], strict=True):
                if there < board.cells:
                    direction = board.jumps[image[start], rise].tolist().index(image[there])
                    moves[move] = board.jump_move[image[start], rise, direction]
    moves[board.first_king :] = board.first_king + image
    return moves


@kernel
def viewer(state):
    """The seat to move."""
    return rules.to_move(state)


@kernel
def look(board, sight, state, planes):
    """The board as it is, and who is to move."""
    copy_table(planes, sight.ground)
    look_again(board, sight, state, planes)


@kernel
def look_again(board, sight, state, planes):
    """The same into planes that hold the ground, or an earlier look at this board."""
    black = state.counters[rules.TURN] == rules.BLACK
    for point in range(board.cells):
        place, stack = sight.place[point], state.stacks[point]
        top, second, third = stack & 3, stack >> 2 & 3, stack >> 4
        planes[BLACK_MOVES, place] = black
        planes[WHITE_MOVES, place] = not black
        planes[TOP, place] = top == rules.INVADER
        planes[TOP + 1, place] = top == rules.DEFENDER
        planes[TOP + 2, place] = top == rules.KING
        planes[SECOND, place] = second == rules.INVADER
        planes[SECOND + 1, place] = second == rules.DEFENDER
        planes[THIRD, place] = third == rules.INVADER
        planes[THIRD + 1, place] = third == rules.DEFENDER
        for height in range(1, rules.HIGHEST + 1):
            planes[HEIGHT + height - 1, place] = rules.height(stack) == height
