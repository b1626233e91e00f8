"""What benchmarks of proofs share: work counted in processor seconds, in several processes; results in a file that can
be gone on with."""

import argparse
import json
import math
import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, TypeVar

from ludejo.solve.budget import WorkBudget
from ludejo.solve.solver import Solution, Solver

SLICE_SECONDS = 0.25
Task = TypeVar("Task")
Result = dict[str, Any]


def proven(
    solver: Solver, processor_seconds: float, until: float = math.inf, follow: Callable[[], object] | None = None
) -> tuple[Solution, float]:
    """What a solver knows after so many processor seconds of this process, and how many it took.

    `until` is when to stop by the clock (`time.time`), whatever is left; `follow` is called now and then.
    """
    solver.prepare()
    begun = time.process_time()
    while not solver.is_finished and time.process_time() - begun < processor_seconds and time.time() < until:
        solver.work(WorkBudget(seconds=SLICE_SECONDS), with_line=False)
        if follow:
            follow()
    return solver.solution(with_line=False), time.process_time() - begun


def moment_in(minutes: float | None) -> float:
    """When so many minutes will be over, as `time.time` tells it."""
    return math.inf if minutes is None else time.time() + 60 * minutes


def asked_of(about: str | None, what: str, many: int, seconds: float, memory: int) -> argparse.ArgumentParser:
    """What such a benchmark is told, with its own defaults; `what` is done for as many seeds."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument(f"--{what}", type=int, default=many)
    parser.add_argument("--first", type=int, default=1, help=f"the seed of the first of these {what}")
    parser.add_argument("--seconds", type=float, default=seconds, help="processor seconds for each")
    parser.add_argument("--memory", type=int, default=memory, help="megabytes, of each process")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="after which it ends, by the clock; else when all is done")
    parser.add_argument("--out", type=Path, required=True)
    return parser


def go_on(
    asked: argparse.Namespace,
    to_do: Callable[[argparse.Namespace, "Results", float], Iterator[Task]],
    examine: Callable[[Task], Result | None],
    tell: Callable[["Results"], object],
) -> None:
    """Do what is not in the file yet, writing each result down and telling what is known by then."""
    until, results = moment_in(asked.minutes), Results(asked.out, asked.spec)
    for result in in_processes(examine, to_do(asked, results, until), asked.processes, until):
        results.add(result)
        tell(results)
    tell(results)


def in_processes(
    examine: Callable[[Task], Result | None], tasks: Iterator[Task], processes: int, until: float
) -> Iterator[Result]:
    """Results in any order, none begun after a moment. Tasks are taken as processes become free, so that there may be
    any number of them; a task without a result has none in time."""
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        running: set[Future[Result | None]] = set()
        while True:
            while len(running) < processes and time.time() < until and (task := next(tasks, None)) is not None:
                running.add(pool.submit(examine, task))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (result for job in done if (result := job.result()) is not None)


class Results:
    """A JSON line for each result, of which the last one of a seed counts; what is in the file is not done again."""

    def __init__(self, path: Path, spec: str) -> None:
        self.path, self.spec = path, spec
        path.parent.mkdir(parents=True, exist_ok=True)

    @property
    def by_seed(self) -> dict[int, Result]:
        """What is in the file of the game that is meant. A line that was not written to its end does not count."""
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        found = (json.loads(line) for line in lines if line.endswith("}"))
        return {result["seed"]: result for result in found if result["spec"] == self.spec}

    def add(self, result: Result) -> None:
        """Write a result down at once."""
        with self.path.open("a") as file:
            print(json.dumps(result), file=file, flush=True)
