"""python -m benchmarks.hostile [--database sqlite|postgres|URL] [--workers N]: attackers beside players.

Twenty games are in play by people who behave, some against the engine, a move each second or two. Beside them each
attack runs for a while, by one visitor and then by fifty, from addresses and a process of their own. Told is what the
players feel (from a move that is sent until the opponent is told of it; how long somebody who comes to a game at most
waits until it is shown), and what the table uses. The control is the
same players without an attack, at the beginning and at the end: on a busy machine compare with it.
"""

import argparse
import asyncio
import contextlib
import importlib.util
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np
from websockets.exceptions import WebSocketException

from benchmarks import trial, watching
from benchmarks.hostile import materials
from benchmarks.hostile.arsenal import ATTACKS
from benchmarks.hostile.attackers import NEVER_MADE
from benchmarks.players import SPECS, Players, Tally, from_host, live
from ludejo.table.people.push import make_keys

CONTROL = "(control)"
SETTLING_SECONDS = 3.0
PATIENCE_SECONDS = 30.0  # for attackers to end
P95_MS, WORST_MS, MEMORY_MB = 300.0, 1000.0, 700.0
DISK_MB, DISK_MB_A_VISITOR = 10.0, 20.0  # growth in one attack: the players' games and logs, and what visitors may keep
LEAST_MOVES = 0.25  # a second in each game: they think for one to two seconds, and some wait for engines
HEADING = (
    f"{'attack':18} {'by':>3} {'moves':>5} {'median':>6} {'95 %':>6} {'worst':>6} {'engine':>6} {'enter':>6} "
    f"{'health':>6} {'MB':>5} {'files':>5} {'disk':>6}  answers"
)


@dataclass
class Round:
    """One attack, and what the players felt of it. Times in milliseconds."""

    attack: str
    visitors: int
    times: np.ndarray
    replies: np.ndarray
    entering: float  # the longest wait for a game's first view
    health: float  # the longest wait for a health check
    use: watching.Use
    growth_mb: float
    answers: Counter[str]
    tally: Tally
    everyone: list[Players]
    seconds: float
    lost: list[str] = field(default_factory=list)  # acknowledged moves

    def broken(self) -> list[str]:
        """Which bounds do not hold."""
        fewest = LEAST_MOVES * len(self.everyone) * self.seconds
        found = {
            f"only {len(self.times)} moves, expected {fewest:.0f}": len(self.times) < fewest,
            f"95 % of the moves within {self._p95():.0f} ms": self._p95() > P95_MS,
            f"a move took {self.times.max():.0f} ms": self.times.max() > WORST_MS,
            f"a worker had {self.use.peak_mb:.0f} MB": self.use.peak_mb > MEMORY_MB,
            f"the database grew by {self.growth_mb:.0f} MB": self.growth_mb
            > DISK_MB + DISK_MB_A_VISITOR * self.visitors,
            f"players were refused: {dict(self.tally.refused)}": bool(self.tally.refused),
            f"{self.tally.lost_connections} players were cut off": bool(self.tally.lost_connections),
            f"acknowledged and lost: {self.lost[:3]}": bool(self.lost),
            "answers of 500": bool(self.answers["500"]),
        } | {f"the attack attacked nothing, {answer}": True for answer in self.answers if answer.startswith(NEVER_MADE)}
        return [problem for problem, is_so in found.items() if is_so]

    def _p95(self) -> float:
        return float(np.percentile(self.times, 95))

    def line(self) -> str:
        """As the table has it."""
        reply = f"{np.percentile(self.replies, 95):6.0f}" if len(self.replies) else "     –"
        told = ", ".join(f"{answer}: {count}" for answer, count in self.answers.most_common(8))
        return (
            f"{self.attack:18} {self.visitors:3} {len(self.times):5} {np.median(self.times):6.0f} {self._p95():6.0f} "
            f"{self.times.max():6.0f} {reply} {self.entering:6.0f} {self.health:6.0f} "
            f"{self.use.peak_mb:5.0f} {self.use.descriptors:5} {self.growth_mb:6.1f}  {told}"
        )


# ---------------------------------------------------------------- one round


def seated(address: str, games: int, tally: Tally, seed: int) -> list[Players]:
    """Players for so many games; every third plays against an engine of level 1 to 3."""
    return [
        Players(
            address, (f"127.0.5.{2 * k + 1}", f"127.0.5.{2 * k + 2}"), SPECS[k % len(SPECS)],
            1 + k // 3 % 3 if k % 3 == 2 else None, (1.0, 2.0), tally, random.Random(seed + k),
        )
        for k in range(games)
    ]  # fmt: skip


async def one_round(table: trial.Table, asked: argparse.Namespace, attack: str, visitors: int) -> Round:
    """Let them play and be attacked."""
    tally = Tally()
    everyone = seated(table.address, asked.games, tally, seed=hash((attack, visitors)) % 1000)
    playing = [asyncio.create_task(players.play()) for players in everyone]
    await asyncio.sleep(SETTLING_SECONDS)
    async with attackers(table.address, asked, attack, visitors) as process:
        tally.latencies.clear()
        tally.replies.clear()
        watching.forget_peaks(table)
        disk = watching.disk_mb(table.database)
        victims = [players.present.id for players in everyone if players.present]
        _go(process, victims)
        entering, health = await asyncio.gather(
            _enter(table.address, asked.seconds, victims), _watch_health(table.address, asked.seconds)
        )
        waiting = [seconds for players in everyone for seconds in players.waiting()]
        times = 1000 * np.array([*tally.latencies, *waiting] or [0.0])
        use = watching.use(table)
        answers = await asyncio.to_thread(_answers, process)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    replies, growth = 1000 * np.array(tally.replies), use.disk_mb - disk
    return Round(
        attack, visitors, times, replies, entering, health, use, growth, answers, tally, everyone, asked.seconds
    )


async def what_was_lost(table: trial.Table, everyone: list[Players]) -> list[str]:
    """Acknowledged moves that the table does not have."""
    async with httpx.AsyncClient(base_url=table.address, transport=from_host("127.0.6.1"), timeout=60) as http:
        return [one for players in everyone for one in await players.lost(http)]


@contextlib.asynccontextmanager
async def attackers(
    address: str, asked: argparse.Namespace, attack: str, visitors: int
) -> AsyncIterator[subprocess.Popen[str]]:
    """The attackers' process, ready and waiting."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.hostile.attackers", attack, "--address", address,
         "--visitors", str(visitors), "--seconds", str(asked.seconds), "--materials", asked.materials],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        await asyncio.to_thread(process.stdout.readline)
        yield process
    finally:
        process.kill()
        process.wait()


def _go(process: subprocess.Popen[str], victims: list[str]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(victims) + "\n")
    process.stdin.flush()


def _answers(process: subprocess.Popen[str]) -> Counter[str]:
    try:
        out, _ = process.communicate(timeout=PATIENCE_SECONDS)
        return Counter(json.loads(out))
    except (subprocess.TimeoutExpired, ValueError):
        return Counter({"attackers did not end": 1})


async def _watch_health(address: str, seconds: float) -> float:
    """Ask each second whether it is well; the longest time that an answer took, in milliseconds."""
    worst, end = 0.0, time.perf_counter() + seconds
    async with httpx.AsyncClient(base_url=address, transport=from_host("127.0.6.2"), timeout=seconds) as http:
        while (begun := time.perf_counter()) < end:
            with contextlib.suppress(httpx.HTTPError, TimeoutError):
                await asyncio.wait_for(http.get("/healthz"), max(0.1, end - begun))
            worst = max(worst, time.perf_counter() - begun)
            await asyncio.sleep(min(1.0, max(0.0, end - time.perf_counter())))
    return 1000 * worst


async def _enter(address: str, seconds: float, games: list[str]) -> float:
    """Come to one of the players' games each second; the longest time until one was shown, in milliseconds."""
    worst, end = 0.0, time.perf_counter() + seconds
    while (begun := time.perf_counter()) < end:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with (
                asyncio.timeout(max(0.1, end - begun)),
                live(address, random.choice(games), "127.0.6.3") as socket,
            ):
                await socket.send(json.dumps({"type": "hello"}))
                await socket.recv()
        worst = max(worst, time.perf_counter() - begun)
        await asyncio.sleep(min(1.0, max(0.0, end - time.perf_counter())))
    return 1000 * worst


# ---------------------------------------------------------------- all of them


def rounds(asked: argparse.Namespace, url: str) -> list[Round]:
    """All attacks that are asked for, on one table; one that was hurt is started anew."""
    wanted = [CONTROL, *(asked.attacks.split(",") if asked.attacks else ATTACKS), CONTROL]
    done: list[Round] = []
    table = trial.Table(url, "--lobby", *_offers(asked), "--workers", str(asked.workers))
    print(HEADING, flush=True)
    try:
        for attack in wanted:
            for visitors in asked.visitors if attack != CONTROL else [1]:
                done.append(asyncio.run(one_round(table, asked, attack, visitors)))
                _conclude(table, done[-1])
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    finally:
        table.kill()
    return done


def _offers(asked: argparse.Namespace) -> list[str]:
    """Options for all that a host may offer, as far as it is installed."""
    offers = ["--passkeys"] if importlib.util.find_spec("webauthn") else []
    if importlib.util.find_spec("pywebpush"):
        keys = Path(asked.materials) / "push.pem"
        make_keys(keys)
        offers += ["--push-keys", str(keys)]
    return offers


def _conclude(table: trial.Table, one: Round) -> None:
    """Tell of a round, and look for losses; a table that was hurt is started anew before."""
    print(one.line(), flush=True)
    if one.broken() and one.attack != CONTROL:
        table.kill()
        table.start()
    one.lost = asyncio.run(what_was_lost(table, one.everyone))
    for problem in one.broken():
        print(f"    broken: {problem}", flush=True)


def main() -> None:
    """Attack and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", default="sqlite", help="sqlite or postgres for an empty one, or a URL")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each attack")
    parser.add_argument("--visitors", type=int, nargs="+", default=[1, 50], help="how many attack at once")
    parser.add_argument("--attacks", default="", help=f"some of {', '.join(ATTACKS)}")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    unknown = set(filter(None, asked.attacks.split(","))) - set(ATTACKS)
    if unknown:
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as folder:
        asked.materials = folder
        print("making records …", flush=True)
        materials.make(Path(folder))
        given = contextlib.nullcontext(asked.database) if "://" in asked.database else trial.database(asked.database)
        with given as url:
            done = rounds(asked, url)
    broken = [one for one in done if one.broken()]
    print(f"{len(done)} rounds, {len(broken)} with a broken bound: {', '.join(_names(broken)) or 'none'}")
    raise SystemExit(bool(broken))


def _names(broken: list[Round]) -> list[str]:
    return [f"{one.attack} by {one.visitors}" for one in broken]


if __name__ == "__main__":
    main()
