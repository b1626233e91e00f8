"""Records as files: read in any format that we know, and written so that people can save them."""

from collections.abc import Callable
from typing import NamedTuple

from ludejo.games.errors import BadRecord
from ludejo.games.phrases import phrase
from ludejo.play import abstractplay, records, sgf
from ludejo.play.position import Position
from ludejo.play.records import Bounds, Record
from ludejo.table.refusals import Refusal

_WRITERS: dict[str, Callable[[Record], str]] = {
    "json": records.write, "sgf": sgf.write, "ap.json": abstractplay.write,
}  # fmt: skip
_TYPES = {"json": "application/json", "sgf": "application/x-go-sgf", "ap.json": "application/json"}


BOUNDS = Bounds(turns=5000, places=2_000_000)  # half a second of reading, alone; more is for the command `ludejo check`


def read_record(text: str) -> Record:
    """A record in any format that we know, if it is no longer than what the table takes."""
    start = text.lstrip()
    if start.startswith("("):
        return sgf.read(text, BOUNDS)
    if '"ludejo-record"' in start:
        return records.read(text, BOUNDS)
    if start.startswith("{"):
        return abstractplay.read(text, BOUNDS)
    raise BadRecord(phrase("this is no record, expected JSON, SGF or Abstract Play JSON"))


class File(NamedTuple):
    """What a browser is to save."""

    text: str
    kind: str  # media type
    name: str


def written(record: Record, form: str, name: str) -> File:
    """A record as a file."""
    try:
        text = _WRITERS[form](record)
    except BadRecord as error:
        raise Refusal.saying("record/bad", error.sentence) from None
    return File(text, _TYPES[form], f"{name}.{form}")


def pictured(position: Position, turn: int | None, dark: bool, name: str) -> File:
    """A position of a game as a picture; the present one, or the one before a turn."""
    if turn is not None:
        line = [one for one in position.line if not one.is_chance or one is position]
        position = line[min(turn, len(line) - 1)]
    return File(position.svg(dark=dark), "image/svg+xml", f"{name}.svg")
