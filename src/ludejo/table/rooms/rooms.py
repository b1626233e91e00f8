"""All rooms of this server. act() is where what a player wants is decided, written to disk, and told to everybody."""

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from weakref import WeakValueDictionary

from ludejo.games.phrases import mark_text
from ludejo.play import fair_dice
from ludejo.table import metrics
from ludejo.table.pools import FairPool
from ludejo.table.refusals import EXPLAINED, Refusal, explained
from ludejo.table.rooms.asking import asked
from ludejo.table.rooms.engine_turns import EngineTurns
from ludejo.table.rooms.openings import next_game
from ludejo.table.rooms.room import Room
from ludejo.table.rooms.showing import Showing
from ludejo.table.rooms.tasks import Tasks
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acting import Act, Context, decided, done_before, time_is_up
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.seats import holder_by, link_beside, new_id, people_beside
from ludejo.table.sitting.sitting import Holder, Sitting, replayed
from ludejo.table.storage.entries import EnteredGame, Entry, Kept
from ludejo.table.storage.store import Store
from ludejo.table.storage.writing import Writer
from ludejo.table.thinking.thinking import Thinking
from ludejo.table.visitors import NOBODY

MOST_ROOMS = 3000
MOST_BYTES = 100_000_000  # of all rooms together
MOST_WATCHED_BYTES = 20_000_000  # of rooms that one visitor alone looks on in, where all are too heavy
IDLE_SECONDS, BRIEFLY_SECONDS = 120.0, 15.0
ATTEMPTS = 5  # at an act, when others act in the same game at the same time
log = logging.getLogger("ludejo.table")


class Rooms:
    """All rooms, and how one gets into them."""

    def __init__(self, store: Store, writer: Writer, thinking: Thinking, playing: FairPool, origin: str) -> None:
        self.store = store
        self.writer = writer
        self.playing = playing
        self.showing = Showing(store, playing)
        self.origin = origin
        self.tasks = Tasks()
        self.engine = EngineTurns(store, thinking, self.act, self.tasks)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        # Those too that are closed, while anybody is still on the way into them: a game never has two rooms.
        self._alive: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._entering = asyncio.Lock()  # new games one after the other, so that they never take all of the database
        self.unreadable: set[str] = set()  # games that nobody tries to read again

    @property
    def guests(self) -> int:
        """How many are connected."""
        return sum(len(room.guests) for room in self._rooms.values())

    def with_guests(self) -> list[Room]:
        """Rooms in which somebody is."""
        return [room for room in self._rooms.values() if room.guests]

    def known(self, id: str) -> Room | None:
        """A room that is open already."""
        return self._rooms.get(id)

    # ---------------------------------------------------------------- opening

    async def enter(self, id: str, visitor: str = "", door: AbstractAsyncContextManager[None] | None = None) -> Room:
        """The room of a game, opened if need be; the game is fetched within the door, if there is one."""
        room = self._keep(self._rooms.get(id) or await self._opened(id, visitor or NOBODY, door or nullcontext()))
        self._close_some()
        room.visitor = room.visitor or visitor
        await self._fall_flag(room)
        return room

    def _keep(self, room: Room) -> Room:
        """The room of a game, open from now on: this one, if nobody has another."""
        room = self._alive.setdefault(room.id, room)
        self._rooms[room.id] = room
        self._rooms.move_to_end(room.id)
        room.touched = time.monotonic()
        return room

    async def _opened(self, id: str, visitor: str, door: AbstractAsyncContextManager[None]) -> Room:
        """A room that was not open: one that was closed around somebody has missed what was told meanwhile."""
        left = self._alive.get(id)
        if left is None:
            sitting, kept = await self._read(id, visitor, door)
            return Room.of(sitting, kept)
        self._keep(left)
        async with door:
            return await self.fresh(left)

    async def _read(self, id: str, visitor: str, door: AbstractAsyncContextManager[None]) -> tuple[Sitting, Kept]:
        """A game from the database. One that cannot be read is set aside: it must not stop the others."""
        if id in self.unreadable:
            raise Refusal("table/set-aside")
        try:
            async with door:
                kept = await asked(self.store.load, id)
            if kept is None:
                raise Refusal("table/no-such-game")
            return await self.playing.do(visitor, replayed, id, kept.log), kept
        except Refusal:
            raise
        except Exception as error:
            await self._set_aside(id, error)
            raise Refusal("table/set-aside") from None

    async def _set_aside(self, id: str, error: Exception) -> None:
        log.exception("a game cannot be read", extra={"game": id})
        self.unreadable.add(id)
        await asked(self.store.set_aside, id, error)

    def _close_some(self) -> None:
        """Forget the rooms that nobody has entered for longest and nobody is in."""
        if len(self._rooms) > MOST_ROOMS:
            empty = [id for id, room in self._rooms.items() if not room.is_in_use]
            for id in empty[: MOST_ROOMS // 10]:
                self._close(id)
        metrics.ROOMS.set(len(self._rooms))

    def _close(self, id: str, is_gone: bool = False) -> None:
        """Forget a room, and that it was drawn, or what it holds would stay. Into a game that is gone nobody comes."""
        self._rooms.pop(id, None)
        self.showing.drawings.drop(id)
        if is_gone:
            self._alive.pop(id, None)

    def tidy(self, now: float) -> None:
        """Close rooms that were idle for long, and sooner while all together are too heavy: what they hold is on disk.

        A room with somebody in it stays; when nothing happens there, its drawing goes.
        """
        weights = {id: room.weight for id, room in self._rooms.items()}
        total = sum(weights.values())
        for id, room in list(self._rooms.items()):  # the longest unentered first
            idle = now - room.touched
            if idle > IDLE_SECONDS:
                self.showing.forget(room)
            if not room.is_in_use and (idle > IDLE_SECONDS or (total > MOST_BYTES and idle > BRIEFLY_SECONDS)):
                self._close(id)
                total -= weights[id]
        if total > MOST_BYTES:
            self._turn_out_watchers(weights)
        metrics.ROOMS.set(len(self._rooms))

    def _turn_out_watchers(self, weights: dict[str, int]) -> None:
        """Whoever keeps much open by looking on alone goes out of what they entered first; players stay."""
        held: Counter[str] = Counter()
        for room in reversed(self._rooms.values()):
            visitors = {"" if guest.holder is not None else guest.visitor for guest in room.guests}
            if len(visitors) == 1 and visitors != {""}:
                [visitor] = visitors
                held[visitor] += weights[room.id]
                if held[visitor] > MOST_WATCHED_BYTES:
                    for guest in list(room.guests):
                        guest.turn_out("limit/rate")

    def keep_open(self, room: Room) -> None:
        """Somebody is about to sit down in a room: it must not be one that was closed meanwhile."""
        if room.sitting.is_deleted:
            raise Refusal("table/no-such-game")
        if room.id not in self._rooms:
            self._keep(room)
            self.tasks.later(self._catch_up_later(room))

    async def _catch_up_later(self, room: Room) -> None:
        """Take in what was missed while a room was closed; where that does not succeed, with what comes next."""
        try:
            await self.catch_up(room)
        except Exception as error:
            log.warning("a game is behind", extra={"game": room.id, "problem": str(error)})

    async def create(self, new: EnteredGame, visitor: str) -> Room:
        """Enter a new game and its room."""
        async with self._entering:
            await asked(self.store.create, new)
        room = self._open(new, visitor)
        self._close_some()
        log.info("game started", extra={"game": room.id, "spec": new.sitting.game.spec})
        return room

    def _open(self, new: EnteredGame, visitor: str) -> Room:
        room = self._keep(Room.of(new.sitting, new, visitor))  # since it was written the sweep may have entered it
        room.visitor = room.visitor or visitor
        metrics.GAMES_STARTED.inc()
        self.engine.wake(room)
        return room

    # ---------------------------------------------------------------- what other servers have added

    async def fresh(self, room: Room) -> Room:
        """The room as the database has it now: another server may have been quicker than its notice."""
        number = await asked(self.store.number, room.id)
        if number is not None and number > room.sitting.number:
            await self.catch_up(room)
        if number is None or room.sitting.is_deleted:
            self._close(room.id, is_gone=True)
            raise Refusal("table/no-such-game")
        return room

    async def catch_up(self, room: Room) -> None:
        """Take in what other servers have added."""
        async with room.lock:
            if await self._reload(room):
                await self._changed(room)

    def take_in(self, room: Room, news: Iterable[Event]) -> None:
        """Show what another server has added and told us."""
        room.take_in(news)
        self.tasks.later(self._changed(room))

    async def catch_up_all(self) -> None:
        """Look at every room again, after some time in which nothing was heard."""
        for room in list(self._rooms.values()):
            try:
                await self.fresh(room)
            except Refusal as refusal:
                if refusal.code not in ("table/no-such-game", "table/set-aside"):  # of the database
                    raise
            except Exception:
                log.exception("a game cannot be read", extra={"game": room.id})

    async def _reload(self, room: Room) -> bool:
        if room.id in self.unreadable:
            raise Refusal("table/set-aside")
        news = await asked(self.store.events_after, room.id, room.sitting.number)
        try:
            room.take_in(news)
        except Exception as error:
            await self._set_aside(room.id, error)
            raise Refusal("table/set-aside") from None
        return bool(news)

    # ---------------------------------------------------------------- acting

    async def act(self, room: Room, holder: Holder, act: Act) -> int:
        """Do what a player wants. Returns the number of events after it; by then they are on disk.

        An act that was done before, and is sent again because the answer was lost, is not done twice.
        """
        try:
            async with room.lock:
                await self._fall_flag_locked(room, holder, act)
                for _ in range(ATTEMPTS):
                    _check_key(room, act)
                    done = done_before(room.sitting, holder, act)
                    if done is not None:
                        return done
                    if act.kind == "hold" and act.new_key in room.hashes:  # another window of theirs was quicker
                        return room.sitting.number
                    added = decided(room.sitting, holder, act, self._context(room))
                    if await self._add(room, added):
                        return room.sitting.number
                    await self._reload(room)
                    await self._changed(room)
        except EXPLAINED as error:
            metrics.ACTS_REFUSED.inc()
            raise explained(error) from None
        except Refusal:
            metrics.ACTS_REFUSED.inc()
            raise
        raise Refusal("table/stale")

    def _context(self, room: Room) -> Context:
        def rolled(sitting: Sitting, faces: int) -> int:
            assert room.dice_secret is not None
            return fair_dice.face(room.dice_secret, sitting.nonces, len(sitting.rolls), faces)

        return Context(max(now_ms(), room.sitting.latest), rolled, new_id)

    async def _add(self, room: Room, added: list[Event]) -> bool:
        """Write events, and show them; False if the game has gone on elsewhere."""
        before = after = room.sitting
        for event in added:
            after = after.after(event)
        following = next_game(after, room.hashes) if added[-1].kind == ev.REMATCH else None
        entry = Entry(room.id, before.number, added, after, following, self.origin)
        if not await self.writer.append(entry):
            return False
        room.go_on(after, added)
        metrics.EVENTS.inc(len(added))
        if following:
            self._open(following, room.visitor)
        await self._changed(room)
        return True

    async def _changed(self, room: Room) -> None:
        """After every change: people are told, and the engine looks whether it is its turn."""
        room.touched = time.monotonic()
        if room.sitting.is_deleted:
            self._close(room.id, is_gone=True)
        self.engine.changed(room)
        if room.guests and not room.sitting.is_deleted:
            await self.showing.drawn(room)
            room.tell_all()
            for seat in (0, 1):
                if room.present_here[seat]:
                    self.shown(room, seat)

    def shown(self, room: Room, holder: Holder) -> None:
        """A player sees how the game stands: its end waits for them no more."""
        if isinstance(holder, int) and room.sitting.is_over and room.sitting.terms.opponent == ev.FRIEND:
            self.tasks.later(asked(self.store.see_end, room.id, holder))

    async def hold(self, room: Room, holder: Holder, key: str) -> None:
        """Let a person hold a seat too; whoever holds one in this game already keeps that."""
        await self.act(room, holder, Act("hold", 0, new_key=key))

    async def invite(self, room: Room, holder: Holder, new_key: str) -> None:
        """Let another link lead to the empty seat of a game that waits for a friend. The one before leads nowhere.

        Whoever has that seat in their list, though they have not sat down, is not turned out.
        """
        held = [key for key, seat in room.hashes.items() if isinstance(holder, int) and seat == 1 - holder]
        if len(held) != 1:
            raise Refusal("seat/taken", mark_text("Somebody has that seat already"))
        if new_key in room.hashes:
            raise Refusal("seat/taken")
        await self.act(room, holder, Act("invite", 0, key=held[0], new_key=new_key))

    async def renew(self, room: Room, key: str, new_key: str, pay: Callable[[], None]) -> None:
        """Let another link hold a seat, in all games of the series: they share it. Others who hold it do so no more.

        Each game is paid for before it is looked at.
        """
        own = key
        key = link_beside(room.hashes, own)
        seen: set[str] = set()
        ways: list[str | None] = [room.id]
        while ways:
            id = ways.pop()
            if id is None or id in seen:
                continue
            seen.add(id)
            pay()
            try:
                one = await self.fresh(await self.enter(id, room.visitor))
            except Refusal:  # a game of the series that is gone
                continue
            if new_key in one.hashes:
                raise Refusal("seat/taken")
            if key in one.hashes:
                gone = tuple(other for other in people_beside(one.hashes, key) if other != own)
                await self.act(one, holder_by(one.hashes, key), Act("renew", 0, key=key, new_key=new_key, gone=gone))
                ways += [one.sitting.terms.series.previous, one.sitting.following]

    # ---------------------------------------------------------------- what happens by itself

    async def _fall_flag(self, room: Room) -> None:
        if room.sitting.due is not None and now_ms() >= room.sitting.due:
            async with room.lock:
                await self._fall_flag_locked(room)

    async def _fall_flag_locked(self, room: Room, holder: Holder = None, act: Act | None = None) -> None:
        """End the game if the time of the running seat is up, also for a turn that comes too late."""
        while time_is_up(room.sitting, holder, act, now_ms()):
            if await self._add(room, [room.sitting.at_due]):
                return
            await self._reload(room)

    async def sweep(self) -> None:
        """What must happen though nobody is there: flags that fall, engine turns that a restart interrupted."""
        now = now_ms()
        for id in await asked(self.store.due_games, now):
            await self._tend(id)
        for id in await asked(self.store.waiting_for_engine, now):
            await self._tend(id, wakes=True)

    async def _tend(self, id: str, wakes: bool = False) -> None:
        """Enter a room on nobody's behalf, perhaps for its engine; what is wrong with one game concerns no other.

        Where somebody acts at this moment, nobody waits for that: the next sweep comes soon.
        """
        known = self.known(id)
        if known and known.lock.locked():
            return
        try:
            room = await self.enter(id)
            if wakes:
                self.engine.wake(await self.fresh(room))
        except Exception as error:
            log.warning("a game cannot be tended", extra={"game": id, "problem": str(error)})

    async def stop(self) -> None:
        """Let go of everything."""
        for room in self._rooms.values():
            if room.thinking:
                room.thinking.set()
        self.tasks.stop()
        self.showing.stop()


def _check_key(room: Room, act: Act) -> None:
    """A link may have been renewed while an act with it was on its way."""
    if act.key and act.key not in room.hashes:
        raise Refusal("seat/unknown")
