"""Ratings from results: the model of Bradley and Terry, on the scale of Elo, with intervals.

A player 400 points above another wins ten games for each one lost; a draw is half a win and half a loss. Ratings are
the likeliest ones; their errors come from the curvature of the likelihood there. Draws and paired openings vary
less than the model thinks, so the intervals are on the wide side.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ludejo.lab.scores import WIDTH

SCALE = 400 / math.log(10)
MOST_STEPS = 200


class Pairing(NamedTuple):
    """What came of the games between two players."""

    first: str
    second: str
    points: float  # of the first
    games: int


@dataclass(frozen=True)
class Ratings:
    """Ratings in points, and how they vary together."""

    names: tuple[str, ...]
    values: np.ndarray  # [names]
    covariance: np.ndarray  # [names, names]  zero for the anchor

    def of(self, name: str) -> tuple[float, float]:
        """A rating and the half-width of its 95 % interval, seen from the anchor."""
        place = self.names.index(name)
        return float(self.values[place]), WIDTH * math.sqrt(max(0.0, float(self.covariance[place, place])))

    def difference(self, above: str, below: str) -> tuple[float, float]:
        """How far one player is above another, and the half-width of the 95 % interval of that."""
        a, b = self.names.index(above), self.names.index(below)
        variance = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        return float(self.values[a] - self.values[b]), WIDTH * math.sqrt(max(0.0, float(variance)))


def fit(results: Iterable[Pairing], anchor: str | None = None, at: float = 0.0, prior: float = 0.0) -> Ratings:
    """The likeliest ratings, the anchor (else the first player) standing at a given number.

    The prior adds so many imagined draws to every pairing that was played: with a little of it even a player that
    never lost has a finite rating. Without any, such results are refused.
    """
    played = [result for result in results if result.games]
    names = tuple(dict.fromkeys(name for result in played for name in (result.first, result.second)))
    anchor = names[0] if anchor is None and names else anchor
    if anchor not in names:
        raise ValueError(f"{anchor} has played no games to anchor the ratings at")
    points, games = _tables(names, played, prior)
    _check_connected(names, points)
    free = [k for k, name in enumerate(names) if name != anchor]
    strengths = _climb(points, games, free)
    covariance = np.zeros((len(names), len(names)))
    covariance[np.ix_(free, free)] = np.linalg.inv(_curvature(strengths, games)[np.ix_(free, free)]) * SCALE**2
    return Ratings(names, (strengths - strengths[names.index(anchor)]) * SCALE + at, covariance)


def _tables(names: Sequence[str], played: Sequence[Pairing], prior: float) -> tuple[np.ndarray, np.ndarray]:
    """Points of each player against each other, and games between them."""
    points = np.zeros((len(names), len(names)))
    for result in played:
        a, b = names.index(result.first), names.index(result.second)
        points[a, b] += result.points
        points[b, a] += result.games - result.points
    games = points + points.T
    points += prior / 2 * (games > 0)
    return points, points + points.T


def _check_connected(names: Sequence[str], points: np.ndarray) -> None:
    """Everybody must have taken something from everybody else, perhaps through others; else ratings fly apart."""
    reach = (points > 0) | np.eye(len(names), dtype=bool)
    for _ in names:
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    for a, b in np.argwhere(~reach):
        raise ValueError(f"nothing that {names[a]} won leads to {names[b]}: their ratings have no finite difference")


def _climb(points: np.ndarray, games: np.ndarray, free: list[int]) -> np.ndarray:
    """Newton's method, with shorter steps where a full one would overshoot."""
    strengths = np.zeros(len(points))
    likelihood = _likelihood(strengths, points)
    for _ in range(MOST_STEPS):
        slope = points.sum(axis=1) - (games * _wins(strengths)).sum(axis=1)
        step = np.zeros(len(points))
        step[free] = np.linalg.solve(_curvature(strengths, games)[np.ix_(free, free)], slope[free])
        while (better := _likelihood(strengths + step, points)) < likelihood and np.abs(step).max() > 1e-12:
            step /= 2
        strengths, likelihood = strengths + step, better
        if np.abs(step).max() < 1e-10:
            break
    return strengths


def _wins(strengths: np.ndarray) -> np.ndarray:
    """The chance of each player to beat each other."""
    return 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))


def _likelihood(strengths: np.ndarray, points: np.ndarray) -> float:
    return float(-(points * np.logaddexp(0, strengths[None, :] - strengths[:, None])).sum())


def _curvature(strengths: np.ndarray, games: np.ndarray) -> np.ndarray:
    chances = _wins(strengths)
    weights = games * chances * (1 - chances)
    return np.diag(weights.sum(axis=1)) - weights
