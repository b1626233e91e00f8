"""Notices between servers that share PostgreSQL, wherever they run: LISTEN and NOTIFY."""

import asyncio
import contextlib
import itertools
import logging

from psycopg import AsyncConnection
from sqlalchemy.exc import SQLAlchemyError

from ludejo.table.limits import Limits
from ludejo.table.pools import in_database
from ludejo.table.rooms.notices import CHANNELS, Notices
from ludejo.table.rooms.rooms import Rooms
from ludejo.table.storage.database import driver_url
from ludejo.table.storage.store import Store

RETRY_SECONDS = 1.0
START_SECONDS = 30.0
LAST_SECONDS = 5.0
MOST_AT_ONCE = 200
MOST_WAITING = 10_000  # notices; while the database is away what is told is soon outdated
log = logging.getLogger("ludejo.table")


class PostgresNotices(Notices):
    """Listens to what PostgreSQL tells."""

    def __init__(self, url: str, store: Store, rooms: Rooms, limits: Limits) -> None:
        super().__init__(store, rooms, limits)
        self.url = driver_url(url)
        self._connected = asyncio.Event()
        self._outgoing: asyncio.Queue[tuple[str, str]] = asyncio.Queue(MOST_WAITING)

    async def start(self) -> None:
        """Begin; a server that does not hear the others must not serve."""
        await super().start()
        self._tasks += [asyncio.create_task(work) for work in (self._run(), self._send())]
        await asyncio.wait_for(self._connected.wait(), START_SECONDS)

    async def stop(self) -> None:
        """Listen no more, when what was to be told is told."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._outgoing.join(), LAST_SECONDS)
        await super().stop()

    def tell(self, channel: str, text: str) -> None:
        """Send a notice with the next batch."""
        with contextlib.suppress(asyncio.QueueFull):
            self._outgoing.put_nowait((channel, f"{self.rooms.origin} {text}"))

    async def _send(self) -> None:
        """Send what is to be told, all that has gathered at once."""
        while True:
            batch = [await self._outgoing.get()]
            while not self._outgoing.empty() and len(batch) < MOST_AT_ONCE:
                batch.append(self._outgoing.get_nowait())
            for channel, some in itertools.groupby(sorted(batch, key=_channel), _channel):
                with contextlib.suppress(SQLAlchemyError):  # it is said again before long
                    await in_database(self.store.notify, channel, [payload for _, payload in some])
            for _ in batch:
                self._outgoing.task_done()

    async def _run(self) -> None:
        """Listen for ever, across lost connections; after one, everything is looked at again."""
        while True:
            try:
                async with await AsyncConnection.connect(self.url, autocommit=True) as connection:
                    for channel in CHANNELS:
                        await connection.execute(f"LISTEN {channel}")
                    await self.rooms.catch_up_all()
                    self._connected.set()
                    async for notice in connection.notifies():
                        self.hear(notice.channel, notice.payload)
            except Exception as error:  # whatever it is: a server that has stopped listening must begin again
                log.warning("lost the notices", extra={"problem": type(error).__name__})
                await asyncio.sleep(RETRY_SECONDS)


def _channel(told: tuple[str, str]) -> str:
    return told[0]
