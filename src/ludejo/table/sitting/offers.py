"""Offers: draws, turns to be taken back, rematches, a game to be deleted; made, repeated not too often, answered."""

from ludejo.games.phrases import mark_text
from ludejo.table.refusals import Refusal
from ludejo.table.sitting import bounds
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acts import BOTH, Act, Context
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.sitting import Holder, Offer, Sitting


def fresh(sitting: Sitting, act: Act) -> None:
    """Refuse what was decided on another board."""
    if act.number < sitting.board_number:
        raise Refusal("table/stale")


def too_soon(sitting: Sitting, holder: Holder, what: str) -> int:
    """For how many turns a player must not offer something again; 0 if they may."""
    asked = sitting.asked_by(holder, what)
    if asked is None:
        return 0
    turns = len(sitting.turns)
    if what == ev.TAKEBACK:
        return max(0, asked.turn + bounds.TAKEBACK_PAUSE - turns) if turns >= asked.turn else 0
    return max(0, asked.turn + bounds.DRAW_PAUSE - turns) if what == ev.DRAW else 0


def too_often(sitting: Sitting, holder: Holder, what: str) -> bool:
    """Whether a player has offered something as often as a game bears."""
    asked = sitting.asked_by(holder, what)
    return what in (ev.REMATCH, ev.DELETE) and asked is not None and asked.times >= bounds.ASKS


def may_offer(sitting: Sitting, holder: Holder, what: str) -> bool:
    """Whether an offer would be taken."""
    is_free = sitting.offer(what) is None and not sitting.is_long
    return is_free and not too_soon(sitting, holder, what) and not too_often(sitting, holder, what)


def offered(sitting: Sitting, holder: Holder, what: str, context: Context) -> Event:
    """The offer, or why it cannot be made now."""
    if sitting.offer(what):
        raise Refusal("offer/standing")
    wait = too_soon(sitting, holder, what)
    if wait:
        raise Refusal("offer/too-soon", turns=wait)
    if too_often(sitting, holder, what) or sitting.is_long:
        raise Refusal("offer/too-often")
    assert isinstance(holder, int)
    return Event(ev.OFFER, context.now, holder, {"what": what})


def draw(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """Offer a draw, or agree to one."""
    not_for_engines(sitting)
    if holder == BOTH:
        return [Event(ev.AGREE, context.now)]
    if sitting.terms.opponent == ev.ENGINE:
        raise Refusal("offer/not-here")
    fresh(sitting, act)
    standing = sitting.offer(ev.DRAW)
    if standing and standing.seat != holder:
        return [Event(ev.AGREE, context.now)]
    return [offered(sitting, holder, ev.DRAW, context)]


def not_for_engines(sitting: Sitting) -> None:
    """Refuse what players decide where engines play: whoever watches them can only look, and delete the game."""
    if sitting.terms.opponent == ev.ENGINES:
        raise Refusal("offer/not-here")


def plies_back(sitting: Sitting, holder: Holder) -> int:
    """How many moves and rolls a player must undo to have the latest own turn back; 0 where there is none."""
    position, plies = sitting.position, 0
    while position.parent is not None:
        position, plies = position.parent, plies + 1
        if not position.is_chance and holder in (BOTH, position.to_move):
            return plies
    return 0


def may_take_back(sitting: Sitting, holder: Holder) -> bool:
    """Whether a turn can be taken back, or that be asked for."""
    if not plies_back(sitting, holder) or sitting.takebacks >= bounds.TAKEBACKS or sitting.is_long:
        return False
    return sitting.terms.opponent != ev.FRIEND or may_offer(sitting, holder, ev.TAKEBACK)


def takeback(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """Take back at once where nobody else is concerned; else ask."""
    not_for_engines(sitting)
    fresh(sitting, act)
    plies = plies_back(sitting, holder)
    if not plies:
        raise Refusal("table/nothing-to-take-back")
    if sitting.takebacks >= bounds.TAKEBACKS or sitting.is_long:
        raise Refusal("offer/too-often")
    seat = holder if isinstance(holder, int) else None
    if sitting.terms.opponent != ev.FRIEND:
        return [Event(ev.TAKEBACK, context.now, seat, {"plies": plies})]
    standing = sitting.offer(ev.TAKEBACK)
    if standing and standing.seat != holder:
        raise Refusal("offer/standing", mark_text("The other player wants to take back: answer that first"))
    return [offered(sitting, holder, ev.TAKEBACK, context)]


def rematch(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """Another game of the series, once the other player wants it too."""
    if not sitting.is_over:
        raise Refusal("table/not-over")
    if sitting.following:
        raise Refusal("table/over", mark_text("The next game has been started already"))
    if sitting.terms.series.game >= bounds.SERIES:
        raise Refusal("offer/too-often")
    standing = sitting.offer(ev.REMATCH)
    if sitting.terms.opponent != ev.FRIEND or (standing and standing.seat != holder):
        return [_next_game(holder, context)]
    return [offered(sitting, holder, ev.REMATCH, context)]


def _next_game(holder: Holder, context: Context) -> Event:
    return Event(ev.REMATCH, context.now, holder if isinstance(holder, int) else None, {"next": context.new_id()})


def delete(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """Delete the game: at once where no other person has played in it, else once the other player agrees."""
    standing = sitting.offer(ev.DELETE)
    is_shared = sitting.terms.opponent == ev.FRIEND and all(sitting.joined) and len(sitting.turns) >= 2
    if not is_shared or (standing and standing.seat != holder):
        return [Event(ev.DELETE, context.now, holder if isinstance(holder, int) else None)]
    return [offered(sitting, holder, ev.DELETE, context)]


def _answered(sitting: Sitting, holder: Holder, act: Act) -> Offer:
    """The other player's offer, which must have been seen."""
    for offer in sitting.offers:
        if offer.seat != holder:
            if act.number < offer.number:
                raise Refusal("table/stale")
            return offer
    raise Refusal("offer/none")


def accept(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """What was offered happens."""
    offer = _answered(sitting, holder, act)
    if offer.what == ev.DRAW:
        return [Event(ev.AGREE, context.now)]
    if offer.what == ev.TAKEBACK:
        return [Event(ev.TAKEBACK, context.now, offer.seat, {"plies": plies_back(sitting, offer.seat)})]
    if offer.what == ev.DELETE:
        return [Event(ev.DELETE, context.now, offer.seat)]
    return [_next_game(holder, context)]


def decline(sitting: Sitting, holder: Holder, act: Act, context: Context) -> list[Event]:
    """It does not."""
    offer = _answered(sitting, holder, act)
    return [Event(ev.DECLINE, context.now, holder if isinstance(holder, int) else None, {"what": offer.what})]
