"""python -m benchmarks.thinkers [--minutes 10] [--games 12] [--every 15]: thinkers that are killed again and again.

Two web workers and two thinkers share a PostgreSQL database. People play the engine at all levels; somebody asks for
hints and analyses beside. Every few seconds one thinker is killed without warning and started again. Every move must be
answered, and every hint and analysis; at the end each game is read back and must have what its player has seen.
"""

import argparse
import random
import threading
import time
from dataclasses import dataclass, field

import numpy as np

from benchmarks import trial
from ludejo.table.client import Client, Refused, Seat

SPECS = ("atoll:hex-9", "atmalof:junior", "mammalath", "almatafl")
LEVELS = (1, 2, 3, 5, 7, 8)
LINE = "e5 c7 d4 f6 e3 g4".split()


@dataclass
class Tally:
    """What happened."""

    replies: dict[int, list[float]] = field(default_factory=dict)  # seconds, by level
    hints: list[float] = field(default_factory=list)
    analyses: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    kills: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


def play(address: str, place: int, tally: Tally, stop: threading.Event) -> None:
    """One game after another against the engine."""
    chance, level = random.Random(place), LEVELS[place % len(LEVELS)]
    with Client(address, trial.PATIENCE_SECONDS) as client:
        while not stop.is_set():
            seat = client.start(SPECS[place % len(SPECS)], "engine", level=level)
            try:
                _one_game(seat, level, chance, tally, stop)
            except (Refused, TimeoutError) as error:
                tally.problems.append(f"{seat.id}, level {level}: {error}")
            seen = seat.view["history"]
            if seat.look()["history"][: len(seen)] != seen:
                tally.problems.append(f"{seat.id}: lost {seen[-2:]}")
            seat.close()


def _one_game(seat: Seat, level: int, chance: random.Random, tally: Tally, stop: threading.Event) -> None:
    while not stop.is_set() and not seat.is_over:
        if seat.is_my_turn:
            seat.move(chance.choice(seat.moves))
        begun = time.monotonic()
        while not seat.is_over and not seat.is_my_turn:
            seat.wait()
        with tally.lock:
            tally.replies.setdefault(level, []).append(time.monotonic() - begun)


def study(address: str, tally: Tally, stop: threading.Event) -> None:
    """Hints and analyses, one after the other."""
    line = {"spec": SPECS[0], "moves": LINE}
    with Client(address, trial.PATIENCE_SECONDS) as client:
        while not stop.is_set():
            begun = time.monotonic()
            if not client.ask("POST", "/api/study/hint", json=line)["move"]:
                tally.problems.append("a hint without a move")
            tally.hints.append(time.monotonic() - begun)
            begun = time.monotonic()
            told = client.http.post("/api/study/evaluate", json={**line, "simulations": 500}).text
            if told.count("data: ") != len(LINE) + 1:
                tally.problems.append(f"an analysis of {told.count('data: ') - 1} turns, the end {told[-300:]!r}")
            tally.analyses.append(time.monotonic() - begun)


def measure(url: str, games: int, minutes: float, every: float) -> tuple[Tally, float]:
    """Let them play, and kill; also how many answers thinkers gave."""
    tally, stop = Tally(), threading.Event()
    with (
        trial.table(url, "--rate", "0", "--engine-seconds", "0", "--workers", "2") as table,
        trial.thinker(url) as victim,
        trial.thinker(url),
    ):
        threads = [threading.Thread(target=play, args=(table.address, k, tally, stop)) for k in range(games)]
        threads.append(threading.Thread(target=study, args=(table.address, tally, stop)))
        for thread in threads:
            thread.start()
        until = time.monotonic() + 60 * minutes
        while time.monotonic() < until:
            time.sleep(every * random.uniform(0.5, 1.5))
            victim.kill()
            tally.kills += 1
            victim.start()
        stop.set()
        for thread in threads:
            thread.join()
        tally.problems += [line.strip() for line in table.log if '"level": "error"' in line]
        with Client(table.address) as client:
            lines = client.http.get("/metrics").text.splitlines()
    return tally, sum(float(line.split()[1]) for line in lines if line.startswith("ludejo_answers_elsewhere_total"))


def main() -> None:
    """Kill and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--every", type=float, default=15.0, help="seconds between two kills, about")
    asked = parser.parse_args()
    with trial.postgres() as url:
        tally, elsewhere = measure(url, asked.games, asked.minutes, asked.every)
    for level, seconds in sorted(tally.replies.items()):
        tell(f"replies at level {level}", seconds)
    tell("hints", tally.hints)
    tell("analyses of 6 turns", tally.analyses)
    for problem in tally.problems:
        print(problem)
    print(f"{tally.kills} kills, {elsewhere:.0f} answers by thinkers, {len(tally.problems)} problems")
    raise SystemExit(bool(tally.problems))


def tell(what: str, seconds: list[float]) -> None:
    """How long something took."""
    middle, high = np.percentile(seconds or [0.0], [50, 95])
    print(f"{len(seconds)} {what}: median {middle:.2f} s, 95 % {high:.2f} s, worst {max(seconds, default=0.0):.2f} s")


if __name__ == "__main__":
    main()
