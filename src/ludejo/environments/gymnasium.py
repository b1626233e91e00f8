"""Games for Gymnasium: one agent against one of our players, or against itself.

    import ludejo.environments
    env = gymnasium.make("ludejo/NAME-v0", spec="NAME:PRESET", opponent="level:3", seat=0)
    envs = gymnasium.make_vec("ludejo/NAME-v0", num_envs=1024)

The opponent is a player as `ludejo match` knows them ("random", "level:3", "net", …), or "self": then the agent moves
for both sides, and a reward is that of the side that has just moved. An action that is not legal ends the game and
brings −1. Arrays are new at each step; the way without copies is `ludejo.vector`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludejo.play.extras import importing

with importing("environments"):
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

from ludejo.environments.duel import RANDOM, Duel
from ludejo.environments.showing import RENDER_MODES, checked_mode, shown
from ludejo.environments.spaces import Seen, action_space, observation_space, seen_of, seen_of_all
from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.game import Game, game
from ludejo.play.position import Position


class OneAgent(gymnasium.Env[Seen, np.int64]):
    """One game of an agent."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium writes it

    def __init__(
        self, spec: str | Game, opponent: str = RANDOM, seat: int | None = None, render_mode: str | None = None
    ) -> None:
        played = spec if isinstance(spec, Game) else game(spec)
        self.render_mode = checked_mode(render_mode, RENDER_MODES)
        self._duel = Duel(played, 1, opponent, seat)
        self.observation_space = observation_space(self._duel.games)
        self.action_space = action_space(self._duel.games)

    @property
    def position(self) -> Position:
        """How the game stands, to look at."""
        return self._duel.games.position(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new game, up to the agent's first turn."""
        super().reset(seed=seed)
        self._duel.begin(seed)
        return seen_of(self._duel.games, 0), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """The agent's action, and the answer to it."""
        games = self._duel.games
        if games.ended[0]:
            raise Unusable(phrase("the game is over, expected reset() first"))
        (reward,) = self._duel.act(np.array([action]))
        return seen_of(games, 0), float(reward), bool(games.ended[0]), False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"seat": int(self._duel.seats[0]), "length": int(self._duel.games.lengths[0])}

    def render(self) -> Any:
        """The position as the render mode asks."""
        return shown(self.position, self.render_mode)

    def close(self) -> None:
        """No more games."""
        self._duel.close()


class ManyGames(gymnasium.vector.VectorEnv[Seen, np.ndarray, np.ndarray]):
    """Many games of an agent, stepped together. A game that is over begins anew as the autoreset mode says."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self, spec: str | Game, num_envs: int = 1, opponent: str = RANDOM, seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:  # fmt: skip
        played = spec if isinstance(spec, Game) else game(spec)
        self.num_envs, self.mode = num_envs, AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.mode}
        self._duel = Duel(played, num_envs, opponent, seat)
        self.single_observation_space = observation_space(self._duel.games)
        self.single_action_space = action_space(self._duel.games)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """New games, all or those that `options["reset_mask"]` marks."""
        words = [number or 0 for number in seed] if isinstance(seed, list) else seed
        super().reset(seed=words[0] if isinstance(words, list) else words)
        self._duel.begin(words, (options or {}).get("reset_mask"))
        return seen_of_all(self._duel.games), self._info()

    def step(self, actions: np.ndarray) -> tuple[Seen, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """An action in each game, and the answers."""
        games = self._duel.games
        over = games.ended.copy()
        rewards = self._duel.act(np.asarray(actions))
        if self.mode == AutoresetMode.NEXT_STEP and over.any():
            self._duel.begin(only=over)
        ended, info = games.ended.copy(), self._info()
        if self.mode == AutoresetMode.SAME_STEP and ended.any():
            info |= {"final_obs": seen_of_all(games), "_final_obs": ended, "final_info": self._info()}
            self._duel.begin(only=ended)
        return seen_of_all(games), rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def _info(self) -> dict[str, Any]:
        return {"seat": self._duel.seats.copy(), "length": self._duel.games.lengths.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """No more games."""
        self._duel.close()
