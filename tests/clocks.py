"""A clock that does not depend on how busy the machine is."""

import time

import pytest


class Clock:
    """Goes on by a little whenever somebody looks at it, and by as much as anybody sleeps."""

    def __init__(self, tick: float = 1e-4) -> None:
        self.now, self.tick = 0.0, tick

    def look(self) -> float:
        """What it shows."""
        self.now += self.tick
        return self.now

    def sleep(self, seconds: float) -> None:
        """Nobody waits in truth."""
        self.now += seconds


def set_clock(monkeypatch: pytest.MonkeyPatch, tick: float = 1e-4) -> Clock:
    """Let everything in this process look at such a clock."""
    clock = Clock(tick)
    monkeypatch.setattr(time, "perf_counter", clock.look)
    monkeypatch.setattr(time, "sleep", clock.sleep)
    return clock
