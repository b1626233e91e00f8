"""How a game stands, in a few words that lists of games are made of: nobody replays a game to put it into a list."""

import json

from ludejo.table.sitting import events as ev
from ludejo.table.sitting.sitting import Sitting


def awaited_seat(sitting: Sitting) -> int | None:
    """The seat whose turn it is in a game between two people who are both there."""
    is_between = sitting.terms.opponent == ev.FRIEND and all(sitting.joined)
    is_open = is_between and not (sitting.is_over or sitting.is_deleted)
    return sitting.position.to_move if is_open else None


def brief_of(sitting: Sitting) -> str:
    """What a list shows of a game, as JSON."""
    terms, result = sitting.terms, sitting.result
    told = {
        "spec": sitting.game.spec, "opponent": terms.opponent, "level": terms.level,
        "other_level": terms.other_level, "names": sitting.names, "joined": sitting.joined,
        "clock": terms.clock, "turns": len(sitting.turns),
        "how": result.how if sitting.is_over else None, "winner": result.winner, "next": sitting.following,
    }  # fmt: skip
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)
