"""Records in files, the format told by the end of the name: .json is ours, .ap.json Abstract Play's, .sgf SGF."""

import os

from ludejo.games.errors import BadRecord
from ludejo.games.phrases import phrase
from ludejo.play import records
from ludejo.play.files import put_text
from ludejo.play.loading import foreign_format, record_in
from ludejo.play.records import Record
from ludejo.terminal.errors import BadInput, why


def load(path: str | os.PathLike[str]) -> Record:
    """The record in a file, every move checked."""
    try:
        return record_in(path)
    except OSError as error:
        raise BadInput(phrase("cannot read {file}", file=why(error))) from None
    except BadRecord as error:
        raise BadInput(phrase("{file}: {reason}", file=os.fspath(path), reason=error.sentence)) from None


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file."""
    foreign = foreign_format(path)
    try:
        if foreign:
            put_text(path, foreign.write(record))
        else:
            records.save(record, path)
    except OSError as error:
        raise cannot_write(path, error) from None


def cannot_write(path: str | os.PathLike[str], error: OSError) -> BadInput:
    """Why a file could not be written."""
    told = {"file": os.fspath(path), "reason": error.strerror or str(error)}
    return BadInput(phrase("cannot write {file}: {reason}", **told))
