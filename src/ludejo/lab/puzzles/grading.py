"""How hard a puzzle is: which levels fail on it, and how often."""

from __future__ import annotations

from ludejo.lab.puzzles.puzzle import TRIES
from ludejo.play.position import Position
from ludejo.search.players import level_player

LEVELS = (1, 2, 3, 4, 5, 6)


def fails(position: Position, answer: str) -> tuple[int, ...]:
    """For each level how many of its tries go wrong."""
    return tuple(sum(not _finds(position, answer, level, seed) for seed in range(1, TRIES + 1)) for level in LEVELS)


def _finds(position: Position, answer: str, level: int, seed: int) -> bool:
    return position.move_text(level_player(position.game, level, seed).choose(position)) == answer
