"""A figure and its 95 % interval: exact for a share of games (Clopper and Pearson 1934), else by bootstrap over games.

The bootstrap draws whole games with replacement (Efron 1979) and takes the 2.5 and 97.5 % quantiles of what the drawn
games give. Its chance is seeded, so that the same games have the same interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

LEVEL = 0.95
RESAMPLES = 1000
BATCH = 2_000_000  # weights in memory at a time
HALVINGS = 60


@dataclass(frozen=True)
class Figure:
    """A value, where it truly lies with 95 % confidence, and how many games say so. Without games there is no value."""

    value: float | None
    low: float | None
    high: float | None
    games: int

    @property
    def is_known(self) -> bool:
        """Whether there were games to tell it from."""
        return self.value is not None

    def __sub__(self, other: Figure) -> Figure:
        """The difference of two figures of different games; the half-widths add as those of independent errors do."""
        if self.value is None or other.value is None:
            return NOTHING
        value, games = self.value - other.value, min(self.games, other.games)
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return Figure(value, None, None, games)
        below = math.hypot(self.value - self.low, other.high - other.value)
        above = math.hypot(self.high - self.value, other.value - other.low)
        return Figure(value, value - below, value + above, games)


NOTHING = Figure(None, None, None, 0)


def share(count: int, games: int) -> Figure:
    """A share of games, with the exact interval of the binomial distribution."""
    if games == 0:
        return NOTHING
    return Figure(count / games, *clopper_pearson(count, games), games)


def clopper_pearson(count: int, games: int, level: float = LEVEL) -> tuple[float, float]:
    """The shares under which neither so few nor so many successes are rarer than half of what the level leaves."""
    tail = (1 - level) / 2
    low = 0.0 if count == 0 else _root(lambda p: _at_least(count, games, p) - tail)
    high = 1.0 if count == games else _root(lambda p: tail - (1 - _at_least(count + 1, games, p)))
    return low, high


def _root(rising: Callable[[float], float]) -> float:
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > 0 else (middle, high)
    return (low + high) / 2


def _at_least(count: int, games: int, p: float) -> float:
    """The chance of `count` successes or more, summed from the smaller tail's terms in logarithms."""
    if p <= 0 or p >= 1:
        return float(p >= 1)
    terms = np.arange(1, games + 1, dtype=float)
    ways = np.concatenate(([0.0], np.cumsum(np.log(games - terms + 1) - np.log(terms))))
    hits = np.arange(games + 1)
    chances = np.exp(ways + hits * math.log(p) + (games - hits) * math.log1p(-p))
    return float(min(1.0, chances[count:].sum()))


def mean(values: Sequence[float] | np.ndarray) -> Figure:
    """The mean of a value that every game has."""
    return _bootstrapped(np.asarray(values, float).reshape(-1, 1), lambda w, rows: w @ rows[:, 0] / w.sum(1))


def ratio(tops: Sequence[float] | np.ndarray, bottoms: Sequence[float] | np.ndarray) -> Figure:
    """The sum of one value over all games, by the sum of another."""
    rows = np.stack([np.asarray(tops, float), np.asarray(bottoms, float)], axis=1)
    if not rows[:, 1].any():
        return NOTHING

    def divided(weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
        below = weights @ rows[:, 1]
        return np.divide(weights @ rows[:, 0], below, out=np.full(len(below), np.nan), where=below != 0)

    return _bootstrapped(rows, divided)


def quantile(values: Sequence[float] | np.ndarray, q: float) -> Figure:
    """A value that a share of q of the games do not pass: the least one for which that holds."""

    def found(weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
        passed = np.cumsum(weights, axis=1)
        return rows[np.argmax(passed >= q * passed[:, -1:] - 1e-9, axis=1), 0]

    return _bootstrapped(np.asarray(values, float).reshape(-1, 1), found)


def spread(values: Sequence[float] | np.ndarray) -> Figure:
    """The standard deviation of a value that every game has."""

    def deviation(weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
        total = weights.sum(1)
        middle = weights @ rows[:, 0] / total
        return np.sqrt(np.maximum(0.0, weights @ rows[:, 0] ** 2 / total - middle**2))

    return _bootstrapped(np.asarray(values, float).reshape(-1, 1), deviation)


def score(results: Sequence[float] | np.ndarray) -> Figure:
    """Points a game. Where none was drawn this is a share of games, and its interval exact."""
    results = np.asarray(results, float)
    if len(results) and np.isin(results, (0.0, 1.0)).all():
        return share(int(results.sum()), len(results))
    return mean(results)


def _bootstrapped(rows: np.ndarray, statistic: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Figure:
    """A statistic of weighted rows, and its interval. Games of the same row are drawn together, which is the same."""
    games = len(rows)
    if games == 0:
        return NOTHING
    kinds, counts = np.unique(rows, axis=0, return_counts=True)
    value = float(statistic(counts[None, :].astype(float), kinds)[0])
    if games == 1:
        return Figure(value, None, None, games)  # one game says nothing of others
    chance = np.random.default_rng(games)
    batch = max(1, BATCH // len(kinds))
    drawn: list[Any] = []
    for done in range(0, RESAMPLES, batch):
        size = min(batch, RESAMPLES - done)
        drawn.append(statistic(chance.multinomial(games, counts / games, size).astype(float), kinds))
    low, high = np.nanquantile(np.concatenate(drawn), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Figure(value, float(min(low, value)), float(max(high, value)), games)
