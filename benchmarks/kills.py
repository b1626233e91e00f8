"""python -m benchmarks.kills [--kills 100] [--database sqlite|postgres] [--out FILE]: kill -9 during play, many times.

Players move as fast as they can; at a random moment every process of the server is killed, and a new one started; of
several workers now and then only one. The act that was on its way is sent again until it is acknowledged. Then each
game must have exactly what was acknowledged, nothing twice, and its clock must not have run while nobody served. With a
file, what was done before is counted, and the next call goes on from there.
"""

import argparse
import contextlib
import json
import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx

from benchmarks import trial
from ludejo.table.client import RETRY_SECONDS, Client, Refused, Seat

Answer = TypeVar("Answer")

GAMES = ("atoll", "atmalof", "mammalath", "almatafl")
CLOCK = {"kind": "sudden", "seconds": 3600, "increment": 0}
PATIENCE_SECONDS = trial.PATIENCE_SECONDS  # for a move to be acknowledged, a restart included
BATCH = 10  # kills on one database
SLACK_MS = 3000  # a silence of two seconds is none


def patiently(ask: Callable[[], Answer]) -> Answer:
    """Ask again where the connection is lost: it may have been one to a worker that was killed."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return ask()
        except httpx.TransportError:
            if time.monotonic() > deadline:
                raise
            time.sleep(RETRY_SECONDS)


@dataclass
class Player:
    """Both sides of one game, and what the server has acknowledged."""

    seat: Seat
    chance: random.Random
    acknowledged: list[str] = field(default_factory=list)  # the history of the last view that came back
    number: int = 0
    moves: int = 0
    problems: list[str] = field(default_factory=list)

    def play(self, stop: threading.Event) -> None:
        """Move until told to stop, whatever happens to the server."""
        while not stop.is_set() and not self.seat.is_over:
            try:
                view = self.seat.move(self.chance.choice(self.seat.moves))
            except (Refused, TimeoutError) as error:
                self.problems.append(str(error))
                return
            self.acknowledged, self.number = view["history"], view["number"]
            self.moves += 1

    def check(self) -> str | None:
        """What is wrong after a restart."""
        view = patiently(self.seat.look)
        history, number = view["history"], view["number"]
        if self.problems:
            return f"{self.seat.id}: {self.problems[0]}"
        if history != self.acknowledged:
            return f"{self.seat.id}: acknowledged {self.acknowledged[-3:]}, found {history[-3:]}"
        if number < self.number:
            return f"{self.seat.id}: {number} events after {self.number}"
        self.number = number
        return None


def new_player(client: Client, place: int, seed: int) -> Player:
    """Somebody with a new game."""
    seat = patiently(lambda: client.start(GAMES[place % len(GAMES)], clock=CLOCK))
    return Player(seat, random.Random(seed), number=seat.number)


def rounds(url: str, kills: int, players: int = 4, seed: int = 1, workers: int = 1) -> tuple[int, list[str]]:
    """Play and kill; returns the acknowledged moves and everything that was wrong."""
    chance, problems, acknowledged = random.Random(seed), [], 0
    options = ("--rate", "0", "--no-warm", "--workers", str(workers))
    table = trial.Table(url, *options, warm=False, forked=workers == 1)  # workers are started anew in any case
    with contextlib.ExitStack() as stack:
        stack.callback(table.kill)
        clients = [stack.enter_context(Client(table.address, PATIENCE_SECONDS)) for _ in range(players)]
        seated = [new_player(client, k, seed + k) for k, client in enumerate(clients)]
        for kill in range(1, kills + 1):
            begun = time.monotonic()
            down = _play_and_kill(table, seated, chance)
            for k, player in enumerate(seated):
                problem = player.check() or _clock_problem(player, time.monotonic() - begun - down)
                problems += [problem] if problem else []
                acknowledged += player.moves
                player.moves = 0
                seated[k] = player if not player.seat.is_over else new_player(clients[k], k, seed + kill * 100 + k)
    return acknowledged, problems


def _play_and_kill(table: trial.Table, seated: list[Player], chance: random.Random) -> float:
    """Play across a kill; returns for how many seconds at least nobody served."""
    stop = threading.Event()
    threads = [threading.Thread(target=player.play, args=(stop,)) for player in seated]
    for thread in threads:
        thread.start()
    time.sleep(chance.uniform(0.1, 0.8))
    down = _kill(table, chance)
    stop.set()
    for thread in threads:
        thread.join()
    return down


def _kill(table: trial.Table, chance: random.Random) -> float:
    """All of it, or one of several workers; returns for how long at least nobody served."""
    if len(table.workers()) > 1 and chance.random() < 0.5:
        table.kill_worker(chance.randrange(64))
        return 0.0
    table.kill()
    killed = time.monotonic()
    table.start()
    return table.began - killed


_left: dict[str, int] = {}


def _clock_problem(player: Player, served: float) -> str | None:
    """Whether a clock has lost more than the time in which somebody served."""
    clock, id = player.seat.view["clock"], player.seat.id
    left = sum(clock["remaining"])
    spent, _left[id] = _left.get(id, left) - left, left
    return (
        f"{id}: the clock lost {spent} ms in {1000 * served:.0f} ms of play"
        if spent > 1000 * served + SLACK_MS
        else None
    )


def in_batches(asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Kill until the file tells of so many kills; each batch begins with an empty database."""
    done = _told(asked)
    while (killed := sum(batch["kills"] for batch in done)) < asked.kills:
        seed, kills = len(done) + 1, min(BATCH, asked.kills - killed)
        with trial.database(asked.database) as url:
            acknowledged, problems = rounds(url, kills, seed=100_000 * seed, workers=asked.workers)
        done.append({"database": asked.database, "workers": asked.workers, "kills": kills, "seed": seed,
                     "acknowledged": acknowledged, "problems": problems})  # fmt: skip
        if asked.out:
            with asked.out.open("a") as file:
                file.write(json.dumps(done[-1]) + "\n")
        print(f"{killed + kills} kills, {_sum(done)} acknowledged moves, {problems or 'no problem'}", flush=True)
    return done


def _told(asked: argparse.Namespace) -> list[dict[str, Any]]:
    """What was done before, with this kind of database."""
    lines = asked.out.read_text().splitlines() if asked.out and asked.out.exists() else []
    batches = [json.loads(line) for line in lines]
    return [batch for batch in batches if (batch["database"], batch["workers"]) == (asked.database, asked.workers)]


def _sum(batches: list[dict[str, Any]]) -> int:
    return sum(batch["acknowledged"] for batch in batches)


def main() -> None:
    """Kill and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--workers", type=int, default=1, help="of several, every second kill ends one alone")
    parser.add_argument("--out", type=Path, help="a file that keeps what was done, to go on from there")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        done = in_batches(asked)
    except KeyboardInterrupt:
        raise SystemExit("interrupted") from None
    problems = [problem for batch in done for problem in batch["problems"]]
    for problem in problems:
        print(problem)
    kills = sum(batch["kills"] for batch in done)
    print(f"{asked.database}: {kills} kills, {_sum(done)} acknowledged moves, {len(problems)} problems")
    raise SystemExit(bool(problems))


if __name__ == "__main__":
    main()
