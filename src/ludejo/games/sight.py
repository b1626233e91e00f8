"""The sight of a board: the tables by which a network sees it and its answer is read. A game's view.py builds them.

Cells lie in a rectangle of height × width places, hexes by axial coordinates, so that a convolution of 3 × 3 sees all
neighbours of a cell; beyond the board all planes are 0. The numbers in a plane are small and whole; a network divides
them by `Sight.scale` itself.

The policy vector is the channels one after the other, each a rectangle, then the extras. Several moves may share a
slot where no two of them are ever legal together. Faces of a die have none.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ludejo.games.contract import AnyGame
from ludejo.games.grid import HEX_DIRECTIONS, SQUARE_DIRECTIONS, Grid
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
    move_symmetries: np.ndarray  # [symmetries, moves]           what each move becomes; faces of a die stay as they are
    swap: int  # the move by which the second player changes sides, always the last of the legal ones; or NO_SWAP
    in_order: bool  # every cell lies at the place of its own number
    exchangeable: np.ndarray  # [3]  planes, and extras with them, that may change places: first of each, how many


@lru_cache(maxsize=64)
def sight_for(game: AnyGame) -> Sight:
    """The sight of a game: anything with rules, board, variant and grid."""
    return view_of(game.rules).build(game.board, game.variant, game.grid)


# ---------------------------------------------------------------- from a grid to a rectangle

# Three ways to lay hexes into a rectangle. In each the neighbours along the diagonal are those at (+1, −1), (−1, +1).
HEX_FRAMES = (((1, 0), (0, 1)), ((1, 1), (0, -1)), ((1, 0), (-1, -1)))


class Layout(NamedTuple):
    """Where cells lie in the smallest rectangle that holds them."""

    height: int
    width: int
    place: np.ndarray  # [cells]

    @property
    def places(self) -> int:
        """How many places the rectangle has."""
        return self.height * self.width


def lay_out(grid: Grid) -> Layout:
    """Squares by row and column, hexes by the axial coordinates that need the smallest rectangle."""
    corners = [_corner(grid, frame) for frame in (HEX_FRAMES if _is_hex(grid) else HEX_FRAMES[:1])]
    spot = min(corners, key=lambda spots: int((spots.max(axis=0) + 1).prod()))
    if _is_hex(grid):
        width, height = spot.max(axis=0) + 1
        return Layout(int(height), int(width), (spot[:, 1] * width + spot[:, 0]).astype(np.int32))
    height, width = spot.max(axis=0) + 1
    return Layout(int(height), int(width), (spot[:, 0] * width + spot[:, 1]).astype(np.int32))


def _is_hex(grid: Grid) -> bool:
    return grid.steps.shape[1] == len(HEX_DIRECTIONS)


def _corner(grid: Grid, frame: tuple[tuple[int, int], ...]) -> np.ndarray:
    """The cells' coordinates in a frame, counted from the lowest."""
    spots = _coordinates(grid) @ np.array(frame).T
    return spots - spots.min(axis=0)


def _coordinates(grid: Grid) -> np.ndarray:
    """The cells' grid coordinates, found by stepping from neighbour to neighbour."""
    directions = HEX_DIRECTIONS if _is_hex(grid) else SQUARE_DIRECTIONS
    found = {0: (0, 0)}
    follow = [0]
    for cell in follow:
        a, b = found[cell]
        for (da, db), beside in zip(directions, grid.steps[cell].tolist(), strict=True):
            if beside != grid.cells and beside not in found:
                found[beside] = (a + da, b + db)
                follow.append(beside)
    return np.array([found[cell] for cell in range(grid.cells)])


def symmetries(grid: Grid) -> list[np.ndarray]:
    """The turns and reflections that map the cells onto themselves, the identity first: the image of each cell."""
    centres = grid.centres - grid.centres.mean(axis=0)
    steps = 6 if _is_hex(grid) else 4
    found = []
    for mirror in (1, -1):
        for turn in range(steps):
            cosine, sine = np.cos(2 * np.pi * turn / steps), np.sin(2 * np.pi * turn / steps)
            images = (centres * (1, mirror)) @ np.array([[cosine, sine], [-sine, cosine]])
            away = np.abs(images[:, None, :] - centres[None, :, :]).sum(axis=2)
            if away.min(axis=1).max() < 1e-6:
                found.append(away.argmin(axis=1))
    return found


def tables(places: np.ndarray, size: int, images: Sequence[np.ndarray]) -> np.ndarray:
    """Gather tables from images: for each symmetry, where the content of each entry comes from.

    `places` tells where each item (a cell, a move) lies among `size` entries, and each of `images` which item each
    item becomes. Entries of no item keep what they hold.
    """
    table = np.tile(np.arange(size, dtype=np.int32), (len(images), 1))
    real = np.nonzero(places != NO_SLOT)[0]
    for gather, image in zip(table, images, strict=True):
        gather[places[image[real]]] = places[real]
    return table


class Shown(NamedTuple):
    """What a network is shown, as far as it never changes."""

    ground: np.ndarray  # [planes, height * width]
    scale: np.ndarray  # [planes]


class Answered(NamedTuple):
    """How a network's answer is read."""

    slot: np.ndarray  # [moves]  where a move lies in the policy vector, or NO_SLOT
    policy: int  # the length of the policy vector
    choices: int  # no position has more legal moves, or faces of a die
    swap: int = NO_SWAP
    exchangeable: tuple[int, int, int] = (0, 0, 0)


def assemble(
    layout: Layout,
    shown: Shown,
    answered: Answered,
    cell_images: Sequence[np.ndarray],
    move_image: Callable[[np.ndarray], np.ndarray],
) -> Sight:
    """A sight, its symmetries worked out from the images of the cells and of the moves."""
    move_images = [move_image(image) for image in cell_images]
    return Sight(
        height=layout.height,
        width=layout.width,
        policy=answered.policy,
        choices=answered.choices,
        place=layout.place,
        slot=answered.slot.astype(np.int32),
        ground=shown.ground,
        scale=shown.scale.astype(np.float32),
        place_symmetries=tables(layout.place, layout.places, cell_images),
        policy_symmetries=tables(answered.slot, answered.policy, move_images),
        move_symmetries=np.array(move_images, np.int32),
        swap=answered.swap,
        in_order=bool((layout.place == np.arange(len(layout.place))).all()),
        exchangeable=np.array(answered.exchangeable, np.int32),
    )


def new_ground(layout: Layout, planes: int) -> np.ndarray:
    """Planes that hold nothing but which places are on the board."""
    ground = np.zeros((planes, layout.places), np.uint8)
    ground[0, layout.place] = 1
    return ground
