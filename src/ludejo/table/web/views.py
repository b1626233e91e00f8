"""What a viewer is shown of a sitting, as plain JSON. messages.py has the same shapes as types."""

from dataclasses import asdict
from typing import Any

from pydantic_core import to_json

from ludejo.games.gestures import gestures, hops, threats
from ludejo.games.words import as_words
from ludejo.play.position import Position
from ludejo.play.records import Result
from ludejo.play.render.position import drawing_view
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acting import BOTH, Holder, open_acts
from ludejo.table.sitting.sitting import Sitting


def position_view(position: Position, with_moves: bool) -> dict[str, Any]:
    """A position, with its moves for whoever may make one."""
    return {**common_view(position), **(moves_view(position) if with_moves else NO_MOVES)}


def common_view(position: Position) -> dict[str, Any]:
    """What everybody may see of a position."""
    outcome = position.outcome
    return {
        "text": position.text,
        "drawing": drawing_view(position),
        "turn": position.turn,
        "to_move": position.to_move,
        "side_to_move": position.side_to_move,
        "is_chance": position.is_chance,
        "outcome": {**vars(outcome), "reason_words": as_words(outcome.reason)} if outcome else None,
        "threats": vars(threats(position)),
        "in_hand": position.in_hand,
    }


NO_MOVES: dict[str, Any] = {"moves": [], "hops": {}}


def moves_view(position: Position) -> dict[str, Any]:
    """What the player to move can do."""
    return {"moves": [gesture.as_json() for gesture in gestures(position)], "hops": hops(position)}


def may_move(sitting: Sitting, holder: Holder) -> bool:
    """Whether the legal moves are a viewer's business."""
    return not sitting.is_over and holder is not None and holder in (BOTH, sitting.position.to_move)


def game_view(
    sitting: Sitting, holder: Holder, now: int, position_shown: dict[str, Any], secret: bytes | None = None
) -> dict[str, Any]:
    """All there is to know of a game for one viewer, but for who is present and the board."""
    position, terms = sitting.position, sitting.terms
    return {
        "id": sitting.id,
        "spec": sitting.game.spec,
        "game": sitting.game.name,
        "title": sitting.game.title,
        "opponent": terms.opponent,
        "number": sitting.number,
        "seats": [_seat_view(sitting, seat) for seat in (0, 1)],
        "you": "watcher" if holder is None else holder,
        "acts": open_acts(sitting, holder),
        "position": position_shown,
        "history": sitting.turns,
        "clock": _clock_view(sitting, now),
        "offers": [asdict(offer) for offer in sitting.offers],
        "result": result_view(sitting.result),
        "series": _series_view(sitting),
        "dice": _dice_view(sitting, secret),
        "engine": {"thinking": sitting.engine_due} if terms.opponent == ev.ENGINE else None,
        "setup": position.setup,
        "started": sitting.started,
        "ended": sitting.ended,
    }


def brief_view(sitting: Sitting, holder: Holder) -> dict[str, Any]:
    """How a game stands, in a few words."""
    return {
        "id": sitting.id,
        "you": "watcher" if holder is None else holder,
        "is_your_turn": may_move(sitting, holder),
        "turns": len(sitting.turns),
        "result": result_view(sitting.result),
    }


def _seat_view(sitting: Sitting, seat: int) -> dict[str, Any]:
    is_engine = sitting.terms.engine_seat == seat
    return {
        "name": sitting.names[seat],
        "kind": "program" if is_engine else "person",
        "level": sitting.terms.level if is_engine else None,
        "side": sitting.position.side_of(seat),
        "joined": sitting.joined[seat],
        "present": is_engine,
    }


def _clock_view(sitting: Sitting, now: int) -> dict[str, Any] | None:
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


def result_view(result: Result) -> dict[str, Any] | None:
    """How a game ended."""
    if not result.is_finished:
        return None
    return {**vars(result), "reason_words": as_words(result.reason) if result.reason else None}


def _series_view(sitting: Sitting) -> dict[str, Any]:
    series = sitting.terms.series
    return {
        "game": series.game, "score": sitting.score, "previous": series.previous, "next": sitting.following,
    }  # fmt: skip


def _dice_view(sitting: Sitting, secret: bytes | None) -> dict[str, Any] | None:
    if not sitting.has_dice:
        return None
    return {
        "commitment": sitting.terms.commitment,
        "nonces": sitting.nonces,
        "rolls": [vars(roll) for roll in sitting.rolls],
        "secret": secret.hex() if secret and sitting.is_over else None,
    }


def as_text(document: Any) -> str:
    """JSON, compact."""
    return to_json(document).decode()
