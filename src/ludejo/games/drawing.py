"""What a board and a position look like, as data: everything that draws a board draws it from this.

Lengths are in units of the distance between neighbouring cells; y grows upward. What the things and the ground of a
game look like its about.py tells (`Look`).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from ludejo.games.contract import AnyGame as Game

Point = tuple[float, float]


@dataclass(frozen=True)
class Cell:
    """A place on the board."""

    name: str
    centre: Point
    outline: tuple[Point, ...]


@dataclass(frozen=True)
class Label:
    """A word beside the board."""

    text: str
    at: Point


@dataclass(frozen=True)
class Mark:
    """Something that belongs to the board: cells of a kind, or an island, which is a shore along its edge."""

    kind: str  # "beyond reach", "throne", "island" …
    cells: tuple[str, ...]
    colour: str = ""  # of an island: the side whose it is, "black" or "white"
    shore: tuple[Point, ...] = ()  # of an island: the line along the edge
    number: str = ""  # of an island: what the rules call it, where they do
    fill: str = ""  # of cells: a colour, or "hatching"
    line: Literal["", "solid", "dotted"] = ""  # of cells: a line inside each, so that they differ without colour
    sign: str = ""  # of cells: what stands on an empty one in text pictures
    word: str = ""  # of cells: what one is called; a key of the catalogues


@dataclass(frozen=True)
class BoardDrawing:
    """The empty board."""

    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Pile:
    """What stands on one cell, from bottom to top: "red", "blue", "black", "white", "king", "animal A" …"""

    cell: str
    things: tuple[str, ...]


@dataclass(frozen=True)
class PositionDrawing:
    """What stands on the board, and the cells to point out."""

    piles: tuple[Pile, ...]
    last: tuple[str, ...] = ()  # the cells of the last move
    path: tuple[str, ...] = ()  # of a bounce: every landing in turn
    winning: tuple[str, ...] = ()  # the cells that ended the game


def cells_of(game: "Game") -> tuple[Cell, ...]:
    """The cells of a game's board."""
    grid = game.grid
    return tuple(
        Cell(name, _point(centre), tuple(_point(corner) for corner in centre + grid.outline))
        for name, centre in zip(grid.names, grid.centres, strict=True)
    )


def square_labels(game: "Game", rows: list[str], columns: list[str]) -> tuple[Label, ...]:
    """Row names to the left of a board of squares, column names below it."""
    left = [Label(text, (-0.85, float(row))) for row, text in enumerate(rows)]
    below = [Label(text, (float(column), -0.85)) for column, text in enumerate(columns)]
    return tuple(left + below)


def hexagon_labels(game: "Game", side: int) -> tuple[Label, ...]:
    """Row letters to the left of a hexagon of hexes, numbers along its lower right edge."""
    places = dict(zip(game.grid.names, game.grid.centres.tolist(), strict=True))
    left = [Label(name[0], (x - 1.0, y)) for name, (x, y) in places.items() if name[1:] == "1"]
    last = {name[0]: int(name[1:]) for name in game.grid.names}  # the last number of each row
    rising = [
        Label(name[1:], (x + 0.55, y - 0.9)) for name, (x, y) in places.items()
        if name[1:] == str(last[name[0]]) and ord(name[0]) - ord("a") < side
    ]  # fmt: skip
    return tuple(left + rising)


def shore_lines(game: "Game", island_cells: list[list[int]]) -> list[tuple[Point, ...]]:
    """The stretch of the board's rim along each island; a junction's own rim is shared half and half."""
    rim = _rim(game)
    middle = {}
    for cell in {cell for cell, _ in rim}:
        own = [k for k, (owner, _) in enumerate(rim) if owner == cell]
        start = next(k for k in own if (k - 1) % len(rim) not in own)
        middle[cell] = 2 * start + len(own)  # counted in half sides, so that an odd number has a middle
    lines = []
    for cells in island_cells:
        first, last = middle[cells[0]], middle[cells[-1]]
        if last <= first:
            last += 2 * len(rim)
        lines.append(tuple(_rim_point(rim, half) for half in _halves(first, last)))
    return lines


def _halves(first: int, last: int) -> list[int]:
    corners = [half for half in range(first + 1, last) if half % 2 == 0]
    return [first, *corners, last]


def _rim_point(rim: list[tuple[int, tuple[Point, Point]]], half: int) -> Point:
    (x0, y0), (x1, y1) = rim[half // 2 % len(rim)][1]
    share = (half % 2) / 2
    return (round(x0 + share * (x1 - x0), 4), round(y0 + share * (y1 - y0), 4))


def _rim(game: "Game") -> list[tuple[int, tuple[Point, Point]]]:
    """The outer sides of the cells, clockwise round the board, each with its cell."""
    sides: dict[tuple[Point, Point], int] = {}
    for number, cell in enumerate(cells_of(game)):
        ring = cell.outline[::-1]  # outlines run anticlockwise
        for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
            sides[start, end] = number
    inner = {(end, start) for start, end in sides}
    outer = {start: (number, (start, end)) for (start, end), number in sides.items() if (start, end) not in inner}
    begin = next(iter(outer))
    walk = [outer[begin]]
    while walk[-1][1][1] != begin:
        walk.append(outer[walk[-1][1][1]])
    return walk


def _point(xy: np.ndarray) -> Point:
    return (round(float(xy[0]), 4) + 0.0, round(float(xy[1]), 4) + 0.0)
