"""A short look for a win that nobody can prevent, before a search begins.

A tree search can overlook a narrow win a few plies deep, because nearly all its playouts miss it too. The solver's
search for forced wins (forced.py) finds such wins in a fraction of a second.
"""

import threading

from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.searches import ForcedSearch, Tables

MEMORY_MB = 32
DEEPEST = 15  # plies


class Probe:
    """Looks for forced wins of the player to move. What it learns it keeps for the next position of the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._search: ForcedSearch | None = None

    def prepare(self, position: Position) -> ForcedSearch:
        """Take the memory and compile, off the clock."""
        if self._search is None:
            self._search = ForcedSearch(Tables(self.game, position, MEMORY_MB), position)
            self._search.prepare()
        return self._search

    def winning_move(self, position: Position, seconds: float, cancel: threading.Event | None = None) -> int | None:
        """The first move of the shortest forced win, if one is found in the time."""
        search, budget = self.prepare(position), WorkBudget(seconds, cancel=cancel)
        seat = position.to_move
        if seat is None or position.is_chance:
            return None
        for plies in range(1, DEEPEST + 1):
            found = search.within(position, seat, plies, budget)
            if found is not None:
                return found.move
            if budget.is_spent:
                break
        return None
