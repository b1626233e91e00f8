"""Rooms: the games that are being played or watched at this server, and all that happens in them."""

import asyncio
import contextlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from ludejo.play import fair_dice
from ludejo.play.position import Position
from ludejo.play.render.board import board_view
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acting import BOTH, Act, Context, Holder, decided
from ludejo.table.sitting.clock import SUDDEN
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.openings import next_game
from ludejo.table.sitting.refusals import EXPLAINED, Refusal, explained
from ludejo.table.sitting.seats import holder_of, new_id
from ludejo.table.sitting.sitting import Sitting, replayed
from ludejo.table.storage.store import Entry, NewGame, Store, now_ms
from ludejo.table.storage.writing import Writer
from ludejo.table.thinking.engines import KeptPlayers, Thinking, engine_move
from ludejo.table.web import views

MOST_ROOMS = 3000
CLAIM_MS = 8000
PRESENCE_SECONDS = 75.0  # after so long without a word, whoever was at another server has gone
ATTEMPTS = 5  # at an act, when others act in the same game at the same time
Answer = TypeVar("Answer")
log = logging.getLogger("ludejo.table")


async def asked(work: Callable[..., Answer], *arguments: Any) -> Answer:
    """What the store answers. While its database is away, that is what people are told."""
    try:
        return await asyncio.to_thread(work, *arguments)
    except SQLAlchemyError as error:
        log.error("the database does not answer", extra={"problem": type(error).__name__})
        raise Refusal("server/unavailable") from None


class Guest(Protocol):
    """Somebody connected to a room."""

    holder: Holder

    def tell(self, text: str) -> None:
        """Send a message, without waiting."""
        ...

    def hang_up_if_silent(self, seconds: float) -> None:
        """End a connection from which nothing has come for so long."""
        ...


@dataclass(eq=False)
class Room:
    """One game at this server."""

    sitting: Sitting
    hashes: dict[str, int]
    dice_secret: bytes | None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    guests: set[Guest] = field(default_factory=set)
    elsewhere: dict[str, tuple[float, tuple[bool, bool]]] = field(default_factory=dict)  # at other servers, and when
    thinking: threading.Event | None = None  # set to stop the engine
    visitor: str = ""  # who is to pay for the engine
    seen: tuple[Position, dict[str, Any]] | None = None  # the last position that was shown, and how

    @property
    def id(self) -> str:
        """Of the game."""
        return self.sitting.id

    def holder(self, secret: str) -> Holder:
        """The seat that a secret holds here."""
        return holder_of(self.hashes, secret)

    @property
    def present_here(self) -> tuple[bool, bool]:
        """Which seats are connected to this server."""
        holders = {guest.holder for guest in self.guests}
        return (bool(holders & {0, BOTH}), bool(holders & {1, BOTH}))

    @property
    def present(self) -> list[bool]:
        """Which seats are connected; the engine always is."""
        recently = time.monotonic() - PRESENCE_SECONDS
        known = [self.present_here, *(one for heard, one in self.elsewhere.values() if heard > recently)]
        return [self.sitting.terms.engine_seat == seat or any(one[seat] for one in known) for seat in (0, 1)]

    def hear_presence(self, origin: str, there: tuple[bool, bool]) -> None:
        """Another server says who is connected to it."""
        before = self.present
        self.elsewhere[origin] = (time.monotonic(), there)
        if self.present != before:
            self.tell_presence()

    def view(self, holder: Holder, with_board: bool = False) -> dict[str, Any]:
        """What a viewer is shown."""
        view = views.game_view(self.sitting, holder, now_ms(), self._position(holder), self.dice_secret)
        for seat, present in zip(view["seats"], self.present, strict=True):
            seat["present"] = present
        if with_board:
            view["board"] = board_view(self.sitting.game)
        return view

    def _position(self, holder: Holder) -> dict[str, Any]:
        """The position as a viewer is shown it. What everybody sees of it is worked out once."""
        position = self.sitting.position
        if self.seen is None or self.seen[0] is not position:
            self.seen = (position, views.common_view(position))
        moves = views.moves_view(position) if views.may_move(self.sitting, holder) else views.NO_MOVES
        return {**self.seen[1], **moves}

    def tell_all(self) -> None:
        """Send everybody the view that is theirs."""
        texts: dict[Holder, str] = {}
        for guest in list(self.guests):
            if guest.holder not in texts:
                texts[guest.holder] = views.as_text({"type": "view", "view": self.view(guest.holder)})
            guest.tell(texts[guest.holder])

    def tell_presence(self) -> None:
        """Send everybody who is there."""
        text = views.as_text({"type": "present", "present": self.present})
        for guest in list(self.guests):
            guest.tell(text)


class Rooms:
    """All rooms, and how one gets into them."""

    def __init__(self, store: Store, writer: Writer, thinking: Thinking, origin: str) -> None:
        self.store = store
        self.writer = writer
        self.thinking = thinking
        self.players = KeptPlayers()
        self.origin = origin
        self.counts = {"games": 0, "events": 0, "refused": 0}
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def open_rooms(self) -> int:
        """How many are in memory."""
        return len(self._rooms)

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

    async def enter(self, id: str) -> Room:
        """The room of a game, opened if need be."""
        if id not in self._rooms:
            kept = await asked(self.store.load, id)
            if kept is None:
                raise Refusal("table/no-such-game")
            sitting = await asyncio.to_thread(replayed, id, kept.log)
            if id not in self._rooms:  # somebody else may have been quicker
                self._rooms[id] = Room(sitting, dict(kept.hashes), kept.dice_secret)
        self._rooms.move_to_end(id)
        self._close_some()
        room = self._rooms[id]
        await self._fall_flag(room)
        return room

    def _close_some(self) -> None:
        """Forget the rooms that nobody has entered for longest and nobody is in."""
        if len(self._rooms) <= MOST_ROOMS:
            return
        empty = [id for id, room in self._rooms.items() if not room.guests and not room.thinking]
        for id in empty[: MOST_ROOMS // 10]:
            del self._rooms[id]

    async def create(self, new: NewGame, visitor: str) -> Room:
        """Enter a new game and its room."""
        await asked(self.store.create, new)
        self.counts["games"] += 1
        room = Room(new.sitting, dict(new.hashes), new.dice_secret, visitor=visitor)
        self._rooms[room.id] = room
        self._close_some()
        log.info("game started", extra={"game": room.id, "spec": new.sitting.game.spec})
        self._wake_engine(room)
        return room

    async def fresh(self, room: Room) -> Room:
        """The room as the database has it now: another server may have been quicker than its notice."""
        number = await asked(self.store.number, room.id)
        if number is not None and number > room.sitting.number:
            await self.catch_up(room)
        return room

    async def catch_up(self, room: Room) -> None:
        """Take in what other servers have added."""
        async with room.lock:
            if await self._reload(room):
                self._changed(room)

    def take_in(self, room: Room, news: Iterable[Event]) -> None:
        """Show what another server has added and told us."""
        for event in news:
            room.sitting = room.sitting.after(event)
        self._changed(room)

    async def catch_up_all(self) -> None:
        """Look at every room again, after some time in which nothing was heard."""
        for room in list(self._rooms.values()):
            await self.fresh(room)

    async def _reload(self, room: Room) -> bool:
        news = await asked(self.store.events_after, room.id, room.sitting.number)
        for event in news:
            room.sitting = room.sitting.after(event)
        return bool(news)

    # ---------------------------------------------------------------- acting

    async def act(self, room: Room, holder: Holder, act: Act) -> int:
        """Do what a player wants. Returns the number of events after it; by then they are on disk."""
        try:
            async with room.lock:
                await self._fall_flag_locked(room)
                for _ in range(ATTEMPTS):
                    added = decided(room.sitting, holder, act, self._context(room))
                    if await self._add(room, added):
                        return room.sitting.number
                    await self._reload(room)
                    self._changed(room)
        except EXPLAINED as error:
            self.counts["refused"] += 1
            raise explained(error) from None
        except Refusal:
            self.counts["refused"] += 1
            raise
        raise Refusal("table/stale")

    def _context(self, room: Room) -> Context:
        def rolled(sitting: Sitting, faces: int) -> int:
            assert room.dice_secret is not None
            return fair_dice.face(room.dice_secret, sitting.nonces, len(sitting.rolls), faces)

        return Context(max(now_ms(), room.sitting.latest), rolled, new_id())

    async def _add(self, room: Room, added: list[Event]) -> bool:
        """Write events, and show them; False if the game has gone on elsewhere."""
        before = after = room.sitting
        for event in added:
            after = after.after(event)
        following = next_game(after, room.hashes) if added[-1].kind == ev.REMATCH else None
        entry = Entry(room.id, before.number, added, after, following, self.origin)
        try:
            if not await self.writer.append(entry):
                return False
        except SQLAlchemyError:
            raise Refusal("server/unavailable") from None
        room.sitting = after
        self.counts["events"] += len(added)
        if following:
            self.counts["games"] += 1
            await self._open_next(following, room.visitor)
        self._changed(room)
        return True

    async def _open_next(self, following: NewGame, visitor: str) -> None:
        room = Room(following.sitting, dict(following.hashes), following.dice_secret, visitor=visitor)
        self._rooms[room.id] = room
        self._wake_engine(room)

    def _changed(self, room: Room) -> None:
        """After every change: people are told, an engine whose position is gone stops, one whose turn it is begins."""
        room.tell_all()
        if room.thinking:
            room.thinking.set()
        if room.sitting.is_over:
            self.players.drop(room.id)
        self._wake_engine(room)

    # ---------------------------------------------------------------- flags

    async def _fall_flag(self, room: Room) -> None:
        if room.sitting.due is not None and now_ms() >= room.sitting.due:
            async with room.lock:
                await self._fall_flag_locked(room)

    async def _fall_flag_locked(self, room: Room) -> None:
        """End the game if the time of the running seat is up."""
        while (due := room.sitting.due) is not None and now_ms() >= due:
            clock = room.sitting.clock
            assert clock is not None
            if await self._add(room, [Event(ev.FLAG, due, clock.running)]):
                return
            await self._reload(room)

    # ---------------------------------------------------------------- the engine's turns

    def _wake_engine(self, room: Room) -> None:
        if room.sitting.engine_due and room.thinking is None:
            room.thinking = threading.Event()
            self.later(self._engine_turn(room))

    async def _engine_turn(self, room: Room) -> None:
        """Move for the engine, as long as it is its turn."""
        try:
            while room.sitting.engine_due:
                now = now_ms()
                if not await asked(self.store.claim_thinking, room.id, now, now + CLAIM_MS):
                    return  # another server thinks; its move will be told
                room.thinking = threading.Event()
                await self._engine_move(room, room.thinking)
        except Exception:
            log.exception("the engine cannot move", extra={"game": room.id})
        finally:
            room.thinking = None

    async def _engine_move(self, room: Room, cancel: threading.Event) -> None:
        sitting = room.sitting
        seat, level = sitting.terms.engine_seat, sitting.terms.level
        assert level is not None
        if sitting.position.is_chance:
            act = Act("roll", sitting.number)
        else:
            work = engine_move(room.id, sitting.position, level, _clock_seconds(sitting), self.players)
            try:
                text = await self.thinking.do(room.visitor or room.id, work, cancel, asked=False)
            except asyncio.CancelledError:
                if cancel.is_set():
                    return
                raise
            act = Act("move", sitting.number, text)
        if room.sitting.board_number == sitting.board_number:
            with contextlib.suppress(Refusal):  # the game may end or go back in this very moment
                await self.act(room, seat, act)

    def later(self, work: Any) -> None:
        """Do something beside, and hold on to it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Let go of everything."""
        for room in self._rooms.values():
            if room.thinking:
                room.thinking.set()
        for task in list(self._tasks):
            task.cancel()

    # ---------------------------------------------------------------- the sweep

    async def sweep(self) -> None:
        """What must happen though nobody is there: flags that fall, engine turns that a restart interrupted."""
        now = now_ms()
        for id in await asked(self.store.due_games, now):
            await self.enter(id)
        for id in await asked(self.store.waiting_for_engine, now):
            self._wake_engine(await self.fresh(await self.enter(id)))


def _clock_seconds(sitting: Sitting) -> float | None:
    """How long the engine may think by its clock."""
    clock = sitting.clock
    if clock is None or clock.kind != SUDDEN or clock.running is None:
        return None
    left = clock.read(now_ms())[clock.running] / 1000
    return max(0.02, min(left / 25 + 0.8 * clock.increment / 1000, left / 2))
