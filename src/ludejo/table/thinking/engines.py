"""The engine at work, in threads beside the event loop: kernels hold no lock while they run.

The queue is fair: visitors take turns, however much each of them asks for. What somebody asks for beyond an engine's
answer in a game (hints, evaluations) is paid from an allowance of engine time.
"""

import asyncio
import contextlib
import os
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from ludejo.play.position import Position
from ludejo.search.engine import Thought
from ludejo.search.levels import level_of
from ludejo.search.players import SearchPlayer, pick
from ludejo.search.strongest import budget_for, engine_for
from ludejo.table.sitting.refusals import Refusal
from ludejo.table.web.limits import Bucket

MEMORY_MB = 64
KEPT_MB = 512  # for the engines of all running games of a worker
MOST_WAITING = 500
MOST_OF_ONE = 8  # waiting jobs of one visitor, engine moves aside
NICENESS = 5  # people who move come before engines that think

Work = Callable[[threading.Event], Any]


@dataclass
class _Job:
    work: Work
    cancel: threading.Event
    done: asyncio.Future[Any]


class Thinking:
    """Runs engine work for visitors, a few at a time."""

    def __init__(self, threads: int, seconds_a_minute: float) -> None:
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads, "engine", initializer=_be_nice)
        self.busy_seconds = 0.0
        self._allowance: dict[str, Bucket] = {}
        self._rate = seconds_a_minute / 60
        self._burst = seconds_a_minute
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._count = 0
        self._available = asyncio.Semaphore(0)
        self._runners: list[asyncio.Task[None]] = []
        self._current: set[_Job] = set()

    def start(self) -> None:
        """Begin to take work."""
        self._runners = [asyncio.create_task(self._run()) for _ in range(self.threads)]

    async def stop(self) -> None:
        """Give up what is being thought about."""
        for runner in self._runners:
            runner.cancel()
        for jobs in self._waiting.values():
            for job in jobs:
                job.cancel.set()
        self.pool.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """How much work waits."""
        return self._count

    async def do(self, visitor: str, work: Work, cancel: threading.Event | None = None, asked: bool = True) -> Any:
        """The result of some work, when it is this visitor's turn. What is `asked` for is paid and can be refused."""
        if asked:
            self.check(visitor)
        job = _Job(work, cancel or threading.Event(), asyncio.get_running_loop().create_future())
        self._waiting.setdefault(visitor, deque()).append(job)
        self._count += 1
        self._available.release()
        try:
            return await job.done
        except asyncio.CancelledError:
            job.cancel.set()
            raise

    def check(self, visitor: str) -> None:
        """Refuse what a visitor asks for beyond the allowance."""
        if self._count >= MOST_WAITING or len(self._waiting.get(visitor, ())) >= MOST_OF_ONE:
            raise Refusal("limit/engine", seconds=10)
        wait = self._bucket(visitor).wait_for(0.05) if self._rate > 0 else 0.0
        if wait:
            raise Refusal("limit/engine", seconds=max(1, round(wait)))

    def _bucket(self, visitor: str) -> Bucket:
        if len(self._allowance) > 10_000:
            self._allowance = {key: one for key, one in self._allowance.items() if not one.is_full}
        return self._allowance.setdefault(visitor, Bucket(self._rate, self._burst))

    async def _run(self) -> None:
        while True:
            await self._available.acquire()
            visitor, job = self._next()
            if job.cancel.is_set():
                job.done.cancel()
                continue
            begun = time.monotonic()
            await self._work(job)
            spent = time.monotonic() - begun
            self.busy_seconds += spent
            if self._rate > 0:
                self._bucket(visitor).pay(spent)

    def _next(self) -> tuple[str, _Job]:
        """The first job of the visitor whose turn it is, who goes to the end of the row."""
        visitor, jobs = self._waiting.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._waiting[visitor] = jobs
        self._count -= 1
        return visitor, job

    async def _work(self, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        try:
            result = await loop.run_in_executor(self.pool, job.work, job.cancel)
        except Exception as error:
            if not job.done.done():
                job.done.set_exception(error)
            return
        if not job.done.done():
            job.done.set_result(result)


def _be_nice() -> None:
    """On Linux a thread has a niceness of its own."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class KeptPlayers:
    """The engines of running games, so that each keeps its tree from move to move; the oldest go when room is short.

    Whoever thinks takes an engine out and brings it back: no two threads ever share one.
    """

    def __init__(self, most_mb: int = KEPT_MB) -> None:
        self.most_mb = most_mb
        self._players: OrderedDict[str, SearchPlayer] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, id: str, position: Position, number: int) -> SearchPlayer:
        """The player of a game: the one that was kept, or a new one."""
        with self._lock:
            player = self._players.pop(id, None)
        return player or _new_player(position, number)

    def keep(self, id: str, player: SearchPlayer) -> None:
        """Keep a player for the next move of its game."""
        with self._lock:
            self._players[id] = player
            while len(self._players) > 1 and self.megabytes > self.most_mb:
                self._players.popitem(last=False)

    def drop(self, id: str) -> None:
        """A game is over."""
        with self._lock:
            self._players.pop(id, None)

    @property
    def megabytes(self) -> int:
        """How much memory the kept ones may use."""
        return sum(player.level.settings["memory_mb"] for player in self._players.values())

    def __contains__(self, id: str) -> bool:
        return id in self._players


def _new_player(position: Position, number: int) -> SearchPlayer:
    level = level_of(position.game, number)
    settings = {**level.settings, "memory_mb": min(MEMORY_MB, level.settings.get("memory_mb", MEMORY_MB))}
    return SearchPlayer(f"level {number}", position.game, replace(level, settings=settings), secrets.randbits(31))


def engine_move(
    id: str, position: Position, number: int, most_seconds: float | None, kept: KeptPlayers
) -> Callable[[threading.Event], str]:
    """The move of a level in a game, within what the clock leaves."""

    def work(cancel: threading.Event) -> str:
        if len(position.legal) == 1:
            return position.move_text(position.legal[0])
        player = kept.take(id, position, number)
        own = level_of(position.game, number).seconds
        seconds = min((s for s in (own, most_seconds) if s is not None), default=None)
        player.level = replace(player.level, seconds=seconds)
        text = pick(player.think(position, cancel=cancel), player.level, player.chance).text
        kept.keep(id, player)
        return text

    return work


def thought_of(position: Position, seconds: float, simulations: int) -> Callable[[threading.Event], Thought]:
    """What a strong player thinks, within so many seconds and simulations of the plain search."""

    def work(cancel: threading.Event) -> Thought:
        engine = engine_for(position.game, memory_mb=MEMORY_MB)
        return engine.think(position, seconds=seconds, simulations=budget_for(engine, simulations), cancel=cancel)

    return work
