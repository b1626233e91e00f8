"""Limits, the fair queue for the engine, and seats: the parts that need no server."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludejo.table.sitting.refusals import STATUS, Refusal, explained
from ludejo.table.sitting.seats import for_next_game, hashed, holder_of, new_id, new_secret
from ludejo.table.thinking.engines import MOST_OF_ONE, Thinking
from ludejo.table.web.limits import KINDS, Bucket, Limits, visitor_of


def run_apart(work):
    """On a thread of its own: in this one the browser's tests may have left a loop running."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


class Watch:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_at_its_rate_and_no_further():
    watch = Watch()
    bucket = Bucket(rate=2.0, size=4.0, clock=watch)
    bucket.pay(4)
    assert bucket.wait_for(1) == 0.5
    watch.now = 1.0
    assert bucket.wait_for(2) == 0
    watch.now = 100.0
    assert bucket.level <= 4
    assert bucket.is_full


def test_one_visitor_is_stopped_and_the_other_is_not():
    limits = Limits(1.0)
    for _ in range(int(KINDS["start"][0])):
        limits.check("start", "a")
    with pytest.raises(Refusal) as refused:
        limits.check("start", "a")
    assert refused.value.code == "limit/rate"
    assert refused.value.values["seconds"] >= 1
    limits.check("start", "b")
    limits.check("act", "a")


def test_no_limits_where_none_are_wanted():
    limits = Limits(0)
    for _ in range(1000):
        limits.check("start", "a")
    assert limits.own("message") is None


@pytest.mark.parametrize(
    ("host", "visitor"),
    [
        ("10.0.0.1", "10.0.0.1"), ("2001:db8::1:2:3:4", "2001:db8::/64"), ("2001:db8::ffff", "2001:db8::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"), ("", "nobody"), ("testclient", "testclient"),
    ],
)  # fmt: skip
def test_whose_limits_count(host, visitor):
    assert visitor_of(host) == visitor


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
            if cancel.wait(10):
                stopped.set()

        task = asyncio.create_task(thinking.do("a", long))
        await asyncio.to_thread(begun.wait, 5)
        task.cancel()
        assert await asyncio.to_thread(stopped.wait, 5)
        with pytest.raises(RuntimeError, match="broken"):
            await thinking.do("a", _broken)
        await thinking.stop()

    run_apart(play())


def _broken(cancel):
    raise RuntimeError("broken")


def test_secrets_hold_their_seats_and_nothing_else():
    first, second = new_secret(), new_secret()
    hashes = {hashed(first): 0, hashed(second): 1}
    assert (holder_of(hashes, first), holder_of(hashes, second), holder_of(hashes, "")) == (0, 1, None)
    assert holder_of({hashed(first): 2}, first) == "both"
    for wrong in (first[:-1], first + "A", hashed(first), " ", "\x00"):
        with pytest.raises(Refusal) as refused:
            holder_of(hashes, wrong)
        assert refused.value.code == "seat/unknown"
    assert for_next_game(hashes) == {hashed(first): 1, hashed(second): 0}
    assert len({new_id() for _ in range(1000)}) == 1000
    assert len(first) == 24


def test_refusals_have_templates_that_make_their_sentences():
    for code in STATUS:
        try:
            refusal = Refusal(code, seconds=3, bytes=9)
        except KeyError:  # one that the rules explain
            continue
        told = refusal.as_json()
        assert told["template"].format(**told["values"]) == told["sentence"]
    from ludejo.games.errors import UnreadableMove

    assert explained(UnreadableMove("a {b} c")).as_json()["sentence"] == "a {b} c"
