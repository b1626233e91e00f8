"""Sequential tests that may be looked at after every game: testing by betting.

Whoever doubts that a mean is at most m starts with 1 and before each game bets a part of what there is on the result
being above m. If the mean is at most m, no way of betting makes 20 of the 1 with a chance above 1/20 (Ville's
inequality), however often one looks and whenever one stops. So 40 on either side is a verdict at 5 % in all.
Two bettors share the capital, by Waudby-Smith and Ramdas (Estimating means of bounded random variables by betting,
2024): one bets as if the variance so far were the true one, less and less, which is good for a mean that is far off;
the other as if the mean so far were true, too (Kelly; their aGRAPA), which finds small differences with many games.
Neither bets so much that one result can ruin.
The means that neither bettor has ruined are a confidence sequence: an interval that holds at all times together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

ALPHA = 0.05  # how often a verdict may be wrong
GRID = 400  # means that the interval is looked for among
BOLDEST = 0.75  # share of the capital that one result may cost
SUPPORTED, REFUTED, OPEN = "supported", "refuted", "open"


@dataclass(frozen=True)
class Verdict:
    """What a series says on whether its mean is above a bound."""

    answer: str  # SUPPORTED, REFUTED or OPEN
    games: int  # after which it fell, or all
    mean: float
    low: float  # of the confidence sequence
    high: float
    needed: int | None = (
        None  # of an open one: about how many games would settle it, if the mean stays; None: nobody knows
    )


def decide(series: Sequence[float] | np.ndarray, bound: float, is_above: bool = True, alpha: float = ALPHA) -> Verdict:
    """Whether the mean of results in 0 … 1 is above a bound, or below it, as soon as the games tell."""
    values = np.asarray(series, float)
    above, below = (capital(values, np.array([bound]), side)[:, 0] for side in (1, -1))
    limit = math.log(2 / alpha)
    fallen = [int(np.argmax(log >= limit)) if (log >= limit).any() else len(values) for log in (above, below)]
    at = min(fallen)
    seen = values[: at + 1]
    low, high = interval(seen, alpha)
    mean = float(seen.mean()) if len(seen) else 0.5
    if at == len(values):
        return Verdict(OPEN, len(values), mean, low, high, _needed(values, bound, limit + math.log(2)))
    is_over = fallen[0] <= fallen[1]
    return Verdict(SUPPORTED if is_over == is_above else REFUTED, at + 1, mean, low, high)


def capital(values: np.ndarray, means: np.ndarray, side: int) -> np.ndarray:
    """The logarithm of what they have after each result, for each mean [results, means]; side 1 bets above it."""
    if len(values) == 0:
        return np.zeros((0, len(means)))
    mean, variance = _before(values)
    gap = side * (mean[:, None] - means[None, :])
    kelly = np.maximum(gap, 0) / (variance[:, None] + gap**2)
    with np.errstate(divide="ignore"):
        most = BOLDEST / np.maximum(means if side == 1 else 1 - means, 1e-12)
    results = side * (values[:, None] - means[None, :])
    both = [np.cumsum(np.log1p(np.minimum(bets, most) * results), axis=0) for bets in (_bets(variance)[:, None], kelly)]
    return np.logaddexp(*both) - math.log(2)


def _bets(variance: np.ndarray) -> np.ndarray:
    """The share bet on each result, the same for every mean."""
    count = np.arange(1, len(variance) + 1)
    return np.sqrt(2 * math.log(2 / ALPHA) / (variance * count * np.log1p(count)))


def _before(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean and variance as they seem before each result, from those before it alone."""
    count = np.arange(1, len(values) + 1)
    mean = (0.5 + np.cumsum(values)) / (count + 1)
    variance = (0.25 + np.cumsum((values - mean) ** 2)) / (count + 1)
    return np.concatenate(([0.5], mean[:-1])), np.concatenate(([0.25], variance[:-1]))


def interval(values: np.ndarray, alpha: float = ALPHA) -> tuple[float, float]:
    """The means that are not ruled out by the results so far, at any time."""
    if len(values) == 0:
        return 0.0, 1.0
    means, limit = np.linspace(0, 1, GRID + 1), math.log(2 / alpha)
    stands = np.ones(len(means), bool)
    for side in (1, -1):
        stands &= (capital(values, means, side) < limit).all(axis=0)
    left = means[stands]
    step = 1 / GRID
    if not len(left):
        return float(values.mean()), float(values.mean())
    return max(0.0, float(left[0]) - step * (left[0] > 0)), min(1.0, float(left[-1]) + step * (left[-1] < 1))


def _needed(values: np.ndarray, bound: float, limit: float) -> int | None:
    """About how many results one of the bettors needs who knows mean and variance, and bets no more than is allowed."""
    if len(values) < 2:
        return None
    gap = abs(float(values.mean()) - bound)
    square = float(values.var()) + gap * gap
    most = BOLDEST / (bound if values.mean() > bound else 1 - bound)
    bet = min(most, gap / square) if gap else 0.0
    growth = bet * gap - bet * bet * square / 2
    return math.ceil(limit / growth) if growth > 1e-6 else None
