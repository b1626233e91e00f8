"""Tables that trials are made with: what is measured and ended is the whole table, its children included."""

import contextlib
import os
import signal
import time
from pathlib import Path

from benchmarks import trial
from ludejo.table.client import Client

PATIENCE = 600.0  # seconds; a watchdog, not an expectation
LINE = {"spec": "atoll:hex-9", "moves": ["a1", "b2"]}


def children_of(table: trial.Table) -> list[int]:
    """Processes that stand back in sessions of their own."""
    found = []
    for process in table.processes():
        with contextlib.suppress(ProcessLookupError):
            found += [process] if os.getsid(process) != table.process.pid else []
    return found


def has_ended(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return True


def reader(table: trial.Table, client: Client) -> int:
    """A child that is there because somebody looks at a line."""
    client.ask("POST", "/api/study/look", json=LINE)
    return children_of(table)[0]


def test_a_child_in_a_session_of_its_own_is_a_process_of_the_table(table: trial.Table, client: Client) -> None:
    child = reader(table, client)
    assert table.process.pid in table.processes()
    assert child in table.processes()
    assert len(table.processes()) == len(set(table.processes()))
    assert os.getpid() not in table.processes()


def test_a_kill_ends_children_that_hear_nothing_any_more(database: str) -> None:
    """One that thinks does not look at its pipe; one that is stopped cannot."""
    table = trial.Table(database, "--rate", "0", "--no-warm", warm=False, forked=True)
    try:
        with Client(table.address, PATIENCE) as client:
            child = reader(table, client)
        os.kill(child, signal.SIGSTOP)
    finally:
        table.kill()
    deadline = time.monotonic() + PATIENCE
    while not has_ended(child):
        assert time.monotonic() < deadline, "the child is still there"
        time.sleep(0.01)
