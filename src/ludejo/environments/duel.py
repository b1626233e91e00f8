"""Games in which one agent plays and somebody answers: any of our players, or the agent itself.

The agent sees only positions in which it is to move, and positions in which the game is over.
"""

from __future__ import annotations

import numpy as np

from ludejo.environments.vector import Seed, Vector
from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.game import Game
from ludejo.search.players import Player, read_player

ITSELF, RANDOM = "self", "random"
ILLEGAL = -1.0


class Duel:
    """Many games of an agent. `games` are how they stand; one that is over stays so until it begins anew."""

    def __init__(self, played: Game, count: int, opponent: str = RANDOM, seat: int | None = None) -> None:
        if seat not in (None, 0, 1):
            raise Unusable(phrase("{given} is no seat, expected 0, 1 or none for either", given=f"{seat!r:.40}"))
        self.opponent, self.seat = opponent, seat
        self._player: Player | None = None
        if opponent not in (ITSELF, RANDOM):
            self._player = read_player(opponent)(played, 0)
        self.games = Vector(played, count, restart=False)
        self.seats = np.zeros(count, np.int8)  # the agent's own
        self._random = np.random.default_rng()

    def begin(self, seed: Seed = None, only: np.ndarray | None = None) -> None:
        """New games, all or `only` those marked. The agent sits where it is told, or on either side by chance."""
        begun = np.ones(self.games.count, np.bool_) if only is None else only
        self.games.reset(seed, only)
        if seed is not None:
            self._random = np.random.default_rng(seed)
            self._reseed_player()
        drawn = self._random.integers(2, size=self.games.count, dtype=np.int8)
        np.copyto(self.seats, drawn if self.seat is None else self.seat, where=begun)
        self._answer(np.zeros(self.games.count, np.float32))

    def act(self, actions: np.ndarray) -> np.ndarray:
        """The agent's actions in all games that are not over; what each brought it, answers included.

        An action that is not legal ends its game and brings −1.
        """
        games = self.games
        over = games.ended.copy()
        movers = games.to_move.copy() if self.opponent == ITSELF else self.seats
        legal = games.are_legal(actions)
        games.give_up(~legal & ~over)
        games.step(actions, only=legal & ~over)
        rewards = np.take_along_axis(games.rewards, movers[:, None].astype(np.intp), axis=1)[:, 0].copy()
        rewards[~legal & ~over] = ILLEGAL
        self._answer(rewards)
        return rewards

    def _answer(self, rewards: np.ndarray) -> None:
        """The other player moves until it is the agent's turn everywhere; what that brings the agent is added."""
        games = self.games
        if self.opponent == ITSELF:
            return
        while (due := (games.to_move != self.seats) & ~games.ended).any():
            games.step(self._answers(due), only=due)
            rewards += np.take_along_axis(games.rewards, self.seats[:, None].astype(np.intp), axis=1)[:, 0]

    def _answers(self, due: np.ndarray) -> np.ndarray:
        if self._player is None:
            return self.games.random_actions()
        actions = np.zeros(self.games.count, np.int64)
        for number in np.flatnonzero(due):
            actions[number] = self._player.choose(self.games.position(int(number)))
        return actions

    def _reseed_player(self) -> None:
        """The same seed has the same answers, as far as the player is one who thinks by simulations."""
        if self._player is not None:
            self._player.close()
            self._player = read_player(self.opponent)(self.games.game, int(self._random.integers(1 << 31)))

    def close(self) -> None:
        """No more games."""
        if self._player is not None:
            self._player.close()
