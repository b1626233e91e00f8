"""Positions told apart, and known again however the board is turned or mirrored."""

from hashlib import blake2b

import numpy as np

from ludejo.games.contract import StateTuple
from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.play.position import Position


def position_key(position: Position) -> int:
    """A number of 64 bits, the same for all images of a position under the symmetries of its board."""
    return state_key(position.game, position.state)


def state_key(game: Game, state: StateTuple) -> int:
    """The same of what the rules know of a position."""
    try:
        sight = sight_for(game)
    except LookupError:  # a game that no network can see
        return _hashed(game.spec, game.face.write_position(game, state).encode())
    planes = np.zeros(sight.ground.shape, np.uint8)
    view_of(game.rules).look(game.board, sight, state, planes)
    board = f"{game.name} {planes.shape}"  # whatever the variant's other rules are: the stones are the same
    return _hashed(board, min(planes[:, image].tobytes() for image in sight.place_symmetries))


def _hashed(board: str, stones: bytes) -> int:
    return int.from_bytes(blake2b(stones, digest_size=8, key=board.encode()[:64]).digest(), "big", signed=True)
