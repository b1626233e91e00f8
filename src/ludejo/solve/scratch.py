"""Scratch space of the exact searches: room for positions and for the moves of one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludejo.games.gestures import copied
from ludejo.games.kernels import buffer
from ludejo.play.game import Game

State = Any  # Numba tells the states of different games apart by their fields; here they are all alike


class Scratch(NamedTuple):
    """What is on it means nothing between two calls."""

    state: State  # where the search stands
    after: State  # a move later
    leaf: State  # and one more
    moves: np.ndarray  # [room]
    replies: np.ndarray  # [room]


def new_scratch(game: Game, state: State) -> Scratch:
    """Room for positions of the same game."""
    return Scratch(copied(state), copied(state), copied(state), buffer(game.board), buffer(game.board))
