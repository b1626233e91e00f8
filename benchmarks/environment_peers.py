"""The peers of the vectorised core: the 11 x 11 Hex of EnvPool and of pgx, in batches, on one core.

Run by `benchmarks.environments` with a Python that has them; alone it prints a line of JSON for each:
`python benchmarks/environment_peers.py [SECONDS]`. It uses nothing of ours.
"""

import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

BATCH = 1024
Stepper = Callable[[np.ndarray], np.ndarray]  # takes actions, gives the masks of legal ones


def on_one_core() -> None:
    """This process and its threads have one core between them, so that peers that start threads are not ahead."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def any_legal(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A legal action in each game."""
    return np.where(masks, random.random(masks.shape, np.float32), -1).argmax(axis=1)


def steps_per_second(step: Stepper, masks: np.ndarray, seconds: float) -> dict[str, float]:
    """Random games for so long; choosing the actions is not counted."""
    random, steps, wall, processor = np.random.default_rng(1), 0, 0.0, 0.0
    while wall < seconds:
        actions = any_legal(masks, random)
        begun, used = time.perf_counter(), time.process_time()
        masks = step(actions)
        wall, processor = wall + time.perf_counter() - begun, processor + time.process_time() - used
        steps += len(actions)
    return {"wall": steps / wall, "processor": steps / processor}


def envpool(seconds: float) -> dict[str, float]:
    """EnvPool, with one thread."""
    made: Any = importlib.import_module("envpool").make(
        "Hex-v1", env_type="gymnasium", num_envs=BATCH, batch_size=BATCH, num_threads=1
    )
    _, info = made.reset()

    def step(actions: np.ndarray) -> np.ndarray:
        return made.step(actions.astype(np.int32))[4]["legal_action_mask"].astype(bool)

    return steps_per_second(step, info["legal_action_mask"].astype(bool), seconds)


def pgx(seconds: float) -> dict[str, float]:
    """pgx, compiled by JAX for the processor."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    jax: Any = importlib.import_module("jax")
    env: Any = importlib.import_module("pgx").make("hex")
    restarting: Any = importlib.import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)
    advance = jax.jit(jax.vmap(restarting))
    keys = jax.random.split(jax.random.PRNGKey(1), BATCH)
    state = jax.jit(jax.vmap(env.init))(keys)

    def step(actions: np.ndarray) -> np.ndarray:
        nonlocal state
        state = advance(state, actions.astype(np.int32), keys)
        jax.block_until_ready(state.observation)
        return np.asarray(state.legal_action_mask)

    masks = step(np.zeros(BATCH, np.int32))  # compiles
    return steps_per_second(step, masks, seconds)


def main() -> int:
    """A line for each peer that is installed."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    on_one_core()
    for peer in (envpool, pgx):
        try:
            print(json.dumps({"name": peer.__name__, **peer(seconds)}), flush=True)
        except ImportError as missing:
            print(f"{peer.__name__} is not installed ({missing})", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
