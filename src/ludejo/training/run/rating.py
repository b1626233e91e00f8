"""How strong a network is while it learns: small matches, all games side by side.

The bare policy, without any search, plays against the bare policy of an earlier checkpoint and against the plain
search. That takes seconds, and says more about a network than its losses do.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import torch

from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings
from ludejo.training.network.model import PolicyValueNet, flat_policy, folded

OPENING_TURNS = 2  # drawn at random, the same for both games of a pair
MOST_TURNS = 300  # then a game counts half
SHARPNESS = 4.0  # moves are drawn from the policy to this power: a little variety, few blunders
MOST_ELO = 800.0

Agent = Callable[[Sequence[Position]], list[int]]


def policy_agent(game: Game, network: PolicyValueNet, seed: int, device: torch.device) -> Agent:
    """Plays what the network's policy says, without search."""
    plain, sight, look = folded(network).float().to(device), sight_for(game), view_of(game.rules).look
    chance = np.random.default_rng(seed)

    def choose(positions: Sequence[Position]) -> list[int]:
        planes = np.zeros((len(positions), *sight.ground.shape), np.uint8)
        for position, room in zip(positions, planes, strict=True):
            look(game.board, sight, position.state, room)
        shaped = torch.from_numpy(planes).view(len(planes), -1, sight.height, sight.width).float()
        with torch.no_grad(), torch.backends.cudnn.flags(enabled=True, benchmark=False):  # sizes vary
            logits = flat_policy(plain(shaped.to(device))).cpu().numpy()
        return [
            _drawn(row[sight.slot[list(p.legal)]], p.legal, chance) for row, p in zip(logits, positions, strict=True)
        ]

    return choose


def _drawn(logits: np.ndarray, legal: Sequence[int], chance: np.random.Generator) -> int:
    weights = np.exp(SHARPNESS * (logits.astype(np.float64) - logits.max()))
    return int(legal[int(chance.choice(len(legal), p=weights / weights.sum()))])


def random_agent(seed: int) -> Agent:
    """Plays anything."""
    chance = random.Random(seed)
    return lambda positions: [chance.choice(position.legal) for position in positions]


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
