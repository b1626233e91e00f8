"""Records in files, the format told by the end of the name: .json is ours, .ap.json Abstract Play's, .sgf SGF.

A match file, .jsonl, holds many.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play import records
from ludejo.play.files import as_line, put_text, written_aside
from ludejo.play.loading import foreign_format, is_match, match_in, record_in
from ludejo.play.records import Record
from ludejo.terminal.errors import BadInput, why

AnyPath = str | os.PathLike[str]
_GAME = re.compile(r"game ([0-9]{1,9})")  # what a match says as the event of a game


class Found(NamedTuple):
    """A record, and where it was found."""

    path: AnyPath
    number: int | None  # among the games of a match file
    record: Record

    @property
    def name(self) -> str:
        """What to call it."""
        file = os.fspath(self.path)
        return file if self.number is None else phrase("{file}, game {number}", file=file, number=self.number)


def load(path: AnyPath) -> Record:
    """The record in a file, every move checked."""
    with _refusing(path):
        return record_in(path)


def load_all(paths: Iterable[AnyPath], only: int | None = None) -> Iterator[Found]:
    """All records in some files, one after the other; of match files all games, or the one of a number."""
    for path in paths:
        with _refusing(path):
            if not is_match(path):
                yield Found(path, None, record_in(path))
                continue
            count = 0
            for place, record in enumerate(match_in(path), 1):
                number = _number(record, place)
                if only in (None, number):
                    count += 1
                    yield Found(path, number, record)
            if not count:
                missing = phrase("there is no game {number}", number=only)
                raise BadInput(missing if only is not None else phrase("there is no game in it"))


def _number(record: Record, place: int) -> int:
    """Which game of its match a record is: games that are played at the same time end in any order."""
    told = _GAME.fullmatch(record.event or "")
    return int(told[1]) if told else place


@contextmanager
def _refusing(path: AnyPath) -> Iterator[None]:
    """What is wrong with a file is told with its name."""
    try:
        yield
    except OSError as error:
        raise BadInput(phrase("cannot read {file}", file=why(error))) from None
    except Unusable as error:
        raise BadInput(phrase("{file}: {reason}", file=os.fspath(path), reason=error.sentence)) from None


def save(record: Record, path: AnyPath) -> None:
    """Write a record to a file."""
    foreign = foreign_format(path)
    try:
        if foreign:
            put_text(path, foreign.write(record))
        else:
            records.save(record, path)
    except OSError as error:
        raise cannot_write(path, error) from None


def save_all(gathered: Iterable[Record], path: AnyPath) -> int:
    """Gather records in a match file; how many they are."""
    count = 0
    try:
        with written_aside(path) as file:
            for count, record in enumerate(gathered, 1):  # noqa: B007  the last one is told
                file.write(as_line(records.to_document(record)))
    except OSError as error:
        raise cannot_write(path, error) from None
    return count


def cannot_write(path: AnyPath, error: OSError) -> BadInput:
    """Why a file could not be written."""
    told = {"file": os.fspath(path), "reason": error.strerror or str(error)}
    return BadInput(phrase("cannot write {file}: {reason}", **told))
