"""Random play to the end of a game, one game or many."""

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING, bind, buffer, template
from ludejo.games.dice import roll, seeded

rules: Any = None  # bound by `bind`


class Tally(NamedTuple):
    """What came of a number of games. A drop and its roll are one turn."""

    first: int
    second: int
    draws: int
    turns: int


@template
def playout(board, state, dice, out):
    """Play uniformly at random to the end, move by move; return the number of turns."""
    turns = 0
    while rules.outcome(state) == ONGOING:
        turns += rules.to_move(state) != CHANCE
        count = rules.legal_moves(board, state, out)
        rules.play(board, state, out[roll(dice, count)])
    return turns


@template
def _many_plain(board, start, state, dice, out, games, tally):
    for _ in range(games):
        rules.copy(state, start)
        tally[3] += playout(board, state, dice, out)
        tally[rules.outcome(state)] += 1


@template
def _many_finished(board, start, state, dice, out, games, tally):
    for _ in range(games):
        rules.copy(state, start)
        rules.finish(board, state, dice, out)
        tally[rules.outcome(state)] += 1


def play_random_games(rules: ModuleType, board: Any, start: Any, seed: int, games: int, plain: bool = False) -> Tally:
    """Play games at random from one state, by the game's own quick way where it has one, unless `plain`."""
    quick = hasattr(rules, "finish") and not plain
    state = type(start)(*(array.copy() for array in start))
    tally = np.zeros(4, np.int64)
    many = bind(_many_finished if quick else _many_plain, rules)
    many(board, start, state, seeded(seed), buffer(board), games, tally)
    return Tally(*tally.tolist())
