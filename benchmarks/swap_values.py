"""A game whose second player may swap, from random arrangements: who wins, and how soon?

    python -m benchmarks.swap_values mammalath --arrangements 100 --seconds 600 --out build/swap.jsonl

After an opening the second player either swaps or plays on, and what is left is the same position from both sides: the
mover against one stone. If the mover wins it, the opening is too weak, and the second player plays on; if the mover
loses it, the opening is too strong, and is taken. So with a swap the first player never wins, and holds a draw only by
an opening after which neither side wins. Whether there is one is asked here, opening by opening.

Seconds are of processor time, for all openings of an arrangement together: each gets one, then four, then sixteen … The
file is gone on with when the command is given again; several commands may share the work by --first.
"""

import argparse
from pathlib import Path
from statistics import median

import ludejo
from benchmarks.proving import Results, proven
from ludejo.play.position import Position
from ludejo.solve.solver import Solver


def against_one_stone(start: Position) -> dict[str, Position]:
    """For each opening the position that is left when it has been swapped: its mover faces one stone."""
    return {text: start.play(text).play("swap") for text in start.moves()}


def examine(spec: str, seed: int, seconds: float, memory: int) -> dict[str, object]:
    """Solve the openings of an arrangement, the easy ones first."""
    left = against_one_stone(ludejo.game(spec).start(seed=seed))
    first = Solver(next(iter(left.values())), memory)
    solvers = {text: first.for_position(position) for text, position in left.items()}
    values: dict[str, tuple[float, int | None]] = {}
    spent, share = 0.0, 1.0
    while len(values) < len(solvers) and spent < seconds:
        for text, solver in solvers.items():
            if text not in values and spent < seconds:
                solution, took = proven(solver, min(share, seconds - spent))
                spent += took
                if solution.value is not None:
                    values[text] = solution.value, solution.plies
        share *= 4
    searched = sum(solver.searched for solver in solvers.values())
    return {"spec": spec, "seed": seed, "openings": len(left), "values": values, "spent": spent, "searched": searched}


def tell(results: Results) -> None:
    """What has been found so far."""
    found = list(results)
    values = [tuple(value) for result in found for value in result["values"].values()]
    plies = [length for _, length in values if length]
    whole = [result for result in found if len(result["values"]) == result["openings"]]
    openings = sum(result["openings"] for result in found)
    print(f"{len(found)} arrangements, {len(values)} of {openings} openings solved")
    print(f"  too weak (the mover wins): {sum(value == 1 for value, _ in values)}")
    print(f"  too strong (the mover loses): {sum(value == 0 for value, _ in values)}")
    print(f"  drawn: {sum(value == 0.5 for value, _ in values)}")
    if plies:
        print(f"  plies of the wins: {min(plies)} to {max(plies)}, median {median(plies):g}")
    print(f"arrangements solved whole: {len(whole)}")


def main() -> None:
    """Go on, arrangement by arrangement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument("--arrangements", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first arrangement")
    parser.add_argument("--seconds", type=float, default=600.0, help="processor seconds for each")
    parser.add_argument("--memory", type=int, default=1024, help="megabytes")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    results = Results(asked.out)
    done = {result["seed"] for result in results if result["spec"] == asked.spec}
    for seed in range(asked.first, asked.first + asked.arrangements):
        if seed not in done:
            results.add(examine(asked.spec, seed, asked.seconds, asked.memory))
            tell(results)
    tell(results)


if __name__ == "__main__":
    main()
