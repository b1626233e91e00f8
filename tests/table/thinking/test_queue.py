"""The fair queue for the engine."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludejo.table.refusals import Refusal
from ludejo.table.thinking.queue import MOST_OF_ONE, Thinking

PATIENCE = 120.0  # seconds; a watchdog, not an expectation


def run_apart(work):
    """On a thread of its own: in this one the browser's tests may have left a loop running."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


def test_visitors_take_turns_however_much_one_asks_for():
    order: list[str] = []

    def work(name):
        def do(cancel):
            time.sleep(0.01)
            order.append(name)

        return do

    async def play():
        thinking = Thinking(1, 0)
        greedy = [asyncio.create_task(thinking.do("greedy", work("greedy"), asked=False)) for _ in range(10)]
        await asyncio.sleep(0)
        modest = asyncio.create_task(thinking.do("modest", work("modest"), asked=False))
        await asyncio.sleep(0)
        thinking.start()
        await asyncio.gather(*greedy, modest)
        await thinking.stop()

    run_apart(play())
    assert order.index("modest") <= 1
    assert len(order) == 11


def test_who_has_used_up_the_allowance_is_refused_and_queues_are_short():
    async def play():
        thinking = Thinking(1, seconds_a_minute=0.05)
        thinking.start()
        await thinking.do("a", lambda cancel: time.sleep(0.1))
        with pytest.raises(Refusal, match="engine"):
            await thinking.do("a", lambda cancel: None)
        assert await thinking.do("b", lambda cancel: 7) == 7
        await thinking.stop()
        idle = Thinking(1, seconds_a_minute=60)
        waiting = [asyncio.create_task(idle.do("a", lambda cancel: None)) for _ in range(MOST_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="engine"):
            await idle.do("a", lambda cancel: None)
        for task in waiting:
            task.cancel()
        await idle.stop()

    run_apart(play())


def test_work_that_nobody_waits_for_is_told_to_stop():
    async def play():
        thinking = Thinking(1, 0)
        thinking.start()
        begun, stopped = threading.Event(), threading.Event()

        def long(cancel):
            begun.set()
            if cancel.wait(PATIENCE):
                stopped.set()

        task = asyncio.create_task(thinking.do("a", long))
        await asyncio.to_thread(begun.wait, PATIENCE)
        task.cancel()
        assert await asyncio.to_thread(stopped.wait, PATIENCE)
        with pytest.raises(RuntimeError, match="broken"):
            await thinking.do("a", _broken)
        await thinking.stop()

    run_apart(play())


def _broken(cancel):
    raise RuntimeError("broken")
