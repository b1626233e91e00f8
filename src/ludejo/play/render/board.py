"""The empty board: islands, ground, marks, labels and lines, drawn once for a game and then only looked at."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from ludejo.games.about import Look, Thing
from ludejo.games.drawing import BoardDrawing, Mark, Point
from ludejo.play.files import Document
from ludejo.play.render.palette import paint
from ludejo.play.render.paper import SHORE, Frame, Paper, islands
from ludejo.play.render.symbols import symbol_of

if TYPE_CHECKING:
    from ludejo.play.game import Game

INSIDE = 0.74  # how large the line inside a marked cell is, beside the cell
NUMBER = 0.75  # the size of an island's number, beside that of labels
LARGEST_NUMBER = 34


class DrawnBoard(NamedTuple):
    """A board that has been drawn: two layers, between which the last move is painted, and where its cells are."""

    paper: Paper
    ground: str  # islands, cells, labels
    lines: str  # of a board of points
    things: Mapping[str, Thing]  # what can stand on a cell
    symbols: Mapping[str, str]  # thing: id of its symbol


@lru_cache(maxsize=64)
def board_of(game: "Game") -> DrawnBoard:
    """The board of a game."""
    symbols = {thing: symbol_of(game.name, thing) for thing in game.about.look.things}
    return drawn_board(game.drawing, game.about.look, symbols)


def drawn_board(drawing: BoardDrawing, look: Look, symbols: Mapping[str, str]) -> DrawnBoard:
    """A board from its description and the symbols of its things."""
    paper = Paper(drawing)
    ground = [*_islands(paper), _rim(paper), _ground(paper, look), *_marks(paper, look), _labels(paper)]
    lines = _lines(paper) if look.style == "points" else ""
    return DrawnBoard(paper, "".join(ground), lines, look.things, symbols)


def layers(board: DrawnBoard, under: str = "", piles: str = "", over: str = "") -> str:
    """The board with what a position adds, or with room for it."""
    parts = {"ground": board.ground, "under": under, "lines": board.lines, "piles": piles, "over": over}
    return "\n".join(f'<g class="layer-{name}">{markup}</g>' for name, markup in parts.items())


def board_view(game: "Game") -> Document:
    """A board for the page: the finished drawing, and where its cells, labels and things are to be found."""
    board = board_of(game)
    paper = board.paper
    words = {name: mark.word for mark in paper.drawing.marks if mark.word for name in mark.cells}
    return {
        "svg": opening(paper.whole) + layers(board) + "</svg>",
        "inner": paper.inner,  # the board without its labels
        "cells": [
            {"name": name, "at": spot, "outline": paper.outlines[name], "word": words.get(name)}
            for name, spot in paper.spots.items()
        ],
        "labels": [{"text": label.text, "at": paper.at(label.at)} for label in paper.drawing.labels],
        "things": {
            name: {"symbol": board.symbols[name], "word": thing.word, "rides": thing.rides}
            for name, thing in board.things.items()
        },
        "pieces": dict(zip(game.sides, game.about.look.colours, strict=True)),  # of each side
    }


def opening(frame: Frame, attributes: str = "") -> str:
    """How the picture of a part of the paper begins."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, frame))}"{attributes} '
        'font-family="system-ui, Helvetica, Arial, sans-serif" text-anchor="middle">'
    )


def _path(kind: str, line: str, attributes: str) -> str:
    return f'<path class="{kind}" d="{line}" {attributes}/>' if line else ""


def _ground(paper: Paper, look: Look) -> str:
    """All cells in one colour; tiles have lines round them."""
    line = "cell-line" if look.style == "tiles" else look.ground
    paints = f'fill="{paint(look.ground)}" stroke="{paint(line)}" stroke-width="2.5"'
    return _path("ground", "".join(paper.outlines.values()), paints)


def _rim(paper: Paper) -> str:
    """A line round the board: the sides that one cell alone has."""
    sides = [side for cell in paper.drawing.cells for side in pairwise((*cell.outline, cell.outline[0]))]
    shared = {(end, start) for start, end in sides}
    outer = "".join(paper.through(side) for side in sides if side not in shared)
    return _path("rim", outer, 'stroke="var(--rim)" stroke-width="7" stroke-linecap="round"')


def _marks(paper: Paper, look: Look) -> list[str]:
    """Cells of a kind in a colour of their own, and with a line inside."""
    edge = "cell-line" if look.style == "tiles" else "rim"
    cells = {cell.name: cell for cell in paper.drawing.cells}
    dots = ' stroke-linecap="round" stroke-dasharray="0 12"'
    parts = []
    for mark in (mark for mark in paper.drawing.marks if mark.fill):
        kind = escape(mark.kind.replace(" ", "-"))
        fill = "url(#hatching)" if mark.fill == "hatching" else paint(mark.fill)
        outlines = "".join(paper.outlines[name] for name in mark.cells)
        parts.append(_path(kind, outlines, f'fill="{fill}" stroke="var(--{edge})" stroke-width="2.5"'))
        inside = "".join(paper.outline(cells[name], INSIDE) for name in mark.cells) if mark.line else ""
        width = f'stroke-width="5"{dots}' if mark.line == "dotted" else 'stroke-width="3"'
        parts.append(_path("inside", inside, f'fill="none" stroke="var(--rim)" {width}'))
    return parts


def _lines(paper: Paper) -> str:
    """Lines from point to neighbouring point."""
    places = [cell.centre for cell in paper.drawing.cells]
    beside = [
        (here, there) for number, here in enumerate(places) for there in places[number + 1 :]
        if dist(here, there) < 1.01
    ]  # fmt: skip
    points = "".join(f"M{x} {y}h0" for x, y in paper.spots.values())
    paints = 'stroke="var(--cell-line)"'
    return _path("lines", "".join(map(paper.through, beside)), f'{paints} stroke-width="3"') + _path(
        "dots", points, f'{paints} stroke-width="14" stroke-linecap="round"'
    )


def _labels(paper: Paper) -> str:
    words = [_word(label.text, paper.at(label.at), paper.letters) for label in paper.drawing.labels]
    return f'<g class="labels" aria-hidden="true" fill="var(--label)" font-size="{paper.letters}">{"".join(words)}</g>'


def _word(text: str, at: tuple[int, int], size: int, more: str = "") -> str:
    return f'<text x="{at[0]}" y="{round(at[1] + 0.36 * size)}"{more}>{escape(text)}</text>'


# Islands


def _islands(paper: Paper) -> list[str]:
    """Bands along the rim, with the numbers by which the rules call them, where they do."""
    size = round(min(LARGEST_NUMBER, NUMBER * paper.letters))
    parts = []
    for number, mark in enumerate(islands(paper.drawing)):
        fill, ink = ("black-stone", "pale-ink") if mark.colour == "black" else ("white-stone", "dark-ink")
        outer = _outer_shore(paper.drawing, mark)
        band = paper.through([*mark.shore, *reversed(outer)])
        edge = 'stroke="var(--rim)" stroke-width="3" stroke-linejoin="round"'
        paints = f'data-island="{number}" fill="var(--{fill})" {edge}'
        parts.append(_path("island", f"{band}Z", paints))
        if mark.number:
            more = f' aria-hidden="true" font-size="{size}" fill="var(--{ink})"'
            parts.append(_word(mark.number, paper.at(_middle(mark.shore, outer)), size, more))
    return parts


def _outer_shore(drawing: BoardDrawing, mark: Mark) -> list[Point]:
    """The far side of an island. Its ends point away from the junctions' centres, so that neighbours fit together."""
    centre = {cell.name: cell.centre for cell in drawing.cells}
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


def _middle(shore: Sequence[Point], outer: Sequence[Point]) -> Point:
    """The middle of a band's middle side."""
    side = len(shore) // 2 - 1
    xs, ys = zip(*shore[side : side + 2], *outer[side : side + 2], strict=True)
    return sum(xs) / 4, sum(ys) / 4
