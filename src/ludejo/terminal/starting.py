"""The position that a command is about: the start of a game, or one given as text, and moves from there."""

from typing import TYPE_CHECKING

from ludejo.games.phrases import phrase
from ludejo.terminal.errors import BadInput

if TYPE_CHECKING:
    from ludejo.play.position import Position


def started(
    spec: str, seed: int | None = None, setup: str | None = None, text: str | None = None, moves: str = ""
) -> "Position":
    """Set up a game and play the moves."""
    from ludejo.play.game import game

    if text is None:
        if seed is not None and setup is not None:
            raise BadInput(phrase("--seed draws the arrangement and --setup gives it, expected one of them"))
        position = game(spec).start(seed, setup)
    elif seed is not None or setup is not None:
        raise BadInput(phrase("--position says all, expected neither --seed nor --setup beside it"))
    else:
        position = game(spec).position(text)
    for move in moves.split():
        position = position.play(move)
    return position
