"""What is known of playing a game whose folder has no heuristics: nothing, so that playouts are uniformly random.

A search finds wins all the same, by playing the moves and looking at the outcome. These are templates: `heuristics_of`
binds them to a game.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludejo.games.contract import (
    ALL_MOVES,
    CHANCE,
    NO_MOVE,
    ONGOING,
    AnyGame,
    AnyHeuristics,
    BoardTables,
    StateTuple,
)
from ludejo.games.dice import roll
from ludejo.games.kernels import UNBOUND, AllRules, bind, buffer, copy_state, template

rules: AllRules = UNBOUND  # until `bind`
heuristics: AnyHeuristics = UNBOUND

SETTINGS = {"exploration": 0.4, "credit_bias": 0.0, "expand_after": 4, "credit": False, "wise": True}


def thinking(steps: Mapping[int, tuple[int, float]]) -> dict[int, dict[str, Any]]:
    """What differs on some levels, from {level: (simulations, temperature)}: for the `levels` of other games."""
    return {level: {"simulations": count, "temperature": heat} for level, (count, heat) in steps.items()}


def careless(simulations: int, temperature: float, evenness: float) -> dict[str, Any]:
    """What a level is that looks at its network's moves and at any others: for the `levels` of other games."""
    looks = {"evenness": evenness, "exploration": 1.5, "memory_mb": 32}
    return {"simulations": simulations, "temperature": temperature, "settings": looks}


def levels(board: BoardTables) -> dict[int, dict[str, Any]]:
    """The levels are the common ones."""
    return {}


@template
def wins_at_once(board, state, move):
    """Sees no win beforehand."""
    return False


@template
def credit(board, state, marks):
    """Gives no credit to moves that came later (no AMAF)."""


@template
def rollout(board, state, dice, scratch, most):
    """Uniformly random play, move by move."""
    turns = 0
    while rules.outcome(state) == ONGOING and turns < most:
        count = rules.legal_moves(board, state, scratch)
        rules.play(board, state, scratch[roll(dice, count)])
        turns += rules.to_move(state) != CHANCE
    return turns


@template
def quick_rollout(board, state, dice, scratch, most):
    """Uniformly random play, in the game's own quick way."""
    return rules.finish(board, state, dice, scratch, most)


# ---------------------------------------------------------------- threats, where a game knows nothing of them


@template
def winning_move(board, state, out):
    """The first legal move that is seen to win at once."""
    for k in range(rules.legal_moves(board, state, out)):
        if heuristics.wins_at_once(board, state, out[k]):
            return np.int64(out[k])
    return np.int64(NO_MOVE)


@template
def answers(board, state, out):
    """Sees no threat."""
    return ALL_MOVES


@template
def threatening_moves(board, state, out):
    """Knows none."""
    return 0


# ---------------------------------------------------------------- wins, found by playing the moves


@template
def _winning(board, state, after, out, seat):
    """Leave in `out` the legal moves after which a seat has won, and tell how many."""
    found = 0
    for k in range(rules.legal_moves(board, state, out)):
        move = out[k]
        copy_state(after, state)
        rules.play(board, after, move)
        if rules.outcome(after) == seat:
            out[found] = move
            found += 1
    return found


def winning_moves(game: AnyGame, state: StateTuple, after: StateTuple, seat: int) -> list[int]:
    """The legal moves of a state that win for a seat; `after` is a state to work in."""
    out = buffer(game.board)
    return out[: bind(_winning, game.rules)(game.board, state, after, out, seat)].tolist()
