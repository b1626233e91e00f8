"""What a winner can do without: cells that the loser may have for nothing, so that few enough are left for a proof.

Who wins although the other side has got stones for nothing wins without them. A network says which cells: those whose
loss changes least what it thinks of the winner, a few at a time. It may be wrong, and then nothing is proven; what is
proven is certain.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludejo.games.contract import StateTuple
from ludejo.games.kernels import connection_of, view_of
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.network import usable_network

AT_A_TIME = 4  # cells given away before the network is asked again
HOPELESS = 0.25  # what the winner must be worth all the same


class Giver:
    """Judges positions of a connection game by its network, and gives cells away."""

    def __init__(self, game: Game) -> None:
        network, knowledge = usable_network(game), connection_of(game.rules)
        assert network
        assert knowledge
        self.game, self.network, self.knowledge = game, network, knowledge
        self.sight, self.view = sight_for(game), view_of(game.rules)

    def values(self, states: Sequence[StateTuple], seat: int) -> np.ndarray:
        """The winning probability of a seat in positions with the same player to move. [positions]"""
        sight = self.sight
        planes = np.zeros((len(states), *sight.ground.shape), np.uint8)
        for place, state in enumerate(states):
            self.view.look(self.game.board, sight, state, planes[place])
        _, values = self.network.evaluate(planes.reshape(len(states), -1, sight.height, sight.width))
        own: np.ndarray = values if int(self.view.viewer(states[0])) == seat else 1 - values
        return own

    def given(self, position: Position, loser: int, cells: Sequence[int]) -> Position | None:
        """A position in which a seat has got some empty cells, an even number of them so that it is the same one's
        turn; None where that has won."""
        state = self.knowledge.with_gifts(self.game.board, position.state, loser, cells)
        return None if state is None else Position(self.game, state)

    def gifts(self, position: Position, winner: int, count: int) -> list[int] | None:
        """So many empty cells that the winner may not need; None where all would be needed, as far as one sees.

        The count is even, and cells are tried in pairs: after a single one it would be the other's turn.
        """
        cells, first = list[int](), self._best(position, winner, [])[:1]
        while len(cells) < count and first:
            best = self._best(position, winner, cells + first)
            cells += first + best[: min(AT_A_TIME, count - len(cells)) - 1]
            first = best[AT_A_TIME - 1 :][:1]
        return cells if len(cells) == count else None

    def _best(self, position: Position, winner: int, cells: list[int]) -> list[int]:
        """The cells that the winner misses least when it has lost some already; none where it would lose."""
        here = self.given(position, 1 - winner, cells)
        free = [cell for cell in here.legal if cell < self.game.board.cells] if here else []
        tried = {cell: self.given(here, 1 - winner, [cell]) for cell in free} if here else {}
        alive = {cell: after.state for cell, after in tried.items() if after}
        values = self.values(list(alive.values()), winner) if alive else np.zeros(0)
        if len(cells) % 2 and values.max(initial=0.0) < HOPELESS:
            return []
        return [list(alive)[place] for place in np.argsort(-values, kind="stable")]
