"""A sitting: a game as it stands, worked out from its events and nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import ludejo
from ludejo.games.phrases import phrase
from ludejo.play.fair_dice import Roll
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.play.records import LENGTH, UNFINISHED, Result
from ludejo.table.sitting import bounds
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.clock import DAYS, SUDDEN, Clock, new_clock
from ludejo.table.sitting.events import Event, Terms

Holder = int | Literal["both"] | None  # a seat, both on the same device, or a watcher
Ref = str | int | None
ABORTED = "aborted"  # how a game ended that counts for nothing; a record says that it is unfinished


@dataclass(frozen=True)
class Offer:
    """What a seat has offered, by the event of that number."""

    what: Literal["draw", "takeback", "rematch", "delete"]
    seat: int
    number: int


@dataclass(frozen=True)
class Asked:
    """How often a seat has offered something in this game, and after how many turns the last time."""

    what: str
    seat: int
    times: int
    turn: int


@dataclass(frozen=True)
class Done:
    """An act that brought a ref: whose, what, decided on which number, the ref; and how many events were after it."""

    act: tuple[Holder, str, int, Ref]
    after: int


@dataclass(frozen=True)
class Sitting:
    """Everything about a game after `number` events."""

    id: str
    terms: Terms
    position: Position
    started: int
    number: int = 1
    board_number: int = 1  # of events up to the latest that changed the board
    latest: int = 0  # when the last event happened
    turns: tuple[str, ...] = ()
    clock: Clock | None = None
    offers: tuple[Offer, ...] = ()
    result: Result = UNFINISHED
    names: tuple[str, str] = ("", "")
    nonces: tuple[str, str] = ("", "")
    joined: tuple[bool, bool] = (True, True)
    rolls: tuple[Roll, ...] = ()
    kept: tuple[int, ...] = ()  # the k of each roll that was not taken back
    ended: int | None = None
    following: str | None = None  # the next game of the series
    asked: tuple[Asked, ...] = ()
    takebacks: int = 0
    renamed: tuple[int, int] = (0, 0)  # by seat, as what follows
    renewed: tuple[int, int] = (0, 0)
    held: tuple[int, int] = (0, 0)  # times that people took the seat into their list
    waiting: int = 0  # since when the turn that is due is waited for
    lags: tuple[int, int] = (0, 0)  # what each player can still be forgiven
    is_deleted: bool = False
    done: tuple[Done, ...] = ()  # the latest act of each holder

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def is_over(self) -> bool:
        """Whether it has ended, in whatever way."""
        return self.result.is_finished

    @property
    def engine_due(self) -> bool:
        """Whether the engine owes a move or a roll."""
        is_open = not (self.is_over or self.is_deleted)
        return is_open and self.terms.level_of(self.position.to_move) is not None

    @property
    def engine_is_awaited(self) -> bool:
        """Whether somebody waits for that, also while nobody is there: two engines play for whoever watches alone."""
        return self.engine_due and self.terms.opponent != ev.ENGINES

    @property
    def is_unbegun(self) -> bool:
        """Whether a player's first turn is waited for, and the game aborted if it does not come."""
        waits = self.terms.first_move is not None and len(self.turns) < 2
        return waits and not self.is_over and all(self.joined)

    @property
    def due(self) -> int | None:
        """When a flag will fall, or a game be aborted; what can be forgiven is waited for."""
        if self.is_deleted:
            return None
        if self.is_unbegun:
            assert self.terms.first_move is not None
            return self.waiting + self.terms.first_move
        if self.clock is None or self.clock.due is None or self.is_over:
            return None
        running = self.clock.running or 0
        is_engine = self.terms.level_of(running) is not None
        return self.clock.due + (0 if is_engine else min(bounds.LAG_A_TURN_MS, self.lags[running]))

    @property
    def at_due(self) -> Event:
        """What happens then."""
        due = self.due
        assert due is not None
        if self.is_unbegun:
            return Event(ev.ABORT, due, self.position.to_move)
        assert self.clock is not None
        assert self.clock.due is not None
        return Event(ev.FLAG, self.clock.due, self.clock.running)

    @property
    def running_since(self) -> int:
        """Since when time passes that can run out."""
        return self.waiting if self.is_unbegun or self.clock is None else self.clock.since

    def forgivable(self, seat: int, lag: int, now: int) -> int:
        """How much of a turn's measured lag is not counted, where a clock of seconds runs."""
        clock = self.clock
        if clock is None or clock.kind != SUDDEN or clock.running != seat or self.terms.level_of(seat) is not None:
            return 0
        return max(0, min(lag, bounds.LAG_A_TURN_MS, self.lags[seat], now - clock.since))

    @property
    def is_long(self) -> bool:
        """Whether more has happened than a game bears."""
        return self.number >= bounds.most_events(self.game)

    @property
    def has_dice(self) -> bool:
        """Whether the game needs any."""
        return self.terms.commitment is not None

    @cached_property
    def score(self) -> tuple[float, float]:
        """Of the series, this game included."""
        first, second = self.terms.series.score
        if not self.is_over or self.result.how == ABORTED:
            return first, second
        winner = self.result.winner
        share = 0.5 if winner is None else float(winner == 0)
        return first + share, second + 1 - share

    def offer(self, what: str) -> Offer | None:
        """The offer of a kind that stands."""
        return next((offer for offer in self.offers if offer.what == what), None)

    def asked_by(self, holder: Holder, what: str) -> Asked | None:
        """What a player has offered before."""
        return next((asked for asked in self.asked if (asked.what, asked.seat) == (what, holder)), None)

    def after(self, event: Event) -> "Sitting":
        """The sitting after one more event."""
        counted = replace(self, number=self.number + 1, latest=event.at)
        return _AFTER[event.kind](_noted(counted, event), event)


def _noted(sitting: Sitting, event: Event) -> Sitting:
    """The act that an event came from, if it can come again."""
    if "act" not in event.data:
        return sitting
    done = Done(tuple(event.data["act"]), sitting.number)
    others = (one for one in sitting.done if one.act[0] != done.act[0])
    return replace(sitting, done=(*others, done))


def opened(id: str, start: Event) -> Sitting:
    """The sitting that a start event begins."""
    terms = Terms.from_json(start.data)
    game = ludejo.game(terms.spec)
    position = game.start(setup=terms.setup) if terms.setup else game.start(seed=terms.seed)
    if terms.seed is not None and terms.setup is not None:
        position = Position(game, position.state, seed=terms.seed, setup=position.setup)
    clock = new_clock(terms.clock) if terms.clock else None
    sitting = Sitting(
        id, terms, position, start.at, latest=start.at, clock=clock,
        names=terms.names, joined=terms.joined, waiting=start.at, lags=(terms.lag, terms.lag),
    )  # fmt: skip
    return _started_days(sitting, start.at)


def replayed(id: str, log: Iterable[Event]) -> Sitting:
    """The sitting that a whole log comes to."""
    log = iter(log)
    sitting = opened(id, next(log))
    for event in log:
        sitting = sitting.after(event)
    return sitting


# ---------------------------------------------------------------- what each kind of event does


def _join(sitting: Sitting, event: Event) -> Sitting:
    assert event.seat is not None
    seat, data = event.seat, event.data
    joined = _put(sitting.joined, seat, True)
    nonces = sitting.nonces if sitting.rolls else _put(sitting.nonces, seat, data["nonce"])
    names = _put(sitting.names, seat, data["name"])
    sitting = replace(sitting, joined=joined, nonces=nonces, names=names, waiting=event.at)
    return _started_days(sitting, event.at)


def _nonce(sitting: Sitting, event: Event) -> Sitting:
    assert event.seat is not None
    return replace(sitting, nonces=_put(sitting.nonces, event.seat, event.data["nonce"]))


def _started_days(sitting: Sitting, at: int) -> Sitting:
    """A clock of days runs from the moment at which both are there."""
    clock = sitting.clock
    if clock is None or clock.kind != DAYS or clock.running is not None or not all(sitting.joined):
        return sitting
    return replace(sitting, clock=clock.run_for(sitting.position.to_move, at))


def _move(sitting: Sitting, event: Event) -> Sitting:
    before = sitting.position
    (move,) = before.read(event.data["text"])
    text = before.move_text(move)
    return _moved(sitting, event, before.after(move), (*sitting.turns, text))


def _roll(sitting: Sitting, event: Event) -> Sitting:
    before, k, face = sitting.position, event.data["k"], event.data["face"]
    assert event.seat is not None
    roll = Roll(k, len(before.legal), face, before.turn, event.seat, sitting.turns[-1])
    turns = (*sitting.turns[:-1], f"{sitting.turns[-1]}:{face}")
    sitting = replace(sitting, rolls=(*sitting.rolls, roll), kept=(*sitting.kept, k))
    return _moved(sitting, event, before.play(str(face)), turns)


def _moved(sitting: Sitting, event: Event, position: Position, turns: tuple[str, ...]) -> Sitting:
    """The board has changed: offers about the old position fall, the clock is pressed, the game may be over."""
    assert event.seat is not None
    sitting.position.let_go()
    clock, lag = sitting.clock, event.data.get("lag", 0)
    if clock and not position.is_chance:
        runs = clock.running is not None or len(turns) >= 2
        clock = clock.after_turn(event.seat, position.to_move if runs else None, event.at, lag)
    sitting = replace(
        sitting, position=position, turns=turns, clock=clock, offers=(), board_number=sitting.number,
        waiting=sitting.waiting if position.is_chance else event.at,
        lags=_put(sitting.lags, event.seat, sitting.lags[event.seat] - lag),
    )  # fmt: skip
    outcome = position.outcome
    return _ended(sitting, Result.by_rules(outcome), event.at) if outcome else sitting


def _ended(sitting: Sitting, result: Result, at: int) -> Sitting:
    clock = sitting.clock.stopped(at) if sitting.clock else None
    return replace(sitting, result=result, clock=clock, offers=(), ended=at, board_number=sitting.number)


def _offer(sitting: Sitting, event: Event) -> Sitting:
    assert event.seat is not None
    what, seat = event.data["what"], event.seat
    before = sitting.asked_by(seat, what)
    asked = Asked(what, seat, before.times + 1 if before else 1, len(sitting.turns))
    others = tuple(one for one in sitting.asked if one is not before)
    return replace(sitting, offers=(*sitting.offers, Offer(what, seat, sitting.number)), asked=(*others, asked))


def _decline(sitting: Sitting, event: Event) -> Sitting:
    return replace(sitting, offers=tuple(offer for offer in sitting.offers if offer.what != event.data["what"]))


def _takeback(sitting: Sitting, event: Event) -> Sitting:
    position, rolled = sitting.position, 0
    for _ in range(event.data["plies"]):
        assert position.parent is not None
        position = position.parent
        rolled += position.is_chance
    clock = sitting.clock
    if clock and clock.running is not None:
        clock = clock.run_for(position.to_move, event.at)
    kept = sitting.kept[: len(sitting.kept) - rolled]
    return replace(
        sitting, position=position, turns=position.history, kept=kept, clock=clock, offers=(),
        board_number=sitting.number, takebacks=sitting.takebacks + 1, waiting=event.at,
    )  # fmt: skip


def _resign(sitting: Sitting, event: Event) -> Sitting:
    assert event.seat is not None
    return _ended(sitting, Result.lost_by(event.seat), event.at)


def _agree(sitting: Sitting, event: Event) -> Sitting:
    return _ended(sitting, Result.agreed_draw(), event.at)


def _flag(sitting: Sitting, event: Event) -> Sitting:
    assert event.seat is not None
    return _ended(sitting, Result.lost_by(event.seat, "time"), event.at)


def _cut(sitting: Sitting, event: Event) -> Sitting:
    reason = phrase("cut short after {n} turns", n=len(sitting.turns))
    return _ended(sitting, Result(None, LENGTH, reason, LENGTH), event.at)


def _abort(sitting: Sitting, event: Event) -> Sitting:
    assert event.seat is not None
    reason = phrase("{side} made no first move; the game counts for nothing", side=sitting.position.side_of(event.seat))
    return _ended(sitting, Result(None, ABORTED, reason, ABORTED), event.at)


def _name(sitting: Sitting, event: Event) -> Sitting:
    assert event.seat is not None
    names = _put(sitting.names, event.seat, event.data["name"])
    return replace(sitting, names=names, renamed=_once_more(sitting.renamed, event.seat))


def _renew(sitting: Sitting, event: Event) -> Sitting:
    return replace(sitting, renewed=_once_more(sitting.renewed, event.seat))


def _hold(sitting: Sitting, event: Event) -> Sitting:
    return replace(sitting, held=_once_more(sitting.held, event.seat))


def _delete(sitting: Sitting, event: Event) -> Sitting:
    return replace(sitting, is_deleted=True, offers=())


def _pause(sitting: Sitting, event: Event) -> Sitting:
    clock = sitting.clock
    if sitting.is_unbegun:
        sitting = replace(sitting, waiting=sitting.waiting + event.data["ms"])
    if clock is None or clock.running is None:
        return sitting
    return replace(sitting, clock=clock.paused(event.data["ms"]))


def _rematch(sitting: Sitting, event: Event) -> Sitting:
    return replace(sitting, following=event.data["next"], offers=())


def _put(pair: tuple, seat: int, value: object) -> tuple:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _once_more(times: tuple[int, int], seat: int | None) -> tuple[int, int]:
    """Counted for a seat, so that a player uses up nothing of the other's; without one, for both."""
    return (times[0] + (seat != 1), times[1] + (seat != 0))


_AFTER = {
    ev.JOIN: _join, ev.NONCE: _nonce, ev.MOVE: _move, ev.ROLL: _roll, ev.OFFER: _offer, ev.DECLINE: _decline,
    ev.TAKEBACK: _takeback, ev.RESIGN: _resign, ev.AGREE: _agree, ev.FLAG: _flag, ev.PAUSE: _pause,
    ev.REMATCH: _rematch, ev.CUT: _cut, ev.ABORT: _abort, ev.NAME: _name, ev.RENEW: _renew, ev.HOLD: _hold,
    ev.DELETE: _delete,
}  # fmt: skip
