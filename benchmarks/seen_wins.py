"""Positions of strong games in which an engine sees a win: in how many of them can it be proven, and how soon?

    python -m benchmarks.seen_wins almatafl --positions 500 --seconds 60 --out build/seen.jsonl
    python -m benchmarks.seen_wins almatafl --positions 500 --out build/seen.jsonl --processes 16 --minutes 25

The engine plays itself, with few simulations; of each game the first position counts in which it gives the player to
move so great a chance. Seconds are of processor time. The file is gone on with when the command is given again; a
position whose proof was stopped by --minutes is tried anew.
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
from ludejo.search.network import guide_for
from ludejo.solve.solver import Solver

OPENING_PLIES = 6  # drawn at random among the better moves, so that games differ
MOST_PLIES = 300


class Sight(NamedTuple):
    """A game to be played, and what may be spent on what is seen in it."""

    seed: int
    position: str | None  # if it has been played already
    asked: argparse.Namespace
    until: float


def seen(sight: Sight) -> Position | None:
    """The first position of a game in which the engine is so sure of the player to move; None if there is none."""
    asked, seed = sight.asked, sight.seed
    game = ludejo.game(asked.spec)
    engine, luck, position = engine_for(game, seed=seed), random.Random(seed), game.start(seed=seed)
    while not position.is_over and position.turn < MOST_PLIES and time.time() < sight.until:
        thought = engine.think(position, simulations=asked.simulations)
        if thought.value >= asked.chance and position.turn > OPENING_PLIES:
            return position
        some = thought.choices[: 4 if position.turn <= OPENING_PLIES else 1]
        position = position.after(luck.choice(some).move)
    return None


def examine(sight: Sight) -> Result | None:
    """Play a game, and try to prove what is seen in it; None where there was no time to play it."""
    asked, seed = sight.asked, sight.seed
    position = ludejo.game(asked.spec).position(sight.position) if sight.position else seen(sight)
    if position is None:
        return {"spec": asked.spec, "seed": seed, "position": None} if time.time() < sight.until else None
    guide = guide_for(position.game, wherever=True) if asked.guided else None
    solution, took = proven(Solver(position, asked.memory, guide), asked.seconds, sight.until)
    return {
        "spec": asked.spec, "seed": seed, "position": position.text, "turn": position.turn, "value": solution.value,
        "plies": solution.plies, "searched": solution.searched, "seconds": took,
    }  # fmt: skip


def tell(results: Results) -> int:
    """What has been found so far; return how many positions that are."""
    found = [result for result in results.by_seed.values() if result["position"]]
    wins = [result for result in found if result["value"] == 1]
    others = [result for result in found if result["value"] not in (1, None)]
    share = f" ({100 * len(wins) / len(found):.0f} %)" if found else ""
    print(f"{len(found)} positions: {len(wins)} proven to win{share}, {len(others)} proven not to", flush=True)
    if wins:
        took, plies = [win["seconds"] for win in wins], [win["plies"] for win in wins]
        print(f"  processor seconds: median {median(took):.1f}, most {max(took):.1f}")
        print(f"  positions searched: median {median(win['searched'] for win in wins):,.0f}")
        print(f"  plies: {min(plies)} to {max(plies)}, median {median(plies):g}", flush=True)
    return len(found)


def was_stopped(result: Result, seconds: float) -> bool:
    """Whether a proof had not had its time."""
    return bool(result["position"]) and result["value"] is None and result["seconds"] < seconds - 1


def to_do(asked: argparse.Namespace, results: Results, until: float) -> Iterator[Sight]:
    """Games whose proofs were stopped; then new ones, as long as there are too few positions."""
    known = results.by_seed
    for seed, result in known.items():
        if was_stopped(result, asked.seconds):
            yield Sight(seed, result["position"], asked, until)
    for seed in itertools.count(asked.first):
        if sum(bool(result["position"]) for result in results.by_seed.values()) >= asked.positions:
            return
        if seed not in known:
            yield Sight(seed, None, asked, until)


def main() -> None:
    """Go on, game by game."""
    parser = asked_of(__doc__, "positions", 500, 60.0, 512)
    parser.add_argument("--chance", type=float, default=0.95, help="what counts as a win that is seen")
    parser.add_argument("--simulations", type=int, default=200, help="of the engine, a move")
    parser.add_argument("--guided", action="store_true", help="by the network")
    asked = parser.parse_args()
    start = ludejo.game(asked.spec).start(seed=asked.first)
    proven(Solver(start, asked.memory, guide_for(start.game, wherever=True) if asked.guided else None), 1.0)  # compiles
    engine_for(start.game, seed=1).think(start, simulations=asked.simulations)
    go_on(asked, to_do, examine, tell)


if __name__ == "__main__":
    main()
