"""How servers that share a database hear of each other: of events, of who is present, of what visitors have used up.

PostgreSQL carries their notices (postgres_notices.py). Those that share a SQLite file are on one machine, and tell each
other over sockets beside the file (file_notices.py).
"""

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from ludejo.table.limits import Limits
from ludejo.table.rooms.room import Room
from ludejo.table.rooms.rooms import Rooms
from ludejo.table.sitting.events import Event
from ludejo.table.storage.statements import MOST_TOLD
from ludejo.table.storage.store import CHANNEL, Store
from ludejo.table.thinking.elsewhere import ANSWERS

REMIND_SECONDS = 30.0
AGAIN_SECONDS = 1.0  # until a game that could not be caught up with is looked at again
PRESENCE = "ludejo_presence"
SPENT = "ludejo_spent"
SAID = "ludejo_said"
CHANNELS = (CHANNEL, PRESENCE, SPENT, SAID, ANSWERS)
log = logging.getLogger("ludejo.table")

Spent = Mapping[tuple[str, str], float]


class Notices(ABC):
    """Keeps the rooms and limits of this server up to date. A notice is a line: who sends it, then what there is."""

    def __init__(self, store: Store, rooms: Rooms, limits: Limits) -> None:
        self.store = store
        self.rooms = rooms
        self.limits = limits
        self._tasks: list[asyncio.Task[None]] = []
        self._behind: set[str] = set()  # games whose news could not be read when it was told

    async def start(self) -> None:
        """Begin to listen."""
        self._tasks += [asyncio.create_task(work) for work in (self._remind(), self._look_again())]

    async def stop(self) -> None:
        """Listen no more."""
        for task in self._tasks:
            task.cancel()

    # ---------------------------------------------------------------- telling

    @abstractmethod
    def tell(self, channel: str, text: str) -> None:
        """Send a notice to the others, without waiting; it may be lost."""

    def tell_presence(self, room: Room, ask: bool = False) -> None:
        """Tell the others who is here, and perhaps ask who is there."""
        first, second = room.present_here
        self.tell(PRESENCE, f"{room.id} {first:d}{second:d}{'?' if ask else ''} {room.watchers_here}")

    def tell_said(self, room: Room, seat: int, phrase: str) -> None:
        """Tell the others what a player says."""
        self.tell(SAID, f"{room.id} {seat} {phrase}")

    def tell_spent(self, spent: Spent) -> None:
        """Tell the others what visitors have used up here."""
        for text in _in_lines([[kind, visitor, amount] for (kind, visitor), amount in spent.items()]):
            self.tell(SPENT, text)

    async def _remind(self) -> None:
        """Say again who is here: a server that was killed stops doing so, and its people are forgotten."""
        while True:
            await asyncio.sleep(REMIND_SECONDS)
            for room in self.rooms.with_guests():
                self.tell_presence(room)

    # ---------------------------------------------------------------- hearing

    def hear(self, channel: str, notice: str) -> None:
        """Take in what another server says. What cannot be understood comes from another version, and is left alone."""
        try:
            origin, _, text = notice.partition(" ")
            if channel == ANSWERS:  # of a thinker, who is no server
                self.rooms.engine.thinking.hear(notice)
            elif origin == self.rooms.origin:
                pass
            elif channel == SPENT:
                self.limits.hear({(kind, visitor): amount for kind, visitor, amount in json.loads(text)})
            else:
                self._hear_of_room(channel, origin, text)
        except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            log.warning("a notice cannot be read", extra={"channel": channel, "problem": type(error).__name__})

    def _hear_of_room(self, channel: str, origin: str, text: str) -> None:
        id, _, rest = text.partition(" ")
        room = self.rooms.known(id)
        if room is None:
            return
        if channel == PRESENCE:
            seats, _, watchers = rest.partition(" ")
            room.hear_presence(origin, (seats[0] == "1", seats[1] == "1"), int(watchers or 0))
            if seats.endswith("?"):
                self.tell_presence(room)
        elif channel == SAID:
            seat, _, said = rest.partition(" ")
            room.tell_said(int(seat), said)
        else:
            number, _, events = rest.partition(" ")
            self._take_in(room, int(number), events)

    def _take_in(self, room: Room, number: int, log: str) -> None:
        """Other servers' events: those that the notice brings, if nothing is missing before them."""
        events = [Event(*parts) for parts in json.loads(log)] if log else []
        if events and room.sitting.number == number - len(events) and not room.lock.locked():
            self.rooms.take_in(room, events)
        elif number > room.sitting.number:
            self.rooms.tasks.later(self._catch_up(room))

    async def _catch_up(self, room: Room) -> None:
        """Take in what others have added to one game; where that does not succeed, before long."""
        try:
            await self.rooms.catch_up(room)
        except Exception as error:
            log.warning("a game is behind", extra={"game": room.id, "problem": str(error)})
            if room.id not in self.rooms.unreadable:
                self._behind.add(room.id)

    async def _look_again(self) -> None:
        """Catch up with the games that are behind, as far as they are still open."""
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            behind, self._behind = self._behind, set()
            for room in filter(None, map(self.rooms.known, behind)):
                await self._catch_up(room)


def _in_lines(parts: list[list[Any]]) -> Iterator[str]:
    """JSON lists of the parts, none of them too long for a notice."""
    line: list[str] = []
    for text in (json.dumps(part, separators=(",", ":")) for part in parts):
        if line and sum(map(len, line)) + len(line) + len(text) > MOST_TOLD:
            yield f"[{','.join(line)}]"
            line = []
        line.append(text)
    if line:
        yield f"[{','.join(line)}]"
