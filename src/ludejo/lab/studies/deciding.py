"""Play until every claim of a study is decided or has spent its games.

Games count in the order of their numbers, so that a verdict does not depend on who was quick, and a study that goes on
after a kill comes to the same one. What was played for one claim counts for every other that it says something on: a
claim that a few games seemed to settle may so be open again, or come out the other way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ludejo.lab.measures.fair import read_first_moves
from ludejo.lab.measures.sample import read_sample
from ludejo.lab.runs.plan import Chunk, Run
from ludejo.lab.runs.running import Runner, go_on
from ludejo.lab.runs.store import Store, tables
from ludejo.lab.studies.sequential import OPEN, Verdict, decide
from ludejo.lab.studies.series import between, of_games, of_starts
from ludejo.lab.studies.study import Claim, Study

MOST_AHEAD = 64  # chunks of a claim that are played between two looks
NEVER = 1 << 30  # one game in so many is judged where no claim asks for it


@dataclass
class Trial:
    """A claim under way."""

    claim: Claim
    lines: list[list[Chunk]]  # of the variant, and of the one that it is compared with
    is_free: bool = False  # whether games cost nothing, as they were played before: then all of them count
    reached: int = 0  # chunks of each line that count
    verdict: Verdict = field(default_factory=lambda: decide([], 0.5))

    @property
    def is_over(self) -> bool:
        """Whether it has spent its games, or is decided and would have to play for more."""
        return self.reached >= max(map(len, self.lines)) or (self.verdict.answer != OPEN and not self.is_free)

    def next_chunks(self, count: int) -> list[Chunk]:
        """The chunks that it needs next."""
        return [chunk for line in self.lines for chunk in line[self.reached : self.reached + count]]

    @property
    def heard(self) -> list[Chunk]:
        """The chunks that count, as far as they are there."""
        return [chunk for line in self.lines for chunk in line[: self.reached]]

    def shared(self, asked: set[Chunk]) -> int:
        """How many chunks of each line were asked for, by this claim or another."""
        longest = max(map(len, self.lines))
        columns = ([line[k] for line in self.lines if k < len(line)] for k in range(longest))
        return next((k for k, column in enumerate(columns) if not asked.issuperset(column)), longest)

    def hear(self, store: Store, reached: int) -> None:
        """Take in what was played, up to so many chunks of each line."""
        self.reached = reached
        self.verdict = decide(self.series(store), self.claim.bound, self.claim.is_above)

    def series(self, store: Store) -> np.ndarray:
        """What the games so far say."""
        claim = self.claim
        told = [self._told(store, line[: self.reached]) for line in self.lines]
        return told[0] if len(told) == 1 else between(told[0], told[1], claim.measure)

    def _told(self, store: Store, chunks: Sequence[Chunk]) -> np.ndarray:
        spec = chunks[0].spec
        with tables(store.folder, chunks) as connection:
            if self.claim.is_of_starts:
                return of_starts(read_first_moves(connection, spec), self.claim.measure)
            sample = read_sample(connection, spec, self.claim.players)
            return of_games(sample, self.claim.measure, self.claim.detail)


def trials(study: Study, is_free: bool = False) -> list[Trial]:
    """All claims, with the chunks that they may cost."""
    return [Trial(claim, [_line(study, claim, spec) for spec in _specs(claim)], is_free) for claim in study.claims]


def _specs(claim: Claim) -> list[str]:
    return [claim.spec, claim.against] if claim.against else [claim.spec]


def _line(study: Study, claim: Claim, spec: str) -> list[Chunk]:
    every = 1 if claim.is_judged else NEVER
    run = Run((spec,), claim.by, (claim.games,) * len(claim.by), None, claim.judge, every, claim.games, study.seed)
    return run.openings(spec) if claim.is_of_starts else run.line(spec, claim.players, claim.games)


@dataclass(frozen=True)
class News:
    """How a claim stands after some more games."""

    number: int
    trial: Trial


def play_out(store: Store, trials: Sequence[Trial], runner: Runner, ahead: int = 2) -> Iterator[News]:
    """Play on, some chunks of every open claim in turn, until none is open or all is spent."""
    asked: set[Chunk] = set()
    ahead = MOST_AHEAD if all(trial.is_free for trial in trials) else ahead
    while waiting := [trial for trial in trials if not trial.is_over]:
        wanted = list(dict.fromkeys(chunk for trial in waiting for chunk in trial.next_chunks(ahead)))
        asked.update(wanted)
        for _ in go_on(store, wanted, runner):
            pass
        for trial in waiting:
            trial.hear(store, trial.reached + ahead)
            yield News(trials.index(trial), trial)
        ahead = min(MOST_AHEAD, 2 * ahead)
        if all(trial.is_over for trial in trials):
            yield from _caught_up(store, trials, asked)


def _caught_up(store: Store, trials: Sequence[Trial], asked: set[Chunk]) -> Iterator[News]:
    """What was played for others counts, too."""
    for number, trial in enumerate(trials):
        if (reached := trial.shared(asked)) > trial.reached:
            trial.hear(store, reached)
            yield News(number, trial)
