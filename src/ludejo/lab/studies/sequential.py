"""Sequential tests that may be looked at after every game: testing by betting.

Whoever doubts that a mean is at most m starts with 1 and before each game bets a part of what there is on the result
being above m. If the mean is at most m, no way of betting makes 20 of the 1 with a chance above 1/20 (Ville's
inequality), however often one looks and whenever one stops. So 40 on either side is a verdict at 5 % in all.
Two bettors share the capital, by Waudby-Smith and Ramdas (Estimating means of bounded random variables by betting,
2024): one bets as if the variance so far were the true one, less and less, which is good for a mean that is far off;
the other as if the mean so far were true, too (Kelly; their aGRAPA), which finds small differences with many games.
Neither bets so much that one result can ruin.
The means on which they have not made 40 are a confidence sequence: an interval that holds at all times together.

A verdict is of all results that are there. To stop at the first that suffices and to forget those after it keeps the
promise, too, but where more are there anyway it is wrong more often, and may contradict the mean beside it.
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
    games: int  # all that count
    mean: float
    low: float  # of the confidence sequence
    high: float
    needed: int | None = (
        None  # of an open one: about how many games would settle it, if the mean stays; None: nobody knows
    )


def decide(series: Sequence[float] | np.ndarray, bound: float, is_above: bool = True, alpha: float = ALPHA) -> Verdict:
    """Whether the mean of results in 0 … 1 is above a bound, or below it, by all of them; one may look at any time."""
    values = np.asarray(series, float)
    low, high = interval(values, alpha)
    mean = float(values.mean()) if len(values) else 0.5
    above, below = (float(_in_the_end(values, np.array([bound]), side)[0]) for side in (1, -1))
    limit = math.log(2 / alpha)
    if max(above, below) < limit:
        return Verdict(OPEN, len(values), mean, low, high, _needed(values, bound, limit + math.log(2)))
    return Verdict(SUPPORTED if (above > below) == is_above else REFUTED, len(values), mean, low, high)


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


def _in_the_end(values: np.ndarray, means: np.ndarray, side: int) -> np.ndarray:
    """The logarithm of what they have after the last result, for each mean [means]."""
    return capital(values, means, side)[-1] if len(values) else np.zeros(len(means))


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
    """The means that the results so far do not rule out; it holds whenever one looks."""
    if len(values) == 0:
        return 0.0, 1.0
    means, limit = np.linspace(0, 1, GRID + 1), math.log(2 / alpha)
    left = means[np.maximum(_in_the_end(values, means, 1), _in_the_end(values, means, -1)) < limit]
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
