"""A thinker: takes questions that servers have left in PostgreSQL, and tells them the answers: `ludejo think`."""

import asyncio
import contextlib
import json
import logging
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from procrastinate import App
from procrastinate.exceptions import ProcrastinateException
from psycopg_pool import PoolTimeout

from ludejo.play.files import Document
from ludejo.table.pools import be_nice
from ludejo.table.thinking.elsewhere import ANSWERS, BEAT_SECONDS, DEAD_SECONDS, LONG, SHORT, TASK, new_app
from ludejo.table.thinking.engines import NICENESS, SHORT_NICENESS, KeptPlayers
from ludejo.table.thinking.questions import Answer, is_short

RETRY_SECONDS = 1.0
KEPT_MB_A_THREAD = 256
TIDY_SECONDS = 30.0
_TELL = "SELECT pg_notify(%(channel)s, %(payload)s)"
log = logging.getLogger("ludejo.table")


class Thinker:
    """Some threads that think, and one more for what takes a moment."""

    def __init__(self, url: str, threads: int) -> None:
        self.url = url
        self.threads = threads
        self.players = KeptPlayers(most_mb=KEPT_MB_A_THREAD * threads)
        self.short, self.long = (
            ThreadPoolExecutor(threads + 1, "thinker", initializer=be_nice, initargs=(niceness,))
            for niceness in (SHORT_NICENESS, NICENESS)
        )

    async def run(self, ready: Callable[[], None]) -> None:
        """Think until told to end, across lost connections."""
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        tidying = asyncio.create_task(self._tidy())
        ready()
        while not stop.is_set():
            try:
                await self._work(stop)
            except (ProcrastinateException, PoolTimeout) as error:
                log.warning("lost the database", extra={"problem": str(error.__cause__ or error)})
            except Exception:  # whatever it is, there are questions to be answered
                log.exception("thinking failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), RETRY_SECONDS)
        tidying.cancel()
        for pool in (self.short, self.long):
            pool.shutdown(wait=False, cancel_futures=True)

    async def _work(self, stop: asyncio.Event) -> None:
        """Take jobs until told to end, or until the connection is lost."""
        app = new_app(self.url, connections=self.threads + 2)
        self._teach(app)
        async with app.open_async():
            lanes = [self._lane(app, self.threads, SHORT, LONG), self._lane(app, 1, SHORT)]
            ending = asyncio.create_task(stop.wait())
            await asyncio.wait([*lanes, ending], return_when=asyncio.FIRST_COMPLETED)
            for task in (*lanes, ending):
                task.cancel()
            for outcome in await asyncio.gather(*lanes, return_exceptions=True):
                if isinstance(outcome, Exception):
                    raise outcome

    def _lane(self, app: App, threads: int, *queues: str) -> asyncio.Task[None]:
        """A worker of procrastinate; when it is cancelled, it finishes what it has begun."""
        return asyncio.create_task(
            app.run_worker_async(
                queues=list(queues), concurrency=threads, delete_jobs="always", install_signal_handlers=False,
                update_heartbeat_interval=BEAT_SECONDS, stalled_worker_timeout=4 * DEAD_SECONDS,
            )
        )  # fmt: skip

    def _teach(self, app: App) -> None:
        """Let an app know how questions are answered."""

        async def reply(key: str, question: Document, **_: Any) -> None:
            cancel, begun = threading.Event(), time.monotonic()
            try:
                told = await asyncio.get_running_loop().run_in_executor(
                    self.short if is_short(question["kind"], question["level"]) else self.long,
                    self._answer, question, cancel,
                )  # fmt: skip
            except asyncio.CancelledError:  # nobody waits for it any more
                cancel.set()
                raise
            payload = f"{key} {time.monotonic() - begun:.3f} {json.dumps(told)}"
            await app.connector.execute_query_async(_TELL, channel=ANSWERS, payload=payload)

        app.task(name=TASK)(reply)

    def _answer(self, asked: Document, cancel: threading.Event) -> Answer:
        return self.players.answer(self.players.understood(asked), cancel)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                self.players.drop_idle()
            except Exception:  # or nothing would be dropped any more
                log.exception("what is kept in mind cannot be dropped")
