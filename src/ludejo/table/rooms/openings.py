"""How a game begins: from what somebody asks for, or after another game of the same series."""

import secrets
from dataclasses import dataclass
from typing import TypedDict

import ludejo
from ludejo.games.phrases import mark_text
from ludejo.play import fair_dice
from ludejo.table.messages import requests
from ludejo.table.refusals import Refusal
from ludejo.table.sitting import bounds
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.clock import DAY, ClockTerms, for_other_seats, now_ms
from ludejo.table.sitting.events import BOTH_SEATS, Event, Series, Terms
from ludejo.table.sitting.seats import for_next_game, hashed, new_id, new_secret
from ludejo.table.sitting.sitting import Sitting, opened
from ludejo.table.storage.entries import EnteredGame

DEFAULT_LEVEL = 3


class Patience(TypedDict):
    """Terms about time that follow from the others."""

    first_move: int | None
    lag: int


@dataclass(frozen=True)
class Opening:
    """A new game and the secrets of its seats, which are kept nowhere."""

    new: EnteredGame
    seat: int  # of whoever starts it; BOTH_SEATS on the same device
    secret: str
    friend_secret: str | None


def open_game(wanted: requests.NewGame, person: str = "") -> Opening:
    """The game that somebody asks for; `person` is their key, if they are to hold their seat by it too."""
    if wanted.opponent == ev.ENGINES and wanted.clock:  # it would run while nobody watches, and nothing else does
        raise Refusal("request/bad", mark_text("Engines that play each other have no clock"))
    game = ludejo.game(wanted.spec)
    first = game.start(seed=wanted.seed, setup=wanted.setup)
    own = secrets.randbelow(2) if wanted.seat == "toss" else int(wanted.seat)
    secret, friend_secret = new_secret(), new_secret() if wanted.opponent == ev.FRIEND else None
    dice_secret = fair_dice.new_secret() if game.has_dice else None
    terms = Terms(
        spec=game.spec,
        opponent=wanted.opponent,
        level=(wanted.level or DEFAULT_LEVEL) if wanted.opponent in (ev.ENGINE, ev.ENGINES) else None,
        other_level=(wanted.other_level or wanted.level or DEFAULT_LEVEL) if wanted.opponent == ev.ENGINES else None,
        engine_seat=1 - own if wanted.opponent == ev.ENGINE else None,
        clock=_clock_terms(wanted.clock, own) if wanted.clock else None,
        names=_by_seat(own, wanted.name, ""),
        joined=(own == 0, own == 1) if wanted.opponent == ev.FRIEND else (True, True),
        seed=first.seed if game.is_arranged else None,
        setup=first.setup,
        commitment=fair_dice.commitment(dice_secret) if dice_secret else None,
        **_patience(wanted),
    )
    seat = BOTH_SEATS if wanted.opponent in (ev.SAME_DEVICE, ev.ENGINES) else own
    hashes = {hashed(secret): seat, **({person: seat} if person else {})}
    if friend_secret:
        hashes[hashed(friend_secret)] = 1 - own
    return Opening(_entered(terms, hashes, dice_secret, new_id(), now_ms()), seat, secret, friend_secret)


def _clock_terms(clock: requests.SuddenClock | requests.DaysClock, own: int) -> ClockTerms:
    if isinstance(clock, requests.DaysClock):
        return {"kind": clock.kind, "days": clock.days}
    terms: ClockTerms = {"kind": clock.kind, "seconds": clock.seconds, "increment": clock.increment}
    if clock.other_seconds in (None, clock.seconds):
        return terms
    seconds = [clock.seconds, clock.other_seconds]
    return {**terms, "by_seat": seconds if own == 0 else seconds[::-1]}


def _patience(wanted: requests.NewGame) -> Patience:
    """How long first turns are waited for, and how much lag is forgiven."""
    first: int | None = None
    if wanted.opponent == ev.FRIEND and wanted.clock:
        first = wanted.clock.days * DAY if isinstance(wanted.clock, requests.DaysClock) else bounds.FIRST_MOVE_MS
    return {"first_move": first, "lag": bounds.LAG_A_GAME_MS if isinstance(wanted.clock, requests.SuddenClock) else 0}


def _by_seat(own: int, mine: str, other: str) -> tuple[str, str]:
    return (mine, other) if own == 0 else (other, mine)


def _entered(terms: Terms, hashes: dict[str, int], dice_secret: bytes | None, id: str, at: int) -> EnteredGame:
    start = Event(ev.START, at, None, terms.as_json())
    return EnteredGame(opened(id, start), start, hashes, dice_secret)


def next_game(over: Sitting, hashes: dict[str, int]) -> EnteredGame:
    """The rematch: whoever began is now second. New dice are drawn, and an arrangement unless a player had given it."""
    assert over.following is not None
    terms, game = over.terms, over.game
    first = game.start(setup=terms.setup if terms.seed is None else None)
    dice_secret = fair_dice.new_secret() if game.has_dice else None
    engine = terms.engine_seat
    swapped = Terms(
        spec=terms.spec,
        opponent=terms.opponent,
        level=terms.level if terms.other_level is None else terms.other_level,
        other_level=None if terms.other_level is None else terms.level,
        engine_seat=None if engine is None else 1 - engine,
        clock=for_other_seats(terms.clock),
        names=over.names[::-1],
        seed=first.seed if game.is_arranged else None,
        setup=first.setup,
        commitment=fair_dice.commitment(dice_secret) if dice_secret else None,
        series=Series(terms.series.game + 1, over.score[::-1], over.id),
        first_move=terms.first_move,
        lag=terms.lag,
    )
    return _entered(swapped, for_next_game(hashes), dice_secret, over.following, over.latest)
