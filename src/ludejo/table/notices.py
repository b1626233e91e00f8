"""How servers that share a database hear of each other's events.

PostgreSQL tells them (LISTEN and NOTIFY). With SQLite each looks at the file every moment.
"""

import asyncio
import contextlib
import logging
from typing import Protocol

import psycopg
from psycopg import AsyncConnection

from ludejo.table.database import is_sqlite, normal_url
from ludejo.table.rooms import Room, Rooms
from ludejo.table.store import CHANNEL, Store

LOOK_SECONDS = 0.1
RETRY_SECONDS = 1.0
PRESENCE = "ludejo_presence"
log = logging.getLogger("ludejo.table")


class Notices(Protocol):
    """Keeps the rooms of this server up to date."""

    async def start(self) -> None:
        """Begin to listen."""

    async def stop(self) -> None:
        """Listen no more."""

    def tell_presence(self, room: Room) -> None:
        """Tell the others who is here."""


def notices_for(url: str, store: Store, rooms: Rooms) -> Notices:
    """What fits the database."""
    return FileNotices(store, rooms) if is_sqlite(url) else PostgresNotices(url, rooms)


class FileNotices:
    """Looks for events that others have added to a SQLite file."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self.store = store
        self.rooms = rooms
        self.latest = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """From the last event on."""
        self.latest = await asyncio.to_thread(self.store.latest_event)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Look no more."""
        if self._task:
            self._task.cancel()

    def tell_presence(self, room: Room) -> None:
        """A file has no room for what is forgotten at once: each server shows who is connected to it."""

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with contextlib.suppress(Exception):
                self.latest, changed = await asyncio.to_thread(self.store.news_after, self.latest)
                for id, number in changed.items():
                    room = self.rooms.known(id)
                    if room and number > room.sitting.number:
                        await self.rooms.catch_up(room)


class PostgresNotices:
    """Listens to what PostgreSQL tells."""

    def __init__(self, url: str, rooms: Rooms) -> None:
        self.url = normal_url(url).replace("postgresql+psycopg://", "postgresql://")
        self.rooms = rooms
        self._task: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()

    async def start(self) -> None:
        """Begin; a server that does not hear the others must not serve."""
        self._task = asyncio.create_task(self._run())
        await asyncio.wait_for(self._connected.wait(), 30)

    async def stop(self) -> None:
        """Listen no more."""
        if self._task:
            self._task.cancel()

    def tell_presence(self, room: Room) -> None:
        """Tell the others who is here."""
        first, second = room.present_here
        self._outgoing.put_nowait(f"{self.rooms.origin} {room.id} {first:d}{second:d}")

    async def _run(self) -> None:
        """Listen for ever, across lost connections; after one, everything is looked at again."""
        while True:
            try:
                async with await AsyncConnection.connect(self.url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await connection.execute(f"LISTEN {PRESENCE}")
                    await self.rooms.catch_up_all()
                    self._connected.set()
                    await self._listen(connection)
            except (psycopg.Error, OSError) as error:
                log.warning("lost the notices", extra={"problem": type(error).__name__})
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, connection: AsyncConnection) -> None:
        while True:
            async for notice in connection.notifies(timeout=0.2, stop_after=100):
                self._hear(notice.channel, notice.payload)
            while not self._outgoing.empty():
                payload = self._outgoing.get_nowait()
                await connection.execute("SELECT pg_notify(%s, %s)", (PRESENCE, payload))

    def _hear(self, channel: str, payload: str) -> None:
        origin, id, rest = payload.split(" ", 2)
        room = self.rooms.known(id)
        if room is None or origin == self.rooms.origin:
            return
        if channel == PRESENCE:
            room.elsewhere[origin] = (rest[0] == "1", rest[1] == "1")
            room.tell_presence()
        elif int(rest) > room.sitting.number:
            self.rooms.later(self.rooms.catch_up(room))
