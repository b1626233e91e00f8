"""Ludejo: play, study and design abstract board games.

>>> import ludejo
>>> first = ludejo.families()[0].name
>>> position = ludejo.game(first).start()
>>> position = position.play(position.moves()[0])
>>> position.to_move
1
"""

import types
import warnings
from typing import Any

from ludejo import games
from ludejo.play import (
    BadPosition,
    BadRecord,
    BadVariant,
    Game,
    IllegalMove,
    Outcome,
    Position,
    UnreadableMove,
    families,
    game,
)
from ludejo.public import analyse, engine, load, simulate, solve, vector

__version__ = "0.2.0"
__all__ = [
    "BadPosition", "BadRecord", "BadVariant", "Game", "IllegalMove", "Outcome", "Position", "UnreadableMove",
    "analyse", "engine", "families", "game", "games", "load", "simulate", "solve", "vector",
]  # fmt: skip


class _GamesThatWereAFunction(types.ModuleType):
    """`ludejo.games` is a module. It used to be a function, and can still be called."""

    def __call__(self) -> tuple[Any, ...]:
        warnings.warn("ludejo.games() is now called ludejo.families()", DeprecationWarning, stacklevel=2)
        return families()


games.__class__ = _GamesThatWereAFunction
