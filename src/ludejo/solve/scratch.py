"""Scratch space of the exact searches: room for positions and for the moves of one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import StateTuple
from ludejo.games.gestures import copied
from ludejo.games.kernels import buffer
from ludejo.play.game import Game


class Scratch(NamedTuple):
    """What is on it means nothing between two calls."""

    state: StateTuple  # where the search stands
    after: StateTuple  # a move later
    leaf: StateTuple  # and one more
    moves: np.ndarray  # [room]
    replies: np.ndarray  # [room]


def new_scratch(game: Game, state: StateTuple) -> Scratch:
    """Room for positions of the same game."""
    return Scratch(copied(state), copied(state), copied(state), buffer(game.board), buffer(game.board))
