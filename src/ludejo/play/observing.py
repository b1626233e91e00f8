"""What a player sees, as planes: the view that networks have of a game, for anybody to use."""

import numpy as np

from ludejo.games.errors import Unusable
from ludejo.games.kernels import view_of
from ludejo.games.phrases import phrase
from ludejo.games.sight import sight_for
from ludejo.play.position import Image, Observation, Position


def observation(position: Position) -> Observation:
    """The planes of a position, as the player to move sees it, or the one that rolls."""
    game = position.game
    try:
        view = view_of(game.rules)
    except LookupError:
        raise Unusable(
            phrase("{game} has no view, so that there are no planes to see it by", game=game.title)
        ) from None
    sight = sight_for(game)
    planes = np.zeros(sight.ground.shape, np.uint8)
    view.look(game.board, sight, position.state, planes)
    return Observation(planes.reshape(len(planes), sight.height, sight.width), tuple(view.PLANES))


def images(position: Position) -> list[Image]:
    """A position's planes under each symmetry of its game, and what becomes of the moves."""
    planes, _ = observation(position)
    sight = sight_for(position.game)
    flat = planes.reshape(len(planes), -1)
    turned = (flat[:, table].reshape(planes.shape) for table in sight.place_symmetries)
    return [Image(seen, moves.copy()) for seen, moves in zip(turned, sight.move_symmetries, strict=True)]
