"""The search: simulations a second against OpenSpiel's MCTSBot, what a second thread adds, and how late it stops.

    python -m benchmarks.search

Both sides search the empty 11 x 11 Hex board, one thread each, in turn in the same run; ours has all-moves-as-first
statistics on and plays bridges in its playouts, OpenSpiel's plays at random. Part of `make bench`.
"""

import argparse
import sys
import threading
import time

import ludejo
from benchmarks.openspiel_match import Terms, simulations_in
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings

SIZE = 11
AT_LEAST = 8.0  # times OpenSpiel's simulations a second
LATEST = 0.050  # seconds after a deadline or a cancellation
SPECS = ("atmalof", "mammalath", "mammalath:plus", "atoll", "atoll:atoll-19", "atoll:hex-11", "almatafl")


def simulations_a_second(position: Position, seconds: float, threads: int = 1) -> float:
    """From a fresh tree."""
    engine = Engine(position.game, Settings(threads=threads))
    engine.think(position, simulations=1)  # compiled, or loaded
    thought = engine.think(position, seconds=seconds)
    return thought.simulations / thought.seconds


def late_by(position: Position, times: int) -> tuple[float, float]:
    """The most seconds that it went on after its deadline, and after a cancellation."""
    after_deadline = after_cancel = 0.0
    engine = Engine(position.game)
    engine.think(position, simulations=1)
    for _ in range(times):
        begun = time.perf_counter()
        engine.think(position, seconds=0.05)
        after_deadline = max(after_deadline, time.perf_counter() - begun - 0.05)
        after_cancel = max(after_cancel, _cancelled(engine, position))
    return after_deadline, after_cancel


def _cancelled(engine: Engine, position: Position) -> float:
    cancel, told = threading.Event(), [0.0]

    def tell() -> None:
        told[0] = time.perf_counter()
        cancel.set()

    timer = threading.Timer(0.05, tell)
    timer.start()
    engine.think(position, seconds=10.0, cancel=cancel)
    ended = time.perf_counter()
    timer.join()
    return ended - told[0]


def peer_line(rounds: int, seconds: float) -> bool:
    """Against OpenSpiel, where it is installed; whether the promise was kept."""
    position = ludejo.game(f"atoll:hex-{SIZE}").start()
    try:
        theirs = [simulations_in(Terms(SIZE, 1.0, 1.0)) for _ in range(rounds)]
    except ModuleNotFoundError:
        print("OpenSpiel is not here: the ratio against it is left out.")
        return True
    ours = max(simulations_a_second(position, seconds) for _ in range(rounds))
    ratio = ours / max(theirs)
    rates = f"{ours:,.0f} simulations/s, OpenSpiel {max(theirs):,.0f}"
    print(f"Hex {SIZE}: {rates}, ratio {ratio:.1f} (at least {AT_LEAST:g})", flush=True)
    return ratio >= AT_LEAST


def measured(rounds: int = 3, seconds: float = 1.0, stops: int = 20) -> bool:
    """Print the figures; whether every promise was kept."""
    kept = peer_line(rounds, seconds)
    for spec in SPECS:
        position = ludejo.game(spec).start(seed=1)
        one, two = (max(simulations_a_second(position, seconds, threads) for _ in range(rounds)) for threads in (1, 2))
        deadline, cancel = late_by(position, stops)
        kept &= deadline < LATEST and cancel < LATEST
        print(
            f"{spec}: {one:,.0f} simulations/s, two threads {two / one:.2f} times as many; at most "
            f"{1000 * deadline:.0f} ms after the deadline, {1000 * cancel:.0f} ms after a cancellation (50 promised)",
            flush=True,
        )
    return kept


def main() -> int:
    """Exit 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description="The speed of the search, and how late it stops.")
    parser.add_argument("--rounds", type=int, default=3, help="of which the best counts (3)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of search a round (1)")
    parser.add_argument("--stops", type=int, default=20, help="deadlines and cancellations a game (20)")
    options = parser.parse_args()
    return 0 if measured(options.rounds, options.seconds, options.stops) else 1


if __name__ == "__main__":
    sys.exit(main())
