"""Which first moves win: every opening of a board solved, drawn as a picture, and how long it took.

    python -m benchmarks.openings atoll:rhombus,size=6 --seconds 600
    python -m benchmarks.openings atoll:rhombus,size=7 --empty

With --empty the board itself is solved: who wins, and one opening that does. In the picture + wins, - loses, ? was not
solved in time.
"""

import argparse
import sys
import time
from collections.abc import Mapping

import ludejo
from benchmarks.proving import proven
from ludejo.solve.solver import Solution, Solver, solve_moves

MARKS = {1.0: "+", 0.0: "-", None: "?"}


def picture(spec: str, marks: Mapping[str, str]) -> str:
    """The board as text, a character for each cell, where it lies."""
    grid = ludejo.game(spec).grid
    x, y = grid.centres.T
    columns = ((x - x.min()) / 0.5).round().astype(int) if len({*x.round(3)}) > len({*y.round(3)}) else None
    if columns is None:  # hexes in columns: they lie a fraction of a cell apart
        columns = 2 * ((x - x.min()) / (3**0.5 / 2)).round().astype(int)
    lines: dict[float, dict[int, str]] = {}
    for cell, name in enumerate(grid.names):
        lines.setdefault(-round(float(y[cell]), 3), {})[int(columns[cell])] = marks.get(name, " ")
    return "\n".join("".join(row.get(at, " ") for at in range(max(row) + 1)) for _, row in sorted(lines.items()))


def value(solution: Solution) -> float | None:
    """What the opening is worth for who made it."""
    low, high = solution.bounds_for(0)
    return low if low == high else None


def solve_empty(spec: str, seconds: float, memory: int) -> int:
    """Solve the board before the first move, and tell."""
    solution, took = proven(Solver(ludejo.game(spec).start(), memory), seconds)
    told = {
        1.0: f"the first player wins, such as by {solution.best}",
        0.0: "the second player wins",
        None: "not solved",
    }
    print(told[solution.value])
    print(f"{solution.searched:,} positions, {took:.1f} s of processor time")
    return int(solution.value is None)


def main() -> int:
    """Solve, draw, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--memory", type=int, default=512, help="megabytes")
    parser.add_argument("--empty", action="store_true", help="only the empty board")
    asked = parser.parse_args()
    if asked.empty:
        return solve_empty(asked.spec, asked.seconds, asked.memory)
    wall, processor = time.perf_counter(), time.process_time()
    found = {}
    for move, solution in solve_moves(ludejo.game(asked.spec).start(), asked.seconds, asked.memory):
        found[move] = MARKS[value(solution)]
        print(move, found[move], f"{solution.searched:,}", f"{solution.seconds:.1f} s", file=sys.stderr, flush=True)
    print(picture(asked.spec, found))
    print(f"{time.perf_counter() - wall:.1f} s, {time.process_time() - processor:.1f} s of processor time")
    return int("?" in found.values())


if __name__ == "__main__":
    sys.exit(main())
