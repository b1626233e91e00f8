"""How long does the solver take to find forced wins?

    ludejo positions almatafl --out build/almatafl.jsonl
    python -m benchmarks.forced_wins build/almatafl.jsonl --plies 5 --limit 30

Each position gets a solver of its own, with empty tables. Both wall-clock and processor time are given, since on a busy
machine the first says more about the neighbours.
"""

import argparse
import statistics
import time
from pathlib import Path
from typing import NamedTuple

from ludejo.lab.puzzles.files import BadPuzzleFile, read_puzzles
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.solve.solver import solve


class Timing(NamedTuple):
    """Seconds that one position took."""

    wall: float
    processor: float
    found: bool


def timed(puzzle: Puzzle, seconds: float) -> Timing:
    """Solve a position in which the player to move wins."""
    wall, processor = time.perf_counter(), time.process_time()
    solution = solve(puzzle.start, seconds)
    return Timing(time.perf_counter() - wall, time.process_time() - processor, solution.value == 1)


def examine(path: Path, options: argparse.Namespace) -> None:
    """Solve the positions of a file whose win is as long as asked for."""
    wanted = [puzzle for puzzle in read_puzzles(path) if puzzle.plies == options.plies][: options.limit]
    if not wanted:
        raise BadPuzzleFile(f"{path} has no win in {options.plies} plies")
    timed(wanted[0], options.seconds)  # compiles
    timings = [timed(puzzle, options.seconds) for puzzle in wanted]
    walls, processors = [timing.wall for timing in timings], [timing.processor for timing in timings]
    print(
        f"{wanted[0].spec}: {sum(timing.found for timing in timings)} of {len(timings)} wins found, "
        f"each in {options.plies} plies; "
        f"wall clock: median {statistics.median(walls):.2f} s, worst {max(walls):.2f} s; "
        f"processor: median {statistics.median(processors):.2f} s, worst {max(processors):.2f} s",
        flush=True,
    )


def main() -> None:
    """Examine each file."""
    parser = argparse.ArgumentParser(description="How long the solver takes to find forced wins.")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="positions with a known answer")
    parser.add_argument("--plies", type=int, default=5, help="the length of the wins")
    parser.add_argument("--limit", type=int, default=30, help="so many positions of a file")
    parser.add_argument("--seconds", type=float, default=60.0, help="the limit for each")
    options = parser.parse_args()
    try:
        for path in options.files:
            examine(path, options)
    except (BadPuzzleFile, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
