"""What one viewer is shown of a game."""

from ludejo.table.messages.positions import NO_MOVES, Seen, result_view
from ludejo.table.messages.views import (
    BriefView,
    ClockView,
    DiceView,
    GameView,
    SeatView,
    SeriesView,
    You,
)
from ludejo.table.sitting import bounds
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acting import BOTH, Holder, open_acts
from ludejo.table.sitting.sitting import Sitting


def may_move(sitting: Sitting, holder: Holder) -> bool:
    """Whether the legal moves are a viewer's business."""
    is_own = holder is not None and holder in (BOTH, sitting.position.to_move)
    return is_own and not (sitting.is_over or sitting.engine_due)


def game_view(
    sitting: Sitting, holder: Holder, now: int, seen: Seen, present: tuple[bool, bool], secret: bytes | None
) -> GameView:
    """All there is to know of a game for one viewer, but for the board; `seen` is what is seen of its position.

    The secret of the dice is told when the game is over.
    """
    position, terms = sitting.position, sitting.terms
    moves = seen.moves if seen.moves and may_move(sitting, holder) else NO_MOVES
    return {
        "id": sitting.id,
        "spec": sitting.game.spec,
        "game": sitting.game.name,
        "title": sitting.game.title,
        "opponent": terms.opponent,
        "number": sitting.number,
        "seats": (_seat_view(sitting, 0, present[0]), _seat_view(sitting, 1, present[1])),
        "you": _you(holder),
        "acts": open_acts(sitting, holder),
        "position": {**seen.common, **moves},
        "history": sitting.turns,
        "clock": _clock_view(sitting, now),
        "offers": sitting.offers,
        "result": result_view(sitting.result),
        "series": _series_view(sitting),
        "dice": _dice_view(sitting, secret),
        "engine": {"thinking": sitting.engine_due} if terms.opponent in (ev.ENGINE, ev.ENGINES) else None,
        "setup": position.setup,
        "most_turns": bounds.most_turns(sitting.game),
        "first_turn_by": sitting.due if sitting.is_unbegun else None,
        "started": sitting.started,
        "ended": sitting.ended,
    }


def brief_view(sitting: Sitting, holder: Holder) -> BriefView:
    """How a game stands, in a few words."""
    return {
        "id": sitting.id,
        "you": _you(holder),
        "is_your_turn": may_move(sitting, holder),
        "turns": len(sitting.turns),
        "result": result_view(sitting.result),
    }


def _you(holder: Holder) -> You:
    return "watcher" if holder is None else holder


def _seat_view(sitting: Sitting, seat: int, present: bool) -> SeatView:
    level = sitting.terms.level_of(seat)
    return {
        "name": sitting.names[seat],
        "kind": "person" if level is None else "program",
        "level": level,
        "side": sitting.position.side_of(seat),
        "joined": sitting.joined[seat],
        "present": level is not None or present,
    }


def _clock_view(sitting: Sitting, now: int) -> ClockView | None:
    clock = sitting.clock
    if clock is None:
        return None
    return {
        "kind": clock.kind,
        "remaining": clock.read(now),
        "running": clock.running,
        "server_time": now,
        "increment": clock.increment,
    }


def _series_view(sitting: Sitting) -> SeriesView:
    series = sitting.terms.series
    return {
        "game": series.game, "score": sitting.score, "previous": series.previous, "next": sitting.following,
    }  # fmt: skip


def _dice_view(sitting: Sitting, secret: bytes | None) -> DiceView | None:
    if sitting.terms.commitment is None:
        return None
    return {
        "commitment": sitting.terms.commitment,
        "nonces": sitting.nonces,
        "rolls": sitting.rolls,
        "kept": sitting.kept,
        "secret": secret.hex() if secret and sitting.is_over else None,
    }
