"""Records as files: read in any format that we know, and written so that browsers save them."""

from collections.abc import Callable

from starlette.responses import Response

from ludejo.games.errors import BadRecord
from ludejo.games.words import phrase
from ludejo.play import abstractplay, records, sgf
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


def written(record: Record, form: str, name: str) -> Response:
    """A record as a file."""
    try:
        text = _WRITERS[form](record)
    except BadRecord as error:
        raise Refusal.saying("record/bad", error.sentence) from None
    return Response(text, media_type=_TYPES[form], headers=attachment(f"{name}.{form}"))


def attachment(name: str) -> dict[str, str]:
    """So that browsers save it."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}
