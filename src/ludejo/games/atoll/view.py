"""Atoll and Hex as a network sees them: own and other, so that both colours are one point of view.

Symmetries that exchange the colours of all islands are symmetries too: what was Black's is then White's, and the view
speaks only of own and other.

Where one island ends and the next begins is seen by the cells between their junctions. On boards so small that islands
have none, a network cannot tell whose is which.
"""

import numpy as np

from ludejo.games.atoll import rules
from ludejo.games.grid import Grid
from ludejo.games.kernels import copy_table, kernel
from ludejo.games.sight import Answered, Shown, Sight, assemble, lay_out, new_ground, symmetries

PLANES = ("on the board", "own stones", "other stones", "own shore", "other shore", "swap due", "swap ahead", "islands")
ON_BOARD, OWN, OTHER, OWN_SHORE, OTHER_SHORE, SWAP_DUE, SWAP_AHEAD, ISLANDS = range(len(PLANES))
CHANNELS = ("stone",)
EXTRAS = ("swap",)
ISLANDS_SCALE = 8


def build(board: rules.Board, variant: rules.Variant, grid: Grid) -> Sight:
    """A stone's slot is its cell's place; the swap comes last."""
    spread = lay_out(grid)
    slot = np.append(spread.place, spread.places)
    ground = new_ground(spread, len(PLANES))
    ground[ISLANDS, spread.place] = board.islands
    scale = np.ones(len(PLANES))
    scale[ISLANDS] = ISLANDS_SCALE
    images = [image for image in symmetries(grid) if _keeps_islands(variant, image)]
    answered = Answered(slot, spread.places + len(EXTRAS), board.moves, board.swap)
    return assemble(spread, Shown(ground, scale), answered, images, lambda image: np.append(image, board.swap))


def _keeps_islands(variant: rules.Variant, image: np.ndarray) -> bool:
    """Whether islands become islands, either all of the same colour as before or all of the other."""
    colour = {frozenset(cells): number % 2 for number, cells in enumerate(rules.island_cells(variant))}
    become = [(kind, colour.get(frozenset(image[list(cells)].tolist()))) for cells, kind in colour.items()]
    return all(new == kind for kind, new in become) or all(new == 1 - kind for kind, new in become)


@kernel
def viewer(state):
    """The seat to move."""
    return rules.to_move(state)


@kernel
def look(board, sight, state, planes):
    """The board as the player to move sees it."""
    copy_table(planes, sight.ground)
    look_again(board, sight, state, planes)


@kernel
def look_again(board, sight, state, planes):
    """The same into planes that hold the ground, or an earlier look at this board."""
    colour = np.int8(rules.colour_to_move(state))
    if sight.in_order:
        _look_in_order(board, state, planes, colour)
    else:
        _look_by_places(board, sight, state, planes, colour)
    if board.pie == 1:
        _tell(planes[SWAP_DUE], sight.ground[ON_BOARD], rules.may_swap(board, state))
        _tell(planes[SWAP_AHEAD], sight.ground[ON_BOARD], state.counters[rules.STONES] == 0)


@kernel
def _look_in_order(board, state, planes, colour):
    """Where cells lie as they are numbered, as on a rhombus: plane by plane, many cells with one instruction."""
    for cell in range(board.cells):
        planes[OWN, cell] = state.stones[cell] == colour
    for cell in range(board.cells):
        planes[OTHER, cell] = state.stones[cell] == 1 - colour
    for cell in range(board.cells):
        planes[OWN_SHORE, cell] = board.shores[colour, cell]
    for cell in range(board.cells):
        planes[OTHER_SHORE, cell] = board.shores[1 - colour, cell]


@kernel
def _look_by_places(board, sight, state, planes, colour):
    """The same where the board is no rectangle."""
    for cell in range(board.cells):
        place = sight.place[cell]
        planes[OWN, place] = state.stones[cell] == colour
        planes[OTHER, place] = state.stones[cell] == 1 - colour
        planes[OWN_SHORE, place] = board.shores[colour, cell]
        planes[OTHER_SHORE, place] = board.shores[1 - colour, cell]


@kernel
def _tell(plane, on_board, truth):
    """Say of the whole board whether something is true."""
    for place in range(len(plane)):
        plane[place] = on_board[place] if truth else 0
