"""What `import ludejo` gives: games, positions, move text, records, pictures.

Numba and the rules are imported when the first game is asked for, not before.
"""

from ludejo.games.errors import BadPosition, BadRecord, BadVariant, IllegalMove, UnreadableMove
from ludejo.play.game import Game, game
from ludejo.play.position import Outcome, Position
from ludejo.play.variants import families

__all__ = [
    "BadPosition",
    "BadRecord",
    "BadVariant",
    "Game",
    "IllegalMove",
    "Outcome",
    "Position",
    "UnreadableMove",
    "families",
    "game",
]  # fmt: skip
