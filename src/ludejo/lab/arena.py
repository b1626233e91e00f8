"""Matches, one or many at a time, played by the same workers and kept in their journals."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import ludejo
from ludejo.lab.journal import Journal, Played
from ludejo.lab.match import Plan, play_game
from ludejo.lab.workers import Task, played
from ludejo.search.network import usable_network


@dataclass(frozen=True)
class News:
    """A game has ended and is on disk."""

    journal: Journal
    number: int
    game: Played


def play_all(journals: Sequence[Journal], processes: int, seconds: float | None = None) -> Iterator[News]:
    """Play what the journals lack, turn about, and tell of each game. After so many seconds, leave the rest."""
    until = None if seconds is None else time.monotonic() + seconds
    warm_up(journals)
    for task, record in played(_tasks(journals), processes, until):
        journal: Journal = journals[task.key]
        yield News(journal, task.number, journal.add(task.number, record))


def warm_up(journals: Sequence[Journal]) -> None:
    """Compile what is needed here and now, so that the workers find it in the cache instead of all compiling it."""
    for spec in {journal.plan.spec for journal in journals}:
        guided = "net:simulations=8" if usable_network(ludejo.game(spec)) else "random"
        play_game(Plan(spec, ("search:simulations=20,memory_mb=16", guided), 2, most_turns=4), 0)


def _tasks(journals: Sequence[Journal]) -> Iterator[Task]:
    """A pair from each journal in turn, so that all of them grow together."""
    waiting = {key: journal.missing for key, journal in enumerate(journals)}
    while waiting:
        for key, missing in list(waiting.items()):
            pair = [number for number in (next(missing, None), next(missing, None)) if number is not None]
            for number in pair:
                yield Task(key, journals[key].plan, number)
            if not pair:
                del waiting[key]
