"""Games for PettingZoo: two agents who act in turn.

    import ludejo.environments
    env = pettingzoo.make("aec", "ludejo/NAME-v0", spec="NAME:PRESET")

Dice are rolled within a step. An action that is not legal ends the game: who took it gets −1, the other nothing.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ludejo.play.extras import importing

with importing("environments"):
    from gymnasium import spaces
    from pettingzoo import AECEnv

from ludejo.environments.showing import PRINTED, RENDER_MODES, checked_mode, shown
from ludejo.environments.spaces import MASK, Seen, action_space, observation_space, seen_of
from ludejo.environments.vector import Vector
from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.game import Game, game
from ludejo.play.position import Position

AGENTS = ("player_0", "player_1")  # by seat
ILLEGAL = -1.0


class TwoPlayers(AECEnv[str, Seen | None, int | None]):
    """One game between two agents."""

    metadata = {  # noqa: RUF012  # as PettingZoo writes it
        "render_modes": [*RENDER_MODES, PRINTED], "is_parallelizable": False, "render_fps": 1,
    }  # fmt: skip

    def __init__(self, spec: str | Game, render_mode: str | None = None) -> None:
        played = spec if isinstance(spec, Game) else game(spec)
        self.metadata = {**self.metadata, "name": f"ludejo_{played.name}_v0"}
        self.render_mode = checked_mode(render_mode, (*RENDER_MODES, PRINTED))
        self.game = played
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._games = Vector(played, 1, restart=False)
        self._chosen = np.zeros(1, np.int64)
        self._observations = {agent: observation_space(self._games) for agent in AGENTS}
        self._actions = {agent: action_space(self._games) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for both."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for both."""
        return self._actions[agent]

    @property
    def position(self) -> Position:
        """How the game stands, to look at."""
        return self._games.position(0)

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new game; the same seed gives the same dice and arrangements."""
        self._games.reset(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection: str | None = None
        self.agent_selection = AGENTS[self._games.to_move[0]]

    def observe(self, agent: str) -> Seen:
        """The board as the player to move sees it. Who is not to move, or whose game is over, has no legal action."""
        seen = seen_of(self._games, 0)
        if agent != self.agent_selection:
            seen[MASK][:] = 0
        return seen

    def step(self, action: int | None) -> None:
        """The action of the agent whose turn it is; None of one whose game is over."""
        if not self.agents:
            raise Unusable(phrase("no game is under way, expected reset() first"))
        mover = self.agent_selection
        if self.terminations[mover]:
            return self._was_dead_step(action)
        self._cumulative_rewards[mover] = 0.0
        if self._is_legal(action):
            self._games.step(self._chosen)
            self._take_rewards(self._games.rewards[0].tolist())
            self.agent_selection = AGENTS[self._games.to_move[0]]
        else:
            self._take_rewards([ILLEGAL if agent == mover else 0.0 for agent in AGENTS])
            self._end({"illegal_action": action})
        if self._games.ended[0]:
            self._end({})

    def _is_legal(self, action: Any) -> bool:
        """Whether an action, which is then the chosen one, is a number of a legal one."""
        try:
            number = operator.index(action)
        except TypeError:
            return False
        if not 0 <= number < self._games.actions or not self._games.legal[0, number]:
            return False
        self._chosen[0] = number
        return True

    def _take_rewards(self, rewards: list[float]) -> None:
        for agent, reward in zip(AGENTS, rewards, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _end(self, info: dict[str, object]) -> None:
        self._games.give_up([True])
        for agent in AGENTS:
            self.terminations[agent] = True
            self.infos[agent] |= info

    def render(self) -> Any:
        """The position as the render mode asks."""
        return shown(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing to put away."""
