"""Pictures of games, studies and puzzles for other pages: SVG and PNG of a position, an animated GIF of a whole game.

Each function is work for a child of the server (children.py).
"""

from typing import Literal, NamedTuple

from ludejo.play import records
from ludejo.play.position import Position
from ludejo.play.render.raster import gif, png
from ludejo.table.reading.files import read_record
from ludejo.table.reading.puzzles import puzzle_found

Form = Literal["svg", "png", "gif"]
KINDS = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
WIDTH, GIF_WIDTH = 800, 400
MOST_FRAMES, FRAME_PLACES = 60, 8_000  # of a GIF: positions, and positions times cells


class Shot(NamedTuple):
    """A picture."""

    content: bytes
    kind: str  # media type


def of_position(position: Position, form: Form, turn: int | None = None) -> Shot:
    """A game up to its last position as a picture: after a turn, or as it stands; a GIF shows all of it."""
    line = [one for one in position.line if not one.is_chance or one is position]
    return _shot(line, form, turn)


def of_record(text: str, form: Form, turn: int | None = None) -> Shot:
    """A record as a picture."""
    return _shot(records.positions(read_record(text)), form, turn)


def of_puzzle(name: str, id: str, form: Form) -> Shot:
    """The position of a puzzle."""
    return _shot([puzzle_found(name, id).start], form, None)


def _shot(line: list[Position], form: Form, turn: int | None) -> Shot:
    if form == "gif":
        return Shot(gif(_frames(line), GIF_WIDTH), KINDS[form])
    position = line[-1 if turn is None else min(turn, len(line) - 1)]
    content = png(position, WIDTH) if form == "png" else position.svg(WIDTH).encode()
    return Shot(content, KINDS[form])


def _frames(line: list[Position]) -> list[Position]:
    """Positions evenly from the first to the last, as many as there may be."""
    most = max(2, min(MOST_FRAMES, FRAME_PLACES // len(line[0].game.grid.names)))
    if len(line) <= most:
        return line
    return [line[round(k * (len(line) - 1) / (most - 1))] for k in range(most)]
