"""Clocks. Times are whole milliseconds; a clock changes only when something happens, and can be read at any moment.

Sudden death: so much for the whole game and an increment a turn; it starts when both have made their first turn.
Days: so much for each turn; it starts when both players are there.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, TypedDict

from ludejo.table.sitting.steady import TABLE_TIME

SUDDEN: Final = "sudden"
DAYS: Final = "days"
ClockKind = Literal["sudden", "days"]
DAY = 24 * 3600 * 1000


class ClockTerms(TypedDict, total=False):
    """What was agreed on: seconds with an increment, or days."""

    kind: ClockKind
    seconds: int
    by_seat: list[int]  # seconds, where one player has more than the other
    increment: int
    days: int


@dataclass(frozen=True)
class Clock:
    """Both players' time. `since` is when the running seat's time began to pass."""

    kind: ClockKind
    allowance: int
    increment: int
    remaining: tuple[int, int]
    running: int | None = None
    since: int = 0

    @property
    def due(self) -> int | None:
        """When the running seat's time will be up."""
        return None if self.running is None else self.since + self.remaining[self.running]

    def read(self, now: int) -> tuple[int, int]:
        """What is left at a moment."""
        if self.running is None:
            return self.remaining
        spent = max(0, now - self.since)
        return _changed(self.remaining, self.running, max(0, self.remaining[self.running] - spent))

    def is_up(self, now: int) -> bool:
        """Whether the running seat has lost on time."""
        return self.due is not None and now >= self.due

    def run_for(self, seat: int | None, now: int) -> "Clock":
        """From now on a seat's time passes; what has passed is paid."""
        return replace(self, remaining=self.read(now), running=seat, since=now)

    def after_turn(self, seat: int, following: int | None, now: int, lag: int = 0) -> "Clock":
        """A seat has made its turn. The lag of its connection is not paid."""
        clock = replace(self, remaining=self.read(now - lag), running=following, since=now)
        if self.kind == DAYS:
            return replace(clock, remaining=(self.allowance, self.allowance))
        bonus = self.increment if self.running == seat else 0
        return replace(clock, remaining=_changed(clock.remaining, seat, clock.remaining[seat] + bonus))

    def stopped(self, now: int) -> "Clock":
        """The game is over."""
        return self.run_for(None, now)

    def paused(self, ms: int) -> "Clock":
        """So long nobody could have moved."""
        return replace(self, since=self.since + ms)


def now_ms() -> int:
    """The time that events are given."""
    return TABLE_TIME.now_ms()


def new_clock(terms: ClockTerms) -> Clock:
    """The clock that was agreed on, not yet running."""
    if terms["kind"] == DAYS:
        allowance = terms["days"] * DAY
        return Clock(DAYS, allowance, 0, (allowance, allowance))
    allowance, (first, second) = terms["seconds"] * 1000, terms.get("by_seat") or [terms["seconds"]] * 2
    return Clock(SUDDEN, allowance, terms["increment"] * 1000, (first * 1000, second * 1000))


def for_other_seats(terms: ClockTerms | None) -> ClockTerms | None:
    """The same agreement when the players have changed seats: a handicap goes with its player."""
    return {**terms, "by_seat": terms["by_seat"][::-1]} if terms and "by_seat" in terms else terms


def _changed(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
