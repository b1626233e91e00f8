"""Perft: how many ways there are to play a number of moves. Each face of a die that is due counts as a move."""

import numpy as np

from ludejo.games.contract import AnyRules, BoardTables, StateTuple
from ludejo.games.kernels import UNBOUND, bind, buffer, copy_state, template
from ludejo.solve.scratch import copied

rules: AnyRules = UNBOUND  # until `bind`


@template
def _two_deep(board, state, after, moves, replies):
    """The ways to play two moves. The second ones need only be counted."""
    ways = 0
    for k in range(rules.legal_moves(board, state, moves)):
        copy_state(after, state)
        rules.play(board, after, moves[k])
        ways += rules.legal_moves(board, after, replies)
    return ways


def perft(rules: AnyRules, board: BoardTables, state: StateTuple, depth: int) -> int:
    """The number of ways to play `depth` moves. A game that ends before is no way."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(_legal(rules, board, state))
    if depth == 2:
        return int(bind(_two_deep, rules)(board, state, copied(state), buffer(board), buffer(board)))
    return sum(ways for _, ways in divide(rules, board, state, depth))


def divide(rules: AnyRules, board: BoardTables, state: StateTuple, depth: int) -> list[tuple[int, int]]:
    """The same, move by move: each first move with the number of ways to go on."""
    counts = []
    for move in sorted(_legal(rules, board, state).tolist()):
        after = copied(state)
        rules.play(board, after, move)
        counts.append((move, perft(rules, board, after, depth - 1)))
    return counts


def _legal(rules: AnyRules, board: BoardTables, state: StateTuple) -> np.ndarray:
    out = buffer(board)
    return out[: rules.legal_moves(board, state, out)]
