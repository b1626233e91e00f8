"""A short look for a win that nobody can prevent, before a search begins.

A tree search can overlook a narrow win a few plies deep, because nearly all its playouts miss it too. The solver's
search for forced wins (forced.py) finds such wins in a fraction of a second.
"""

import threading
import time

from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.strands import ForcedStrand, Tables

MEMORY_MB = 32
DEEPEST = 15  # plies


class Probe:
    """Looks for forced wins of the player to move. What it learns it keeps for the next position of the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._strand: ForcedStrand | None = None

    def prepare(self, position: Position) -> ForcedStrand:
        """Take the memory and compile, off the clock."""
        if self._strand is None:
            self._strand = ForcedStrand(Tables(self.game, position, MEMORY_MB), position)
            self._strand.prepare()
        return self._strand

    def winning_move(self, position: Position, seconds: float, cancel: threading.Event | None = None) -> int | None:
        """The first move of the shortest forced win, if one is found in the time."""
        strand, deadline = self.prepare(position), time.perf_counter() + seconds
        seat = position.to_move
        if seat is None or position.is_chance:
            return None
        for plies in range(1, DEEPEST + 1):
            found = strand.within(position, seat, plies, deadline, cancel)
            if found is not None:
                return found.move
            if time.perf_counter() >= deadline:
                break
        return None
