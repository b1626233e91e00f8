"""Which first moves win: every opening of a board solved, drawn as a picture, and how long it took.

    python -m benchmarks.openings atoll:rhombus,size=6 --seconds 600
    python -m benchmarks.openings atoll:rhombus,size=7 --empty

With --empty the board itself is solved: who wins, and one opening that does. Seconds are of processor time then. In the
picture + wins, - loses, ? was not solved in time. With --checkpoint FILE it can be stopped (Ctrl-C) and gone on with:
openings that are solved are not solved again, and what was learnt is known.
"""

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import ludejo
from benchmarks.proving import proven
from ludejo.search.network import guide_for
from ludejo.solve.budget import WorkBudget
from ludejo.solve.keeping import Checkpoint
from ludejo.solve.solver import Solution, Solver, solve_each

INTERRUPTED = 130
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


@contextlib.contextmanager
def kept(file: Path | None, solver: Solver) -> Iterator[Checkpoint | None]:
    """What a file knows is taken up, and at the end, whatever it is, what has been learnt is there."""
    if file is None:
        yield None
        return
    checkpoint = Checkpoint(file, solver.tables, solver.position)
    if checkpoint.positions or checkpoint.results:
        known = f"{checkpoint.positions:,} positions and {len(checkpoint.results)} openings known"
        print(known, file=sys.stderr)
    try:
        yield checkpoint
    finally:
        checkpoint.keep()


def solve_all(asked: argparse.Namespace) -> int:
    """Solve the board after each first move, and draw it."""
    start = ludejo.game(asked.spec).start()
    solver = Solver(start, asked.memory, None if asked.unguided else guide_for(start.game))
    wall, processor, searched = time.perf_counter(), time.process_time(), 0
    solver.prepare()
    marks = {}
    with kept(asked.checkpoint, solver) as checkpoint:
        follow = (lambda _: checkpoint.keep_now_and_then()) if checkpoint else None
        for move, solution in solve_each(solver, WorkBudget(asked.seconds), follow, checkpoint):
            searched += solution.searched
            marks[move] = MARKS[value(solution)]
            told = (move, marks[move], f"{solution.searched:,}", f"{solution.seconds:.1f} s")
            print(*told, file=sys.stderr, flush=True)
    print(picture(asked.spec, marks))
    processor = time.process_time() - processor
    print(f"{searched:,} positions, {time.perf_counter() - wall:.1f} s, {processor:.1f} s of processor time")
    return int("?" in marks.values())


def solve_empty(asked: argparse.Namespace) -> int:
    """Solve the board before the first move, and tell."""
    start = ludejo.game(asked.spec).start()
    guide = None if asked.unguided else guide_for(start.game)
    solver, begun = Solver(start, asked.memory, guide, asked.threads), time.perf_counter()
    solver.prepare()
    with kept(asked.checkpoint, solver) as checkpoint:
        follow = checkpoint.keep_now_and_then if checkpoint else None
        solution, took = proven(solver, asked.seconds, follow=follow)
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
    parser.add_argument("--checkpoint", type=Path, help="what is learnt is kept here, and gone on from")
    asked = parser.parse_args()
    try:
        return solve_empty(asked) if asked.empty else solve_all(asked)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
