"""A server: everything that one worker process holds, from its start to its end."""

import asyncio
import contextlib
import logging
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from ludejo.table import metrics
from ludejo.table.config import Config
from ludejo.table.limits import Limits
from ludejo.table.people import push
from ludejo.table.people.challenges import Challenges
from ludejo.table.people.company import Company
from ludejo.table.people.lists import Lists
from ludejo.table.people.passkeys import Passkeys
from ludejo.table.people.persons import Persons
from ludejo.table.people.push import Push
from ludejo.table.people.ratings import settle
from ludejo.table.people.shelves import Shelves
from ludejo.table.pools import MOST_OF_ONE, READING_NICENESS, FairPool, in_database
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.rooms.file_notices import FileNotices
from ludejo.table.rooms.notices import Notices
from ludejo.table.rooms.postgres_notices import PostgresNotices
from ludejo.table.rooms.room import Guest, Room
from ludejo.table.rooms.rooms import Rooms
from ludejo.table.sitting.acting import Act
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.events import DELETE, REMATCH
from ludejo.table.sitting.seats import is_person
from ludejo.table.sitting.sitting import Holder
from ludejo.table.sitting.steady import TABLE_TIME
from ludejo.table.storage import database
from ludejo.table.storage.checkup import Checkup
from ludejo.table.storage.quotas import forget_quotas, keep_quotas, kept_quotas
from ludejo.table.storage.store import Store
from ludejo.table.storage.writing import Writer
from ludejo.table.thinking.beside import MindBeside
from ludejo.table.thinking.elsewhere import Elsewhere
from ludejo.table.thinking.thinking import Thinking
from ludejo.table.thinking.warming import Warming
from ludejo.table.visitors import Crowd
from ludejo.table.web.front.turns import Turns

BEAT_SECONDS = 1.0
QUIET_SECONDS = 90.0
LAST_SECONDS = 5.0  # for what is under way at the end
SHARE_SECONDS = 1.0
ROOM_SECONDS = 30.0
EXAMINE_SECONDS = 6 * 3600.0
WATCHERS_SECONDS, LOBBY_SECONDS, PUSH_SECONDS = 2.0, 5.0, 30.0
CELLS_AN_ACT = 100  # a position on a large board takes as long to show as several on a small one
GAME_BYTES, ACT_BYTES = 2000, 400  # in the database, about: a new game, and what an act adds
THREADS = 2  # of a pool: there is one interpreter lock, and more of them would only stand in the way of the loop
ARRIVALS = 1  # people who are being let into rooms at once; others wait, visitors in turn
LISTS = 2  # that may be long are looked for at once; others wait, visitors in turn, and moves find threads free
CHILDREN = 1  # processes of a worker that read what visitors bring
SWITCH_SECONDS = 0.001  # that a busy thread may make the loop wait for the interpreter
MOST_OWED = 5.0  # days' worth of bytes, from which on acts are refused as well: no game that people play comes near
QUOTA_SECONDS = 10.0
LEAST_KEPT = 1_000_000  # bytes that a visitor has stored; less may be forgotten
SILENCE_MS = 2000  # longer than this without any beat, and the clocks did not run
log = logging.getLogger("ludejo.table")


class Server:
    """One worker."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.origin = secrets.token_hex(6)
        self.store = Store(database.opened(config.database))
        self.writer = Writer(self.store)
        self.persons = Persons(self.store)
        self.lists = Lists(self.store)
        self.shelves = Shelves(self.store)
        self.challenges = Challenges(self.store)
        self.company = Company(self.store)
        self.passkeys = Passkeys(self.store)
        self.push = Push(self.store)
        self.push_key = push.public_key(Path(config.push_keys)) if config.push_keys else ""
        self._send = push.sender(Path(config.push_keys), config.public_url) if config.push_keys else None
        elsewhere = None if database.is_sqlite(config.database) else Elsewhere(config.database)
        self.limits = Limits(config.rate, engine_seconds=config.engine_seconds_a_minute)
        mind = MindBeside(config.engine_threads)
        self.warming = Warming(config.warm, mind.prepare)
        self.thinking = Thinking(config.engine_threads, self.limits, elsewhere, self.warming, mind)
        self.playing = FairPool("playing", THREADS)
        self.rooms = Rooms(self.store, self.writer, self.thinking, self.playing, self.origin)
        self.checkup = Checkup(self.store, config.most_gigabytes)
        self.has_room = True
        most_of_one = MOST_OF_ONE if config.rate > 0 else None
        self.reading = FairPool("reading", THREADS, READING_NICENESS, most_of_one)  # what is small, or our own
        self.studying = FairPool("studying", CHILDREN, READING_NICENESS, most_of_one, in_children=True)
        self.drawing = FairPool("drawing", CHILDREN, READING_NICENESS, most_of_one, in_children=True)  # for other pages
        kind = FileNotices if database.is_sqlite(config.database) else PostgresNotices
        self.notices: Notices = kind(config.database, self.store, self.rooms, self.limits)
        self._stopping = asyncio.Event()
        self.connections = Crowd()
        self.arrivals = Turns(ARRIVALS)
        self.listing = Turns(LISTS)
        self._storing: set[str] = set()  # who has stored something since that was last kept
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Bring the database up to date, give back lost time, and begin."""
        await in_database(database.upgrade, self.store.engine)
        sys.setswitchinterval(SWITCH_SECONDS)
        if self.config.warm:
            self.warming.start()
        TABLE_TIME.set_to(await in_database(self.store.first_time))
        given = await in_database(self.store.wake, now_ms(), SILENCE_MS)
        log.info("server starts", extra={"worker": self.origin, "games_given_time": given})
        await self._know_quotas()
        self.writer.start()
        await self.thinking.start()
        await self.notices.start()
        regular = (
            self._every(BEAT_SECONDS, self._beat), self._every(BEAT_SECONDS, self._sweep),
            self._every(10.0, self._listen_for_silence, self._tidy),
            self._every(QUOTA_SECONDS, self.keep_quotas),
            self._every(SHARE_SECONDS, self.share_limits), self._every(ROOM_SECONDS, self._look_for_room),
            self._every(EXAMINE_SECONDS, self._examine), self._every(WATCHERS_SECONDS, self._count_watchers),
            self._every(LOBBY_SECONDS, self._tend_lobby), self._every(PUSH_SECONDS, self._push),
        )  # fmt: skip
        self._tasks = [asyncio.create_task(work) for work in regular]

    async def stop(self) -> None:
        """End: acknowledged moves are on disk already; people connect again."""
        self._stopping.set()
        self.warming.stop()
        if self._tasks:
            _, unfinished = await asyncio.wait(self._tasks, timeout=LAST_SECONDS)
            for task in unfinished:
                task.cancel()
        await self.rooms.stop()
        await self.notices.stop()
        await self.writer.stop()
        await self.thinking.stop()
        self.reading.stop()
        self.studying.stop()
        self.drawing.stop()
        self.playing.stop()
        self.store.engine.dispose()
        log.info("server stops", extra={"worker": self.origin})

    @property
    def is_stopping(self) -> bool:
        """Whether it has been told to end."""
        return self._stopping.is_set()

    async def _every(self, seconds: float, *works: Callable[[], Awaitable[None]]) -> None:
        """Do things again and again until the end; one that fails is tried again the next time."""
        while not self.is_stopping:
            for work in works:
                try:
                    await work()
                except Exception:
                    log.exception("the sweep failed", extra={"work": getattr(work, "__name__", "")})
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), seconds)

    async def _beat(self) -> None:
        TABLE_TIME.draw_towards(await in_database(self.store.true_time))
        await in_database(self.store.beat, now_ms())

    async def _sweep(self) -> None:
        await self.rooms.sweep()

    async def _listen_for_silence(self) -> None:
        for room in self.rooms.with_guests():
            for guest in list(room.guests):
                guest.hang_up_if_silent(QUIET_SECONDS)
        self.thinking.mind.drop_idle()

    async def share_limits(self) -> None:
        """Tell the other workers what visitors have used up here since the last time."""
        spent = self.limits.spent()
        self._storing |= {visitor for kind, visitor in spent if kind == "store"}
        if spent:
            self.notices.tell_spent(spent)

    async def keep_quotas(self) -> None:
        """Keep what visitors have stored lately, where it is so much that a restart must not forget it; for a day."""
        owed = {visitor: self.limits.owed("store", visitor) for visitor in self._storing}
        much = {visitor: amount for visitor, amount in owed.items() if amount > LEAST_KEPT * self.config.rate}
        self._storing.clear()
        if much:
            await in_database(keep_quotas, self.store, much, self.limits.rate_of("store"), now_ms())
        await in_database(forget_quotas, self.store, now_ms())

    async def _know_quotas(self) -> None:
        await in_database(forget_quotas, self.store, now_ms())
        owed = await in_database(kept_quotas, self.store, self.limits.rate_of("store"), now_ms())
        self.limits.hear({("store", visitor): amount for visitor, amount in owed.items()})

    async def _tidy(self) -> None:
        self.rooms.tidy(time.monotonic())

    async def _look_for_room(self) -> None:
        self.has_room = await in_database(self.checkup.has_room)

    async def _examine(self) -> None:
        await asyncio.to_thread(self.checkup.examine)

    async def _count_watchers(self) -> None:
        """Tell how many watch, where that has changed: not for each who comes, or many could keep a room busy."""
        for room in self.rooms.with_guests():
            if room.watchers != room.told_watchers:
                room.tell_presence()
                self.notices.tell_presence(room)

    async def _tend_lobby(self) -> None:
        """Challenges that nobody took go, and results of rated games are counted."""
        if self.config.lobby:
            waiting = [room.id for room in self.rooms.with_guests() if room.is_awaited_here]
            if waiting:
                await in_database(self.challenges.see, "", now_ms(), waiting)
            await in_database(self.challenges.drop_old, now_ms())
            await in_database(settle, self.store)

    async def _push(self) -> None:
        """Tell devices for whose people games wait: in a thread that may wait for a push service."""
        if self._send:
            await asyncio.to_thread(self.push.tell, self._send, now_ms())

    async def see(self, key: str) -> None:
        """A person is here: what they wait for in the lobby is shown to others."""
        if self.config.lobby and is_person(key):
            await asked(self.challenges.see, key[1:], now_ms())

    def say(self, room: Room, seat: int, phrase: str) -> None:
        """Tell everybody at a game what a player says; it is not kept."""
        room.tell_said(seat, phrase)
        self.notices.tell_said(room, seat, phrase)

    def admit(self, visitor: str, size: int) -> None:
        """Allow a new game or study of about so many bytes, or refuse it."""
        self.limits.check("start", visitor)
        self.check_room()
        self.limits.check("store", visitor, size)

    def check_room(self) -> None:
        """Refuse what would grow while there is no room."""
        if not self.has_room:
            raise Refusal("server/full")

    def admit_act(self, holder: Holder, visitor: str, weight: float = 1.0, gives_room: bool = False) -> None:
        """Allow an act of so much weight, or refuse it.

        For what acts leave they are refused only to whoever owes for days.
        """
        if holder is None:
            raise Refusal("seat/needed")
        self.limits.check("act", visitor, weight)
        if not gives_room:
            self.limits.check_debt("store", visitor, MOST_OWED)

    async def act(self, room: Room, holder: Holder, act: Act, visitor: str) -> int:
        """Do what a player wants, within the limits."""
        weight = 1 + len(room.sitting.game.grid.names) / CELLS_AN_ACT
        self.admit_act(holder, visitor, weight, gives_room=act.kind == DELETE)
        if act.kind == "rematch" or (act.kind == "accept" and room.sitting.offer(REMATCH)):
            self.admit(visitor, GAME_BYTES)
        self.limits.pay("store", visitor, ACT_BYTES)  # a game that goes on is not stopped by this, but the next one is
        room.visitor = visitor
        return await self.rooms.act(room, holder, act)

    # ---------------------------------------------------------------- connections

    @contextlib.contextmanager
    def connected(self, visitor: str) -> Iterator[None]:
        """Count one more connection while it lasts, or refuse it."""
        self.limits.check("connect", visitor)
        if self.config.rate > 0 and self.connections.is_full(visitor, self.config.most_connections):
            raise Refusal("limit/rate", seconds=10)
        self.connections.add(visitor)
        try:
            yield
        finally:
            self.connections.remove(visitor)

    def arrive(self, room: Room, guest: Guest) -> None:
        """Somebody is in a room, and is shown everything first."""
        before = room.present_here
        self.rooms.keep_open(room)
        room.guests.add(guest)
        metrics.CONNECTIONS.inc()
        room.welcome(guest)
        self.rooms.shown(room, guest.holder)
        if len(room.guests) == 1:
            self.notices.tell_presence(room, ask=True)
        self._tell_presence(room, before)
        self.rooms.engine.wake(room)  # engines that play each other do so for whoever is there

    def leave(self, room: Room, guest: Guest) -> None:
        """Somebody has left it."""
        before = room.present_here
        room.guests.discard(guest)
        metrics.CONNECTIONS.dec()
        self._tell_presence(room, before)

    def _tell_presence(self, room: Room, before: tuple[bool, bool]) -> None:
        if room.present_here != before:
            room.tell_presence()
            self.notices.tell_presence(room)
