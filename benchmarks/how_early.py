"""How early in a strong game can it be proven who wins? Games of the engine against itself, from their end backwards.

    python -m benchmarks.how_early mammalath --games 20 --seconds 60 --out build/early.jsonl

Of each game the positions are solved, the last one first, until one takes longer. Seconds are of processor time. The
file is gone on with when the command is given again.
"""

import argparse
import itertools
import random
import time
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

import ludejo
from benchmarks.proving import Result, Results, asked_of, go_on, proven
from ludejo.play.position import Position
from ludejo.search.engine import engine_for
from ludejo.solve.solver import Solver

OPENING_PLIES = 3  # drawn at random among the better moves, so that games differ
MOST_PLIES = 300


class Task(NamedTuple):
    """A game to be played and followed back."""

    seed: int
    asked: argparse.Namespace
    until: float


def played(task: Task) -> list[Position]:
    """The positions of a game."""
    game, luck = ludejo.game(task.asked.spec), random.Random(task.seed)
    engine, positions = engine_for(game, seed=task.seed), [game.start(seed=task.seed)]
    while not positions[-1].is_over and len(positions) <= MOST_PLIES:
        choices = engine.think(positions[-1], simulations=task.asked.simulations).choices
        some = choices[: 4 if len(positions) <= OPENING_PLIES else 1]
        positions.append(positions[-1].after(luck.choice(some).move))
    return positions


def examine(task: Task) -> Result | None:
    """Follow a game back as far as proofs go; None where there was no time for it."""
    positions = played(task)
    first, took = len(positions) - 1, 0.0
    values: list[float] = []  # for seat 0, of the positions that are proven
    for ply in range(len(positions) - 2, -1, -1):
        solution, took = proven(Solver(positions[ply], task.asked.memory), task.asked.seconds, task.until)
        if time.time() >= task.until:
            return None
        if solution.value is None:
            break
        low, _ = solution.bounds_for(0)
        first, values = ply, [low, *values]
    winner = positions[-1].outcome.winner if positions[-1].outcome else None
    return {
        "spec": task.asked.spec, "seed": task.seed, "plies": len(positions) - 1, "proven_from": first,
        "winner": winner, "values": values, "seconds": took,
    }  # fmt: skip


def tell(results: Results) -> int:
    """What has been found so far; return how many games that are."""
    games = list(results.by_seed.values())
    if games:
        left = [game["plies"] - game["proven_from"] for game in games]
        lengths, first = [game["plies"] for game in games], [game["proven_from"] for game in games]
        print(f"{len(games)} games of {min(lengths)} to {max(lengths)} plies, median {median(lengths):g}")
        print(f"  proven from ply {min(first)} to {max(first)} on, median {median(first):g}")
        print(f"  that is {min(left)} to {max(left)} plies before the end, median {median(left):g}", flush=True)
    return len(games)


def to_do(asked: argparse.Namespace, results: Results, until: float) -> Iterator[Task]:
    """Games that are not in the file."""
    for seed in itertools.islice(itertools.count(asked.first), asked.games):
        if seed not in results.by_seed:
            yield Task(seed, asked, until)


def main() -> None:
    """Go on, game by game."""
    parser = asked_of(__doc__, "games", 20, 60.0, 512)
    parser.add_argument("--simulations", type=int, default=400, help="of the engine, a move")
    asked = parser.parse_args()
    go_on(asked, to_do, examine, tell)


if __name__ == "__main__":
    main()
