"""Checkpoints: what proof numbers have learnt, in a file, so that a long proof can be stopped and continued.

Of one position the tables are all there is to keep: who goes on from them soon stands where the search stood. Where
each move is solved, what is known of moves is kept beside them.
"""

import json
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np

from ludejo.games.errors import Unusable, quoted
from ludejo.games.phrases import phrase
from ludejo.play.files import AnyPath, written_aside
from ludejo.play.position import Position
from ludejo.solve.searches import Tables
from ludejo.solve.solver import Solution

VERSION = 2  # of what entries mean: another one is of no use
KEEP_SECONDS = 60.0  # between two times, at least …
REST = 20  # … and so many times as long as the last one took
RESULTS = "results"  # of moves, in the file


class BadCheckpoint(Unusable):
    """A file that is no checkpoint, or one of another position."""


def _about(start: Position) -> str:
    return json.dumps(["ludejo checkpoint", VERSION, start.game.spec, start.text])


def save(path: AnyPath, tables: Tables, start: Position, results: Mapping[str, Solution] | None = None) -> int:
    """Write what is known from a position on, and of its moves; return how many positions that are."""
    learnt = tables.learnt()
    told = {RESULTS: np.array(json.dumps({move: asdict(known) for move, known in results.items()}))} if results else {}
    with written_aside(path) as file:
        np.savez_compressed(file, allow_pickle=False, about=np.array(_about(start)), **learnt, **told)
    return sum(map(len, learnt.values()))


def load(path: AnyPath, tables: Tables, start: Position) -> int:
    """Take up what a file knows; return how many positions that are."""
    return _taken_up(path, tables, start)[0]


def _taken_up(path: AnyPath, tables: Tables, start: Position) -> tuple[int, dict[str, Solution]]:
    """The same, and what the file knows of moves."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            learnt = {name: kept[name] for name in kept.files}
            about = str(learnt.pop("about"))
            told = json.loads(str(learnt.pop(RESULTS, "{}")))
            results = {move: _solution(known) for move, known in told.items()}
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile):
        raise BadCheckpoint(phrase("{file} is no checkpoint", file=quoted(str(path)))) from None
    if about != _about(start) or not tables.can_take_up(learnt):
        raise BadCheckpoint(phrase("{file} is a checkpoint of something else", file=quoted(str(path))))
    tables.take_up(learnt)
    return sum(map(len, learnt.values())), results


def _solution(known: dict[str, object]) -> Solution:
    """What is known of a move, as it was written."""
    lists = {name: tuple(value) for name, value in known.items() if isinstance(value, list)}
    if known.keys() != {each.name for each in fields(Solution)} or lists["choices"]:
        raise ValueError
    return Solution(**known | lists)  # type: ignore[arg-type]


class Checkpoint:
    """A file that is written now and then: seldom enough that nearly all of the time is left for the proof."""

    def __init__(
        self, path: AnyPath, tables: Tables, start: Position, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.path, self.tables, self.start, self.clock = path, tables, start, clock
        self.positions = 0  # that the file knew
        self.results: dict[str, Solution] = {}  # of moves that are solved
        if Path(path).exists():
            self.positions, self.results = _taken_up(path, tables, start)
        self._took, self._kept = 0.0, clock()

    def keep(self) -> None:
        """Write all that is known."""
        begun = self.clock()
        save(self.path, self.tables, self.start, self.results)
        self._kept = self.clock()
        self._took = self._kept - begun

    def keep_now_and_then(self) -> None:
        """Write it, if that has not been done for long."""
        if self._rested(KEEP_SECONDS):
            self.keep()

    def note(self, solved: Mapping[str, Solution]) -> None:
        """Moves are solved: that is written as soon as may be."""
        self.results.update(solved)
        if self._rested(0.0):
            self.keep()

    def _rested(self, least: float) -> bool:
        return self.clock() - self._kept >= max(least, REST * self._took)
