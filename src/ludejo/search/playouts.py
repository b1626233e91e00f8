"""Random play to the end of a game, one game or many."""

from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING
from ludejo.games.dice import roll, seeded
from ludejo.games.kernels import bind, buffer, copy_state, template
from ludejo.play.game import Game

MOST_TURNS = 2000  # random games can go on for millions where nothing is ever captured

rules: Any = None  # bound by `bind`


class Tally(NamedTuple):
    """What came of a number of games. A drop and its roll are one turn."""

    first: int
    second: int
    draws: int
    unfinished: int
    turns: int


@template
def plain_playout(board, state, dice, out, most):
    """Play uniformly at random to the end or for a number of turns, move by move; return the turns played."""
    turns = 0
    while rules.outcome(state) == ONGOING and turns < most:
        count = rules.legal_moves(board, state, out)
        rules.play(board, state, out[roll(dice, count)])
        turns += rules.to_move(state) != CHANCE
    return turns


@template
def _count_plain(board, start, state, dice, out, games, most, tally):
    for _ in range(games):
        copy_state(state, start)
        tally[4] += plain_playout(board, state, dice, out, most)
        tally[rules.outcome(state) % 4] += 1


@template
def _count_finished(board, start, state, dice, out, games, most, tally):
    for _ in range(games):
        copy_state(state, start)
        tally[4] += rules.finish(board, state, dice, out, most)
        tally[rules.outcome(state) % 4] += 1


def play_random_games(game: Game, seed: int, games: int, most: int = MOST_TURNS, plain: bool = False) -> Tally:
    """Play games at random from the start, by the game's own quick way where it has one, unless `plain`."""
    rules, board, start = game.rules, game.board, game.start(seed=seed).state
    quick = game.capabilities.finish and not plain
    state = type(start)(*(array.copy() for array in start))
    tally = np.zeros(5, np.int64)
    count = bind(_count_finished if quick else _count_plain, rules)
    count(board, start, state, seeded(seed), buffer(board), games, most, tally)
    return Tally(*tally.tolist())
