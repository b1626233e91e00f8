"""The paper on which a board is drawn: just large enough for the board, its islands and its labels."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from math import dist
from typing import NamedTuple

from ludejo.games.drawing import BoardDrawing, Cell, Label, Mark, Point

Spot = tuple[int, int]  # a place on the paper; y grows downward
Frame = tuple[int, int, int, int]  # left, top, breadth and height

UNIT = 100  # of the paper, from one cell to the next
SHORE = 0.38  # how broad an island is
MARGIN = 0.16
LABEL_ROOM = 0.75  # between a label's middle and the board, beside the size of its letters
SMALLEST, LARGEST = 34, 56  # the size of letters
SHARE = 0.029  # of the board's breadth: letters are so large, that those of broad boards can be read as well


class _Extent(NamedTuple):
    """How far some points reach."""

    left: float
    right: float
    bottom: float
    top: float

    def with_room(self, room: float) -> "_Extent":
        """The same, and some room all round."""
        return _Extent(self.left - room, self.right + room, self.bottom - room, self.top + room)


class Paper:
    """Where the points of a board drawing lie on the paper."""

    def __init__(self, drawing: BoardDrawing) -> None:
        self.shore = SHORE if islands(drawing) else 0.0
        corners = [corner for cell in drawing.cells for corner in cell.outline]
        bare = _extent(corners).with_room(self.shore)
        self.letters = round(max(SMALLEST, min(LARGEST, SHARE * UNIT * (bare.right - bare.left))))
        room = self.shore and self.shore + LABEL_ROOM * self.letters / UNIT + 0.05
        labels = tuple(_clear_of_board(drawing, label, room) for label in drawing.labels)
        self.drawing = replace(drawing, labels=labels)
        words = [corner for label in labels for corner in self._corners(label)]
        whole = _extent([(bare.left, bare.bottom), (bare.right, bare.top), *words]).with_room(MARGIN)
        self.left, self.top = whole.left, whole.top
        self.whole = self._frame(whole)
        self.inner = self._frame(bare.with_room(MARGIN))

    def _corners(self, label: Label) -> list[Point]:
        """Round a label: digits are a little more than half as broad as they are high."""
        (x, y), high = label.at, self.letters / UNIT
        broad = 0.58 * high * len(label.text)
        return [(x - broad / 2, y - 0.6 * high), (x + broad / 2, y + 0.6 * high)]

    def _frame(self, extent: _Extent) -> Frame:
        left, top = self.at((extent.left, extent.top))
        right, bottom = self.at((extent.right, extent.bottom))
        return left, top, right - left, bottom - top

    def at(self, point: Point) -> Spot:
        """Where a point of the drawing lies."""
        return round((point[0] - self.left) * UNIT), round((self.top - point[1]) * UNIT)

    def through(self, points: Iterable[Point]) -> str:
        """A line through points of the drawing."""
        return "M" + "L".join(f"{x} {y}" for x, y in map(self.at, points))

    def outline(self, cell: Cell, share: float = 1.0) -> str:
        """The line round a cell, or a smaller one inside it."""
        x0, y0 = cell.centre
        return f"{self.through((x0 + share * (x - x0), y0 + share * (y - y0)) for x, y in cell.outline)}Z"

    @cached_property
    def spots(self) -> dict[str, Spot]:
        """The middle of each cell."""
        return {cell.name: self.at(cell.centre) for cell in self.drawing.cells}

    @cached_property
    def outlines(self) -> dict[str, str]:
        """The line round each cell."""
        return {cell.name: self.outline(cell) for cell in self.drawing.cells}


def islands(drawing: BoardDrawing) -> list[Mark]:
    """The islands of a board, in the order in which they are numbered."""
    return [mark for mark in drawing.marks if mark.shore]


def _extent(points: Iterable[Point]) -> _Extent:
    xs, ys = zip(*points, strict=True)
    return _Extent(min(xs), max(xs), min(ys), max(ys))


def _clear_of_board(drawing: BoardDrawing, label: Label, room: float) -> Label:
    """The label, moved away from the cell it names until nothing of the board is so near."""
    if not room:
        return label
    x, y = label.at
    own = [cell for cell in drawing.cells if label.text in (cell.name[0], cell.name[1:])]
    x0, y0 = min((cell.centre for cell in own or drawing.cells), key=lambda centre: dist(centre, (x, y)))
    x, y, step_x, step_y = x + 0.3 * (x - x0), y + 0.3 * (y - y0), (x - x0) / 20, (y - y0) / 20
    corners = [corner for cell in drawing.cells for corner in cell.outline if dist(corner, (x, y)) < 3]
    while any(dist(corner, (x, y)) < room for corner in corners):
        x, y = x + step_x, y + step_y
    return Label(label.text, (x, y))
