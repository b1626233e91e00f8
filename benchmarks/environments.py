"""Steps a second of the environments, and of the peers' Hex in the same run: `python -m benchmarks.environments`.

    pip install envpool pgx jax        # the peers; `--peers PYTHON` names an environment that has them
    python -m benchmarks.environments [--seconds 5] [--peers PYTHON]

All run on one core, with observations and masks, and play at random; choosing the actions is not counted. The goals: a
million steps a second of Hex 11, ten times the peers, and 50,000 steps a second through PettingZoo.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import ludejo
from benchmarks.environment_peers import BATCH, on_one_core, steps_per_second

HEX = "atoll:hex-11"
PEERS = Path(__file__).parent / "environment_peers.py"


def vector(spec: str, seconds: float) -> dict[str, float]:
    """The vectorised core."""
    games = ludejo.vector(spec, BATCH, seed=1)

    def step(actions: np.ndarray) -> np.ndarray:
        games.step(actions)
        return games.legal

    step(games.random_actions())  # compiles
    return steps_per_second(step, games.legal, seconds)


def choosing(spec: str, seconds: float) -> float:
    """The same with its own random actions, both counted, in processor time."""
    games, steps = ludejo.vector(spec, BATCH, seed=1), 0
    games.step(games.random_actions())
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        games.step(games.random_actions())
        steps += BATCH
    return steps / (time.process_time() - begun)


def pettingzoo(spec: str, seconds: float) -> float:
    """Steps a second of processor time through PettingZoo: last() and step(), games from start to end."""
    from ludejo.environments.pettingzoo import TwoPlayers

    env: Any = TwoPlayers(spec)
    env.reset(seed=1)
    chance = random.Random(1)

    def step() -> None:
        if not env.agents:
            env.reset()
        observation, _, terminated, truncated, _ = env.last()
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if terminated or truncated else legal[int(chance.random() * len(legal))])

    step()  # compiles
    steps, begun = 0, time.process_time()
    while steps % 1000 or time.process_time() - begun < seconds:
        step()
        steps += 1
    return steps / (time.process_time() - begun)


def peers(python: str, seconds: float) -> list[dict[str, Any]]:
    """What the peers say of themselves."""
    command = [python, str(PEERS), str(seconds)]
    told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [json.loads(line) for line in told.splitlines() if line.startswith("{")]


def main() -> int:
    """Prints a table."""
    parser = argparse.ArgumentParser(description="Steps a second of environments.")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure each (5)")
    parser.add_argument("--peers", default=sys.executable, help="a Python that has envpool and pgx (this one)")
    asked = parser.parse_args()
    others = peers(asked.peers, asked.seconds)
    on_one_core()
    ours = vector(HEX, asked.seconds)
    print(f"{'Hex 11, steps a second':32}{'processor':>12}{'wall':>12}")
    for row in ({"name": "ludejo.vector", **ours}, *others):
        print(f"{row['name']:32}{row['processor']:12,.0f}{row['wall']:12,.0f}")
    for row in others:
        print(f"ludejo.vector / {row['name']}: {ours['processor'] / row['processor']:.1f} x")
    for spec in [family.name for family in ludejo.families()] + [HEX]:
        one, many = pettingzoo(spec, asked.seconds / 2), choosing(spec, asked.seconds / 2)
        print(f"{spec:14} PettingZoo {one:10,.0f}    vector with random actions {many:12,.0f}    (processor)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
