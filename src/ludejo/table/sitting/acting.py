"""Where an act becomes events: decided() says which events it adds, or why it is refused. Nothing is stored here."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from ludejo.games.errors import IllegalMove
from ludejo.games.words import mark_text, phrase
from ludejo.play.position import Position
from ludejo.table.refusals import Refusal
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.sitting import Holder, Offer, Ref, Sitting

BOTH: Literal["both"] = "both"
ActName = Literal["join", "nonce", "move", "roll", "resign", "draw", "takeback", "rematch", "accept", "decline"]
Doable = ActName | Literal["hint", "evaluate"]  # the last two are questions to the engine, and add no events
Rolled = Callable[[Sitting, int], int]  # the face that the dice give for a number of faces
NAMELESS = ""


@dataclass(frozen=True)
class Act:
    """What a player wants: `number` is that of the view it was decided on."""

    kind: ActName
    number: int
    text: str = ""
    roll: bool = True
    name: str = NAMELESS
    nonce: str = ""
    ref: Ref = None  # how the client calls it, so that it can be sent again


@dataclass(frozen=True)
class Context:
    """What an act needs beside the sitting: the time, the dice, and an id in case of a rematch."""

    now: int
    rolled: Rolled
    next_id: str = ""


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
    if holder is None:
        raise Refusal("seat/needed")
    if act.number > sitting.number:
        raise Refusal("table/stale")
    if act.kind not in ("join", "rematch", "accept", "decline") and sitting.is_over:
        raise Refusal("table/over")
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


def _fresh(sitting: Sitting, act: Act) -> None:
    if act.number < sitting.board_number:
        raise Refusal("table/stale")


def _mover(sitting: Sitting, holder: Holder) -> int:
    """The seat to move, if it is the holder's."""
    to_move = sitting.position.to_move
    assert to_move is not None
    if holder not in (BOTH, to_move):
        raise Refusal("move/not-your-turn")
    return to_move


def _move(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    _fresh(sitting, act)
    seat, position = _mover(sitting, holder), sitting.position
    if position.is_chance:
        raise Refusal("table/no-roll", mark_text("Roll the die first"))
    after = position.play(act.text)
    if after.parent is not position:
        raise IllegalMove(phrase("brings its own roll, but the dice roll here, expected the drop alone"), text=act.text)
    assert after.move is not None
    moves = [Event(ev.MOVE, context.now, seat, {"text": position.move_text(after.move)})]
    if act.roll and after.is_chance and all(sitting.joined):
        moves.append(_rolled(sitting, after, context))
    return moves


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


def _roll(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    _fresh(sitting, act)
    _mover(sitting, holder)
    if not sitting.position.is_chance:
        raise Refusal("table/no-roll")
    if not all(sitting.joined):  # or the other player could add nothing to the dice any more
        raise Refusal("table/no-roll", mark_text("The die waits until your friend is here"))
    return [_rolled(sitting, sitting.position, context)]


def _rolled(sitting: Sitting, announced: Position, context: Context) -> Event:
    face = context.rolled(sitting, len(announced.legal))
    return Event(ev.ROLL, context.now, announced.to_move, {"k": len(sitting.rolls), "face": face})


def _resign(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    seat = sitting.position.to_move if holder == BOTH else holder
    assert isinstance(seat, int)
    return [Event(ev.RESIGN, context.now, seat)]


def _draw(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    if holder == BOTH:
        return [Event(ev.AGREE, context.now)]
    if sitting.terms.opponent == ev.ENGINE:
        raise Refusal("offer/not-here")
    _fresh(sitting, act)
    standing = sitting.offer(ev.DRAW)
    if standing and standing.seat != holder:
        return [Event(ev.AGREE, context.now)]
    return [_offered(sitting, holder, ev.DRAW, context)]


def _offered(sitting: Sitting, holder: Holder, what: str, context: Context) -> Event:
    standing = sitting.offer(what)
    if standing:
        raise Refusal("offer/standing")
    assert isinstance(holder, int)
    return Event(ev.OFFER, context.now, holder, {"what": what})


def plies_back(sitting: Sitting, holder: Holder) -> int:
    """How many moves and rolls a player must undo to have the latest own turn back; 0 where there is none."""
    position, plies = sitting.position, 0
    while position.parent is not None:
        position, plies = position.parent, plies + 1
        if not position.is_chance and holder in (BOTH, position.to_move):
            return plies
    return 0


def _takeback(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    _fresh(sitting, act)
    plies = plies_back(sitting, holder)
    if not plies:
        raise Refusal("table/nothing-to-take-back")
    seat = holder if isinstance(holder, int) else None
    if sitting.terms.opponent != ev.FRIEND:
        return [Event(ev.TAKEBACK, context.now, seat, {"plies": plies})]
    standing = sitting.offer(ev.TAKEBACK)
    if standing and standing.seat != holder:
        raise Refusal("offer/standing", mark_text("The other player wants to take back: answer that first"))
    return [_offered(sitting, holder, ev.TAKEBACK, context)]


def _rematch(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    if not sitting.is_over:
        raise Refusal("table/not-over")
    if sitting.following:
        raise Refusal("table/over", mark_text("The next game has been started already"))
    standing = sitting.offer(ev.REMATCH)
    if sitting.terms.opponent != ev.FRIEND or (standing and standing.seat != holder):
        return [_next_game(holder, context)]
    return [_offered(sitting, holder, ev.REMATCH, context)]


def _next_game(holder: Holder, context: Context) -> Event:
    return Event(ev.REMATCH, context.now, holder if isinstance(holder, int) else None, {"next": context.next_id})


def _answered(sitting: Sitting, holder: Holder, act: Act) -> Offer:
    """The other player's offer, which must have been seen."""
    for offer in sitting.offers:
        if offer.seat != holder:
            if act.number < offer.number:
                raise Refusal("table/stale")
            return offer
    raise Refusal("offer/none")


def _accept(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    offer = _answered(sitting, holder, act)
    if offer.what == ev.DRAW:
        return [Event(ev.AGREE, context.now)]
    if offer.what == ev.TAKEBACK:
        return [Event(ev.TAKEBACK, context.now, offer.seat, {"plies": plies_back(sitting, offer.seat)})]
    return [_next_game(holder, context)]


def _decline(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    offer = _answered(sitting, holder, act)
    return [Event(ev.DECLINE, context.now, holder if isinstance(holder, int) else None, {"what": offer.what})]


_DECIDED: dict[ActName, Callable[[Sitting, Holder, Act, Context], list[Event]]] = {
    "nonce": _nonce, "move": _move, "roll": _roll, "resign": _resign, "draw": _draw, "takeback": _takeback,
    "rematch": _rematch, "accept": _accept, "decline": _decline,
}  # fmt: skip
KINDS: tuple[ActName, ...] = ("join", *_DECIDED)


def open_acts(sitting: Sitting, holder: Holder) -> list[Doable]:
    """What a viewer may do now."""
    if holder is None:
        return []
    acts: list[Doable] = [] if holder == BOTH or sitting.joined[holder] else ["join"]
    if any(offer.seat != holder for offer in sitting.offers):
        acts += ["accept", "decline"]
    if sitting.is_over:
        acts += ["rematch"] if not sitting.following and not _has_offered(sitting, holder, ev.REMATCH) else []
        return [*acts, "hint", "evaluate"]
    if holder in (BOTH, sitting.position.to_move):
        acts += ["move"] if not sitting.position.is_chance else ["roll"] if all(sitting.joined) else []
    if may_add_nonce(sitting, holder):
        acts.append("nonce")
    acts.append("resign")
    if sitting.terms.opponent != ev.ENGINE and not _has_offered(sitting, holder, ev.DRAW):
        acts.append("draw")
    if plies_back(sitting, holder) and sitting.offer(ev.TAKEBACK) is None:
        acts.append("takeback")
    return acts + (["hint", "evaluate"] if sitting.terms.opponent != ev.FRIEND else [])


def _has_offered(sitting: Sitting, holder: Holder, what: str) -> bool:
    offer = sitting.offer(what)
    return offer is not None and offer.seat == holder
