"""How a game stands, in a few words that lists of games are made of: nobody replays a game to put it into a list."""

import json

from ludejo.table.sitting import events as ev
from ludejo.table.sitting.sitting import Sitting


def awaited_seat(sitting: Sitting) -> int | None:
    """For whom a game between two people waits who are both there: a seat, or both.

    For a turn, for the answer to an offer, and once it is over for those who have not seen that.
    """
    if sitting.terms.opponent != ev.FRIEND or not all(sitting.joined) or sitting.is_deleted:
        return None
    awaited: set[int | None] = {1 - offer.seat for offer in sitting.offers}
    if not sitting.is_over:
        awaited.add(sitting.position.to_move)
    elif not awaited:
        return ev.BOTH_SEATS
    return ev.BOTH_SEATS if len(awaited) == 2 else next(iter(awaited), None)


def brief_of(sitting: Sitting) -> str:
    """What a list shows of a game, as JSON."""
    terms, result = sitting.terms, sitting.result
    told = {
        "spec": sitting.game.spec, "opponent": terms.opponent, "level": terms.level,
        "other_level": terms.other_level, "names": sitting.names, "joined": sitting.joined,
        "clock": terms.clock, "turns": len(sitting.turns),
        "how": result.how if sitting.is_over else None, "winner": result.winner, "next": sitting.following,
        "to_move": sitting.position.to_move, "offers": [(offer.what, offer.seat) for offer in sitting.offers],
    }  # fmt: skip
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)
