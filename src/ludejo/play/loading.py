"""Records from files, the format told by the end of the name: .json is ours, .ap.json Abstract Play's, .sgf SGF.

A match file (.jsonl) has a line that says what was played, then a record a line. Where only records are gathered, the
first line may be one, too.
"""

import os
from collections.abc import Iterator
from types import ModuleType

from ludejo.games.errors import BadRecord
from ludejo.games.phrases import phrase
from ludejo.play import abstractplay, records, sgf
from ludejo.play.files import read_lines
from ludejo.play.record_text import text_of
from ludejo.play.records import Record

FOREIGN = {".ap.json": abstractplay, ".sgf": sgf}
MATCH = ".jsonl"
AnyPath = str | os.PathLike[str]


def load(path: AnyPath) -> Record | list[Record]:
    """The record in a file, or the records in a match file, every move checked."""
    return list(match_in(path)) if is_match(path) else record_in(path)


def record_in(path: AnyPath) -> Record:
    """The record in a file."""
    text = text_of(path)
    return (foreign_format(path) or records).read(text)


def match_in(path: AnyPath) -> Iterator[Record]:
    """The records in a match file, as they are read; a last line that was cut off by a kill is no game."""
    for number, document in read_lines(path):
        if not isinstance(document, dict):
            raise BadRecord(phrase("line {number} is no record, expected a JSON object", number=number))
        if number == 1 and "moves" not in document:
            continue
        try:
            yield records.from_document(document)
        except BadRecord as error:
            raise BadRecord(phrase("line {number}: {reason}", number=number, reason=error.sentence)) from None


def is_match(path: AnyPath) -> bool:
    """Whether a file is one of many games."""
    return os.fspath(path).lower().endswith(MATCH)


def foreign_format(path: AnyPath) -> ModuleType | None:
    """The format of a file, where it is not ours."""
    name = os.fspath(path).lower()
    return next((module for ending, module in FOREIGN.items() if name.endswith(ending)), None)
