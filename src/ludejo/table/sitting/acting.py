"""Where an act becomes events: decided() says which events it adds, or why it is refused. Nothing is stored here."""

from collections.abc import Callable
from dataclasses import replace

from ludejo.games.errors import IllegalMove
from ludejo.games.phrases import mark_text, phrase
from ludejo.play.position import Position
from ludejo.table.refusals import Refusal
from ludejo.table.sitting import bounds, offers
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acts import BOTH, NAMELESS, Act, ActName, Context, Doable, Rolled
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.sitting import Holder, Ref, Sitting

__all__ = [
    "BOTH", "KINDS", "NAMELESS", "Act", "ActName", "Context", "Doable", "Holder", "Rolled", "decided", "done_before",
    "may_add_nonce", "open_acts", "time_is_up",
]  # fmt: skip
AFTERWARDS = (
    "join",
    "rematch",
    "delete",
    "accept",
    "decline",
    "name",
    "renew",
    "hold",
)  # can be done when a game is over


def done_before(sitting: Sitting, holder: Holder, act: Act) -> int | None:
    """The number of events after an act that was done already, and is sent again because the answer was lost."""
    if holder is None or act.ref is None:
        return None
    return next((done.after for done in sitting.done if done.act == _called(holder, act)), None)


def _called(holder: Holder, act: Act) -> tuple[Holder, str, int, Ref]:
    """What a retry has in common with the first attempt, and no other act has."""
    return holder, act.kind, act.number, act.ref


def decided(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """The events that an act adds. The last of them keeps what the act was called."""
    *others, last = _decided(sitting, holder, act, context)
    if act.ref is not None:
        last = replace(last, data={**last.data, "act": list(_called(holder, act))})
    return [*others, last]


def _decided(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    if sitting.is_deleted:
        raise Refusal("table/no-such-game")
    if holder is None:
        raise Refusal("seat/needed")
    if act.number > sitting.number:
        raise Refusal("table/stale")
    if act.kind not in AFTERWARDS and sitting.is_over:
        raise Refusal("table/over")
    if act.kind == "hold":  # who puts a game into their list has not come to play yet
        return _hold(sitting, holder, act, context)
    joining = _joining(sitting, holder, act, context)
    if act.kind == "join":
        if not joining:
            raise Refusal("seat/taken")
        return joining
    for event in joining:
        sitting = sitting.after(event)
    return joining + _DECIDED[act.kind](sitting, holder, act, context)


def _joining(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """Whoever acts has joined, even without saying so."""
    if not isinstance(holder, int) or sitting.joined[holder]:
        return []
    return [Event(ev.JOIN, context.now, holder, {"name": act.name, "nonce": act.nonce})]


def _mover(sitting: Sitting, holder: Holder) -> int:
    """The seat to move, if it is the holder's."""
    to_move = sitting.position.to_move
    assert to_move is not None
    if holder not in (BOTH, to_move) or (holder == BOTH and sitting.engine_due):
        raise Refusal("move/not-your-turn")
    return to_move


# ---------------------------------------------------------------- turns


def _move(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    offers.fresh(sitting, act)
    seat, position = _mover(sitting, holder), sitting.position
    if position.is_chance:
        raise Refusal("table/no-roll", mark_text("Roll the die first"))
    after = position.play(act.text)
    if after.parent is not position:
        raise IllegalMove(phrase("brings its own roll, but the dice roll here, expected the drop alone"), text=act.text)
    assert after.move is not None
    data = {"text": position.move_text(after.move)}
    if not after.is_chance:
        moved = Event(ev.MOVE, context.now, seat, {**data, **_forgiven(sitting, seat, act, context)})
        return [moved, *_cut(sitting, after, context)]
    announced = Event(ev.MOVE, context.now, seat, data)
    return [announced, *_rolled(sitting, after, act, context)] if act.roll and all(sitting.joined) else [announced]


def _roll(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    offers.fresh(sitting, act)
    _mover(sitting, holder)
    if not sitting.position.is_chance:
        raise Refusal("table/no-roll")
    if not all(sitting.joined):  # or the other player could add nothing to the dice any more
        raise Refusal("table/no-roll", mark_text("The die waits until your friend is here"))
    return _rolled(sitting, sitting.position, act, context)


def _rolled(sitting: Sitting, announced: Position, act: Act, context: Context) -> list[Event]:
    face, seat = context.rolled(sitting, len(announced.legal)), announced.to_move
    assert seat is not None
    data = {"k": len(sitting.rolls), "face": face, **_forgiven(sitting, seat, act, context)}
    return [Event(ev.ROLL, context.now, seat, data), *_cut(sitting, announced.play(str(face)), context)]


def _forgiven(sitting: Sitting, seat: int, act: Act, context: Context) -> dict[str, int]:
    """The lag that a turn does not cost, for the event that presses the clock."""
    lag = sitting.forgivable(seat, act.lag, context.now)
    return {"lag": lag} if lag else {}


def _cut(sitting: Sitting, after: Position, context: Context) -> list[Event]:
    """A game without end is cut short."""
    is_long = after.turn > bounds.most_turns(sitting.game) or sitting.is_long
    return [Event(ev.CUT, context.now)] if is_long and not after.is_over else []


def time_is_up(sitting: Sitting, holder: Holder, act: Act | None, now: int) -> bool:
    """Whether a flag has fallen. A turn that comes a little late is in time if its lag is forgiven."""
    due, clock = sitting.due, sitting.clock
    if due is None or now >= due or act is None or act.kind not in ("move", "roll"):
        return due is not None and now >= due
    if clock is None or clock.running is None or holder not in (BOTH, clock.running):
        return False
    return clock.is_up(now - sitting.forgivable(clock.running, act.lag, now))


# ---------------------------------------------------------------- everything else


def _nonce(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """Once each, and never after a roll: the dice must not be steered by what they have shown."""
    seat = 0 if holder == BOTH else holder
    assert isinstance(seat, int)
    if not may_add_nonce(sitting, holder):
        raise Refusal("offer/not-here", mark_text("The dice take no nonce from you now"))
    return [Event(ev.NONCE, context.now, seat, {"nonce": act.nonce})]


def may_add_nonce(sitting: Sitting, holder: Holder) -> bool:
    """Whether a player can still add to the dice."""
    seat = 0 if holder == BOTH else holder
    return isinstance(seat, int) and sitting.has_dice and not sitting.rolls and not sitting.nonces[seat]


def _resign(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    offers.not_for_engines(sitting)
    seat = sitting.position.to_move if holder == BOTH else holder
    assert isinstance(seat, int)
    return [Event(ev.RESIGN, context.now, seat)]


def _name(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """A player is called otherwise from now on; the store takes the old name out of the events before."""
    seat = _own_seat(sitting, holder)
    if sitting.renamed[seat] >= bounds.NAMES:
        raise Refusal("offer/too-often")
    return [Event(ev.NAME, context.now, seat, {"name": act.name})]


def _own_seat(sitting: Sitting, holder: Holder) -> int:
    """The seat whose name a player gave: of both on the same device the one that started the game."""
    if isinstance(holder, int):
        return holder
    return 1 if sitting.names[1] and not sitting.names[0] else 0


def _renew(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """Another secret holds the seat from now on. The event keeps hashes, as the seats do."""
    seat = holder if isinstance(holder, int) else None
    if sitting.renewed[seat or 0] >= bounds.RENEWALS:
        raise Refusal("offer/too-often")
    gone = {"gone": list(act.gone)} if act.gone else {}
    return [Event(ev.RENEW, context.now, seat, {"old": act.key, "new": act.new_key, **gone})]


def _invite(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """Another secret brings a friend to the other seat, for as long as nobody has come to it."""
    if sitting.terms.opponent != ev.FRIEND or not isinstance(holder, int):
        raise Refusal("offer/not-here")
    if sitting.joined[1 - holder]:
        raise Refusal("seat/taken", mark_text("Somebody has that seat already"))
    if sitting.renewed[1 - holder] >= bounds.INVITATIONS:
        raise Refusal("offer/too-often")
    return [Event(ev.RENEW, context.now, 1 - holder, {"old": act.key, "new": act.new_key})]


def _hold(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """A person holds the seat beside whoever does already."""
    seat = holder if isinstance(holder, int) else None
    if sitting.held[seat or 0] >= bounds.HOLDS:
        raise Refusal("offer/too-often")
    return [Event(ev.HOLD, context.now, seat, {"key": act.new_key})]


_DECIDED: dict[ActName, Callable[[Sitting, Holder, Act, Context], list[Event]]] = {
    "nonce": _nonce, "move": _move, "roll": _roll, "resign": _resign, "draw": offers.draw,
    "takeback": offers.takeback, "rematch": offers.rematch, "delete": offers.delete, "accept": offers.accept,
    "decline": offers.decline, "name": _name, "renew": _renew, "invite": _invite, "hold": _hold,
}  # fmt: skip
KINDS: tuple[ActName, ...] = ("join", *_DECIDED)


def open_acts(sitting: Sitting, holder: Holder) -> list[Doable]:
    """What a viewer may do now. Names can be changed and links renewed at any time, and are not listed."""
    if holder is None:
        return []
    acts: list[Doable] = [] if holder == BOTH or sitting.joined[holder] else ["join"]
    if any(offer.seat != holder for offer in sitting.offers):
        acts += ["accept", "decline"]
    deleting: list[Doable] = ["delete"] if _may_add(sitting, holder, ev.DELETE) else []
    if sitting.is_over:
        is_last = bool(sitting.following) or sitting.terms.series.game >= bounds.SERIES
        acts += ["rematch"] if not is_last and _may_add(sitting, holder, ev.REMATCH) else []
        return [*acts, *deleting, "evaluate"]
    nonce: list[Doable] = ["nonce"] if may_add_nonce(sitting, holder) else []
    if sitting.terms.opponent == ev.ENGINES:
        return [*acts, *nonce, *deleting, "evaluate"]
    if holder in (BOTH, sitting.position.to_move):
        acts += ["move"] if not sitting.position.is_chance else ["roll"] if all(sitting.joined) else []
    acts += [*nonce, "resign"]
    if sitting.terms.opponent != ev.ENGINE and _may_add(sitting, holder, ev.DRAW):
        acts.append("draw")
    if offers.may_take_back(sitting, holder):
        acts.append("takeback")
    hint: list[Doable] = ["hint"] if "move" in acts else []
    return acts + deleting + ([*hint, "evaluate"] if sitting.terms.opponent != ev.FRIEND else [])


def _may_add(sitting: Sitting, holder: Holder, what: str) -> bool:
    """Whether an offer can be made, or the other player's be met by the same."""
    standing = sitting.offer(what)
    if standing:
        return standing.seat != holder
    return holder == BOTH or offers.may_offer(sitting, holder, what)
