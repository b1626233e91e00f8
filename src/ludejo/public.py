"""What `import ludejo` gives beside games and positions. Each brings in what it needs when it is called, not before."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludejo.play.game import Game, game
from ludejo.play.position import Position

if TYPE_CHECKING:
    from ludejo.environments.vector import Vector
    from ludejo.lab.simulation import Simulation
    from ludejo.play.records import Record
    from ludejo.search.advisor import Advisor
    from ludejo.search.analysis import Judgement
    from ludejo.solve.solver import Solution


MOST_MEMORY_MB = 1 << 20


def engine(
    spec: str | Game,
    level: int | None = None,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int | None = None,
    threads: int = 1,
) -> Advisor:
    """An engine for a game: of a level, or one that thinks for so many seconds or simulations a position."""
    from ludejo.search.advisor import Advisor

    return Advisor(_meant(spec), level, seconds, simulations, seed, threads)


def solve(position: Position, seconds: float = 60.0, memory_mb: float = 256) -> Solution:
    """What is certain about a position after so many seconds of work: bounds of its value, the best line, its end."""
    from ludejo.search.advisor import MOST_SECONDS, check_position, checked_number
    from ludejo.search.network import guide_for
    from ludejo.solve.solver import solve as certain

    check_position(position)
    seconds = checked_number("seconds", seconds, 0, MOST_SECONDS)
    memory_mb = checked_number("memory_mb", memory_mb, 0, MOST_MEMORY_MB)
    return certain(position, seconds, memory_mb, guide=guide_for(position.game))


def analyse(position: Position, seconds: float | None = None, simulations: int | None = None) -> list[Judgement]:
    """Every turn that led to a position judged: what it was worth, what was best, how much a roll added."""
    from ludejo.search.advisor import MOST_SECONDS, MOST_SIMULATIONS, check_position, checked_number, checked_whole
    from ludejo.search.analysis import Analyst

    check_position(position)
    seconds = None if seconds is None else checked_number("seconds", seconds, 0, MOST_SECONDS)
    simulations = None if simulations is None else checked_whole("simulations", simulations, MOST_SIMULATIONS)
    if seconds is None and simulations is None:
        seconds = 1.0
    return list(Analyst(seconds, simulations).judge(position))


def simulate(
    spec: str | Game,
    games: int = 10_000,
    players: Sequence[str] = ("random", "random"),
    seed: int = 1,
) -> Simulation:
    """Many games between two players (random, level:3, …) as arrays, each from its own arrangement."""
    from ludejo.lab.simulation import simulate as play_many

    return play_many(_meant(spec), games, players, seed)


def vector(spec: str | Game, count: int, seed: int | None = None, restart: bool = True) -> Vector:
    """Many games at once that take a step together, for learning agents. Without `restart` those that end stay so."""
    from ludejo.environments.vector import Vector

    return Vector(_meant(spec), count, seed, restart)


def load(path: str | os.PathLike[str]) -> Record | list[Record]:
    """The record in a file, by its suffix (.json, .ap.json, .sgf), or the records in a match file (.jsonl)."""
    from ludejo.play.loading import load as load_any

    return load_any(path)


def _meant(spec: str | Game) -> Game:
    return spec if isinstance(spec, Game) else game(spec)
