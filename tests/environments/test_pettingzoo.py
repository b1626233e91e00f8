"""PettingZoo's own tests of our environments, and what they do not ask."""

import random
import warnings
from typing import Any

import numpy as np
import pytest

import ludejo
from ludejo.games.discovery import names
from ludejo.games.errors import Unusable

pettingzoo = pytest.importorskip("pettingzoo", reason="needs the extra `environments`")
import pettingzoo.test as checks  # noqa: E402
from pettingzoo.test.save_obs_test import test_save_obs as check_save_obs  # noqa: E402

from ludejo.environments.pettingzoo import TwoPlayers  # noqa: E402  # and all are registered

SMALL = {"atmalof": "atmalof:R=3,C=3,X=0,Y=0,P=4,N=3", "atoll": "atoll:rhombus,size=3,islands=4,pie=yes"}
SPECS = [SMALL.get(name, name) for name in names()]


def played_out(env: Any, seed: int) -> list[Any]:
    """A game at random to its end: what was seen and earned."""
    chance, seen = random.Random(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        seen.append((agent, reward, terminated, observation["action_mask"].tobytes()))
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if terminated or truncated else chance.choice(legal))
    return seen


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoo_finds_nothing_wrong(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    def make(**asked: Any) -> TwoPlayers:
        return TwoPlayers(spec, **asked)

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")  # as of all its board games
        checks.api_test(make(), num_cycles=30)
    checks.seed_test(make, num_cycles=30)
    checks.render_test(make, {"svg": lambda drawn: drawn.startswith("<svg")})
    check_save_obs(make())


@pytest.mark.parametrize("name", names())
def test_every_game_is_registered(name: str) -> None:
    env: Any = pettingzoo.make("aec", f"ludejo/{name}-v0", spec=SMALL.get(name, name))
    assert env.game == ludejo.game(SMALL.get(name, name))
    seen = played_out(env, 3)
    assert seen == played_out(env, 3)
    rewards = {agent: reward for agent, reward, terminated, _ in seen if terminated}
    assert sorted(rewards.values()) in ([-1, 1], [0, 0])
    assert env.position.is_over


def test_an_illegal_action_loses() -> None:
    env = TwoPlayers(SMALL["atoll"])
    with pytest.raises(Unusable, match="reset"):
        env.step(0)
    wild_actions: list[Any] = [-1, 10**6, None, "a1", 2.5, 0]
    for wild in wild_actions:
        env.reset()
        env.step(0)
        env.step(wild)
        assert env.terminations == {"player_0": True, "player_1": True}
        assert env.rewards == {"player_0": 0, "player_1": -1}
        assert "illegal_action" in env.infos["player_1"]


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(Unusable, match="no render mode"):
        TwoPlayers(SMALL["atoll"], render_mode="oil")
