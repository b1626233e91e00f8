"""Threads for each kind of work, and visitors who take turns."""

import asyncio
import os
import sys
import threading
import time

import pytest
from loops import run_apart

from ludejo.table import pools
from ludejo.table.pools import FairPool, for_health, in_database
from ludejo.table.refusals import Refusal
from ludejo.table.visitors import WIDER

PATIENCE = 600.0  # seconds; a watchdog, not an expectation


class Gate:
    """Work that lasts until the gate is opened, and notes who has come through."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.passed: list[str] = []

    def through(self, name: str) -> str:
        assert self.open.wait(PATIENCE)
        self.passed.append(name)
        return name


def test_visitors_take_turns_however_much_one_asks_for():
    async def ask():
        pool, gate = FairPool("trial", 1), Gate()
        greedy = [asyncio.create_task(pool.do("greedy", gate.through, "greedy")) for _ in range(10)]
        await asyncio.sleep(0)
        modest = asyncio.create_task(pool.do("modest", gate.through, "modest"))
        await asyncio.sleep(0)
        gate.open.set()
        await asyncio.gather(*greedy, modest)
        return gate.passed

    passed = run_apart(ask())
    assert passed.index("modest") <= 2
    assert len(passed) == 11


def test_who_has_used_least_is_next_whoever_came_first():
    async def ask():
        pool, passed = FairPool("trial", 1), []

        def work(name, seconds):
            end = time.thread_time() + seconds
            while time.thread_time() < end:
                pass
            passed.append(name)

        await asyncio.gather(
            *(pool.do(name, work, name, seconds) for name, seconds in (("much", 0.05), ("some", 0.01)))
        )
        await asyncio.gather(*(pool.do(name, work, name, 0) for name in ("first", "much", "some", "none")))
        return passed

    assert run_apart(ask()) == ["much", "some", "first", "none", "some", "much"]


def test_a_thread_is_left_for_somebody_else():
    async def ask():
        pool, gate = FairPool("trial", 2), Gate()
        greedy = [asyncio.create_task(pool.do("greedy", gate.through, "greedy")) for _ in range(5)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(pool.do("modest", lambda: 7), PATIENCE) == 7  # while greedy still stands there
        assert gate.passed == []
        gate.open.set()
        await asyncio.gather(*greedy)

    run_apart(ask())


def test_who_has_much_waiting_is_refused_and_others_are_not():
    async def ask():
        pool, gate = FairPool("trial", 1, most_of_one=3), Gate()
        greedy = [asyncio.create_task(pool.do("greedy", gate.through, "greedy")) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await pool.do("greedy", gate.through, "greedy")
        assert (refused.value.code, refused.value.status) == ("limit/waiting", 429)
        modest = asyncio.create_task(pool.do("modest", gate.through, "modest"))
        await asyncio.sleep(0)
        gate.open.set()
        await asyncio.gather(*greedy, modest)
        assert await pool.do("greedy", lambda: 7) == 7

    run_apart(ask())


def test_the_networks_of_one_owner_do_not_have_all_places_where_work_waits():
    async def ask():
        pool, gate = FairPool("trial", 1, most_of_one=3), Gate()
        names = [f"2001:db8:1:{number:x}::/64" for number in range(100)]
        waiting = [asyncio.create_task(pool.do(name, gate.through, name)) for name in names]
        await asyncio.sleep(0)
        let_in = sum(not one.done() for one in waiting)
        modest = asyncio.create_task(pool.do("modest", gate.through, "modest"))
        await asyncio.sleep(0)
        gate.open.set()
        await modest
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert {one.code for one in told if isinstance(one, Refusal)} == {"limit/waiting"}
        assert let_in == 3 * WIDER[56] + 1  # the one that has begun does not wait
        assert await pool.do(names[0], lambda: 7) == 7

    run_apart(ask())


def test_when_very_much_waits_nobody_is_let_in(monkeypatch):
    monkeypatch.setattr(pools, "MOST_WAITING", 2)

    async def ask():
        pool, gate = FairPool("trial", 1, most_of_one=3), Gate()
        waiting = [asyncio.create_task(pool.do(who, gate.through, who)) for who in "abc"]
        await asyncio.sleep(0)
        with pytest.raises(Refusal):
            await pool.do("d", gate.through, "d")
        gate.open.set()
        await asyncio.gather(*waiting)

    run_apart(ask())


def test_what_goes_wrong_is_told_and_the_pool_goes_on():
    async def ask():
        pool = FairPool("trial", 1)
        with pytest.raises(ZeroDivisionError):
            await pool.do("a", lambda: 1 / 0)
        assert await pool.do("a", lambda: 7) == 7

    run_apart(ask())


def test_work_that_nobody_waits_for_any_more_is_not_begun():
    async def ask():
        pool, gate = FairPool("trial", 1), Gate()
        first = asyncio.create_task(pool.do("a", gate.through, "first"))
        gone = asyncio.create_task(pool.do("a", gate.through, "gone"))
        await asyncio.sleep(0)
        gone.cancel()
        gate.open.set()
        await first
        assert await pool.do("a", gate.through, "last") == "last"
        assert gate.passed == ["first", "last"]

    run_apart(ask())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no niceness of its own")
def test_readers_let_others_go_first():
    def niceness():
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def ask():
        return await FairPool("trial", 1, pools.READING_NICENESS).do("a", niceness)

    assert run_apart(ask()) == min(19, niceness() + pools.READING_NICENESS)


def test_the_database_waits_for_no_reader_and_the_health_check_for_neither():
    async def ask():
        pool, gate = FairPool("trial", 1), Gate()
        readers = [asyncio.create_task(pool.do(f"{k}", gate.through, "reader")) for k in range(50)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(in_database(lambda: 7), PATIENCE) == 7
        questions = [asyncio.create_task(in_database(gate.through, "question")) for _ in range(50)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(for_health(lambda: 8), PATIENCE) == 8
        gate.open.set()
        await asyncio.gather(*readers, *questions)

    run_apart(ask())
