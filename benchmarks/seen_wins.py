"""Positions of strong games in which an engine sees a win: in how many of them can it be proven, and how soon?

    python -m benchmarks.seen_wins almatafl --positions 500 --seconds 60 --out build/seen.jsonl

The engine plays itself, with few simulations; of each game the first position counts in which it gives the player to
move so great a chance. Seconds are of processor time. The file is gone on with when the command is given again.
"""

import argparse
import random
from pathlib import Path
from statistics import median

import ludejo
from benchmarks.proving import Results, proven
from ludejo.play.position import Position
from ludejo.search.engine import engine_for
from ludejo.solve.solver import Solver

OPENING_PLIES = 6  # drawn at random among the better moves, so that games differ
MOST_PLIES = 300


def seen(spec: str, seed: int, chance: float, simulations: int) -> Position | None:
    """The first position of a game in which the engine is so sure of the player to move; None if there is none."""
    game = ludejo.game(spec)
    engine, luck, position = engine_for(game, seed=seed), random.Random(seed), game.start(seed=seed)
    while not position.is_over and position.turn < MOST_PLIES:
        thought = engine.think(position, simulations=simulations)
        if thought.value >= chance and position.turn > OPENING_PLIES:
            return position
        some = thought.choices[: 4 if position.turn <= OPENING_PLIES else 1]
        position = position.after(luck.choice(some).move)
    return None


def examine(spec: str, seed: int, asked: argparse.Namespace) -> dict[str, object]:
    """Play a game, and try to prove what is seen in it."""
    position = seen(spec, seed, asked.chance, asked.simulations)
    if position is None:
        return {"spec": spec, "seed": seed, "position": None}
    solution, took = proven(Solver(position, asked.memory), asked.seconds)
    return {
        "spec": spec, "seed": seed, "position": position.text, "turn": position.turn, "value": solution.value,
        "plies": solution.plies, "searched": solution.searched, "seconds": took,
    }  # fmt: skip


def tell(results: Results) -> int:
    """What has been found so far; return how many positions that are."""
    found = [result for result in results if result["position"]]
    wins = [result for result in found if result["value"] == 1]
    others = [result for result in found if result["value"] not in (1, None)]
    print(f"{len(found)} positions: {len(wins)} proven to win, {len(others)} proven not to")
    if wins:
        took, plies = [win["seconds"] for win in wins], [win["plies"] for win in wins]
        print(f"  processor seconds: median {median(took):.1f}, most {max(took):.1f}")
        print(f"  plies: {min(plies)} to {max(plies)}, median {median(plies):g}")
    return len(found)


def main() -> None:
    """Go on, game by game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--chance", type=float, default=0.95, help="what counts as a win that is seen")
    parser.add_argument("--simulations", type=int, default=200, help="of the engine, a move")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor seconds for each proof")
    parser.add_argument("--memory", type=int, default=512, help="megabytes")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    results = Results(asked.out)
    seed = max([asked.first - 1, *(result["seed"] for result in results)])
    while tell(results) < asked.positions:
        seed += 1
        results.add(examine(asked.spec, seed, asked))


if __name__ == "__main__":
    main()
