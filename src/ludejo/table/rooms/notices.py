"""How servers that share a database hear of each other's events.

PostgreSQL tells them (LISTEN and NOTIFY). With SQLite each looks at the file every moment.
"""

import asyncio
import contextlib
import json
import logging
from typing import Protocol

import psycopg
from psycopg import AsyncConnection
from sqlalchemy.exc import SQLAlchemyError

from ludejo.table.pools import in_database
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.room import Room
from ludejo.table.rooms.rooms import Rooms
from ludejo.table.sitting.events import Event
from ludejo.table.storage.database import driver_url, is_sqlite
from ludejo.table.storage.store import CHANNEL, Store
from ludejo.table.thinking.elsewhere import ANSWERS

LOOK_SECONDS = 0.1
IDLE_SECONDS = 1.0  # while nobody is connected who could be told
RETRY_SECONDS = 1.0
REMIND_SECONDS = 30.0
MOST_AT_ONCE = 200
PRESENCE = "ludejo_presence"
log = logging.getLogger("ludejo.table")


class Notices(Protocol):
    """Keeps the rooms of this server up to date."""

    async def start(self) -> None:
        """Begin to listen."""

    async def stop(self) -> None:
        """Listen no more."""

    def tell_presence(self, room: Room, ask: bool = False) -> None:
        """Tell the others who is here, and perhaps ask who is there."""


def notices_for(url: str, store: Store, rooms: Rooms) -> Notices:
    """What fits the database."""
    return FileNotices(store, rooms) if is_sqlite(url) else PostgresNotices(url, store, rooms)


class FileNotices:
    """Looks for events that others have added to a SQLite file."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self.store = store
        self.rooms = rooms
        self.latest = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """From the last event on."""
        self.latest = await in_database(self.store.latest_event)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Look no more."""
        if self._task:
            self._task.cancel()

    def tell_presence(self, room: Room, ask: bool = False) -> None:
        """A file has no room for what is forgotten at once: each server shows who is connected to it."""

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS if self.rooms.guests else IDLE_SECONDS)
            with contextlib.suppress(Exception):
                self.latest, changed = await in_database(self.store.news_after, self.latest)
                for id, number in changed.items():
                    room = self.rooms.known(id)
                    if room and number > room.sitting.number:
                        await self.rooms.catch_up(room)


class PostgresNotices:
    """Listens to what PostgreSQL tells."""

    def __init__(self, url: str, store: Store, rooms: Rooms) -> None:
        self.url = driver_url(url)
        self.store = store
        self.rooms = rooms
        self._tasks: list[asyncio.Task[None]] = []
        self._connected = asyncio.Event()
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()

    async def start(self) -> None:
        """Begin; a server that does not hear the others must not serve."""
        self._tasks = [asyncio.create_task(work) for work in (self._run(), self._tell(), self._remind())]
        await asyncio.wait_for(self._connected.wait(), 30)

    async def stop(self) -> None:
        """Listen no more."""
        for task in self._tasks:
            task.cancel()

    def tell_presence(self, room: Room, ask: bool = False) -> None:
        """Tell the others who is here, and perhaps ask who is there."""
        first, second = room.present_here
        self._outgoing.put_nowait(f"{self.rooms.origin} {room.id} {first:d}{second:d}{'?' if ask else ''}")

    async def _tell(self) -> None:
        """Send what is to be told, all that has gathered at once."""
        while True:
            payloads = [await self._outgoing.get()]
            while not self._outgoing.empty() and len(payloads) < MOST_AT_ONCE:
                payloads.append(self._outgoing.get_nowait())
            with contextlib.suppress(SQLAlchemyError):  # it is said again before long
                await in_database(self.store.notify, PRESENCE, payloads)

    async def _remind(self) -> None:
        """Say again who is here: a server that was killed stops doing so, and its people are forgotten."""
        while True:
            await asyncio.sleep(REMIND_SECONDS)
            for room in self.rooms.with_guests():
                self.tell_presence(room)

    async def _run(self) -> None:
        """Listen for ever, across lost connections; after one, everything is looked at again."""
        while True:
            try:
                async with await AsyncConnection.connect(self.url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await connection.execute(f"LISTEN {PRESENCE}")
                    await connection.execute(f"LISTEN {ANSWERS}")
                    await self.rooms.catch_up_all()
                    self._connected.set()
                    await self._listen(connection)
            except (psycopg.Error, OSError, Refusal) as error:
                log.warning("lost the notices", extra={"problem": type(error).__name__})
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, connection: AsyncConnection) -> None:
        async for notice in connection.notifies():
            self._hear(notice.channel, notice.payload)

    def _hear(self, channel: str, payload: str) -> None:
        if channel == ANSWERS:
            self.rooms.engine.thinking.hear(payload)
            return
        origin, id, rest = payload.split(" ", 2)
        room = self.rooms.known(id)
        if room is None or origin == self.rooms.origin:
            return
        if channel == PRESENCE:
            room.hear_presence(origin, (rest[0] == "1", rest[1] == "1"))
            if rest.endswith("?"):
                self.tell_presence(room)
        else:
            number, _, log = rest.partition(" ")
            self._take_in(room, int(number), log)

    def _take_in(self, room: Room, number: int, log: str) -> None:
        """Other servers' events: those that the notice brings, if nothing is missing before them."""
        events = [Event(*parts) for parts in json.loads(log)] if log else []
        if events and room.sitting.number == number - len(events) and not room.lock.locked():
            self.rooms.take_in(room, events)
        elif number > room.sitting.number:
            self.rooms.tasks.later(self.rooms.catch_up(room))
