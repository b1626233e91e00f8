"""`make bench`: random whole games on one thread, against C++ limits and OpenSpiel, measured in turn in the same run;
then the search (search.py).

Each pair is measured in short alternating rounds and each side keeps its best round, so that a noisy neighbour on
the machine does not favour either. Without g++ or OpenSpiel the ratios that need them are left out, and said so.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import ludejo
from benchmarks import openspiel_peer, search
from ludejo.search.playouts import play_random_games

LIMITS = Path(__file__).parent / "limits"
COMPILER = ["g++", "-O3", "-march=native", "-std=c++17"]


class Rate(NamedTuple):
    """Games and turns a second."""

    games: float
    turns: float


class Work(NamedTuple):
    """One line of the table: our work, the peer's, and the ratio promised."""

    title: str
    spec: str
    plain: bool  # move by move, or by the game's own quick way
    peer: tuple[str, ...]  # a limit program and its arguments, or ("openspiel",)
    at_least: float


WORKS = (
    Work("Atmalof classic", "atmalof", False, ("atmalof",), 0.5),
    Work("Hex 11, filling", "atoll:hex-11", False, ("hexfill", "hex-11"), 0.5),
    Work("Hex 11, filling", "atoll:hex-11", False, ("openspiel",), 30),
    Work("Hex 11, move by move", "atoll:hex-11", True, ("openspiel",), 5),
    Work("Atoll 11, filling", "atoll", False, ("hexfill", "atoll-11"), 0.5),
    Work("Mammalath base", "mammalath", False, ("mammalath",), 0.5),
    Work("AlmaTafl basic", "almatafl", False, ("almatafl",), 0.5),
    Work("AlmaTafl basic, move by move", "almatafl", True, ("almatafl",), 0.5),
)


def our_rate(work: Work, seconds: float, seed: int) -> Rate:
    """Random games from the start for about so long."""
    game = ludejo.game(work.spec)
    games, elapsed = 256, 0.0
    while True:
        begun = time.perf_counter()
        tally = play_random_games(game, seed, games, plain=work.plain)
        elapsed = time.perf_counter() - begun
        if elapsed > seconds / 2:
            return Rate(games / elapsed, tally.turns / elapsed)
        games = int(games * min(8.0, 1 + seconds / max(elapsed, 1e-6)))


def peer_rate(work: Work, seconds: float, seed: int) -> Rate | None:
    """The same from the limit program or OpenSpiel; None where that is not to be had."""
    if work.peer == ("openspiel",):
        try:
            return Rate(openspiel_peer.rollouts_per_second(seconds, seed), 0)
        except ModuleNotFoundError:
            return None
    program = LIMITS / "build" / work.peer[0]
    if not program.exists():
        return None
    line = subprocess.check_output([program, *work.peer[1:], str(seconds), str(seed)], text=True)
    result = json.loads(line)
    return Rate(result["games"] / result["seconds"], result["moves"] / result["seconds"])


def build_limits() -> None:
    """Compile the C++ programs, if there is a compiler."""
    if shutil.which("g++") is None:
        print("No g++ here: the ratios against C++ are left out.", file=sys.stderr)
        return
    (LIMITS / "build").mkdir(exist_ok=True)
    for source in LIMITS.glob("*.cpp"):
        subprocess.check_call([*COMPILER, "-o", LIMITS / "build" / source.stem, source])


def measured(work: Work, rounds: int, seconds: float) -> tuple[Rate, Rate | None]:
    """The best of several rounds for each side, in turn."""
    our_rate(work, 0.01, 0)  # compile or load
    ours, peers = [], []
    for seed in range(1, rounds + 1):
        ours.append(our_rate(work, seconds, seed))
        peer = peer_rate(work, seconds, seed)
        if peer is not None:
            peers.append(peer)
    return max(ours), max(peers, default=None)


def start_up_seconds(code: str, rounds: int = 5) -> float:
    """The best time of a fresh interpreter running some code, less that of an empty one."""

    def run(program: str) -> float:
        begun = time.perf_counter()
        subprocess.check_call([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
        return time.perf_counter() - begun

    best: Callable[[str], float] = lambda program: min(run(program) for _ in range(rounds))  # noqa: E731
    return best(code) - best("pass")


def main() -> int:
    """Print the table; exit 1 if a promised ratio was missed."""
    parser = argparse.ArgumentParser(description="Random games a second, against limits and peers.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each side (5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds a round (0.5)")
    options = parser.parse_args()
    build_limits()
    table = Table("work", "games/s", "turns/s", "peer", "peer games/s", "ratio", "at least")
    missed = 0
    for work in WORKS:
        ours, peer = measured(work, options.rounds, options.seconds)
        ratio = ours.games / peer.games if peer else None
        missed += ratio is not None and ratio < work.at_least
        table.add_row(
            work.title, f"{ours.games:,.0f}", f"{ours.turns:,.0f}", " ".join(work.peer),
            f"{peer.games:,.0f}" if peer else "not here", f"{ratio:.2f}" if ratio else "-", f"{work.at_least:g}",
        )  # fmt: skip
    console = Console(width=120)
    console.print(table)
    console.print(f"import ludejo: {start_up_seconds('import ludejo'):.2f} s (less than 0.3 promised)")
    for family in ludejo.families():
        code = f"import ludejo; p = ludejo.game({family.name!r}).start(); p.play(p.moves()[0])"
        seconds = start_up_seconds(code)
        console.print(f"first move of {family.title}, cache warm: {seconds:.2f} s (less than 1 promised)")
    console.print("\nThe search:")
    kept = search.measured()
    return 1 if missed or not kept else 0


if __name__ == "__main__":
    sys.exit(main())
