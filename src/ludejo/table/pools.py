"""Threads beside the event loop, a pool for each kind of work: none of them ever waits for another kind.

The database has threads of its own, the health check has one, and what visitors give us to do (reading, drawing) is
done by fair pools, in which visitors take turns.
"""

import asyncio
import contextlib
import os
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar

from ludejo.table.refusals import Refusal

DATABASE_THREADS = 6  # fewer than the connections that the database gives, so that the health check finds one
READING_NICENESS = 5  # people who move come before people who read
AT_ONCE = 1  # jobs of one visitor that run at the same time: there is always a thread for somebody else
MOST_OF_ONE = 16  # jobs of one visitor that wait
MOST_WAITING = 1000

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_database = ThreadPoolExecutor(DATABASE_THREADS, "database")
_health = ThreadPoolExecutor(1, "health")


async def in_database(work: Callable[Asked, Answer], *arguments: Asked.args, **details: Asked.kwargs) -> Answer:
    """What the database answers, asked in threads that do nothing else."""
    return await asyncio.get_running_loop().run_in_executor(_database, partial(work, *arguments, **details))


async def for_health(work: Callable[[], Answer]) -> Answer:
    """The answer to a question of the health check, which has a thread to itself."""
    return await asyncio.get_running_loop().run_in_executor(_health, work)


@dataclass(eq=False)
class _Job(Generic[Answer]):
    work: Callable[[], Answer]
    done: asyncio.Future[Answer]


class FairPool:
    """Threads that visitors share by turns (round-robin), however much each of them asks for."""

    def __init__(self, name: str, threads: int, niceness: int = 0, most_of_one: int | None = None) -> None:
        self.threads = threads
        self.most_of_one = most_of_one  # waiting; none: nobody is refused
        self._pool = ThreadPoolExecutor(threads, name, initializer=be_nice, initargs=(niceness,))
        self._waiting: OrderedDict[str, deque[_Job[Any]]] = OrderedDict()
        self._running: Counter[str] = Counter()

    async def do(
        self, visitor: str, work: Callable[Asked, Answer], *arguments: Asked.args, **details: Asked.kwargs
    ) -> Answer:
        """The result of some work, when it is this visitor's turn. Whoever has too much waiting is refused."""
        self._check(visitor)
        job = _Job(partial(work, *arguments, **details), asyncio.get_running_loop().create_future())
        self._waiting.setdefault(visitor, deque()).append(job)
        self._begin()
        return await job.done

    def stop(self) -> None:
        """Begin nothing more."""
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _check(self, visitor: str) -> None:
        if self.most_of_one is None:
            return
        waiting = len(self._waiting.get(visitor, ()))
        if waiting >= self.most_of_one or sum(map(len, self._waiting.values())) >= MOST_WAITING:
            raise Refusal("limit/waiting", seconds=5)

    def _begin(self) -> None:
        """Give free threads to the visitors whose turn it is; each goes to the end of the row."""
        while self._running.total() < self.threads:
            visitor = next((one for one in self._waiting if self._running[one] < AT_ONCE), None)
            if visitor is None:
                return
            jobs = self._waiting.pop(visitor)
            job = jobs.popleft()
            if jobs:
                self._waiting[visitor] = jobs
            if job.done.done():  # nobody waits for it any more
                continue
            self._running[visitor] += 1
            running = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
            running.add_done_callback(partial(self._end, visitor, job))

    def _end(self, visitor: str, job: _Job[Any], ran: "asyncio.Future[Any]") -> None:
        self._running[visitor] -= 1
        if self._running[visitor] <= 0:
            del self._running[visitor]
        if not ran.cancelled() and not job.done.done():
            error = ran.exception()
            if error is None:
                job.done.set_result(ran.result())
            else:
                job.done.set_exception(error)
        self._begin()


def be_nice(niceness: int) -> None:
    """Let the rest of the process go first. On Linux a thread has a niceness of its own; elsewhere nothing happens."""
    thread = threading.get_native_id()
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + niceness)
