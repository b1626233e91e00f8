"""The history heuristic: moves that decided before are tried first, above all in answer to the same move."""

import numpy as np

from ludejo.games.kernels import kernel
from ludejo.play.game import Game

WON, TRIED = range(2)
MOST_ROWS = 1024
MOST_ENTRIES = 1_000_000


def new_history(game: Game) -> np.ndarray:
    """For each seat, move before (the last row: any) and move: how often it won, and how often it was tried.

    A game with very many moves shares rows, so that the table stays small.
    """
    moves = game.board.moves
    rows = max(1, min(moves, MOST_ROWS, MOST_ENTRIES // moves))
    return np.zeros((2, rows + 1, moves, 2), np.int32)


@kernel
def row_of(history, before):
    """The row of the move before."""
    return before % (history.shape[1] - 1)


@kernel
def promise(history, seat, row, move):
    """How often a move won among those times it was tried, in answer to the move before and at all."""
    anywhere = history.shape[1] - 1
    there = (history[seat, row, move, WON] + 1.0) / (history[seat, row, move, TRIED] + 2.0)
    return there + (history[seat, anywhere, move, WON] + 1.0) / (history[seat, anywhere, move, TRIED] + 2.0)


@kernel
def remember(history, seat, row, move, won):
    """Enter that a move has won, or has not."""
    anywhere = history.shape[1] - 1
    history[seat, row, move, WON] += won
    history[seat, row, move, TRIED] += 1
    history[seat, anywhere, move, WON] += won
    history[seat, anywhere, move, TRIED] += 1
