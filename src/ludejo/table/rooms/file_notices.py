"""Notices between servers that share a SQLite file: events are looked for in it, the rest comes over sockets beside."""

import asyncio
import contextlib
import logging
import os
import socket
from pathlib import Path

from sqlalchemy.engine import make_url

from ludejo.table.limits import Limits
from ludejo.table.pools import in_database
from ludejo.table.rooms.notices import Notices
from ludejo.table.rooms.rooms import Rooms
from ludejo.table.storage.database import normal_url
from ludejo.table.storage.store import Store

LOOK_SECONDS = 0.1
IDLE_SECONDS = 1.0  # while nobody is connected who could be told
MOST_BYTES = 16_384  # of a notice
log = logging.getLogger("ludejo.table")


class FileNotices(Notices):
    """Looks for events that others have added to a SQLite file, and listens at a socket."""

    def __init__(self, url: str, store: Store, rooms: Rooms, limits: Limits) -> None:
        super().__init__(store, rooms, limits)
        self.latest = 0
        self.wire: Wire | None = None
        self.folder = Path(f"{make_url(normal_url(url)).database}-wire")

    async def start(self) -> None:
        """From the last event on."""
        await super().start()
        self.latest = await in_database(self.store.latest_event)
        self._tasks.append(asyncio.create_task(self._look_for_events()))
        try:
            self.wire = Wire(self.folder, self.rooms.origin)
        except OSError as error:
            log.warning("each worker limits on its own", extra={"problem": str(error)})
            return
        asyncio.get_running_loop().add_reader(self.wire.socket, self._listen, self.wire)

    async def stop(self) -> None:
        """Look and listen no more."""
        await super().stop()
        if self.wire:
            asyncio.get_running_loop().remove_reader(self.wire.socket)
            self.wire.close()

    def tell(self, channel: str, text: str) -> None:
        """Send a notice to whoever else serves this file."""
        if self.wire:
            self.wire.send(f"{channel} {self.rooms.origin} {text}".encode())

    def _listen(self, wire: "Wire") -> None:
        for line in wire.received():
            channel, _, notice = line.decode("utf-8", "replace").partition(" ")
            self.hear(channel, notice)

    async def _look_for_events(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS if self.rooms.guests else IDLE_SECONDS)
            with contextlib.suppress(Exception):
                self.latest, changed = await in_database(self.store.news_after, self.latest)
                for id, number in changed.items():
                    room = self.rooms.known(id)
                    if room and number > room.sitting.number:
                        self.rooms.tasks.later(self._catch_up(room))


class Wire:
    """Datagrams between processes of one machine: a folder of sockets, one for each of them."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self.folder, self.name = folder, name
        self._handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(self._address(name))

    def _address(self, name: str) -> str:
        """Where a socket is; a long way to the folder would not fit into an address."""
        short = f"/proc/self/fd/{self._handle}"
        return f"{short if Path(short).exists() else self.folder}/{name}"

    def send(self, line: bytes) -> None:
        """Send to all the others. Whoever does not listen any more is forgotten; who is too slow misses it."""
        for name in os.listdir(self.folder):
            if name == self.name:
                continue
            try:
                self.socket.sendto(line, self._address(name))
            except (ConnectionRefusedError, FileNotFoundError):  # it was killed
                (self.folder / name).unlink(missing_ok=True)
            except OSError as error:
                log.warning("a notice was not sent", extra={"problem": type(error).__name__})

    def received(self) -> list[bytes]:
        """What has come."""
        lines = []
        with contextlib.suppress(BlockingIOError):
            while True:
                lines.append(self.socket.recv(MOST_BYTES))
        return lines

    def close(self) -> None:
        """Take our socket away, and the folder if we were the last."""
        self.socket.close()
        os.close(self._handle)
        (self.folder / self.name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self.folder.rmdir()
