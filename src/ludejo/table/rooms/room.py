"""A room: one game at this server, who is connected to it, and what each of them is told."""

import asyncio
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from ludejo.table.messages.games import game_told, may_move, sitting_view
from ludejo.table.messages.positions import Seen, as_text, seen_of
from ludejo.table.messages.views import PresentMessage
from ludejo.table.messages.views.people import SaidMessage
from ludejo.table.sitting.acting import BOTH
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.events import BOTH_SEATS, ENGINES, FRIEND, HOLD, RENEW, Event
from ludejo.table.sitting.guarding import NO_KEYS, LineKeys
from ludejo.table.sitting.seats import holder_with
from ludejo.table.sitting.sitting import Holder, Sitting
from ludejo.table.sitting.weighing import line_bytes
from ludejo.table.storage.entries import EnteredGame, Kept
from ludejo.table.visitors import NOBODY

ROOM_BYTES = 10_000  # rather too much: see its test
PRESENCE_SECONDS = 75.0  # after so long without a word, whoever was at another server has gone


class Guest(Protocol):
    """Somebody connected to a room."""

    holder: Holder
    key: str  # the hash of the secret they came with; empty for a watcher
    visitor: str  # whose limits count

    def tell(self, text: str) -> None:
        """Send a message, without waiting."""
        ...

    def hang_up_if_silent(self, seconds: float) -> None:
        """End a connection from which nothing has come for so long."""
        ...

    def turn_out(self, why: str) -> None:
        """End a connection, for a reason of refusals.py."""
        ...


@dataclass(eq=False)
class Room:
    """One game at this server."""

    sitting: Sitting
    hashes: dict[str, int]
    dice_secret: bytes | None
    visitor: str = ""  # who has acted last, or opened it
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    guests: set[Guest] = field(default_factory=set)
    elsewhere: dict[str, tuple[float, tuple[bool, bool]]] = field(default_factory=dict)  # at other servers, and when
    watching: dict[str, int] = field(default_factory=dict)  # how many watch at each of them
    told_watchers: int = 0
    thinking: threading.Event | None = None  # set to stop the engine
    seen: Seen | None = None  # the last position that was shown, and how
    line_keys: LineKeys = NO_KEYS  # of the line, as far as they were needed
    touched: float = field(default_factory=time.monotonic)  # when somebody last came or did something

    @classmethod
    def of(cls, sitting: Sitting, game: Kept | EnteredGame, visitor: str = "") -> "Room":
        """The room of a game that is kept, or that was just started."""
        return cls(sitting, dict(game.hashes), game.dice_secret, visitor)

    @property
    def id(self) -> str:
        """Of the game."""
        return self.sitting.id

    @property
    def payer(self) -> str:
        """Who pays for the engine, and for showing its moves: of two engines whoever watches, a player before others.

        Never the room itself: whoever has a hundred games would have a hundred shares.
        """
        if self.guests and self.sitting.terms.opponent == ENGINES:
            return min((guest.holder is None, guest.visitor) for guest in self.guests)[1]
        return self.visitor or NOBODY

    @property
    def awaited(self) -> str:
        """Who pays for showing what has changed: whoever is to move now, if they are here.

        It is they who wait for it. Whoever has moved may have moved in a hundred other games as well.
        """
        to_move = self.sitting.position.to_move
        players = [guest for guest in self.guests if guest.holder is not None]
        return min((guest.visitor for guest in players if guest.holder in (BOTH, to_move)), default=self.payer)

    def holder(self, key: str) -> Holder:
        """The seat that whoever comes with a key holds here."""
        return holder_with(self.hashes, key)

    # ---------------------------------------------------------------- what it weighs

    @property
    def is_in_use(self) -> bool:
        """Whether anybody would miss it."""
        return bool(self.guests or self.thinking or self.lock.locked())

    @property
    def weight(self) -> int:
        """About how many bytes of memory it takes."""
        sitting = self.sitting
        plies = len(sitting.turns) + len(sitting.rolls)
        return ROOM_BYTES + line_bytes(sitting.position, plies) + self.drawn_weight

    @property
    def drawn_weight(self) -> int:
        """How much of that is the position as it was shown."""
        return self.seen.nbytes if self.seen else 0

    # ---------------------------------------------------------------- who is there

    @property
    def present_here(self) -> tuple[bool, bool]:
        """Which seats are connected to this server."""
        holders = {guest.holder for guest in self.guests}
        return (bool(holders & {0, BOTH}), bool(holders & {1, BOTH}))

    @property
    def present(self) -> tuple[bool, bool]:
        """Which seats are connected; the engine always is."""
        recently = time.monotonic() - PRESENCE_SECONDS
        known = [self.present_here, *(one for heard, one in self.elsewhere.values() if heard > recently)]
        engines = [self.sitting.terms.level_of(seat) is not None for seat in (0, 1)]
        return (engines[0] or any(one[0] for one in known), engines[1] or any(one[1] for one in known))

    @property
    def is_awaited_here(self) -> bool:
        """Whether a player is connected to this server who waits for the other to sit down."""
        sitting = self.sitting
        here = zip(self.present_here, sitting.joined, strict=True)
        return not sitting.is_over and not all(sitting.joined) and any(there and sat for there, sat in here)

    @property
    def watchers_here(self) -> int:
        """How many watch at this server."""
        return sum(guest.holder is None for guest in self.guests)

    @property
    def watchers(self) -> int:
        """How many watch."""
        recently = time.monotonic() - PRESENCE_SECONDS
        return self.watchers_here + sum(
            self.watching.get(one, 0) for one, (at, _) in self.elsewhere.items() if at > recently
        )

    def hear_presence(self, origin: str, there: tuple[bool, bool], watchers: int = 0) -> None:
        """Another server says who is connected to it."""
        before = self.present
        self.elsewhere[origin] = (time.monotonic(), there)
        self.watching[origin] = watchers
        if self.present != before:
            self.tell_presence()

    def take_in(self, news: Iterable[Event]) -> None:
        """Go on by events."""
        news = list(news)
        after = self.sitting
        for event in news:
            after = after.after(event)
        self.go_on(after, news)

    def go_on(self, after: Sitting, news: Iterable[Event]) -> None:
        """Stand as events have made it. Whoever came with a secret that holds no seat any more is turned out."""
        self.sitting = after
        for event in news:
            if event.kind == RENEW and event.data["old"] in self.hashes:
                self.hashes[event.data["new"]] = self.hashes.pop(event.data["old"])
                for key in event.data.get("gone", ()):
                    self.hashes.pop(key, None)
            elif event.kind == HOLD:
                self.hashes[event.data["key"]] = BOTH_SEATS if event.seat is None else event.seat
        for guest in list(self.guests):
            if self.sitting.is_deleted:
                guest.turn_out("table/no-such-game")
            elif guest.key and guest.key not in self.hashes:
                guest.turn_out("seat/unknown")

    # ---------------------------------------------------------------- what they are told

    def is_drawn_for(self, holder: Holder) -> bool:
        """Whether the position is ready to be shown to everybody here, and to somebody who comes."""
        return self._ready(self.sitting, self.holders | {holder}) is not None

    def _ready(self, sitting: Sitting, holders: frozenset[Holder]) -> Seen | None:
        """What was drawn before, if it is of this position and has the moves for whoever is to see them."""
        seen = self.seen
        if seen is None or seen.position is not sitting.position:
            return None
        return seen if seen.moves is not None or not _shows_moves(sitting, holders) else None

    @property
    def holders(self) -> frozenset[Holder]:
        """The seats of everybody here, those who look on among them."""
        return frozenset(guest.holder for guest in self.guests)

    def drawn_for(self, holders: frozenset[Holder], with_threats: bool = True) -> Seen:
        """The position ready to be shown, once for everybody; it takes a while on a large board.

        It is drawn in a thread, while people come and go: who they are is worked out before. Of many who wait for the
        same drawing, whose turn comes later finds it ready.
        """
        sitting = self.sitting
        ready = self._ready(sitting, holders)
        if ready:
            return ready
        # What wins at once is not told while people play each other.
        is_open = with_threats and (sitting.terms.opponent != FRIEND or sitting.is_over)
        return seen_of(sitting.position, with_moves=_shows_moves(sitting, holders), with_threats=is_open)

    def forget_drawing(self) -> None:
        """Let go of what was made to show the position, and of what was worked out for it: both can be made again."""
        self.seen = None
        self.line_keys = NO_KEYS
        self.sitting.position.let_go()

    def told(self, holder: Holder, with_board: bool = False) -> str:
        """What a viewer is shown: JSON of a GameView."""
        # What is drawn here is not kept: nobody has asked whether threats may be told, and then they never would be.
        seen = self.drawn_for(frozenset({holder}), with_threats=False)
        view = sitting_view(self.sitting, holder, now_ms(), self.present, self.dice_secret)
        return game_told(view, seen, may_move(self.sitting, holder), with_board)

    def welcome(self, guest: Guest) -> None:
        """Show somebody everything, the board included."""
        guest.tell(_view_message(self.told(guest.holder, with_board=True)))
        if self.watchers:
            guest.tell(self._present_text())

    def tell_all(self) -> None:
        """Send everybody the view that is theirs."""
        texts: dict[Holder, str] = {}
        for guest in list(self.guests):
            if guest.holder not in texts:
                texts[guest.holder] = _view_message(self.told(guest.holder))
            guest.tell(texts[guest.holder])

    def tell_presence(self) -> None:
        """Send everybody who is there."""
        self.told_watchers = self.watchers
        text = self._present_text()
        for guest in list(self.guests):
            guest.tell(text)

    def _present_text(self) -> str:
        message: PresentMessage = {"type": "present", "present": self.present, "watchers": self.watchers}
        return as_text(message)

    def tell_said(self, seat: int, phrase: str) -> None:
        """Send everybody what a player says."""
        message: SaidMessage = {"type": "said", "seat": seat, "phrase": phrase}
        text = as_text(message)
        for guest in list(self.guests):
            guest.tell(text)


def _shows_moves(sitting: Sitting, holders: frozenset[Holder]) -> bool:
    """Whether the legal moves are to be shown to anybody: where only those are who wait, nobody needs them."""
    return any(may_move(sitting, holder) for holder in holders)


def _view_message(told: str) -> str:
    """JSON of a ViewMessage."""
    return '{"type":"view","view":' + told + "}"
