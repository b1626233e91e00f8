"""Win probabilities by a search of fixed simulations, a fresh one for each position; they are the first seat's.

A search by playouts judges all positions of a game in one go, inside a kernel; one by a network asks for each.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, DRAW, ONGOING, AnyRules, StateTuple
from ludejo.games.kernels import UNBOUND, bind, buffer, copy_state, nth_state, template
from ludejo.lab.runs.columns import Line
from ludejo.lab.runs.plan import make_player
from ludejo.play.game import Game
from ludejo.search.evaluation import Budget, ByPlayouts
from ludejo.search.players import SearchPlayer
from ludejo.search.tree import clear

rules: AnyRules = UNBOUND  # until `bind`


class Probe(NamedTuple):
    """All legal moves of one turn, each judged by a search of its own."""

    ply: int
    values: np.ndarray  # of each legal move in their order, to whoever was to move
    taken: int  # the place of the one that was made


@template
def play_along(board, states, moves):
    """From the first of many states side by side play on, a move from each to the next."""
    for ply in range(len(moves)):
        copy_state(nth_state(states, ply + 1), nth_state(states, ply))
        rules.play(board, nth_state(states, ply + 1), moves[ply])


@template
def play_each(board, states, moves):
    """Play a move in each of many states side by side."""
    for k in range(len(moves)):
        rules.play(board, nth_state(states, k), moves[k])


class Judge:
    """Who says what positions are worth."""

    def __init__(self, text: str, game: Game, seed: int, factor: int = 1) -> None:
        player = make_player(text, game, seed)
        assert isinstance(player, SearchPlayer)
        self.game, self.engine = game, player.engine
        self.simulations = factor * (player.level.simulations or 1)
        self.play_along, self.play_each = (bind(kernel, game.rules) for kernel in (play_along, play_each))

    def search(self, state: StateTuple) -> None:
        """Begin a tree at a state and let it grow."""
        clear(self.engine.tree)
        self.engine.evaluation.restart()
        self.engine.evaluation.run(state, self.engine.tree, Budget(self.simulations))

    def values(self, states: StateTuple) -> np.ndarray:
        """What many states, side by side, are worth to the first seat. A die is worth what its faces are on average."""
        evaluation = self.engine.evaluation
        if isinstance(evaluation, ByPlayouts) and len(evaluation.walkers) == 1:
            return evaluation.judge(states, self.engine.tree, self.simulations)
        return np.array([self._searched(nth_state(states, k)) for k in range(len(states[0]))])

    def value(self, state: StateTuple) -> float:
        """What one state is worth."""
        return float(self.values(_repeated(state, 1))[0])

    def _searched(self, state: StateTuple) -> float:
        result = int(self.game.rules.outcome(state))
        if result != ONGOING:
            return worth(result)
        self.search(state)
        root = self.engine.root_table()
        if int(self.game.rules.to_move(state)) == CHANCE:
            return float(root.share.mean())
        tree = self.engine.tree
        return float(tree.exact[0] if tree.solved[0] else tree.total[0] / max(tree.visits[0], 1))

    def along(self, start: StateTuple, line: Line) -> tuple[np.ndarray, StateTuple]:
        """What each position of a game is worth, from its start to its end, and the states side by side."""
        states = _repeated(start, 1 + len(line.move))
        self.play_along(self.game.board, states, line.move)
        return self.values(states), states

    def probe(self, states: StateTuple, line: Line, seed: int) -> Probe | None:
        """One turn with a choice, drawn by the seed; none where there was no choice at all."""
        free = np.flatnonzero((line.who != CHANCE) & (line.choices > 1)).tolist()
        if not free:
            return None
        ply = random.Random(seed).choice(free)
        out, state = buffer(self.game.board), nth_state(states, ply)
        legal = np.sort(out[: self.game.rules.legal_moves(self.game.board, state, out)])
        after = _repeated(state, len(legal))
        self.play_each(self.game.board, after, legal)
        values = self.values(after)
        own = values if line.who[ply] == 0 else 1 - values
        return Probe(ply, own, int(np.searchsorted(legal, line.move[ply])))


def _repeated(state: StateTuple, count: int) -> StateTuple:
    return type(state)(*(np.repeat(array[None], count, axis=0) for array in state))


def worth(winner: int) -> float:
    """A result to the first seat."""
    return 0.5 if winner == DRAW else 1.0 - winner
