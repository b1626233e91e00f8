"""Where a board's cells, labels and islands go on a grid of characters, at most 80 columns wide.

A place is (line, column), counted from the upper left. Only the drawing description is used: squares, hexes in rows
and hexes in columns differ in the shape of their cells alone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, dist
from typing import TYPE_CHECKING, NamedTuple

from ludejo.games.drawing import BoardDrawing, Cell, Label, Mark, Point

if TYPE_CHECKING:
    from ludejo.play.game import Game

Place = tuple[int, int]

WIDEST = 80
HALF_ROOT_3 = 3**0.5 / 2
_ISLAND_SIGNS = {"black": "B", "white": "W"}


@dataclass(frozen=True)
class Sign:
    """One character, what it shows, and the cell on which it stands."""

    text: str
    kind: str = ""  # "red", "king", "animal A" …, "empty", "throne" …, "label", "island black", "bracket", ""
    cell: str = ""


class Slot(NamedTuple):
    """How many characters a cell needs to the left and to the right of its anchor, brackets not counted."""

    left: int
    right: int


class Scale(NamedTuple):
    """Columns and lines per unit of a drawing."""

    columns: float
    lines: float

    def place(self, point: Point) -> Place:
        """The character nearest to a point, before the board is pushed to the upper left corner."""
        return round(-point[1] * self.lines), round(point[0] * self.columns)


@dataclass(frozen=True)
class TextLayout:
    """An empty board as characters."""

    height: int
    width: int
    anchors: dict[str, Place]  # cell: where its sign stands
    ground: dict[Place, str]  # which cell a character lies on
    border: dict[Place, Sign]  # labels and islands
    column_step: int  # characters from a cell to the next in its row, or from a column to the next


@lru_cache(maxsize=64)
def layout_of(game: "Game", slot: Slot) -> TextLayout:
    """The widest layout of a game's board that fits."""
    drawing = game.drawing
    layouts = (_lay_out(drawing, scale, slot) for scale in _scales(drawing, slot))
    return next(layout for layout in layouts if layout.width <= WIDEST)


def _scales(drawing: BoardDrawing, slot: Slot) -> Iterator[Scale]:
    """From roomy to tight."""
    room = slot.left + slot.right + 1
    outline = [(x - drawing.cells[0].centre[0], y) for x, y in drawing.cells[0].outline]
    if len(outline) == 4:
        yield from (Scale(step, 1) for step in (4, 3) if step > room)
    elif any(abs(x) < 0.01 for x, _ in outline):  # a corner on top: hexes in rows, half a cell aside in the next
        roomy = Scale(2 * room, 2 / HALF_ROOT_3) if room > 1 else Scale(4, 1 / HALF_ROOT_3)
        yield from (roomy, Scale(2, 1 / HALF_ROOT_3))
    else:
        yield from (Scale(step / HALF_ROOT_3, 2) for step in (4, 3))


def _lay_out(drawing: BoardDrawing, scale: Scale, slot: Slot) -> TextLayout:
    anchors = {cell.name: scale.place(cell.centre) for cell in drawing.cells}
    border = _rim(drawing, scale, set(anchors.values()))
    taken = {*anchors.values(), *border}
    for label in drawing.labels:
        border |= _label(drawing, scale, label, taken)
    columns = [column for _, column in anchors.values()]
    left = min([min(columns) - slot.left - 1, *(column for _, column in border)])
    right = max([max(columns) + slot.right + 1, *(column for _, column in border)])
    lines = [line for line, _ in (*anchors.values(), *border)]
    top = min(lines)

    def pushed(place: Place) -> Place:
        return place[0] - top, place[1] - left

    return TextLayout(
        max(lines) - top + 1,
        right - left + 1,
        {name: pushed(place) for name, place in anchors.items()},
        {pushed(place): name for place, name in _ground(drawing.cells, scale).items()},
        {pushed(place): sign for place, sign in border.items()},
        min(b - a for a, b in zip(sorted(set(columns)), sorted(set(columns))[1:], strict=False)),
    )


def _ground(cells: Iterable[Cell], scale: Scale) -> dict[Place, str]:
    """The characters inside each cell's outline; a quarter aside, so that none lies on the line between two cells."""
    ground: dict[Place, str] = {}
    across, down = ceil(scale.columns), ceil(scale.lines)
    for cell in cells:
        line, column = scale.place(cell.centre)
        window = [(a, b) for a in range(line - down, line + down + 1) for b in range(column - across, column + across)]
        for place in window:
            if _is_inside(cell.outline, ((place[1] - 0.25) / scale.columns, -place[0] / scale.lines)):
                ground.setdefault(place, cell.name)
    return ground


def _is_inside(outline: tuple[Point, ...], point: Point) -> bool:
    """Whether a point lies within a convex outline that runs anticlockwise."""
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    turns = ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) for a, b in sides)
    return all(turn > -1e-6 for turn in turns)


def _rim(drawing: BoardDrawing, scale: Scale, taken: set[Place]) -> dict[Place, Sign]:
    """A sign for the island at each place just off the board, its number, if it has one, in the middle of the shore."""
    islands = [mark for mark in drawing.marks if mark.kind == "island"]
    rim: dict[Place, Sign] = {}
    shores: dict[int, list[Point]] = {number: [] for number in range(len(islands))}
    for point in _beyond(drawing.cells, scale, taken) if islands else []:
        nearest = _nearest(islands, point)
        if nearest is None:
            rim[scale.place(point)] = Sign("+", "junction")
            continue
        shores[nearest].append(point)
        colour = islands[nearest].colour
        rim[scale.place(point)] = Sign(_ISLAND_SIGNS[colour], f"island {colour}")
    for number, points in shores.items():
        if len(points) > 1 and islands[number].number:
            rim |= _number(islands[number], points, scale, rim)
    return rim


def _beyond(cells: tuple[Cell, ...], scale: Scale, taken: set[Place]) -> list[Point]:
    """The centres of the cells that would come next beyond the edge."""
    found: dict[Place, Point] = {}
    for cell in cells:
        for a, b in zip(cell.outline, (*cell.outline[1:], cell.outline[0]), strict=True):
            point = a[0] + b[0] - cell.centre[0], a[1] + b[1] - cell.centre[1]
            if scale.place(point) not in taken:
                found.setdefault(scale.place(point), point)
    return list(found.values())


def _nearest(islands: list[Mark], point: Point) -> int | None:
    """The island whose shore is nearest, or None midway between two."""
    far = [min(_distance(point, a, b) for a, b in zip(mark.shore, mark.shore[1:], strict=False)) for mark in islands]
    first, second = sorted(far)[:2]
    return None if second - first < 1e-3 else far.index(first)


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to a stretch of line."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return dist(point, (start[0] + share * along[0], start[1] + share * along[1]))


def _number(island: Mark, points: list[Point], scale: Scale, rim: dict[Place, Sign]) -> dict[Place, Sign]:
    ends = island.shore[0], island.shore[-1]
    middle = min(points, key=lambda point: round(max(dist(point, end) for end in ends), 2))
    line, column = scale.place(middle)
    places = [(line, column + k) for k in range(len(island.number))]
    if any(place in rim for place in places[1:]) or (len(island.number) > 1 and scale.columns < 3):
        return {}
    return {place: Sign(char, f"island {island.colour}") for place, char in zip(places, island.number, strict=True)}


def _label(drawing: BoardDrawing, scale: Scale, label: Label, taken: set[Place]) -> dict[Place, Sign]:
    """Walk from the cell that a label names, in the label's direction, to the first room for it."""
    cell = min(drawing.cells, key=lambda cell: (round(dist(cell.centre, label.at), 1), label.text not in cell.name))
    step = _direction(label.at[0] - cell.centre[0], label.at[1] - cell.centre[1])
    for far in (2 / 3, 1, 1.5, 2, 2.5, 3) if len(cell.outline) == 4 else (1, 1.5, 2, 2.5, 3):
        point = cell.centre[0] + far * step[0], cell.centre[1] + far * step[1]
        line, column = scale.place(point)
        if step[0] == 0:  # all of these in one line, beyond whatever else there is
            line = max(line for line, _ in taken) + 1
        elif abs(point[1] * scale.lines + line) > 0.1:
            continue
        start = column if step[0] > 0 else column - len(label.text) + 1
        if not taken & {(line, start + k) for k in range(-1, len(label.text) + 1)}:
            return {(line, start + k): Sign(char, "label") for k, char in enumerate(label.text)}
    raise AssertionError(f"no room for the label {label.text}")


def _direction(aside: float, up: float) -> Point:
    """The step to the next cell that points most nearly there: to a side, down, or towards a corner of a hexagon."""
    if abs(up) < 0.3:
        return (1.0 if aside > 0 else -1.0, 0.0)
    if abs(aside) < 0.3:
        return (0.0, -1.0)
    return (0.5 if aside > 0 else -0.5, HALF_ROOT_3 if up > 0 else -HALF_ROOT_3)
