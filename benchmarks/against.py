"""This tree against another checkout, measured in alternation: how fast each searches, plays itself and compiles.

    python -m benchmarks.against PATH [--rounds 5] [--seconds 1] [--compile]

One process a tree; they take turns, and each counts its own seconds of processor time, which a busy neighbour disturbs
less than the clock. The median of the ratios counts. Part of no promise: for whoever changes the search.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
SPECS = ("atoll:hex-11", "atmalof", "mammalath", "almatafl")
SEARCHES = {"playouts": "search", "two threads": "search:threads=2", "network": "net"}


class Tree:
    """A process that runs the code of one checkout."""

    def __init__(self, path: Path, cache: str | None = None) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{path / 'src'}{os.pathsep}{path}"}
        if cache:
            environment["NUMBA_CACHE_DIR"] = cache
        code = f"import runpy; runpy.run_path({str(Path(__file__).resolve())!r}, run_name='measured')"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], env=environment, cwd=path, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )  # fmt: skip

    def ask(self, *question: Any) -> float:
        """The answer to what `_answer` understands."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """No more questions."""
        self.process.communicate()


# ---------------------------------------------------------------- in the process of a tree


def _search(spec: str, player: str, seconds: float) -> float:
    """Simulations a second of processor time, from a fresh tree."""
    import ludejo
    from ludejo.search.players import read_player

    game = ludejo.game(spec)
    position = game.start(seed=1)
    searcher: Any = read_player(player)(game, 1)
    searcher.engine.think(position, simulations=2)  # compiled, or loaded
    begun = time.process_time()
    thought = searcher.engine.think(position, seconds=seconds)
    return thought.simulations / (time.process_time() - begun)


_selfplays: dict[str, Any] = {}


def _selfplay(spec: str, seconds: float) -> float:
    """Leaves a second of processor time, the network being free."""
    import ludejo
    from benchmarks.leaves import FreeNetwork, our_rate
    from ludejo.training.selfplay import SelfPlay, SelfPlaySettings

    if spec not in _selfplays:
        game = ludejo.game(spec)
        _selfplays[spec] = SelfPlay(game, FreeNetwork(), SelfPlaySettings(games=512, simulations=32, longest=300))
        _selfplays[spec].play(1)
    return our_rate(_selfplays[spec], seconds)[0]


def _compile(spec: str) -> float:
    """Seconds of processor time until both searches have begun, with nothing in the cache."""
    import ludejo
    from ludejo.search.players import read_player

    begun = time.process_time()
    game = ludejo.game(spec)
    for player in ("search", "net"):
        searcher: Any = read_player(player)(game, 1)
        searcher.engine.think(game.start(seed=1), simulations=2)
    return time.process_time() - begun


def _answer_all() -> None:
    questions: dict[str, Any] = {"search": _search, "selfplay": _selfplay, "compile": _compile}
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        name, *details = json.loads(line)
        print(questions[name](*details), file=answers, flush=True)


# ---------------------------------------------------------------- here


def _report(name: str, own: list[float], other: list[float]) -> None:
    ratio = statistics.median(one / two for one, two in zip(own, other, strict=True))
    print(
        f"{name}: {statistics.median(own):,.1f} against {statistics.median(other):,.1f}, ratio {ratio:.3f}", flush=True
    )


def main() -> int:
    """Print a line for each measure."""
    parser = argparse.ArgumentParser(description="This tree against another checkout, in alternation.")
    parser.add_argument("path", type=Path, help="the other checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measure")
    parser.add_argument("--compile", action="store_true", help="the time to compile as well, which takes minutes")
    parser.add_argument("--only", nargs="*", default=[*SEARCHES, "self-play"], help="what to measure (all)")
    parser.add_argument("--specs", nargs="*", default=SPECS, help="games")
    asked = parser.parse_args()
    trees = Tree(HERE), Tree(asked.path.resolve())
    for spec in asked.specs:
        for what in asked.only:
            details = (spec, asked.seconds) if what == "self-play" else (spec, SEARCHES[what], asked.seconds)
            name = "selfplay" if what == "self-play" else "search"
            rates = [[tree.ask(name, *details) for tree in trees] for _ in range(asked.rounds)]
            _report(f"{spec}, {what}, a second", *([row[k] for row in rates] for k in range(2)))
    for tree in trees:
        tree.close()
    for spec in asked.specs if asked.compile else ():
        spent = [[_compile_time(path, spec) for path in (HERE, asked.path.resolve())] for _ in range(asked.rounds)]
        _report(f"{spec}, seconds to compile", *([row[k] for row in spent] for k in range(2)))
    return 0


def _compile_time(path: Path, spec: str) -> float:
    with tempfile.TemporaryDirectory() as cache:
        tree = Tree(path, cache)
        seconds = tree.ask("compile", spec)
        tree.close()
    return seconds


if __name__ == "__main__":
    sys.exit(main())
if __name__ == "measured":
    _answer_all()
