"""How strong a network is while it learns: small matches, all games side by side.

The bare policy, without any search, plays against the bare policy of an earlier checkpoint and against the plain
search. That takes seconds, and says more about a network than its losses do.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings
from ludejo.training.network.agents import Agent

OPENING_TURNS = 2  # drawn at random, the same for both games of a pair
MOST_TURNS = 300  # then a game counts half
MOST_ELO = 800.0


def search_agent(game: Game, simulations: int, seed: int, threads: int) -> Agent:
    """Plays what the plain search says, several games at a time."""
    engines = [Engine(game, Settings(memory_mb=8, seed=seed + k)) for k in range(threads)]

    def share(positions: Sequence[Position], k: int) -> list[int]:
        return [engines[k].think(p, simulations=simulations).best.move for p in positions[k::threads]]

    def choose(positions: Sequence[Position]) -> list[int]:
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(lambda k: share(positions, k), range(threads)))
        return [parts[k % threads][k // threads] for k in range(len(positions))]

    return choose


class Score(NamedTuple):
    """An agent's share of the points, sitting first and sitting second."""

    first: float
    second: float

    @property
    def mean(self) -> float:
        """Of both."""
        return (self.first + self.second) / 2


def match(game: Game, first: Agent, second: Agent, games: int, seed: int) -> Score:
    """How the first agent does; every opening is played twice, with the seats changed."""
    chance = random.Random(seed)
    openings = [_opening(game, chance) for _ in range(games // 2)]
    boards = [position for position in openings for _ in range(2)]
    agents = (first, second)
    while live := [k for k, position in enumerate(boards) if not position.is_over and position.turn <= MOST_TURNS]:
        for k in live:
            if boards[k].is_chance:
                boards[k] = boards[k].after(chance.choice(boards[k].legal))
        for number in (0, 1):  # in odd games the first agent sits second
            due = [k for k in live if boards[k].to_move in (0, 1) and (boards[k].to_move or 0) ^ (k % 2) == number]
            if due:
                for k, move in zip(due, agents[number]([boards[k] for k in due]), strict=True):
                    boards[k] = boards[k].after(move)
    by_seat = [[_points(position, seat) for position in boards[seat::2]] for seat in (0, 1)]
    return Score(*(sum(points) / len(points) for points in by_seat))


def _opening(game: Game, chance: random.Random) -> Position:
    while True:
        position = game.start(seed=chance.getrandbits(32))
        while not position.is_over and (position.turn <= OPENING_TURNS or position.is_chance):
            position = position.after(chance.choice(position.legal))
        if not position.is_over:
            return position


def _points(position: Position, seat: int) -> float:
    outcome = position.outcome
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == seat)


def elo(score: float, games: int) -> float:
    """The difference in rating that a score stands for, as if half a game more had been drawn on either side."""
    score = (score * games + 0.5) / (games + 1)
    return max(-MOST_ELO, min(MOST_ELO, -400 * math.log10(1 / score - 1)))
