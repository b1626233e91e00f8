"""Growth of memory is seen where there is some, and is not said to be where there is none."""

import numpy as np
import pytest

from benchmarks import trial, watching
from benchmarks.growth import SAMPLE_SECONDS, Slope, by_age, kinds, over_time
from benchmarks.soak import Log, grown
from benchmarks.watching import OfProcess

HOUR = np.arange(SAMPLE_SECONDS, 3600, SAMPLE_SECONDS)
WAVES = np.sin(HOUR)  # no growth


def an_hour(mb: np.ndarray, every: float = 4000.0) -> Log:
    """One process that serves, started anew every so many seconds."""
    log = Log()
    for at, size in zip(HOUR, mb, strict=True):
        age = at % every
        log.samples.append({"at": at, "age": age, "mb": size, "descriptors": 50.0, "disk_mb": 1.0})
        log.processes.append((at, OfProcess(int(at // every), "serves", age, size, 50)))
    return log


@pytest.mark.parametrize(("an_hour_more", "verdict"), [(0.0, "flat"), (100.0, "grows")])
def test_without_kills_an_hour_tells_whether_memory_grows(an_hour_more: float, verdict: str) -> None:
    """A process that is never started anew is as old as the trial: nothing of its growth is taken for youth."""
    growth = grown(an_hour(300 + WAVES + an_hour_more * HOUR / 3600))
    together = growth["memory of all processes together, MB"]
    alone = growth["by age, memory of what serves, MB (1 process)"]
    for one in (together, alone):
        assert one["verdict"] == verdict
        assert one["slope"]["an_hour"] == pytest.approx(an_hour_more, abs=5)
    assert growth["descriptors of one process"]["verdict"] == "flat"


def test_with_kills_growth_of_each_process_is_no_growth_over_time() -> None:
    growth = grown(an_hour(300 + WAVES + (HOUR % 900) / 30, 900.0))
    assert growth["memory of all processes together, MB"]["verdict"] == "flat"
    aged = growth["by age, memory of what serves, MB (2 processes)"]
    assert aged["verdict"] == "grows"
    assert aged["slope"]["an_hour"] == pytest.approx(120, rel=0.1)


def test_each_process_grows_from_a_level_of_its_own() -> None:
    samples = [OfProcess(k, "thinks", age, 100.0 * k, 9) for k in (1, 2, 3) for age in range(60 * k, 900 * k, 5)]
    assert by_age(samples).an_hour == pytest.approx(0, abs=1e-6)
    assert by_age(samples).verdict(1.0) == "flat"


def test_nothing_is_said_of_a_short_time() -> None:
    assert Slope(900, 800, 1000, 120).verdict(1.0) == "too short to say"
    assert Slope(0, -50, 50, 3600).verdict(1.0) == "cannot be said"
    assert over_time([5, 10], [5, 10], [1, 2]).verdict(1.0) == by_age([]).verdict(1.0) == "too short to say"


def test_each_process_of_a_table_is_seen_with_its_age_and_what_it_does(table: trial.Table) -> None:
    seen = watching.each(table)
    (serving,) = kinds(seen)["serves"]
    assert serving.pid == table.process.pid
    assert serving.mb > 10
    assert serving.age >= 0
