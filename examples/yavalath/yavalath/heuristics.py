"""Yavalath: make four where you can, do not make three, and answer a four that threatens."""

from typing import Any

from ludejo.games.contract import EMPTY, NOBODY, ONGOING
from ludejo.games.dice import roll
from ludejo.games.kernels import kernel
from yavalath import rules

PATIENCE = 6  # how often a playout looks for a stone that does not lose at once

SETTINGS = {"exploration": 0.4, "credit_bias": 0.0, "expand_after": 4, "credit": False, "wise": True}


def levels(board: Any) -> dict[int, dict[str, Any]]:
    """The levels are the common ones."""
    return {}


@kernel
def wins_at_once(board, state, move):
    """Whether a stone makes four (R4)."""
    return move != board.swap and rules.longest_line(board, state, state.counters[rules.TURN], move) >= rules.WINS


@kernel
def credit(board, state, marks):
    """A cell matters by its neighbours more than by itself, so that later stones tell nothing (no AMAF)."""
    for move in range(board.moves):
        marks[move] = NOBODY


@kernel
def rollout(board, state, dice, scratch, most):
    """Random stones, but four is made or prevented, and three avoided as long as that is easy."""
    turns = 0
    while state.counters[rules.RESULT] == ONGOING and turns < most:
        rules.play(board, state, careful_stone(board, state, dice, scratch))
        turns += 1
    return turns


@kernel
def careful_stone(board, state, dice, scratch):
    """A stone that wins, else one that prevents a win, else any that does not lose within a few tries."""
    side = state.counters[rules.TURN]
    prevents = board.swap
    count = 0
    for cell in range(board.cells):
        if state.stones[cell] == EMPTY:
            if rules.longest_line(board, state, side, cell) >= rules.WINS:
                return cell
            if rules.longest_line(board, state, 1 - side, cell) >= rules.WINS:
                prevents = cell
            scratch[count] = cell
            count += 1
    if prevents != board.swap:
        return prevents
    stone = scratch[roll(dice, count)]
    for _ in range(PATIENCE):
        if rules.longest_line(board, state, side, stone) != rules.LOSES:
            break
        stone = scratch[roll(dice, count)]
    return stone
