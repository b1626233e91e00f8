"""Where the cells of a board lie, what they are called, and which are neighbours.

Squares and hexes are given as a `Grid`. Beyond the last cell stands one more, the wall: a step off the board leads
there, and a step from the wall stays, so kernels walk without asking where the board ends.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

HALF_ROOT_3 = 3**0.5 / 2

# Directions come in two halves, each the opposite of the other: d and d + half.
SQUARE_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))  # row, column
HEX_DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # axial


class Ties(NamedTuple):
    """What a seat's stones join, by the rules alone. Sets of nodes are whole numbers with a bit for each node: the
    cells in the order of their moves, then the seat's anchors."""

    beside: list[int]  # for each node the nodes beside it
    own: int  # the anchors, and the stones that the seat has already
    wins: Callable[[int], bool]  # whether nodes that are joined with each other win


class Grid(NamedTuple):
    """The cells of one board. One unit is the distance between the centres of neighbours; y grows upward."""

    names: tuple[str, ...]  # [cells]
    centres: np.ndarray  # [cells, 2]           x, y
    outline: np.ndarray  # [4 or 6, 2]          corners of a cell, seen from its centre
    steps: np.ndarray  # [cells + 1, 8 or 6]  the neighbour in each direction, or the wall

    @property
    def cells(self) -> int:
        """How many cells there are, which is also the number of the wall."""
        return len(self.names)


def letter(number: int) -> str:
    """The name of a column or row: a, b, c, …"""
    return chr(ord("a") + number)


def squares(names: Iterable[str], rows: int, columns: int) -> Grid:
    """A board of squares, numbered from the lower left, row by row."""
    places = [(row, column) for row in range(rows) for column in range(columns)]
    centres = np.array([(column, row) for row, column in places], float)
    outline = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    return Grid(tuple(names), centres, outline, _steps(places, SQUARE_DIRECTIONS))


def hexes_in_rows(names: Iterable[str], places: list[tuple[int, int]]) -> Grid:
    """Hexes with a corner on top; a place is axial: q to the right, r up and half a cell to the right."""
    centres = np.array([(q + r / 2, r * HALF_ROOT_3) for q, r in places])
    return Grid(tuple(names), centres, _hexagon(30), _steps(places, HEX_DIRECTIONS))


def hexes_in_columns(names: Iterable[str], places: list[tuple[int, int]]) -> Grid:
    """Hexes with a side on top; a place is axial: r up, q to the right and half a cell up."""
    centres = np.array([(q * HALF_ROOT_3, r + q / 2) for q, r in places])
    return Grid(tuple(names), centres, _hexagon(0), _steps(places, HEX_DIRECTIONS))


def hexagon_rows(side: int) -> tuple[list[str], list[tuple[int, int]]]:
    """Names and places of a hexagon: row letter from the bottom, number from the left of the row."""
    names, places = [], []
    for row in range(2 * side - 1):
        r = row - (side - 1)
        length = 2 * side - 1 - abs(r)
        first = -(side - 1) - min(r, 0)
        for number in range(length):
            names.append(f"{letter(row)}{number + 1}")
            places.append((first + number, r))
    return names, places


def clockwise(grid: Grid, cells: list[int], start: int) -> list[int]:
    """The given cells in clockwise order round the middle of the board, from `start` on."""
    middle = (grid.centres.max(axis=0) + grid.centres.min(axis=0)) / 2
    x, y = (grid.centres[cells] - middle).T
    order = [cells[k] for k in np.argsort(-np.arctan2(y, x), kind="stable")]
    first = order.index(start)
    return order[first:] + order[:first]


def edge_cells(grid: Grid) -> list[int]:
    """The cells that miss a neighbour."""
    return [cell for cell in range(grid.cells) if grid.cells in grid.steps[cell]]


def straight_lines(steps: np.ndarray, stones: np.ndarray, side: int, shortest: int) -> list[list[int]]:
    """A side's unbroken straight lines of at least a length, each from its first cell to its last."""
    half = steps.shape[1] // 2
    lines = []
    for cell in range(len(steps) - 1):
        for direction in range(half):
            if stones[cell] == side != stones[steps[cell, direction + half]]:
                line = [cell]
                while stones[steps[line[-1], direction]] == side:
                    line.append(int(steps[line[-1], direction]))
                lines.append(line)
    return [line for line in lines if len(line) >= shortest]


def _hexagon(turn: int) -> np.ndarray:
    angles = np.radians(turn + 60 * np.arange(6))
    return np.column_stack([np.cos(angles), np.sin(angles)]) / 3**0.5


def _steps(places: list[tuple[int, int]], directions: tuple[tuple[int, int], ...]) -> np.ndarray:
    number = {place: cell for cell, place in enumerate(places)}
    wall = len(places)
    steps = np.full((wall + 1, len(directions)), wall, np.uint16)  # unsigned: Numba then skips its check for negatives
    for cell, (a, b) in enumerate(places):
        steps[cell] = [number.get((a + da, b + db), wall) for da, db in directions]
    return steps
