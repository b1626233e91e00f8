"""The fair queue for the engine: visitors take turns, short work does not wait for long work, caps hold."""

import asyncio
import functools
import itertools
import threading

import pytest
from loops import run_apart

from ludejo.table.fairness import VirtualTime
from ludejo.table.thinking.questions import Rank
from ludejo.table.thinking.queue import FairQueue, QueueTerms
from ludejo.table.visitors import WIDER

PATIENCE = 600.0  # seconds; a watchdog, not an expectation


async def _order(asked, threads=1):
    """In which order pieces of work are done that were all asked for before the engine began."""
    order: list[str] = []
    queue = FairQueue(threads)
    tasks = []
    for name, terms in asked:
        tasks.append(asyncio.create_task(queue.do(terms, functools.partial(_note, order, name))))
        await asyncio.sleep(0)
    queue.start()
    await asyncio.gather(*tasks)
    queue.stop()
    return order


def _note(order: list[str], name: str, cancel: threading.Event) -> None:
    order.append(name)


def order_of(*asked):
    return run_apart(_order(asked))


def test_visitors_take_turns_however_much_one_asks_for():
    greedy = [(f"greedy {k}", QueueTerms("greedy", "move")) for k in range(10)]
    order = order_of(*greedy, ("modest", QueueTerms("modest", "move")))
    assert order.index("modest") <= 1
    assert len(order) == 11


def test_whoever_asks_again_and_again_does_not_pass_those_who_wait():
    time = VirtualTime()
    first, second = time.tag("patient", 1.0), time.tag("patient", 1.0)
    time.begin(first)
    served = []
    for _ in range(3):
        tag = time.tag("eager", 1.0)
        served.append(tag)
        if tag <= second:
            time.begin(tag)
    assert second < served[-1]


def test_a_move_goes_before_a_hint_and_a_watched_game_and_those_before_an_analysis():
    ranks: tuple[Rank, ...] = ("turn", "watched", "value", "hint", "move")
    order = order_of(*((rank, QueueTerms(f"somebody with a {rank}", rank)) for rank in ranks))
    assert order == ["move", "watched", "value", "hint", "turn"]


def test_a_hint_is_given_though_somebody_else_has_many_games():
    games = [(f"game {k}", QueueTerms("school", "move", cost=3.0)) for k in range(20)]
    order = order_of(*games, ("hint", QueueTerms("stranger", "hint", cost=2.0)))
    assert order.index("hint") == 3


def test_the_reply_of_a_low_level_does_not_wait_for_long_work():
    async def play():
        queue = FairQueue(1)
        queue.start()
        begun, release = threading.Event(), threading.Event()

        def long(cancel):
            begun.set()
            release.wait(PATIENCE)

        slow = [asyncio.create_task(queue.do(QueueTerms(f"v{k}", "move", 3.0), long)) for k in range(3)]
        await asyncio.to_thread(begun.wait, PATIENCE)
        result, _ = await asyncio.wait_for(
            queue.do(QueueTerms("child", "move", 0.2, is_short=True), lambda cancel: "e5"), PATIENCE
        )
        assert result == "e5"
        assert not any(task.done() for task in slow)
        release.set()
        await asyncio.gather(*slow)
        queue.stop()

    run_apart(play())


def test_short_work_is_done_by_every_thread_that_is_free():
    async def play():
        queue = FairQueue(2)
        queue.start()
        together = threading.Barrier(3)
        tasks = [
            queue.do(QueueTerms(f"v{k}", "move", 0.2, is_short=True), lambda _: together.wait(PATIENCE))
            for k in range(3)
        ]
        await asyncio.gather(*tasks)
        queue.stop()

    run_apart(play())


def test_work_that_nobody_waits_for_is_told_to_stop():
    async def play():
        queue = FairQueue(1)
        queue.start()
        begun, stopped = threading.Event(), threading.Event()

        def long(cancel):
            begun.set()
            if cancel.wait(PATIENCE):
                stopped.set()

        task = asyncio.create_task(queue.do(QueueTerms("a"), long))
        await asyncio.to_thread(begun.wait, PATIENCE)
        task.cancel()
        assert await asyncio.to_thread(stopped.wait, PATIENCE)
        with pytest.raises(RuntimeError, match="broken"):
            await queue.do(QueueTerms("a"), _broken)
        queue.stop()

    run_apart(play())


def _broken(cancel):
    raise RuntimeError("broken")


def test_the_networks_of_one_owner_have_the_shares_of_few():
    """Of a /48 with many households sixteen are served while a stranger is served once, and of a /56 four."""
    time = VirtualTime()
    wide = [time.tag(f"2001:db8:1:{number:x}00::/64", 1.0) for number in range(64)]
    narrow = [time.tag(f"2001:db8:2:{number:x}::/64", 1.0) for number in range(64)]
    strangers = [time.tag("192.0.2.1", 1.0) for _ in range(4)]
    for first, second in itertools.pairwise(strangers):
        assert sum(first <= tag < second for tag in wide) == WIDER[48]
        assert sum(first <= tag < second for tag in narrow) == WIDER[56]
    assert time.next_tag("2001:db8:3:1::/64") == 0


def test_tags_of_visitors_who_have_gone_are_forgotten():
    time = VirtualTime()
    for visitor in itertools.islice(map(str, itertools.count()), 1000):
        time.begin(time.tag(visitor, 1.0))
    time.begin(time.tag("0", 1.0))
    time.begin(time.tag("0", 1.0) + 5)
    assert len(time._last) == 0
