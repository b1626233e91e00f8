"""A game whose second player may swap, from random arrangements: who wins, and how soon?

    python -m benchmarks.swap_values mammalath --arrangements 100 --seconds 600 --out build/swap.jsonl
    python -m benchmarks.swap_values mammalath --out build/swap.jsonl --processes 16 --minutes 25

After an opening the second player either swaps or plays on, and what is left is the same position from both sides: the
mover against one stone. If the mover wins it, the opening is too weak, and the second player plays on; if the mover
loses it, the opening is too strong, and is taken. So with a swap the first player never wins, and holds a draw only by
an opening after which neither side wins. Whether there is one is asked here, opening by opening.

Seconds are of processor time, for all openings of an arrangement together: each gets one, then four, then sixteen … The
file is gone on with when the command is given again: an arrangement that was stopped by --minutes keeps the openings
that were solved, and gets what is left of its seconds.
"""

import argparse
import math
import time
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

import ludejo
from benchmarks.proving import Result, Results, asked_of, go_on, proven
from ludejo.play.position import Position
from ludejo.search.network import guide_for
from ludejo.solve.solver import Solver


class Arrangement(NamedTuple):
    """What is to be solved, what is known of it, and what may be spent."""

    spec: str
    seed: int
    known: Result
    seconds: float
    memory: int
    guided: bool
    until: float


def against_one_stone(start: Position) -> dict[str, Position]:
    """For each opening the position that is left when it has been swapped: its mover faces one stone."""
    return {text: start.play(text).play("swap") for text in start.moves()}


def examine(asked: Arrangement) -> Result:
    """Solve the openings of an arrangement, the easy ones first."""
    game = ludejo.game(asked.spec)
    left = against_one_stone(game.start(seed=asked.seed))
    first = Solver(next(iter(left.values())), asked.memory, guide_for(game, wherever=True) if asked.guided else None)
    values: dict[str, list[float | int | None]] = dict(asked.known.get("values", {}))
    solvers = {text: first.for_position(position) for text, position in left.items() if text not in values}
    before, spent, share = asked.known.get("spent", 0.0), 0.0, 1.0
    while len(values) < len(left) and _has_time(before + spent, asked):
        for text, solver in solvers.items():
            if text not in values and _has_time(before + spent, asked):
                solution, took = proven(solver, min(share, asked.seconds - before - spent), asked.until)
                spent += took
                if solution.value is not None:
                    values[text] = [solution.value, solution.plies]
        share *= 4
    searched = asked.known.get("searched", 0) + sum(solver.searched for solver in solvers.values())
    return {
        "spec": asked.spec, "seed": asked.seed, "openings": len(left), "values": values, "spent": before + spent,
        "searched": searched,
    }  # fmt: skip


def _has_time(spent: float, asked: Arrangement) -> bool:
    return spent < asked.seconds - 0.5 and time.time() < asked.until


def tell(results: Results) -> None:
    """What has been found so far."""
    found = list(results.by_seed.values())
    values = [tuple(value) for result in found for value in result["values"].values()]
    plies = [length for _, length in values if length]
    whole = [result for result in found if len(result["values"]) == result["openings"]]
    openings = sum(result["openings"] for result in found)
    spent, searched = sum(result["spent"] for result in found), sum(result["searched"] for result in found)
    print(f"{len(found)} arrangements, {len(values)} of {openings} openings solved")
    print(f"  too weak (the mover wins): {sum(value == 1 for value, _ in values)}")
    print(f"  too strong (the mover loses): {sum(value == 0 for value, _ in values)}")
    print(f"  drawn: {sum(value == 0.5 for value, _ in values)}")
    if plies:
        print(f"  plies of the wins: {min(plies)} to {max(plies)}, median {median(plies):g}")
    print(f"arrangements solved whole: {len(whole)}; {spent:.0f} processor seconds, {searched:,} positions", flush=True)


def to_do(asked: argparse.Namespace, results: Results, until: float) -> Iterator[Arrangement]:
    """The arrangements of which not all is known, and which have seconds left."""
    known = results.by_seed
    for seed in range(asked.first, asked.first + asked.arrangements):
        result = known.get(seed, {})
        is_whole = result and len(result["values"]) == result["openings"]
        if not is_whole and result.get("spent", 0.0) < asked.seconds - 1:
            yield Arrangement(asked.spec, seed, result, asked.seconds, asked.memory, asked.guided, until)


def main() -> None:
    """Go on, arrangement by arrangement."""
    parser = asked_of(__doc__, "arrangements", 100, 600.0, 1024)
    parser.add_argument("--guided", action="store_true", help="by the network")
    asked = parser.parse_args()
    examine(Arrangement(asked.spec, asked.first, {}, 1.0, asked.memory, asked.guided, math.inf))  # compiles
    go_on(asked, to_do, examine, tell)


if __name__ == "__main__":
    main()
