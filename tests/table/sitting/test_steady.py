"""The table's time: even, whatever becomes of the machine's clock."""

from pathlib import Path

from sqlalchemy import text

from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.steady import MOST_DRAWN_MS, TABLE_TIME, Steady
from ludejo.table.storage.database import opened, upgrade
from ludejo.table.storage.store import Store

HOUR_MS = 3_600_000


class Machine:
    """A wall clock that can be set, and ticks that only go on."""

    def __init__(self) -> None:
        self.wall_ms, self.ticks_ms = 1_790_000_000_000, 5_000

    def steady(self) -> Steady:
        return Steady(lambda: self.wall_ms * 1_000_000, lambda: self.ticks_ms * 1_000_000)

    def pass_by(self, ms: int) -> None:
        self.wall_ms += ms
        self.ticks_ms += ms


def test_it_begins_with_the_wall_clock_and_goes_on_when_that_is_set() -> None:
    machine = Machine()
    begun, steady = machine.wall_ms, machine.steady()
    assert steady.now_ms() == begun
    machine.pass_by(1500)
    machine.wall_ms += HOUR_MS
    assert steady.now_ms() == begun + 1500
    machine.wall_ms -= 2 * HOUR_MS
    machine.pass_by(10)
    assert steady.now_ms() == begun + 1510


def test_it_is_drawn_towards_the_true_time_a_little_at_a_beat_and_never_back() -> None:
    machine = Machine()
    steady, shown = machine.steady(), []
    for apart in (HOUR_MS, -HOUR_MS, 3, -3):
        machine.pass_by(1000)
        before = steady.now_ms()
        steady.draw_towards(before + apart)
        assert steady.now_ms() - before == max(-MOST_DRAWN_MS, min(MOST_DRAWN_MS, apart))
        shown.append(steady.now_ms())
    assert shown == sorted(shown)


def test_events_are_given_this_time() -> None:
    assert abs(now_ms() - TABLE_TIME.now_ms()) < 60_000


def test_a_server_does_not_begin_before_the_last_beat(tmp_path: Path) -> None:
    engine = opened(f"sqlite:///{tmp_path}/t.sqlite")
    upgrade(engine)
    store = Store(engine)
    assert abs(store.first_time() - store.true_time()) < 60_000  # nothing has run yet
    for ahead, kept in ((HOUR_MS, True), (-HOUR_MS, False), (40 * 24 * HOUR_MS, False)):
        last = store.true_time() + ahead
        with engine.begin() as connection:
            connection.execute(text("DELETE FROM pulse"))
            connection.execute(text("INSERT INTO pulse (id, at) VALUES (1, :at)"), {"at": last})
        assert (store.first_time() == last) is kept
    engine.dispose()
