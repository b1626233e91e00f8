"""Ludejo: play, study and design Atmalof, Mammalath, Atoll and AlmaTafl.

>>> import ludejo
>>> position = ludejo.game("atoll:hex-9").start()
>>> position = position.play("e5").play("c7")
>>> position.to_move
0
"""

import ludejo.games  # noqa: F401  first, so that importing a rules module later cannot hide the function games()
from ludejo.play import (
    BadPosition,
    BadRecord,
    BadVariant,
    Game,
    IllegalMove,
    Outcome,
    Position,
    UnreadableMove,
    game,
    games,
)

__version__ = "0.1.0"
__all__ = [
    "BadPosition", "BadRecord", "BadVariant", "Game", "IllegalMove", "Outcome", "Position", "UnreadableMove", "game",
    "games",
]  # fmt: skip
