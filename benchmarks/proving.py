"""What benchmarks of proofs share: work counted in processor seconds, results in a file that can be gone on with."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludejo.solve.budget import WorkBudget
from ludejo.solve.solver import Solution, Solver

SLICE_SECONDS = 0.25


def proven(solver: Solver, processor_seconds: float) -> tuple[Solution, float]:
    """What a solver knows after so many processor seconds of this process, and how many it took."""
    solver.prepare()
    begun = time.process_time()
    while not solver.is_finished and time.process_time() - begun < processor_seconds:
        solver.work(WorkBudget(seconds=SLICE_SECONDS), with_line=False)
    return solver.solution(with_line=False), time.process_time() - begun


class Results:
    """A JSON line for each result; what is in the file is not done again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        if self.path.exists():
            yield from (json.loads(line) for line in self.path.read_text().splitlines() if line.endswith("}"))

    def add(self, result: dict[str, Any]) -> None:
        """Write a result down at once."""
        with self.path.open("a") as file:
            print(json.dumps(result), file=file, flush=True)
