"""Requests begin a few at a time, and visitors take turns."""

import asyncio
from itertools import pairwise

import pytest
from loops import run_apart

from ludejo.table.web.front.turns import A_TURN, REST, Turns, Unpacking


async def begun_in_turns(waiting: list[str]) -> list[list[str]]:
    """Who begins in each turn of the loop."""
    turns = Turns()
    begun: list[list[str]] = []

    async def request(visitor: str) -> None:
        await turns.wait(visitor)
        begun[-1].append(visitor)

    tasks = [asyncio.create_task(request(visitor)) for visitor in waiting]
    while not all(task.done() for task in tasks):
        begun.append([])
        await asyncio.sleep(0)
    return [names for names in begun if names]


def test_few_begin_in_one_turn_of_the_loop_and_visitors_take_turns():
    begun = run_apart(begun_in_turns(["greedy"] * 20 + ["modest"]))
    assert sum(map(len, begun)) == 21
    assert max(map(len, begun)) <= A_TURN
    assert "modest" in begun[0]


def test_only_so_many_turns_are_under_way_at_once():
    async def most_at_once():
        turns, here, most = Turns(at_once=2), [], 0

        async def stay(visitor):
            nonlocal most
            async with turns.turn(visitor):
                here.append(visitor)
                most = max(most, len(here))
                for _ in range(3):
                    await asyncio.sleep(0)
                here.remove(visitor)

        tasks = [asyncio.create_task(stay(visitor)) for visitor in "aaaaaab"]
        await asyncio.sleep(0)
        tasks[0].cancel()  # just as its turn begins, or before: it must not be lost
        await asyncio.wait(tasks)
        async with asyncio.timeout(10):
            for _ in range(5):
                await stay("c")
        return most

    assert run_apart(most_at_once()) == 2


def test_a_turn_that_nobody_wants_any_more_goes_to_the_next():
    async def next_one_comes():
        turns = Turns(at_once=1)
        await turns.wait("first")
        gone, waiting = (asyncio.create_task(turns.wait(name)) for name in ("gone", "waiting"))
        await asyncio.sleep(0)
        turns._end_turn()
        asyncio.get_running_loop().call_soon(gone.cancel)  # when it has been let in, and before it knows
        for _ in range(10):
            await asyncio.sleep(0)
        return gone.cancelled(), waiting.done()

    assert run_apart(next_one_comes()) == (True, True)


def test_who_does_not_wait_any_more_takes_nobodys_turn():
    async def some_leave():
        turns = Turns()
        gone = [asyncio.create_task(turns.wait("a")) for _ in range(5)]
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        await turns.wait("b")
        await turns.wait("a")
        return True

    assert run_apart(some_leave())


def test_after_a_large_body_was_unpacked_the_loop_is_for_others():
    """By a clock of the test's own: unpacking takes a second of it."""

    async def when_each_begins():
        now, begun = 0.0, []
        unpacking = Unpacking()

        async def request(visitor):
            nonlocal now
            await unpacking.wait(visitor)
            begun.append((visitor, now))
            now += 1.0

        with pytest.MonkeyPatch.context() as clock:
            clock.setattr(asyncio.get_running_loop(), "time", lambda: now)
            tasks = [asyncio.create_task(request(visitor)) for visitor in ("greedy", "greedy", "modest")]
            for _ in range(100):
                await asyncio.sleep(0)
                if len(begun) == 3:
                    break
                now += 0.25
        await asyncio.wait(tasks)
        return begun

    begun = run_apart(when_each_begins())
    assert [visitor for visitor, _ in begun] == ["greedy", "modest", "greedy"]
    assert all(later - sooner >= 1.0 + REST for (_, sooner), (_, later) in pairwise(begun))
