"""What one viewer is shown of a game."""

from ludejo.table.messages.positions import Seen, as_text, joined, result_view
from ludejo.table.messages.sheets import sheet_text
from ludejo.table.messages.views import (
    BriefView,
    ClockView,
    DiceView,
    SeatView,
    SeriesView,
    SittingView,
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


def game_told(sitting: SittingView, seen: Seen, with_moves: bool, with_board: bool = False) -> str:
    """JSON of a GameView: what there is to know of a game, what is seen of its position, and perhaps its board."""
    parts = [as_text(sitting), '{"position":' + seen.told(with_moves) + "}"]
    if with_board:
        parts.append('{"board":' + sheet_text(seen.position.game) + "}")
    return joined(*parts)


def sitting_view(
    sitting: Sitting,
    holder: Holder,
    now: int,
    present: tuple[bool, bool],
    secret: bytes | None,
) -> SittingView:
    """What there is to know of a game for one viewer beside its position.

    The secret of the dice is told when the game is over.
    """
    terms = sitting.terms
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
        "history": sitting.turns,
        "clock": _clock_view(sitting, now),
        "offers": sitting.offers,
        "result": result_view(sitting.result),
        "series": _series_view(sitting),
        "dice": _dice_view(sitting, secret),
        "engine": {"thinking": sitting.engine_due} if terms.opponent in (ev.ENGINE, ev.ENGINES) else None,
        "setup": sitting.position.setup,
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
