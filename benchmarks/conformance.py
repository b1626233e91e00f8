"""What the libraries themselves ask of an environment, of every preset: `python -m benchmarks.conformance`.

    python -m benchmarks.conformance [pettingzoo gymnasium openspiel torchrl] [--seeds 200] [--presets 20]

PettingZoo's api_test, seed_test, render_test and test_save_obs, the first two for so many seeds; Gymnasium's check_env
with its warnings as errors; OpenSpiel's random_sim_test, its api_test, playthroughs that are replayed, its MCTS and
CFR; TorchRL's check_env_specs. A library that is not installed is told of and passed by. Ends with 1 if anything was
found wrong.
"""

import argparse
import contextlib
import io
import itertools
import os
import sys
import tempfile
import time
import unittest
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import ludejo
import ludejo.environments  # registers all games

CYCLES = 30  # turns of a game that PettingZoo looks at
SMALL = {  # for what goes through all of a game, or through it to its end
    "atmalof": "R:3;C:3;X:0;Y:0;P:4;N:3", "atoll": "rhombus;size:3;islands:4",
}  # fmt: skip
TINY = "ludejo_atoll(spec=rhombus;size:2;islands:4)"  # the first player wins
Check = tuple[str, Callable[[], object]]  # what it is called, and what raises if something is wrong


def presets(most: int) -> list[str]:
    """The specifications of all presets, every game's first ones first."""
    rows = [[f"{family.name}:{preset}" for preset in family.presets] for family in ludejo.families()]
    turns = itertools.zip_longest(*rows)
    return [spec for turn in turns for spec in turn if spec is not None][:most]


def seeded(make: Callable[[], Any], seed: int) -> Any:
    """An environment whose games and random actions come from a seed."""
    env = make()
    env.reset(seed=seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
    return env


def pettingzoo(specs: list[str], seeds: int) -> Iterator[Check]:
    """Its own tests, each of them of every preset."""
    import pettingzoo.test as checks
    from pettingzoo.test import seed_test
    from pettingzoo.test.save_obs_test import test_save_obs

    from ludejo.environments.pettingzoo import TwoPlayers

    for spec in specs:
        make = partial(TwoPlayers, ludejo.game(spec))
        yield f"{spec} api_test, {seeds} seeds", partial(many_seeds, make, range(seeds))
        yield f"{spec} seed_test", partial(seed_test, make, num_cycles=CYCLES)
        yield f"{spec} render_test", partial(checks.render_test, make, {"svg": _is_svg})
        yield f"{spec} test_save_obs", partial(test_save_obs, make())


def many_seeds(make: Callable[[], Any], seeds: range) -> None:
    """Its api_test, and what its seed_test asks with one seed, for many of them."""
    from pettingzoo.test import api_test

    for seed in seeds:
        api_test(seeded(make, seed), num_cycles=CYCLES)
        same_twice(make, seed)


def _is_svg(drawn: str) -> bool:
    return drawn.startswith("<svg")


def same_twice(make: Callable[[], Any], seed: int) -> None:
    """Two games from the same seed are the same."""
    both = [seeded(make, seed), seeded(make, seed)]
    for _ in range(CYCLES):
        seen = [env.last() for env in both]
        masks = [one[0]["action_mask"] for one in seen]
        assert (masks[0] == masks[1]).all()
        assert (seen[0][0]["observation"] == seen[1][0]["observation"]).all()
        assert seen[0][1:4] == seen[1][1:4]
        if seen[0][2]:
            return
        actions = [env.action_space(env.agent_selection).sample(mask) for env, mask in zip(both, masks, strict=True)]
        assert actions[0] == actions[1]
        for env, action in zip(both, actions, strict=True):
            env.step(action)


def gymnasium(specs: list[str], seeds: int) -> Iterator[Check]:
    """check_env without a warning."""
    from gymnasium.utils.env_checker import check_env

    from ludejo.environments.gymnasium import OneAgent

    for spec in specs:
        for opponent in ("random", "self"):
            env = OneAgent(ludejo.game(spec), opponent)
            yield f"{spec} check_env, {opponent}", partial(check_env, env, skip_render_check=True)


def openspiel(specs: list[str], seeds: int) -> Iterator[Check]:
    """Its random play, its api_test, playthroughs, and algorithms of its own."""
    import pyspiel

    for spec in specs:
        name, _, rest = spec.partition(":")
        made = pyspiel.load_game(f"ludejo_{name}(spec={rest})")
        yield f"{spec} random_sim_test", partial(pyspiel.random_sim_test, made, 1, True, False, True)
    for family in ludejo.families():
        short = f"ludejo_{family.name}"
        yield f"{short} api_test", partial(open_spiel_api_test, pyspiel.load_game(short))
        if family.name in SMALL:
            small = f"{short}(spec={SMALL[family.name]})"
            yield f"{short} playthroughs", partial(replayed, small, range(min(seeds, 20)))
            yield f"{short} MCTSBot", partial(mcts, small)
    yield f"{TINY} CFR", partial(cfr, TINY)


def open_spiel_api_test(game: Any) -> None:
    """The tests that OpenSpiel runs of every game that is registered with it."""
    from open_spiel.integration_tests import api_test

    body = {"game": game, "game_name": game.get_type().short_name, "__module__": __name__}
    case = type("OneGame", (api_test.EnforceAPIOnPartialTreeBase,), body)
    result = unittest.TestResult()
    with quiet():  # it gives wrong players on purpose, and OpenSpiel says so each time
        unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 4, f"only {result.testsRun} tests"
    assert result.wasSuccessful(), "\n".join(text for _, text in result.failures + result.errors)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """What a library writes to standard error by itself is not shown."""
    kept = os.dup(2)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def replayed(asked: str, seeds: range) -> None:
    """Playthroughs, written and then replayed line by line as OpenSpiel does with its own."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            file = Path(folder) / f"{seed}.txt"
            file.write_text(generate_playthrough.playthrough(asked, action_sequence=None, seed=seed), "utf-8")
            expected, told = generate_playthrough.replay(str(file))
            assert expected.splitlines() == told.splitlines()


def mcts(asked: str) -> None:
    """A game between two searches of OpenSpiel's, to its end."""
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game, chance = pyspiel.load_game(asked), np.random.RandomState(7)
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, chance), solve=True, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else []
        state.apply_action(int(chance.choice(outcomes)) if outcomes else bot.step(state))
    assert sum(state.returns()) == 0


def cfr(asked: str) -> None:
    """A tabular algorithm finds out who wins."""
    import pyspiel
    from open_spiel.python.algorithms import cfr, expected_game_score

    game = pyspiel.load_game(asked)
    solver: Any = cfr.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [solver.average_policy()] * 2)[0]
    assert value > 0.8, value


def torchrl(specs: list[str], seeds: int) -> Iterator[Check]:
    """check_env_specs through its wrapper of PettingZoo."""
    from torchrl.envs import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    from ludejo.environments.pettingzoo import TwoPlayers

    for spec in specs:
        env = PettingZooWrapper(TwoPlayers(ludejo.game(spec)), use_mask=True)
        yield f"{spec} check_env_specs", partial(check_env_specs, env)


LIBRARIES = {part.__name__: part for part in (pettingzoo, gymnasium, openspiel, torchrl)}


def wrong_with(check: Callable[[], object]) -> str:
    """What a check finds, in a line; nothing where all is well. What libraries print meanwhile is not shown."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            for said in ("Observation space for each agent probably should be", "Observation is not a NumPy array"):
                warnings.filterwarnings("ignore", message=said)  # said of all of PettingZoo's own board games too
            check()
    except Exception as error:  # whatever it is, it is what was looked for
        return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
    return ""


def main() -> int:
    """A line a check; 1 if something was wrong."""
    parser = argparse.ArgumentParser(description="The libraries' own tests of our environments.")
    parser.add_argument("libraries", nargs="*", choices=[*LIBRARIES, []], help="all if none")
    parser.add_argument("--seeds", type=int, default=200, help="of PettingZoo's tests, a preset (200)")
    parser.add_argument("--presets", type=int, default=1000, help="how many of them at most (all)")
    asked = parser.parse_args()
    counts = {"well": 0, "wrong": 0}
    for name in asked.libraries or LIBRARIES:
        try:
            checks = list(LIBRARIES[name](presets(asked.presets), asked.seeds))
        except ImportError as missing:
            print(f"{name}: not installed ({missing})", flush=True)
            continue
        for called, check in checks:
            begun, wrong = time.process_time(), wrong_with(check)
            counts["wrong" if wrong else "well"] += 1
            print(f"{name:11}{called:56}{wrong or 'well'}  {time.process_time() - begun:.1f} s", flush=True)
    print(f"{counts['well']} well, {counts['wrong']} wrong")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
