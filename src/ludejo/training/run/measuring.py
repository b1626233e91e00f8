"""How fast each half of training is on this machine, before a run is trusted to it.

    python -m ludejo.training.speed GAME [--seconds 2]

Prints evaluations a second and learning positions a second by batch size, for the first and the largest board of a
recipe, then self-play with everything in place, and says which half waits. With --compile it does nothing but fill the
cache of compiled kernels, so that several families can be compiled side by side before the first of them is trained.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace

import numpy as np
import torch

import ludejo
from ludejo.games.sight import Sight, sight_for
from ludejo.play.game import Game
from ludejo.training.network.agents import policy_agent
from ludejo.training.network.inference import BatchEvaluator, ServedWeights, best_device
from ludejo.training.network.model import PolicyValueNet
from ludejo.training.recipe import BadRecipe, NetworkPlan, Recipe, find_recipe, load_recipe
from ludejo.training.run.buffer import LearningBatch
from ludejo.training.run.learner import Learner
from ludejo.training.run.loop import outline_of
from ludejo.training.run.rating import search_agent
from ludejo.training.selfplay import SelfPlay, SelfPlaySettings

ON_GPU, ON_CPU = (1024, 2048, 4096), (16, 64)


def _rate(once: Callable[[], int], finish: Callable[[], object], seconds: float) -> float:
    """How many a second; the first few times do not count."""
    for _ in range(3):
        once()
    finish()
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        done += once()
    finish()
    return done / (time.perf_counter() - begun)


def evaluations(served: ServedWeights, sight: Sight, batch: int, seconds: float) -> float:
    """Two batches in turn, as self-play asks them."""
    evaluator = BatchEvaluator(served)
    shape = (batch, len(sight.ground), sight.height, sight.width)
    room = evaluator.room
    asked = [
        (room(shape, np.uint8), room((batch, sight.policy), np.float32), room((batch,), np.float32)) for _ in range(2)
    ]
    for planes, _, _ in asked:
        planes[:] = sight.ground.reshape(shape[1:])
    tickets = [evaluator.submit(*arrays) for arrays in asked]

    def once() -> int:
        for number, arrays in enumerate(asked):
            evaluator.wait(tickets[number])
            tickets[number] = evaluator.submit(*arrays)
        return 2 * batch

    def finish() -> None:
        for ticket in tickets:
            evaluator.wait(ticket)

    return _rate(once, finish, seconds)


def learning(learner: Learner, sight: Sight, batch: int, seconds: float) -> float:
    """The same positions over and over."""
    shape = (batch, len(sight.ground), sight.height, sight.width)
    planes = np.broadcast_to(sight.ground.reshape(shape[1:]), shape).copy()
    policy = torch.full((batch, sight.policy), 1 / sight.policy, dtype=torch.float16)
    parts = (torch.from_numpy(planes), policy, torch.full((batch,), 0.5))
    positions = LearningBatch(*(part.to(learner.device) for part in parts))

    def once() -> int:
        with learner.at_work():
            learner.learn(positions, 0.5)
        return batch

    return _rate(once, _wait, seconds)


def _wait() -> None:
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def selfplay(served: ServedWeights, game: Game, settings: SelfPlaySettings, seconds: float) -> None:
    """Self-play as it is, without a learner beside it."""
    evaluator = BatchEvaluator(served)
    begun = time.perf_counter()
    games = SelfPlay(game, evaluator, settings)
    games.play(1, 0.01)  # one turn of each half: all is compiled, all graphs are caught
    compiled = time.perf_counter() - begun
    before = evaluator.busy
    games.play(1 << 60, seconds)
    report, busy = games.report, evaluator.busy - before
    waits = "the kernels wait" if report.waited > 0.2 * report.seconds else "the network waits"
    print(
        f"  self-play, {settings.games} games, {settings.threads} threads: {report.leaves / report.seconds:,.0f} "
        f"evaluations/s, {report.moves / report.seconds:,.0f} moves/s, {report.simulations:.1f} simulations a move; "
        f"kernels {100 * report.worked / report.seconds:.0f} %, waiting {100 * report.waited / report.seconds:.0f} %, "
        f"network {100 * min(1.0, busy / (report.seconds or 1)):.0f} %: {waits} (compiled in {compiled:.0f} s)",
        flush=True,
    )


def compile_kernels(recipe: Recipe) -> None:
    """Play and search a little on the first board, which compiles what a run of the family needs."""
    begun = time.perf_counter()
    game = ludejo.game(recipe.variants[0].spec)
    served = ServedWeights(PolicyValueNet(outline_of([game], NetworkPlan(1, 8))), torch.device("cpu"))
    plan = SelfPlaySettings(**asdict(recipe.selfplay))
    SelfPlay(game, BatchEvaluator(served), replace(plan, games=2, simulations=2, threads=1)).play(1, 5.0)
    search_agent(game, 2, 1, 1)([game.start(seed=1)])
    policy_agent(game, PolicyValueNet(served.plain.outline), 1, served.device)([game.start(seed=1)])
    print(f"{recipe.family}: compiled in {time.perf_counter() - begun:.0f} s")


def measure(recipe: Recipe, seconds: float, threads: int) -> None:
    """Everything, for the smallest and the largest board."""
    device = best_device()
    if device.type == "cpu":
        torch.set_num_threads(threads)
    games = [ludejo.game(plan.spec) for plan in recipe.variants]
    outline = outline_of(games, recipe.network)
    learner = Learner(PolicyValueNet(outline), recipe.learning, device)
    served = ServedWeights(learner.average, device)
    name = torch.cuda.get_device_name() if device.type == "cuda" else "CPU"
    print(f"{recipe.family}: {outline.blocks} x {outline.width} on {name}, torch {torch.__version__}", flush=True)
    games.sort(key=lambda game: game.board.cells)
    for game in dict.fromkeys((games[0], games[-1])):
        sight = sight_for(game)
        print(f"{game.spec}, {sight.height} x {sight.width}")
        for batch in ON_GPU if device.type == "cuda" else ON_CPU:
            asked, learnt = evaluations(served, sight, batch, seconds), learning(learner, sight, batch, seconds)
            print(f"  batch {batch:5}: {asked:12,.0f} evaluations/s {learnt:12,.0f} learning positions/s", flush=True)
        plan = SelfPlaySettings(**asdict(recipe.selfplay), threads=threads)
        for count in (plan.games // 2, plan.games, 2 * plan.games):
            selfplay(served, game, replace(plan, games=count), 3 * seconds)


def main(arguments: list[str] | None = None) -> int:
    """Measure by a recipe."""
    parser = argparse.ArgumentParser(
        prog="python -m ludejo.training.speed", description="Measure how fast training is."
    )
    parser.add_argument("recipe", help="a family, or a TOML file")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each number")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--compile", action="store_true", help="compile, measure nothing")
    asked = parser.parse_args(arguments)
    try:
        if asked.compile:
            compile_kernels(load_recipe(find_recipe(asked.recipe)))
            return 0
        measure(load_recipe(find_recipe(asked.recipe)), asked.seconds, asked.threads)
    except BadRecipe as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    return 0
