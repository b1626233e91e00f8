"""A sitting as a record that can be taken home."""

from datetime import UTC, datetime

from ludejo.play import fair_dice
from ludejo.play.records import LENGTH, UNFINISHED, Player, Record, Result
from ludejo.table.sitting.sitting import ABORTED, Sitting


def record_of(sitting: Sitting, dice_secret: bytes | None) -> Record:
    """What was played; the secret of the dice only when the game is over."""
    dice = None
    if dice_secret is not None:
        dice = fair_dice.proof(dice_secret, sitting.nonces, sitting.rolls, sitting.kept, told=sitting.is_over)
    return Record.from_position(
        sitting.position,
        players=[_player(sitting, seat) for seat in (0, 1)],
        result=_result(sitting.result),
        started=_time(sitting.started),
        ended=None if sitting.ended is None else _time(sitting.ended),
        dice=dice,
    )


def _result(result: Result) -> Result:
    """As records have it: a game that was aborted is one that has not ended."""
    if result.how == ABORTED:
        return UNFINISHED
    return Result(result.winner, result.how) if result.how == LENGTH else result


def _player(sitting: Sitting, seat: int) -> Player:
    level = sitting.terms.level_of(seat)
    if level is not None:
        return Player(f"Ludejo level {level}", "program", str(level))
    return Player(sitting.names[seat] or sitting.position.side_of(seat), "person")


def _time(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
