"""What a network sees of each game, and how its answer is read. One module a game, beside the rules and the heuristics.

PLANES     the names of the planes; plane 0 is "on the board"
CHANNELS   the names of the policy outputs that every place of the board has
EXTRAS     the names of the policy outputs for the board as a whole, perhaps none
build(board, variant, grid) -> Sight          the tables of one board
look(board, sight, state, planes)             planes: uint8 [len(PLANES), height * width], all written
viewer(state) -> 0 | 1                       who looks: the seat to move, at a die the seat that rolls

Cells lie in a rectangle of height × width
places, hexes by axial coordinates, so that a convolution of 3 × 3 sees all neighbours of a cell; beyond the board all
planes are 0. The numbers in a plane are small and whole; a network divides them by `Sight.scale` itself.

The policy vector is the channels one after the other, each a rectangle, then the extras. Several moves may share a
slot where no two of them are ever legal together. Faces of a die have none.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ludejo.games.contract import AnyGame
from ludejo.games.kernels import view_of

NO_SLOT = -1
NO_SWAP = -1


class Sight(NamedTuple):
    """The tables by which a network sees one board and answers. Never changed."""

    height: int
    width: int
    policy: int  # the length of the policy vector
    choices: int  # no position has more legal moves, or faces of a die
    place: np.ndarray  # [cells]                     where a cell lies in the rectangle
    slot: np.ndarray  # [moves]                     where a move lies in the policy vector, or NO_SLOT
    ground: np.ndarray  # [planes, height * width]    what never changes in the planes
    scale: np.ndarray  # [planes]                    what a network divides each plane by
    place_symmetries: np.ndarray  # [symmetries, height * width]  image[..., k] = planes[..., table[k]]
    policy_symmetries: np.ndarray  # [symmetries, policy]          image[..., k] = policy[..., table[k]]
    swap: int  # the move by which the second player changes sides, always the last of the legal ones; or NO_SWAP
    exchangeable: np.ndarray  # [3]  planes, and extras with them, that may change places: first of each, how many


@lru_cache(maxsize=64)
def sight_for(game: AnyGame) -> Sight:
    """The sight of a game: anything with rules, board, variant and grid."""
    return view_of(game.rules).build(game.board, game.variant, game.grid)
