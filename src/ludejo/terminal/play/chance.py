"""Dice and the random mover. A seeded game rolls the same again when the same moves are played, resumed or not."""

import secrets

from ludejo.games.dice import roll, seeded
from ludejo.play.position import Position


def drawn(position: Position) -> int:
    """A legal move, or a face of the die that is due, each equally likely."""
    legal = position.legal
    if position.seed is None:
        return secrets.choice(legal)
    dice = seeded(position.seed)
    for _ in position.line:  # as many draws as there were moves and rolls, so that each has its own
        place = roll(dice, len(legal))
    return legal[place]


def toss() -> int:
    """A seat."""
    return secrets.randbelow(2)
