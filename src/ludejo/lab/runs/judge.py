"""Win probabilities by a search of fixed simulations, a fresh one for each position; they are the first seat's."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, DRAW, ONGOING
from ludejo.games.gestures import copied
from ludejo.games.kernels import buffer
from ludejo.lab.runs.columns import Line
from ludejo.lab.runs.plan import make_player
from ludejo.play.game import Game
from ludejo.search.evaluation import Budget
from ludejo.search.players import SearchPlayer
from ludejo.search.tree import clear


class Probe(NamedTuple):
    """All legal moves of one turn, each judged by a search of its own."""

    ply: int
    values: list[float]  # of each legal move in their order, to whoever was to move
    taken: int  # the place of the one that was made


class Judge:
    """Who says what positions are worth."""

    def __init__(self, text: str, game: Game, seed: int, factor: int = 1) -> None:
        player = make_player(text, game, seed)
        assert isinstance(player, SearchPlayer)
        self.game, self.engine = game, player.engine
        self.simulations = factor * (player.level.simulations or 1)

    def search(self, state: Any) -> None:
        """Begin a tree at a state and let it grow."""
        clear(self.engine.tree)
        self.engine.evaluation.restart()
        self.engine.evaluation.run(state, self.engine.tree, Budget(self.simulations))

    def value(self, state: Any) -> float:
        """What a state is worth to the first seat. A die is worth what its faces are on average."""
        result = int(self.game.rules.outcome(state))
        if result != ONGOING:
            return worth(result)
        self.search(state)
        if int(self.game.rules.to_move(state)) == CHANCE:
            return float(self.engine.root_table().share.mean())
        tree = self.engine.tree  # asked here without a kernel, which would take longer to be handed a tree
        return float(tree.exact[0] if tree.solved[0] else tree.total[0] / max(tree.visits[0], 1))

    def along(self, start: Any, line: Line) -> tuple[list[float], list[Any]]:
        """What each position of a game is worth, from its start to its end, and the states."""
        state, states = copied(start), [copied(start)]
        values = [self.value(state)]
        for move in line.move.tolist():
            self.game.rules.play(self.game.board, state, move)
            states.append(copied(state))
            values.append(self.value(state))
        return values, states

    def probe(self, states: list[Any], line: Line, seed: int) -> Probe | None:
        """One turn with a choice, drawn by the seed; none where there was no choice at all."""
        free = np.flatnonzero((line.who != CHANCE) & (line.choices > 1)).tolist()
        if not free:
            return None
        ply = random.Random(seed).choice(free)
        out = buffer(self.game.board)
        legal = sorted(out[: self.game.rules.legal_moves(self.game.board, states[ply], out)].tolist())
        values = [self._after(states[ply], move) for move in legal]
        own = values if line.who[ply] == 0 else [1 - value for value in values]
        return Probe(ply, own, legal.index(int(line.move[ply])))

    def _after(self, state: Any, move: int) -> float:
        after = copied(state)
        self.game.rules.play(self.game.board, after, move)
        return self.value(after)


def worth(winner: int) -> float:
    """A result to the first seat."""
    return 0.5 if winner == DRAW else 1.0 - winner
