"""Gymnasium's own test of our environments, opponents, and the three ways to begin anew."""

import importlib
import sys
from typing import Any

import numpy as np
import pytest

import ludejo
from ludejo.games.discovery import folder_of, names
from ludejo.games.errors import Unusable

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra `environments`")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from ludejo.environments.gymnasium import ManyGames, OneAgent  # noqa: E402

SMALL = {"atmalof": "atmalof:R=3,C=3,X=0,Y=0,P=4,N=3", "atoll": "atoll:rhombus,size=3,islands=4"}


@pytest.mark.parametrize("name", names())
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    spec = SMALL.get(name, name)
    asked = f"ludejo.environments:ludejo/{folder_of(name).about.title}-v0"
    env = gymnasium.make(asked, spec=spec, opponent="self")
    check_env(env.unwrapped)
    check_env(gymnasium.make(asked, spec=spec).unwrapped, skip_render_check=True)


def first_legal(seen: Any) -> Any:
    return seen["action_mask"].argmax(axis=-1)


def test_the_agent_sits_where_it_is_told_and_sees_only_its_own_turns() -> None:
    for seat in (0, 1):
        env = OneAgent(SMALL["atoll"], opponent="search:simulations=20", seat=seat)
        seen, info = env.reset(seed=1)
        ended, total = False, 0.0
        while not ended:
            assert info["seat"] == seat
            assert env.position.to_move == seat
            seen, reward, ended, _, info = env.step(first_legal(seen))
            total += reward
        assert env.position.outcome is not None
        assert total == (1 if env.position.outcome.winner == seat else -1)
        with pytest.raises(Unusable, match="reset"):
            env.step(0)
        env.close()


def test_against_itself_a_reward_is_the_movers() -> None:
    env = OneAgent(SMALL["atoll"], opponent="self")
    seen, _ = env.reset(seed=1)
    ended, movers = False, []
    while not ended:
        movers.append(env.position.to_move)
        seen, reward, ended, _, _ = env.step(first_legal(seen))
    assert movers == [turn % 2 for turn in range(len(movers))]
    assert reward == 1  # nobody loses by a move of their own here


def test_an_illegal_action_loses() -> None:
    for wild in (-1, 10**6):
        env = OneAgent(SMALL["atoll"], seat=0)
        env.reset()
        assert env.step(wild)[1:3] == (-1, True)
    for asked in ({"opponent": "nobody"}, {"seat": 2}, {"render_mode": "oil"}):
        with pytest.raises(Unusable):
            OneAgent(SMALL["atoll"], **asked)


def run(mode: AutoresetMode, steps: int) -> list[Any]:
    envs = gymnasium.make_vec(
        "ludejo.environments:ludejo/Atoll-v0", num_envs=16, spec=SMALL["atoll"], opponent="self", autoreset_mode=mode,
    )  # fmt: skip
    assert envs.metadata["autoreset_mode"] == mode
    seen, _ = envs.reset(seed=3)
    course = []
    for _ in range(steps):
        assert seen["observation"] in envs.observation_space["observation"]
        seen, *rest = envs.step(first_legal(seen))
        course.append((seen, *rest))
    envs.close()
    return course


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_games_begin_anew_as_the_mode_says(mode: AutoresetMode) -> None:
    course = run(mode, 12)
    end = next(turn for turn, (_, _, ended, _, _) in enumerate(course) if ended.all())  # all play alike
    seen, rewards, _, _, info = course[end]
    assert (rewards == 1).all()
    after = course[end + 1]
    if mode == AutoresetMode.SAME_STEP:
        assert seen["action_mask"][:, :9].all()
        assert not info["final_obs"]["action_mask"].any()
        assert not after[2].any()
    else:
        assert not seen["action_mask"].any()
        assert (after[1] == 0).all()
        assert after[2].all() == (mode == AutoresetMode.DISABLED)
        assert after[0]["action_mask"].any() == (mode == AutoresetMode.NEXT_STEP)


def test_only_marked_games_begin_anew() -> None:
    envs = ManyGames(SMALL["atoll"], 4, opponent="self", autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=[1, 2, 3, 4])
    envs.step(np.zeros(4, int))
    seen, info = envs.reset(options={"reset_mask": np.array([True, False, False, True])})
    assert info["length"].tolist() == [0, 1, 1, 0]
    assert seen["action_mask"][:, 0].tolist() == [1, 0, 0, 1]


def test_random_opponents_answer_in_all_games() -> None:
    envs = ManyGames("mammalath", 8)
    seen, info = envs.reset(seed=1)
    assert set(info["seat"]) == {0, 1}
    total = np.zeros(8)
    for _ in range(60):
        seen, rewards, *_, info = envs.step(first_legal(seen))
        total += np.abs(rewards)
    assert total.sum() > 4
    with pytest.raises(ludejo.games.errors.Unusable):
        envs.step(np.array(["a"] * 8))


@pytest.mark.parametrize("name", ["gymnasium", "pettingzoo", "openspiel"])
def test_without_the_library_a_sentence_says_what_to_install(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = {"openspiel": "pyspiel"}.get(name, name)
    monkeypatch.setitem(sys.modules, library, None)  # as if it were not installed
    monkeypatch.delitem(sys.modules, f"ludejo.environments.{name}", raising=False)
    with pytest.raises(ImportError, match=rf"needs {library}; pip install 'ludejo\[environments\]' brings it"):
        importlib.import_module(f"ludejo.environments.{name}")
