"""Whether something grows: slopes of what was sampled again and again, with their intervals of 95 %."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from benchmarks.watching import OfProcess

SAMPLE_SECONDS = 5.0
YOUNG_SECONDS = 40.0  # after a start games are still being loaded: not counted
LONG_SECONDS = 600.0  # over less than that nothing is said about growth
FEWEST = 8  # samples


@dataclass(frozen=True)
class Slope:
    """Growth an hour, and between which bounds it is."""

    an_hour: float
    least: float = float("-inf")
    most: float = float("inf")
    seconds: float = 0.0  # over which it was seen

    def verdict(self, allowed: float) -> str:
        """flat, grows, or neither can be said yet; so much growth an hour is allowed."""
        if self.seconds < LONG_SECONDS:
            return "too short to say"
        if self.least > allowed:
            return "grows"
        return "flat" if self.most <= allowed else "cannot be said"

    def told(self) -> str:
        """For people."""
        return f"{self.an_hour:+.1f} an hour ({self.least:+.1f} to {self.most:+.1f})"


def over_time(at: list[float], ages: list[float], values: list[float]) -> Slope:
    """Growth in the second half of the time; the age since the last start is allowed for, where there were several.

    Without any other start time and age are the same, and all growth is growth over time.
    """
    rows = [row for row in zip(at, ages, values, strict=True) if row[0] > at[-1] / 2 and row[1] > YOUNG_SECONDS]
    if len(rows) < FEWEST:
        return Slope(0.0)
    now, age, value = np.array(rows).T
    starts = np.ptp(now - age)
    columns = [np.ones_like(now), age - age.mean()] if starts > SAMPLE_SECONDS else [np.ones_like(now)]
    return _slope(now, np.column_stack(columns), value)


def by_age(samples: list[OfProcess]) -> Slope:
    """Growth of processes of one kind as they get older; each has a level of its own, from which it starts."""
    old = [one for one in samples if one.age > YOUNG_SECONDS]
    everyone = sorted({one.pid for one in old})
    if len(old) < FEWEST + len(everyone):
        return Slope(0.0)
    levels = np.array([[one.pid == process for process in everyone] for one in old], dtype=float)
    longest = max(np.ptp([one.age for one in old if one.pid == process]) for process in everyone)
    found = _slope(np.array([one.age for one in old]), levels, np.array([one.mb for one in old]))
    return Slope(found.an_hour, found.least, found.most, float(longest))


def kinds(samples: Iterable[OfProcess]) -> dict[str, list[OfProcess]]:
    """The samples of each kind of process."""
    found: dict[str, list[OfProcess]] = {}
    for one in samples:
        found.setdefault(one.kind, []).append(one)
    return found


def _slope(seconds: np.ndarray, others: np.ndarray, values: np.ndarray) -> Slope:
    """Of values, beside what else explains them.

    Neighbouring samples are alike, so the interval is widened as if each minute had only one.
    """
    hours = seconds / 3600
    columns = np.column_stack([hours - hours.mean(), others])
    found, *_ = np.linalg.lstsq(columns, values, rcond=None)
    residuals = values - columns @ found
    freedom = max(1, len(values) - columns.shape[1])
    variance = residuals @ residuals / freedom * np.linalg.pinv(columns.T @ columns)[0, 0]
    half = 1.96 * float(np.sqrt(variance * 60 / SAMPLE_SECONDS))
    return Slope(float(found[0]), float(found[0]) - half, float(found[0]) + half, float(np.ptp(seconds)))
