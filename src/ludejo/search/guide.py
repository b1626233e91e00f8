"""A network as the guide of a proof (solve/guidance.py)."""

from __future__ import annotations

import numpy as np

from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.network import LeafNetwork, usable_network
from ludejo.solve.guidance import Guide, Opinion


class NetworkGuide:
    """What a network thinks of a position: its policy among the legal moves, and its value."""

    def __init__(self, game: Game, network: LeafNetwork) -> None:
        self.network, self.sight, self.view = network, sight_for(game), view_of(game.rules)

    def __call__(self, position: Position) -> Opinion:
        """Ask the network."""
        sight = self.sight
        planes = np.zeros(sight.ground.shape, np.uint8)
        self.view.look(position.game.board, sight, position.state, planes)
        logits, values = self.network.evaluate(planes.reshape(1, -1, sight.height, sight.width))
        own = logits[0, sight.slot[list(position.legal)]].astype(np.float64)
        shares = np.exp(own - own.max())
        value = float(values[0])
        is_movers = int(self.view.viewer(position.state)) == position.to_move
        return Opinion(shares / shares.sum(), value if is_movers else 1 - value)


def guide_for(game: Game) -> Guide | None:
    """The network of a game without dice as a guide; None where there is none."""
    network = None if game.capabilities.dice else usable_network(game)
    return NetworkGuide(game, network) if network else None
