"""Tense positions: nearly every move loses at once, but not every one. There a single right move can be proven.

They are rare. Random play from the positions of a game comes by many thousand positions a second and stops at such.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludejo.games.contract import ONGOING
from ludejo.games.dice import roll, seeded
from ludejo.games.kernels import bind, copy_state, template
from ludejo.play.position import Position
from ludejo.solve.scratch import new_scratch

rules: Any = None  # bound by `bind`
heuristics: Any = None


@template
def harmless(board, state, scratch, most):
    """How many moves are not answered by a win at once, as far as heuristics see; beyond `most` it does not matter."""
    mover, found = rules.to_move(state), 0
    for k in range(rules.legal_moves(board, state, scratch.moves)):
        copy_state(scratch.after, state)
        rules.play(board, scratch.after, scratch.moves[k])
        result, lost = rules.outcome(scratch.after), False
        if result == ONGOING:
            for reply in range(rules.legal_moves(board, scratch.after, scratch.replies)):
                if heuristics.wins_at_once(board, scratch.after, scratch.replies[reply]):
                    lost = True
                    break
        else:
            lost = result != mover
        found += not lost
        if found > most:
            break
    return found


@template
def stroll(board, root, scratch, dice, most, path):
    """Play at random until a position is tense; return how many moves that took, or 0 if the path or the game ended."""
    copy_state(scratch.state, root)
    for turn in range(len(path)):
        count = rules.legal_moves(board, scratch.state, scratch.moves)
        path[turn] = scratch.moves[roll(dice, count)]
        rules.play(board, scratch.state, path[turn])
        if rules.outcome(scratch.state) != ONGOING:
            return 0
        if 0 < harmless(board, scratch.state, scratch, most) <= most:
            return turn + 1
    return 0


class Stroller:
    """Walks at random from positions of one game without dice."""

    def __init__(self, start: Position, most: int, longest: int, seed: int = 1) -> None:
        self.most, self.dice = most, seeded(seed)
        self._scratch, self._path = new_scratch(start.game, start.state), np.zeros(longest, np.uint32)
        self._stroll = bind(stroll, start.game.rules)

    def walk(self, position: Position) -> Position | None:
        """A tense position that random play from another comes upon, if it does."""
        steps = self._stroll(position.game.board, position.state, self._scratch, self.dice, self.most, self._path)
        for move in self._path[:steps]:
            position = position.after(int(move))
        return position if steps else None
