"""Successive halving: all members by random play, the best third of them by the next player, and so on.

Every stage is in the folder as chunks, so that a race that was stopped goes on. Random play keeps the members whose
wishes are met best on average; so do the players, who also judge openness and skill (Karnin, Koren and Somekh 2013).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.lab.exploring.objectives import Standing, at_random, beats, behind, by_players, pareto
from ludejo.lab.measures.sample import read_sample
from ludejo.lab.runs.members import member_chunks
from ludejo.lab.runs.plan import GAMES, JUDGE, Run, is_batched
from ludejo.lab.runs.running import Progress, Runner, go_on
from ludejo.lab.runs.store import Store, database, read, tables


@dataclass(frozen=True)
class Race:
    """How a family is explored."""

    specs: tuple[str, ...]
    players: tuple[str, ...]  # after random, the weakest first
    random_games: int = 2000
    games: int = 40  # of a member by each player, and against the player before
    keep: int = 3  # one member of so many goes on
    wish: float = 40.0  # turns
    judge: str = JUDGE
    seed: int = 1
    beside: tuple[str, ...] = ()  # members to compare with, who go on whatever they are worth
    random_wish: float | None = None  # turns of random games, which take longer; none: the same wish

    @property
    def everybody(self) -> tuple[str, ...]:
        """All members, once each."""
        return tuple(dict.fromkeys((*self.specs, *self.beside)))


@dataclass(frozen=True)
class Stage:
    """The members that reached a player, the best first."""

    by: str
    standings: tuple[Standing, ...]


def race(given: Race, store: Store, runner: Runner) -> Iterator[Stage | Progress]:
    """Stage after stage; in between, chunks as they come."""
    chunks = member_chunks(given.everybody, given.random_games, given.seed)
    yield from go_on(store, chunks, runner)
    with database() as connection:
        paths = [str(store.path_of(chunk)) for chunk in chunks]
        rows = read(connection, "SELECT * FROM read_parquet(?)", paths).fetchall()
        names = [column[0] for column in connection.description or ()]
    wish = given.random_wish or given.wish
    yield (stage := _ranked("random", [at_random(dict(zip(names, row, strict=True)), wish) for row in rows]))
    before = "random"
    for player in given.players:
        best = [standing.spec for standing in stage.standings[: _kept(len(stage.standings), given.keep)]]
        kept = list(dict.fromkeys((*best, *given.beside)))
        run = _run(given, kept, (before, player))
        own = [chunk for chunk in run.chunks() if chunk.kind == GAMES and chunk.players[0] == player]
        if is_batched(player) != is_batched(before):  # who cannot meet
            own = [chunk for chunk in own if chunk.players[1] == player]
        yield from go_on(store, own, runner)
        with tables(store.folder, own) as connection:
            standings = [
                by_players(
                    read_sample(connection, spec, (player, player)),
                    read_sample(connection, spec, (player, before)),
                    player,
                    given.wish,
                )
                for spec in kept
                if any(store.has(chunk) for chunk in own if chunk.spec == spec)  # some may have been played elsewhere
            ]
        if not standings:
            raise Unusable(phrase("{by} has played no game of these members yet", by=player))
        yield (stage := _ranked(player, standings))
        before = player


def _run(given: Race, specs: Sequence[str], players: tuple[str, str]) -> Run:
    """A player with itself and with the one before."""
    games = (1, given.games)
    return Run(tuple(specs), players, games, given.games, given.judge, 4, 0, given.seed)


def _ranked(by: str, standings: Sequence[Standing]) -> Stage:
    return Stage(by, tuple(sorted(standings, key=lambda standing: (-standing.merit, standing.spec))))


def _kept(count: int, keep: int) -> int:
    return max(min(count, 3), math.ceil(count / keep))


def finalists(stage: Stage) -> list[Standing]:
    """The Pareto set of the last stage."""
    return pareto(stage.standings)


def better_than(stage: Stage, specs: Sequence[str]) -> list[Standing]:
    """The members that beat each of some others in every wish, by their figures."""
    others = [standing for standing in stage.standings if standing.spec in specs]
    return [one for one in stage.standings if others and all(beats(one, other) for other in others)]


def perhaps_better_than(stage: Stage, specs: Sequence[str]) -> list[Standing]:
    """The members that are surely behind none of some others in any wish: the rest is no better than all of them."""
    others = [standing for standing in stage.standings if standing.spec in specs]
    rest = [standing for standing in stage.standings if standing.spec not in specs]
    return [one for one in rest if others and not any(behind(one, other) for other in others)]
