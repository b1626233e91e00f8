"""python -m benchmarks.fuzz [--inputs 1000000] [--seed 1] [--targets specs,…] [--out FILE]: fuzzed inputs of all kinds.

Parsers may raise only the errors that are documented; the interface may answer only with documented codes, never with a
5xx; the websocket answers each message, and hangs up only with a documented code. Input k of a target is made from the
seed, the target and k alone. With a file, what was done is counted, and the next call goes on from there.
"""

import argparse
import json
import math
import random
import signal
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.fuzz import parsers
from benchmarks.fuzz.parsers import Target, Undocumented
from benchmarks.fuzz.wire import wire_targets

BATCH = 2000  # inputs of all targets together
MOST_FAILURES = 20  # kept of one target


@dataclass
class Course:
    """How far a target has come."""

    done: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    failures: list[dict[str, Any]] = field(default_factory=list)


def tried(target: Target, course: Course, seed: int, until: int) -> None:
    """The next inputs of a target."""
    for k in range(course.done, until):
        begun, used = time.perf_counter(), time.process_time()
        try:
            text, accepted = target.try_one(random.Random(f"{seed}/{target.name}/{k}"))
            course.accepted += accepted
        except Undocumented as problem:
            text = target.make(random.Random(f"{seed}/{target.name}/{k}"))
            _fail(target, course, k, text, str(problem))
        course.seconds += time.perf_counter() - begun
        spent = time.process_time() - used  # a busy machine makes nothing slow
        course.slowest = max(course.slowest, spent)
        if spent > target.slow:
            _fail(target, course, k, text, f"took {spent:.1f} s")
        course.done = k + 1


def _fail(target: Target, course: Course, k: int, text: str, problem: str) -> None:
    if len(course.failures) < MOST_FAILURES:
        course.failures.append({"k": k, "problem": problem[:500], "text": text[:2000]})
    print(f"{target.name} {k}: {problem[:300]}\n    {text[:300]!r}", flush=True)


def run(asked: argparse.Namespace, targets: list[Target], courses: dict[str, Course]) -> None:
    """All targets in turn, a batch at a time."""
    total = sum(target.share for target in targets)
    ends = {target.name: math.ceil(asked.inputs * target.share / total) for target in targets}
    told = time.monotonic()
    while left := [target for target in targets if courses[target.name].done < ends[target.name]]:
        for target in left:
            course, batch = courses[target.name], math.ceil(BATCH * target.share / total)
            tried(target, course, asked.seed, min(ends[target.name], course.done + batch))
        if asked.out:
            asked.out.write_text(json.dumps({name: asdict(course) for name, course in courses.items()}))
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(f"{sum(course.done for course in courses.values())} inputs", flush=True)


def main() -> None:
    """Fuzz and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--targets", default="", help="some of specs, moves, positions, setups, records, api, websocket"
    )
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    wanted = set(filter(None, asked.targets.split(",")))
    before = json.loads(asked.out.read_text()) if asked.out and asked.out.exists() else {}
    with wire_targets(not wanted or bool(wanted & {"api", "websocket"})) as over_the_wire:
        targets = [one for one in (*parsers.TARGETS, *over_the_wire) if not wanted or one.name in wanted]
        courses = {target.name: Course(**before.get(target.name, {})) for target in targets}
        try:
            run(asked, targets, courses)
        except KeyboardInterrupt:
            print("interrupted")
    tell(asked.seed, courses)
    raise SystemExit(any(course.failures for course in courses.values()))


def tell(seed: int, courses: dict[str, Course]) -> None:
    """The figures."""
    for name, course in courses.items():
        print(
            f"{name:10} {course.done:8} inputs, {course.accepted:7} accepted, {len(course.failures)} undocumented, "
            f"{1000 * course.seconds / max(1, course.done):.2f} ms each, slowest {course.slowest:.2f} s"
        )
    print(f"{sum(course.done for course in courses.values())} inputs with seed {seed}")


if __name__ == "__main__":
    main()
