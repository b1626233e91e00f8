"""Checkpoints: what proof numbers have learnt, in a file, so that a long proof can be stopped and continued.

The tables are all there is to keep: who goes on from them soon stands where the search stood.
"""

import json
import zipfile

import numpy as np

from ludejo.games.errors import Unusable, quoted
from ludejo.games.phrases import phrase
from ludejo.play.files import AnyPath, written_aside
from ludejo.play.position import Position
from ludejo.solve.searches import Tables

VERSION = 2  # of what entries mean: another one is of no use


class BadCheckpoint(Unusable):
    """A file that is no checkpoint, or one of another position."""


def _about(start: Position) -> str:
    return json.dumps(["ludejo checkpoint", VERSION, start.game.spec, start.text])


def save(path: AnyPath, tables: Tables, start: Position) -> int:
    """Write what is known from a position on; return how many positions that are."""
    learnt = tables.learnt()
    with written_aside(path) as file:
        np.savez_compressed(file, allow_pickle=False, about=np.array(_about(start)), **learnt)
    return sum(map(len, learnt.values()))


def load(path: AnyPath, tables: Tables, start: Position) -> int:
    """Take up what a file knows; return how many positions that are."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            learnt = {name: kept[name] for name in kept.files}
            about = str(learnt.pop("about"))
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise BadCheckpoint(phrase("{file} is no checkpoint", file=quoted(str(path)))) from None
    if about != _about(start) or not tables.can_take_up(learnt):
        raise BadCheckpoint(phrase("{file} is a checkpoint of something else", file=quoted(str(path))))
    tables.take_up(learnt)
    return sum(map(len, learnt.values()))
