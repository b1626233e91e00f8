"""The engine's turns: it is woken when it owes a move, and moves through the same door as everybody else."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable

from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.rooms.room import Room
from ludejo.table.rooms.tasks import Tasks
from ludejo.table.sitting.acting import Act
from ludejo.table.sitting.clock import SUDDEN, now_ms
from ludejo.table.sitting.events import ENGINES
from ludejo.table.sitting.sitting import Holder, Sitting
from ludejo.table.storage.store import Store
from ludejo.table.thinking import questions
from ludejo.table.thinking.thinking import Thinking

CLAIM_MS = 8000
WATCHED_SECONDS = 1.0  # between two moves of engines that are watched
log = logging.getLogger("ludejo.table")


class EngineTurns:
    """Moves for the engine in the rooms of this server."""

    def __init__(
        self, store: Store, thinking: Thinking, act: Callable[[Room, Holder, Act], Awaitable[int]], tasks: Tasks
    ) -> None:
        self.store = store
        self.thinking = thinking
        self.act = act
        self.tasks = tasks
        self._held: set[str] = set()  # games in which this server has taken on a move
        self._is_holding = False

    def changed(self, room: Room) -> None:
        """A game has gone on: an engine whose position is gone stops, one whose turn it is begins."""
        if room.thinking:
            room.thinking.set()
        if room.sitting.is_over:
            for about in (room.id, *(_about(room.id, seat) for seat in (0, 1))):
                self.thinking.mind.drop(about)
        self.wake(room)

    def wake(self, room: Room) -> None:
        """Begin to think, where a move is owed."""
        if _is_due(room) and room.thinking is None:
            room.thinking = threading.Event()
            self.tasks.later(self._turn(room))

    async def _turn(self, room: Room) -> None:
        """Move for the engine, as long as it is its turn."""
        try:
            while _is_due(room):
                now = now_ms()
                if not await asked(self.store.claim_thinking, room.id, now, now + CLAIM_MS):
                    if room.sitting.engine_is_awaited:
                        return  # another server thinks; its move will be told
                    await asyncio.sleep(CLAIM_MS / 1000)  # whoever watches there may leave, and it stops
                    continue
                room.thinking = threading.Event()
                self._begin_to_hold(room.id)
                try:
                    await self._pause(room)
                    await self._move(room, room.thinking)
                finally:
                    self._held.discard(room.id)
        except Exception:
            log.exception("the engine cannot move", extra={"game": room.id})
        finally:
            room.thinking = None

    def _begin_to_hold(self, id: str) -> None:
        self._held.add(id)
        if not self._is_holding:
            self._is_holding = True
            self.tasks.later(self._hold())

    async def _hold(self) -> None:
        """Moves may wait long for their turn: meanwhile no other server takes them on. All are held at once."""
        try:
            while self._held:
                await asyncio.sleep(CLAIM_MS / 3000)
                with contextlib.suppress(Refusal):
                    await asked(self.store.hold_thinking, sorted(self._held), now_ms() + CLAIM_MS)
        finally:
            self._is_holding = False

    async def _pause(self, room: Room) -> None:
        """Whoever watches two engines sees one move before the next."""
        if room.sitting.terms.opponent == ENGINES:
            since = (now_ms() - room.sitting.latest) / 1000
            await asyncio.sleep(max(0.0, WATCHED_SECONDS - since))

    async def _move(self, room: Room, cancel: threading.Event) -> None:
        sitting = room.sitting
        seat = sitting.position.to_move
        level = sitting.terms.level_of(seat)
        if level is None or seat is None or not _is_due(room):
            return
        is_watched = sitting.terms.opponent == ENGINES
        answered = self.thinking.asked_slowly if is_watched else self.thinking.owed
        if sitting.position.is_chance:
            act = Act("roll", sitting.number)
        else:
            about = _about(room.id, seat) if is_watched else room.id
            question = questions.move(sitting.position, level, about, _clock_seconds(sitting), is_watched)
            try:
                answer = await answered(room.payer, question, cancel)
            except asyncio.CancelledError:
                if cancel.is_set():
                    return
                raise
            act = Act("move", sitting.number, answer["move"])
        if room.sitting.board_number == sitting.board_number:
            with contextlib.suppress(Refusal):  # the game may end or go back in this very moment
                await self.act(room, seat, act)


def _is_due(room: Room) -> bool:
    """Whether the engine is to move now: two of them play while somebody is there."""
    sitting = room.sitting
    return sitting.engine_due and (sitting.engine_is_awaited or bool(room.guests))


def _about(id: str, seat: int) -> str:
    """What the engine of one seat keeps its tree under, where each seat has one."""
    return f"{id}.{seat}"


def _clock_seconds(sitting: Sitting) -> float | None:
    """How long the engine may think by its clock."""
    clock = sitting.clock
    if clock is None or clock.kind != SUDDEN or clock.running is None:
        return None
    left = clock.read(now_ms())[clock.running] / 1000
    return max(0.02, min(left / 25 + 0.8 * clock.increment / 1000, left / 2))
