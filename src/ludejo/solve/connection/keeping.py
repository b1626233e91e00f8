"""Checkpoints: what a prover has learnt, in a file, so that a long proof can be stopped and continued.

The table is all there is to keep: who goes on from it soon stands where the search stood.
"""

import json
import zipfile

import numpy as np

from ludejo.games.errors import Unusable, quoted
from ludejo.games.phrases import phrase
from ludejo.play.files import AnyPath, written_aside
from ludejo.play.position import Position
from ludejo.solve.connection.search import ConnectionTables
from ludejo.solve.connection.table import WORDS, entries_of, put_back

VERSION = 1  # of what entries mean: another one is of no use


class BadCheckpoint(Unusable):
    """A file that is no checkpoint, or one of another position."""


def _about(start: Position) -> str:
    return json.dumps(["ludejo checkpoint", VERSION, start.game.spec, start.text])


def save(path: AnyPath, tables: ConnectionTables, start: Position) -> int:
    """Write what is known from a position on; return how many positions that are."""
    entries = entries_of(tables.table)
    with written_aside(path) as file:
        np.savez_compressed(file, about=np.array(_about(start)), entries=entries)
    return len(entries)


def load(path: AnyPath, tables: ConnectionTables, start: Position) -> int:
    """Take up what a file knows; return how many positions that are."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            about, entries = str(kept["about"]), kept["entries"]
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise BadCheckpoint(phrase("{file} is no checkpoint", file=quoted(str(path)))) from None
    if about != _about(start) or entries.dtype != np.uint64 or entries.ndim != 2 or entries.shape[1] != WORDS:
        raise BadCheckpoint(phrase("{file} is a checkpoint of something else", file=quoted(str(path))))
    put_back(tables.table, entries)
    return len(entries)
