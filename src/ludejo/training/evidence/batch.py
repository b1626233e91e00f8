"""A batch of games that begin where they are told, and stay as they are when they have ended until they are taken.

The kernels are those of self-play. They begin a game anew once its positions were kept to learn from; here there is no
room for any, so that a game that has ended waits for whoever looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import StateTuple
from ludejo.games.dice import seeded
from ludejo.games.gestures import copied
from ludejo.games.kernels import nth_state
from ludejo.play.game import Game
from ludejo.search.selection import PriorPlan
from ludejo.training import games
from ludejo.training.evidence.looking import clear_all
from ludejo.training.selfplay import Evaluator, SelfPlay, SelfPlaySettings


class GameTask(NamedTuple):
    """A game to be played. The name is for whoever asks."""

    name: Any
    state: StateTuple  # where it begins; a choice is due
    seed: int  # of its dice and of its player's chance
    seat: int = 0  # of the player who is named first


class Played(NamedTuple):
    """A game that has ended, or was cut short."""

    move: np.ndarray  # [plies]
    worth: np.ndarray  # [plies]  the first seat's win probability before each, as the search saw it
    last: StateTuple  # state


class Batch(SelfPlay):
    """Games of one variant by two players, who have one network and search as each does; or by one with itself."""

    def __init__(
        self, game: Game, evaluator: Evaluator, settings: SelfPlaySettings, plans: tuple[PriorPlan, ...]
    ) -> None:
        super().__init__(game, evaluator, settings)
        self.plan, self.rival = plans[0], plans[-1]
        self.crops = [games.Crop(crop.planes[:0], crop.policy[:0], crop.value[:0], crop.filled) for crop in self.crops]
        self.field.over[:] = 1
        self.field.length[:] = 1  # as if it had ended after one move that is to be kept: nobody begins it anew
        self.field.kind[:, 0] = 1
        clear_all(self.trees)

    def play_off(self, tasks: Iterator[GameTask]) -> Iterator[tuple[GameTask, Played]]:
        """Play games, as many at once as there are rows, and give each when it has ended."""
        rows: dict[int, GameTask] = {}
        with self.crew.at_work(self._kit):
            for row, task in zip(range(self.settings.games), tasks, strict=False):
                rows[row] = self._begin(row, task)
            while rows:
                for half in range(len(self.halves)):
                    self._take_turn(half)
                for row in [row for row in np.flatnonzero(self.field.over).tolist() if row in rows]:
                    yield rows.pop(row), self._taken(row)
                    if (following := next(tasks, None)) is not None:
                        rows[row] = self._begin(row, following)

    def _begin(self, row: int, task: GameTask) -> GameTask:
        for column, array in zip(self.field.now, task.state, strict=True):
            column[row] = array
        self.field.dice[row] = seeded(task.seed)
        self.field.seat[row] = task.seat
        self.field.length[row] = self.field.over[row] = 0
        return task

    def _taken(self, row: int) -> Played:
        length = int(self.field.length[row])
        move, worth = self.field.move[row, :length].copy(), self.field.worth[row, :length].copy()
        return Played(move, worth, copied(nth_state(self.field.now, row)))
