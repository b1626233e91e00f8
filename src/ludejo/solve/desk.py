"""What the exact searches work with: room for positions and moves, and a memory of moves that decided before."""

from typing import Any, NamedTuple

import numpy as np

from ludejo.games.kernels import buffer, kernel
from ludejo.play.game import Game

WON, TRIED = range(2)
MOST_ROWS = 1024
MOST_ENTRIES = 1_000_000


class Desk(NamedTuple):
    """Scratch space: what is on it means nothing between two calls."""

    state: Any
    after: Any
    leaf: Any
    moves: np.ndarray  # [room]
    replies: np.ndarray  # [room]


def copied(state: Any) -> Any:
    """The same state in arrays of its own."""
    return type(state)(*(array.copy() for array in state))


def new_desk(game: Game, state: Any) -> Desk:
    """A desk for positions of the same game."""
    return Desk(copied(state), copied(state), copied(state), buffer(game.board), buffer(game.board))


def new_past(game: Game) -> np.ndarray:
    """For each seat, move before (the last row: any) and move: how often it won, and how often it was tried.

    A game with very many moves shares rows, so that the table stays small.
    """
    moves = game.board.moves
    rows = max(1, min(moves, MOST_ROWS, MOST_ENTRIES // moves))
    return np.zeros((2, rows + 1, moves, 2), np.int32)


@kernel
def row_of(past, before):
    """The row of the move before."""
    return before % (past.shape[1] - 1)


@kernel
def promise(past, seat, row, move):
    """How often a move won among those times it was tried, in answer to the move before and at all."""
    anywhere = past.shape[1] - 1
    there = (past[seat, row, move, WON] + 1.0) / (past[seat, row, move, TRIED] + 2.0)
    return there + (past[seat, anywhere, move, WON] + 1.0) / (past[seat, anywhere, move, TRIED] + 2.0)


@kernel
def remember(past, seat, row, move, won):
    """Enter that a move has won, or has not."""
    anywhere = past.shape[1] - 1
    past[seat, row, move, WON] += won
    past[seat, row, move, TRIED] += 1
    past[seat, anywhere, move, WON] += won
    past[seat, anywhere, move, TRIED] += 1
