"""Which first moves win: every opening of a board solved, drawn as a picture, and how long it took.

    python -m benchmarks.openings atoll:rhombus,size=6 --seconds 600
    python -m benchmarks.openings atoll:rhombus,size=7 --empty

With --empty the board itself is solved: who wins, and one opening that does. Seconds are of processor time then. In the
picture + wins, - loses, ? was not solved in time.
"""

import argparse
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import ludejo
from benchmarks.proving import proven
from ludejo.search.network import guide_for
from ludejo.solve import keeping
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


def solve_empty(asked: argparse.Namespace) -> int:
    """Solve the board before the first move, and tell."""
    start = ludejo.game(asked.spec).start()
    guide = None if asked.unguided else guide_for(start.game)
    solver, begun = Solver(start, asked.memory, guide, asked.threads), time.perf_counter()
    solver.prepare()
    if asked.checkpoint and asked.checkpoint.exists():
        print(f"{keeping.load(asked.checkpoint, solver.tables, start):,} positions known", file=sys.stderr)
    solution, took = proven(solver, asked.seconds)
    if asked.checkpoint:
        keeping.save(asked.checkpoint, solver.tables, start)
    told = {
        1.0: f"the first player wins, such as by {solution.best}",
        0.0: "the second player wins",
        None: "not solved",
    }
    print(told[solution.value])
    wall = time.perf_counter() - begun
    print(f"{solution.searched:,} positions, {wall:.1f} s, {took:.1f} s of processor time")
    return int(solution.value is None)


def main() -> int:
    """Solve, draw, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--memory", type=int, default=512, help="megabytes")
    parser.add_argument("--empty", action="store_true", help="only the empty board")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="for the empty board")
    parser.add_argument("--unguided", action="store_true", help="without the network")
    parser.add_argument("--checkpoint", type=Path, help="what is learnt of the empty board is kept here, with --empty")
    asked = parser.parse_args()
    if asked.checkpoint and not asked.empty:
        parser.error("--checkpoint keeps what is learnt of the empty board: it needs --empty")
    if asked.empty:
        return solve_empty(asked)
    start = ludejo.game(asked.spec).start()
    guide = None if asked.unguided else guide_for(start.game)
    wall, processor, searched = time.perf_counter(), time.process_time(), 0
    found = {}
    for move, solution in solve_moves(start, asked.seconds, asked.memory, guide=guide):
        searched += solution.searched
        found[move] = MARKS[value(solution)]
        print(move, found[move], f"{solution.searched:,}", f"{solution.seconds:.1f} s", file=sys.stderr, flush=True)
    print(picture(asked.spec, found))
    processor = time.process_time() - processor
    print(f"{searched:,} positions, {time.perf_counter() - wall:.1f} s, {processor:.1f} s of processor time")
    return int("?" in found.values())


if __name__ == "__main__":
    sys.exit(main())
