"""Threads beside the event loop, a pool for each kind of work: none of them ever waits for another kind.

The database has threads of its own, the health check has one, and what visitors give us to do (reading, drawing) is
done by fair pools: whoever has used least of them is next. What may be long is done by children of the pool's threads,
processes that hold no lock of ours (children.py).
"""

import asyncio
import contextlib
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar

from ludejo.table.children import Child, has_own_share
from ludejo.table.fairness import VirtualTime
from ludejo.table.refusals import Refusal
from ludejo.table.visitors import Crowd

DATABASE_THREADS = 6  # fewer than the connections that the database gives, so that the health check finds one
READING_NICENESS = 5  # people who move come before people who read
AT_ONCE = 1  # jobs of one visitor that run at the same time: there is always a thread for somebody else
MOST_OF_ONE = 16  # jobs of one visitor that wait
MOST_WAITING = 1000

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_database = ThreadPoolExecutor(DATABASE_THREADS, "database")
_moves = ThreadPoolExecutor(1, "moves")
_health = ThreadPoolExecutor(1, "health")


async def in_database(work: Callable[Asked, Answer], *arguments: Asked.args, **details: Asked.kwargs) -> Answer:
    """What the database answers, asked in threads that do nothing else."""
    return await asyncio.get_running_loop().run_in_executor(_database, partial(work, *arguments, **details))


async def for_moves(work: Callable[Asked, Answer], *arguments: Asked.args, **details: Asked.kwargs) -> Answer:
    """What the database answers to the one who writes moves, who has a thread to himself."""
    return await asyncio.get_running_loop().run_in_executor(_moves, partial(work, *arguments, **details))


async def for_health(work: Callable[[], Answer]) -> Answer:
    """The answer to a question of the health check, which has a thread to itself."""
    return await asyncio.get_running_loop().run_in_executor(_health, work)


@dataclass(eq=False)
class _Job(Generic[Answer]):
    work: Callable[[], Answer]
    done: asyncio.Future[Answer]


@dataclass(frozen=True)
class _Failure:
    error: Exception


def _outcome(work: Callable[[], Any]) -> Any:
    """What some work results in, be it an error."""
    try:
        return work()
    except Exception as error:
        return _Failure(error)


class FairPool:
    """Threads that visitors share equally (fairness.py), by the time that their work takes, however much each asks for.

    With `in_children` each thread has a process that does the work; then the work must be a function of a module, and
    it and its arguments and result must be such as can be pickled.
    """

    def __init__(
        self, name: str, threads: int, niceness: int = 0, most_of_one: int | None = None, in_children: bool = False
    ) -> None:
        self.threads = threads
        self.most_of_one = most_of_one  # waiting; none: nobody is refused
        self._pool = ThreadPoolExecutor(threads, name, initializer=be_nice, initargs=(0 if in_children else niceness,))
        self._children = [Child(niceness) for _ in range(threads)] if in_children else None  # those that are free
        self._is_stopped = False
        self._time = VirtualTime()
        self._waiting: dict[str, deque[_Job[Any]]] = {}
        self._crowd = Crowd()  # of those that wait
        self._running: Counter[str] = Counter()

    async def do(
        self, visitor: str, work: Callable[Asked, Answer], *arguments: Asked.args, **details: Asked.kwargs
    ) -> Answer:
        """The result of some work, when it is this visitor's turn. Whoever has too much waiting is refused."""
        self._check(visitor)
        job = _Job(partial(work, *arguments, **details), asyncio.get_running_loop().create_future())
        self._waiting.setdefault(visitor, deque()).append(job)
        self._crowd.add(visitor)
        self._begin()
        return await job.done

    def stop(self) -> None:
        """Begin nothing more."""
        self._is_stopped = True
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in self._children or ():
            child.stop()

    def _check(self, visitor: str) -> None:
        if self.most_of_one is None:
            return
        if self._crowd.is_full(visitor, self.most_of_one) or sum(map(len, self._waiting.values())) >= MOST_WAITING:
            raise Refusal("limit/waiting", seconds=5)

    def _begin(self) -> None:
        """Give free threads to the visitors who have had least; of those who have had the same, to who came first."""
        while self._running.total() < self.threads:
            able = [one for one in self._waiting if self._running[one] < AT_ONCE]
            if not able:
                return
            visitor = min(able, key=self._time.next_tag)
            jobs = self._waiting.pop(visitor)
            job = jobs.popleft()
            self._crowd.remove(visitor)
            if jobs:
                self._waiting[visitor] = jobs
            if job.done.done():  # nobody waits for it any more
                continue
            self._time.begin(self._time.next_tag(visitor))
            self._running[visitor] += 1
            running = asyncio.get_running_loop().run_in_executor(self._pool, self._run, job)
            running.add_done_callback(partial(self._end, visitor, job))

    def _run(self, job: "_Job[Any]") -> tuple[Any, float]:
        """In a thread: the result of a job, or the error that it ends in, and the seconds that it took."""
        begun = time.thread_time()
        if self._children is None:
            return _outcome(job.work), time.thread_time() - begun
        begun, child = time.monotonic(), self._children.pop()
        try:
            return _outcome(partial(child.do, job.work)), time.monotonic() - begun
        finally:
            self._children.append(child)
            if self._is_stopped:
                child.stop()

    def _end(self, visitor: str, job: _Job[Any], ran: "asyncio.Future[tuple[Any, float]]") -> None:
        self._running[visitor] -= 1
        if self._running[visitor] <= 0:
            del self._running[visitor]
        if not ran.cancelled():
            outcome, spent = ran.result()
            self._time.spend(visitor, spent)
            if job.done.done():
                pass
            elif isinstance(outcome, _Failure):
                job.done.set_exception(outcome.error)
            else:
                job.done.set_result(outcome)
        self._begin()


def be_nice(niceness: int) -> None:
    """Let the rest of the process go first. On Linux a thread has a niceness of its own; elsewhere nothing happens."""
    thread = threading.get_native_id()
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + niceness)


def be_last(niceness: int) -> None:
    """Let everybody else on the machine go first, as far as this thread does not starve by it.

    A nice thread goes on for some milliseconds when somebody else wakes up, and its processor counts as busy: they wait
    for it. One that wants only what is left (SCHED_IDLE) gives way at once. Where its process has a share of its own it
    gets that all the same; elsewhere it might never come to its turn, and is nice.
    """
    if has_own_share():
        with contextlib.suppress(OSError):  # where the system is told to refuse it; a pool would be broken for good
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            return
    be_nice(niceness)
