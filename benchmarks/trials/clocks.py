"""The machine's clock is set forward and back while people play, and two servers disagree by an hour.

A server's Python is shown another time, from a file that can be changed while it runs; its monotonic clock is left
alone, as setting a clock does.
"""

import tempfile
import time
from pathlib import Path

from benchmarks import trial
from ludejo.play.files import put_text
from ludejo.table.client import Client, Seat

CUSTOMIZED = """
import os, time
_true = time.time_ns
def time_ns():
    with open(os.environ["TRIAL_SECONDS_AHEAD"]) as file:
        return _true() + int(file.read() or 0) * 10**9
time.time_ns = time_ns
time.time = lambda: time_ns() / 1e9
"""
SECONDS = 600  # on the clock of each player
SLACK_MS = 60_000  # a busy machine; an hour is sixty of these
HOUR = 3600


class Faked:
    """A time that can be set while a server runs."""

    def __init__(self, folder: Path, ahead: int = 0) -> None:
        (folder / "sitecustomize.py").write_text(CUSTOMIZED)
        self.file = folder / "ahead"
        self.set(ahead)
        self.environment = {"PYTHONPATH": str(folder), "TRIAL_SECONDS_AHEAD": str(self.file)}

    def set(self, ahead: int) -> None:
        """How many seconds it is ahead of the true time."""
        put_text(self.file, str(ahead))


def begun(client: Client) -> tuple[Seat, Seat]:
    """A game between two people whose clock runs."""
    first = client.start("atoll:hex-9", "friend", clock={"kind": "sudden", "seconds": SECONDS, "increment": 0})
    assert first.friend is not None
    second = client.seat(first.friend["link"])
    first.move("a1")
    second.look()
    second.move("b2")
    first.look()
    return first, second


def spent_ms(seat: Seat) -> int:
    """What both players have used."""
    view = seat.look()
    if view["result"]:
        raise AssertionError(f"the game is over: {view['result']}")
    return 2 * SECONDS * 1000 - sum(view["clock"]["remaining"])


def check_spent(seat: Seat, since: float) -> int:
    """The clock has run, and not more than time has passed."""
    spent, passed = spent_ms(seat), 1000 * (time.monotonic() - since)
    if not 0 <= spent <= passed + 1000:
        raise AssertionError(f"{spent} ms were charged in {passed:.0f} ms")
    return spent


def jumping(url: str) -> str:
    """Forward and back by an hour, while serving and across a restart."""
    with tempfile.TemporaryDirectory() as folder:
        faked, since = Faked(Path(folder)), time.monotonic()
        table = trial.Table(url, environment=faked.environment, warm=False)
        try:
            with Client(table.address, trial.PATIENCE_SECONDS) as client:
                first, second = begun(client)
                for ahead in (HOUR, -HOUR, 0):
                    faked.set(ahead)
                    time.sleep(3)  # the sweep looks for fallen flags each second
                    before = check_spent(first, since)
                    time.sleep(2)
                    if check_spent(first, since) - before < 1000:
                        raise AssertionError("the clock stands still")
                    mover = first if first.view["acts"] and "move" in first.look()["acts"] else second
                    mover.look()
                    mover.move(mover.moves[0])
                for ahead in (-HOUR, HOUR):
                    table.kill()
                    faked.set(ahead)
                    table.start()
                    check_spent(first, since)
        finally:
            table.kill()
    return "set by an hour, three times while serving and twice across a kill: no flag fell, no time was lost"


def skewed(url: str) -> str:
    """Two servers on one PostgreSQL whose machines disagree by an hour."""
    with tempfile.TemporaryDirectory() as folder:
        faked, since = Faked(Path(folder), HOUR), time.monotonic()
        with trial.table(url) as right:
            ahead = trial.Table(url, environment=faked.environment, warm=False)
            try:
                with Client(right.address, 120) as here, Client(ahead.address, 120) as there:
                    first, second = begun(here)
                    elsewhere = there.seat(f"/g/{second.id}#{second.secret}")
                    for _ in range(3):
                        first.look()
                        first.move(first.moves[0])
                        elsewhere.look()
                        elsewhere.move(elsewhere.moves[0])
                    time.sleep(3)
                    spent = check_spent(first, since), check_spent(elsewhere, since)
            finally:
                ahead.kill()
    if abs(spent[0] - spent[1]) > SLACK_MS:
        raise AssertionError(f"the servers disagree: {spent}")
    return "two servers an hour apart: both show the same clocks, and charge what has passed"
