"""Pictures of positions, for rule books and pages: self-contained SVG, drawn from the drawing description alone.

No rule is known here. A board has cells, labels and marks; a position adds piles, the cells of the last move, the way
of a bounce and the cells that ended the game. Squares, and hexes among islands, are drawn as tiles; a board of hexes
without islands is drawn as points on lines.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from itertools import pairwise
from math import dist, hypot
from typing import TYPE_CHECKING, NamedTuple

from ludejo.games.drawing import BoardDrawing, Cell, Label, Mark, Point, PositionDrawing
from ludejo.play.glyphs import DARK, DISC, LIGHT, TOKEN, Palette, heads, pile

if TYPE_CHECKING:
    from ludejo.play.game import Game
    from ludejo.play.position import Position

UNIT = 100  # of the picture, from one cell to the next
SHORE = 0.38  # how broad an island is
MARGIN = 0.25
LETTER = 0.26  # the breadth of a letter of a label, at most
LABEL_ROOM = 0.3  # between a label's middle and the board
SMALLEST_PRINT = 11  # pixels
BOW = 0.1  # how far a hop leaves the straight line, as a share of its length


def picture(position: "Position", width: int = 480, dark: bool = False) -> str:
    """A position as SVG, `width` pixels wide."""
    title = f"{position.game.title}: {_state_of_play(position)}"
    return _picture(position.game.drawing, position.drawing, title, position.text, width, dark)


def board_picture(game: "Game", width: int = 480, dark: bool = False) -> str:
    """The board of a game with nothing on it, as SVG."""
    return _picture(game.drawing, PositionDrawing(()), f"{game.title}: the board", game.spec, width, dark)


def _state_of_play(position: "Position") -> str:
    outcome = position.outcome
    if outcome is None:
        return f"{position.side_to_move} is to {'roll' if position.is_chance else 'move'}"
    result = "a draw" if outcome.winner is None else f"{position.side_of(outcome.winner)} has won"
    return f"{result}, {outcome.reason}"


class _Sheet(NamedTuple):
    """The paper: what is drawn on it, in which colours, and where."""

    board: BoardDrawing
    palette: Palette
    is_dark: bool
    left: float
    top: float
    across: int
    down: int
    letters: int  # the size of letters

    def at(self, point: Point) -> tuple[int, int]:
        """Where a point of the drawing lies in the picture."""
        return round((point[0] - self.left) * UNIT), round((self.top - point[1]) * UNIT)

    def through(self, points: Iterable[Point]) -> str:
        """A line through points of the drawing."""
        return "M" + "L".join(f"{x} {y}" for x, y in map(self.at, points))

    def marked(self, kind: str) -> list[str]:
        """The cells that bear a mark."""
        return [name for mark in self.board.marks if mark.kind == kind for name in mark.cells]


def _picture(board: BoardDrawing, drawn: PositionDrawing, title: str, text: str, width: int, dark: bool) -> str:
    if width < 1:
        raise ValueError(f"width={width} is too small for a picture, expected at least 1")
    sheet = _sheet(board, width, dark)
    place = {cell.name: sheet.at(cell.centre) for cell in board.cells}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{round(width * sheet.down / sheet.across)}" '
        f'viewBox="0 0 {sheet.across} {sheet.down}" role="img" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(text)}</desc>",
        _definitions(sheet, drawn),
        f'<rect width="{sheet.across}" height="{sheet.down}" fill="{sheet.palette.paper}"/>',
        *_board(sheet, drawn),
        *_piles(sheet, drawn, place),
        *_way(sheet, [place[name] for name in drawn.path]),
        *(_ring(sheet, name, place[name]) for name in drawn.winning),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _sheet(board: BoardDrawing, width: int, dark: bool) -> _Sheet:
    """Paper just large enough for the board, its islands and its labels."""
    shore = SHORE if _has_islands(board) else 0.0
    labels = tuple(_clear_of_board(board, label, shore) for label in board.labels)
    corners = [corner for cell in board.cells for corner in cell.outline]
    words = [(*label.at, len(label.text) * LETTER / 2) for label in labels]
    xs = [x + side for x, _ in corners for side in (-shore, shore)] + [x + s for x, _, w in words for s in (-w, w)]
    ys = [y + side for _, y in corners for side in (-shore, shore)] + [y + s for _, y, _ in words for s in (-0.1, 0.1)]
    left, top = min(xs) - MARGIN, max(ys) + MARGIN
    across, down = round((max(xs) + MARGIN - left) * UNIT), round((top - min(ys) + MARGIN) * UNIT)
    letters = round(max(34, min(46, SMALLEST_PRINT * across / width)))
    board = replace(board, labels=labels)
    return _Sheet(board, DARK if dark else LIGHT, dark, left, top, across, down, letters)


def _has_islands(board: BoardDrawing) -> bool:
    return any(mark.kind == "island" for mark in board.marks)


def _is_square(board: BoardDrawing) -> bool:
    return len(board.cells[0].outline) == 4


def _clear_of_board(board: BoardDrawing, label: Label, shore: float) -> Label:
    """The label, moved away from the cell it names until the shore leaves it room."""
    if not shore:
        return label
    x, y = label.at
    own = [cell for cell in board.cells if label.text in (cell.name[0], cell.name[1:])]
    x0, y0 = min((cell.centre for cell in own or board.cells), key=lambda centre: dist(centre, (x, y)))
    x, y, step_x, step_y = x + 0.36 * (x - x0), y + 0.36 * (y - y0), (x - x0) / 20, (y - y0) / 20
    corners = [corner for cell in board.cells for corner in cell.outline if dist(corner, (x, y)) < 3]
    while any(dist(corner, (x, y)) < shore + LABEL_ROOM for corner in corners):
        x, y = x + step_x, y + step_y
    return Label(label.text, (x, y))


def _definitions(sheet: _Sheet, drawn: PositionDrawing) -> str:
    hatch = ""
    if sheet.marked("beyond reach"):
        hatch = (
            f'<pattern id="{_hatching(sheet)}" width="14" height="14" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate(45)"><path d="M0 0V14" stroke="{sheet.palette.beyond}" stroke-width="7"/>'
            "</pattern>"
        )
    inside = hatch + heads(thing for here in drawn.piles for thing in here.things)
    return f"<defs>{inside}</defs>" if inside else ""


def _hatching(sheet: _Sheet) -> str:
    return "beyond-reach-dark" if sheet.is_dark else "beyond-reach"  # pictures on one page share their names


# The board


def _board(sheet: _Sheet, drawn: PositionDrawing) -> list[str]:
    palette, board = sheet.palette, sheet.board
    return [
        *_islands(sheet),
        _rim(sheet),
        _painted(sheet, "board", [cell.name for cell in board.cells], _ground(sheet)),
        _painted(sheet, "beyond-reach", sheet.marked("beyond reach"), f"url(#{_hatching(sheet)})"),
        _painted(sheet, "throne", sheet.marked("throne"), palette.throne),
        _painted(sheet, "escape-spot", sheet.marked("escape spot"), palette.escape),
        _painted(sheet, "last", drawn.last, palette.last),
        *(_lines(sheet) if _is_points(board) else []),
        *(_word(sheet, label.text, sheet.at(label.at), palette.ink) for label in board.labels),
    ]


def _ground(sheet: _Sheet) -> str:
    return sheet.palette.lagoon if _has_islands(sheet.board) else sheet.palette.square


def _rim(sheet: _Sheet) -> str:
    """A line round the board: the sides that one cell alone has."""
    sides = [side for cell in sheet.board.cells for side in pairwise((*cell.outline, cell.outline[0]))]
    shared = {(end, start) for start, end in sides}
    outer = "".join(sheet.through(side) for side in sides if side not in shared)
    return f'<path d="{outer}" stroke="{sheet.palette.rim}" stroke-width="7" stroke-linecap="round"/>'


def _is_points(board: BoardDrawing) -> bool:
    return not _has_islands(board) and not _is_square(board)


def _outlines(sheet: _Sheet, cells: Iterable[Cell]) -> str:
    return "".join(f"{sheet.through(cell.outline)}Z" for cell in cells)


def _painted(sheet: _Sheet, kind: str, names: Sequence[str], fill: str) -> str:
    """Some cells in a colour; tiles have lines round them, and so have the special ones among points."""
    outlines = _outlines(sheet, [cell for cell in sheet.board.cells if cell.name in names])
    line = sheet.palette.line
    if _is_points(sheet.board) and kind != "last":
        line = _ground(sheet) if kind == "board" else sheet.palette.rim
    edge = f'stroke="{line}" stroke-width="2.5"'
    return f'<path class="{kind}" d="{outlines}" fill="{fill}" {edge}/>' if outlines else ""


def _lines(sheet: _Sheet) -> list[str]:
    """Lines from point to neighbouring point."""
    palette, places = sheet.palette, [cell.centre for cell in sheet.board.cells]
    beside = [
        (here, there) for number, here in enumerate(places) for there in places[number + 1 :]
        if dist(here, there) < 1.01
    ]  # fmt: skip
    points = "".join(f"M{x} {y}h0" for x, y in map(sheet.at, places))
    return [
        f'<path d="{"".join(map(sheet.through, beside))}" stroke="{palette.line}" stroke-width="2.5"/>',
        f'<path d="{points}" stroke="{palette.line}" stroke-width="14" stroke-linecap="round"/>',
    ]


def _islands(sheet: _Sheet) -> list[str]:
    """Bands along the rim, numbered as the rules number them: in the order in which they are given."""
    palette = sheet.palette
    parts = []
    for number, mark in enumerate(mark for mark in sheet.board.marks if mark.kind == "island"):
        fill, ink = (palette.black, palette.white) if mark.colour == "black" else (palette.white, palette.black)
        outer = _outer_shore(sheet.board, mark)
        band = sheet.through([*mark.shore, *reversed(outer)])
        parts.append(
            f'<path class="island" data-island="{number}" d="{band}Z" fill="{fill}" stroke="{palette.rim}" '
            'stroke-width="3" stroke-linejoin="round"/>'
        )
        parts.append(_island_number(sheet, number, mark.shore, outer, ink))
    return parts


def _outer_shore(board: BoardDrawing, mark: Mark) -> list[Point]:
    """The far side of an island. Its ends point away from the junctions' centres, so that neighbours fit together."""
    centre = {cell.name: cell.centre for cell in board.cells}
    shore = mark.shore
    normals = [_left_of(start, end) for start, end in pairwise(shore)]
    inner = [
        _moved(point, (before[0] + after[0], before[1] + after[1]), after)
        for point, (before, after) in zip(shore[1:-1], pairwise(normals), strict=True)
    ]
    (x0, y0), (x1, y1) = centre[mark.cells[0]], centre[mark.cells[-1]]
    first = _moved(shore[0], (shore[0][0] - x0, shore[0][1] - y0), normals[0])
    last = _moved(shore[-1], (shore[-1][0] - x1, shore[-1][1] - y1), normals[-1])
    return [first, *inner, last]


def _left_of(start: Point, end: Point) -> Point:
    """The way outward from a side, since shores run clockwise."""
    length = dist(start, end)
    return (start[1] - end[1]) / length, (end[0] - start[0]) / length


def _moved(point: Point, direction: Point, normal: Point) -> Point:
    """A point moved in a direction until it is SHORE away from the line with that normal."""
    stretch = SHORE / (direction[0] * normal[0] + direction[1] * normal[1])
    return point[0] + direction[0] * stretch, point[1] + direction[1] * stretch


def _island_number(sheet: _Sheet, number: int, shore: Sequence[Point], outer: Sequence[Point], ink: str) -> str:
    """The number, in the middle of the band's middle side."""
    side = len(shore) // 2 - 1
    xs, ys = zip(*shore[side : side + 2], *outer[side : side + 2], strict=True)
    small = sheet._replace(letters=26)
    return _word(small, str(number), sheet.at((sum(xs) / 4, sum(ys) / 4)), ink)


def _word(sheet: _Sheet, text: str, at: Point, colour: str) -> str:
    x, y = at
    return (
        f'<text x="{x}" y="{round(y + 0.36 * sheet.letters)}" font-size="{sheet.letters}" fill="{colour}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )


# What a position adds


def _piles(sheet: _Sheet, drawn: PositionDrawing, place: dict[str, tuple[int, int]]) -> list[str]:
    radius = TOKEN if _is_square(sheet.board) else DISC
    return [
        f'<g class="pile" data-cell="{escape(here.cell)}" data-things="{escape(", ".join(here.things))}" '
        f'transform="translate{place[here.cell]}">{pile(here.things, sheet.palette, radius)}</g>'
        for here in drawn.piles
    ]


def _way(sheet: _Sheet, landings: list[tuple[int, int]]) -> list[str]:
    """A move from landing to landing as bowed lines with an arrow head, on a pale ground so that it shows on discs."""
    if len(landings) < 2:
        return []
    tip, neck = _arrow(*landings[-2:])
    stops = [*landings[:-1], neck]
    hops = "".join(f"Q{_bow(start, end)} {end[0]} {end[1]}" for start, end in pairwise(stops))
    line = f'd="M{stops[0][0]} {stops[0][1]}{hops}" fill="none" stroke-linecap="round"'
    touched = "".join(f"M{x} {y}h0" for x, y in stops[:-1])
    spots = f'd="{touched}" stroke-linecap="round"'
    side_x, side_y = (tip[1] - neck[1]) * 0.6, (neck[0] - tip[0]) * 0.6
    wings = f"{round(neck[0] + side_x)} {round(neck[1] + side_y)}L{round(neck[0] - side_x)} {round(neck[1] - side_y)}"
    head = f'd="M{tip[0]} {tip[1]}L{wings}Z" stroke-linejoin="round"'
    return [
        f'<g class="path" stroke="{colour}" fill="{colour}"><path {line} stroke-width="{broad}"/>'
        f'<path {spots} stroke-width="{broad + 13}"/><path {head} stroke-width="{broad - 7}"/></g>'
        for colour, broad in ((sheet.palette.paper, 15), (sheet.palette.path, 8))
    ]


def _bow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """The control point of a hop: beside its middle, so that a way back does not cover the way there."""
    (x0, y0), (x1, y1) = start, end
    return f"{round((x0 + x1) / 2 + 2 * BOW * (y1 - y0))} {round((y0 + y1) / 2 - 2 * BOW * (x1 - x0))}"


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Tip and neck of an arrow head that touches the disc at the end of a hop, in the direction of the bowed line."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0 - 4 * BOW * (y1 - y0), y1 - y0 + 4 * BOW * (x1 - x0)
    length = hypot(dx, dy)
    tip, neck = ((round(x1 - far * dx / length), round(y1 - far * dy / length)) for far in (DISC + 5, DISC + 29))
    return tip, neck


def _ring(sheet: _Sheet, name: str, at: tuple[int, int]) -> str:
    return (
        f'<circle class="winning" data-cell="{escape(name)}" cx="{at[0]}" cy="{at[1]}" r="44" fill="none" '
        f'stroke="{sheet.palette.winning}" stroke-width="8"/>'
    )
