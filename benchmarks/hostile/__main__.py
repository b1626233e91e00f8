"""python -m benchmarks.hostile [--database sqlite|postgres|URL] [--workers N] [--out FILE]: attackers beside players.

Twenty games are in play by people who behave, some against the engine, a move each second or two. Beside them each
attack runs for a while, by one visitor and then by fifty, from addresses and a process of their own. Told is what the
players feel (from a move that is sent until the opponent is told of it; how long somebody who comes to a game at most
waits until it is shown, and whoever asks whether the table is well), and what the table uses. The control is the
same players without an attack, at the beginning and at the end: on a busy machine compare with it. At the end come
tables in Markdown. With a file each round is kept, and the next call under the same conditions makes those that lack.
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
import zlib
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import numpy as np

from benchmarks import trial, watching
from benchmarks.hostile import feeling, materials
from benchmarks.hostile.arsenal import ATTACKS
from benchmarks.hostile.results import (
    CONTROL,
    HEADING,
    NOT_ENDED,
    Conditions,
    Round,
    keep,
    kept,
    one_by_one,
    summary,
)  # fmt: skip
from benchmarks.players import SPECS, Players, Tally, from_host
from ludejo.table.people.push import make_keys

SETTLING_SECONDS = 3.0
PATIENCE_SECONDS = 30.0  # for attackers to end


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


async def one_round(
    table: trial.Table, asked: argparse.Namespace, attack: str, visitors: int
) -> tuple[Round, list[Players]]:
    """Let them play and be attacked; who has played."""
    tally = Tally()
    everyone = seated(table.address, asked.games, tally, seed=zlib.crc32(f"{attack}/{visitors}".encode()) % 1000)
    playing = [asyncio.create_task(players.play()) for players in everyone]
    await asyncio.sleep(SETTLING_SECONDS)
    async with attackers(table.address, asked, attack, visitors) as process:
        tally.latencies.clear()
        tally.replies.clear()
        watching.forget_peaks(table)
        disk = watching.disk_mb(table.database)
        victims = [players.present.id for players in everyone if players.present]
        _go(process, victims)
        entering, health, peak = await asyncio.gather(
            feeling.entering(table.address, asked.seconds, victims), feeling.health(table.address, asked.seconds),
            feeling.memory(table, asked.seconds),
        )  # fmt: skip
        waiting = [seconds for players in everyone for seconds in players.waiting()]
        times = 1000 * np.array([*tally.latencies, *waiting] or [0.0])
        use = watching.use(table)
        answers = await asyncio.to_thread(_answers, process)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    return Round(
        attack, visitors, len(times), float(np.median(times)), float(np.percentile(times, 95)), float(times.max()),
        1000 * float(np.percentile(tally.replies, 95)) if tally.replies else None, entering, health,
        max(peak, use.peak_mb), use.descriptors, use.disk_mb - disk, dict(answers), dict(tally.refused),
        tally.lost_connections,
    ), everyone  # fmt: skip


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
        return Counter({NOT_ENDED: 1})


# ---------------------------------------------------------------- all of them


def rounds(asked: argparse.Namespace, url: str, under: Conditions) -> list[Round]:
    """All attacks that are asked for and not in the file, on one table; one that was hurt is started anew."""
    done = kept(asked.out, under)
    wanted = [
        (attack, visitors) for attack in (asked.attacks.split(",") if asked.attacks else ATTACKS)
        for visitors in asked.visitors
    ]  # fmt: skip
    done = [one for one in done if one.attack == CONTROL or (one.attack, one.visitors) in wanted]
    left = [one for one in wanted if one not in {(one.attack, one.visitors) for one in done}]
    if not left:
        return done
    table = trial.Table(url, "--lobby", *_offers(asked), "--workers", str(asked.workers))
    print(HEADING, flush=True)
    try:
        for attack, visitors in [(CONTROL, 1), *left, (CONTROL, 1)]:
            one, everyone = asyncio.run(one_round(table, asked, attack, visitors))
            _conclude(table, one, everyone, under)
            keep(asked.out, under, one)
            done.append(one)
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


def _conclude(table: trial.Table, one: Round, everyone: list[Players], under: Conditions) -> None:
    """Tell of a round, and look for losses; a table that was hurt is started anew before."""
    print(one.line(), flush=True)
    if one.broken(under) and one.attack != CONTROL:
        table.kill()
        table.start()
    one.lost = asyncio.run(what_was_lost(table, everyone))
    for problem in one.broken(under):
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
    parser.add_argument("--out", type=Path, help="a file that keeps each round, to go on from there")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    unknown = set(filter(None, asked.attacks.split(","))) - set(ATTACKS)
    if unknown:
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    kind = "postgres" if asked.database.startswith("postgres") else "sqlite"
    under = Conditions(kind, asked.workers, asked.games, asked.seconds)
    with tempfile.TemporaryDirectory() as folder:
        asked.materials = folder
        print("making records …", flush=True)
        materials.make(Path(folder))
        given = contextlib.nullcontext(asked.database) if "://" in asked.database else trial.database(asked.database)
        with given as url:
            done = rounds(asked, url, under)
    raise SystemExit(tell(done, under))


def tell(done: list[Round], under: Conditions) -> bool:
    """What can be pasted into docs/security.md, and which bounds were broken; whether any were."""
    print(f"\n{summary(done, under)}\n\n{one_by_one(done, under)}\n")
    broken = [f"{one.attack} by {one.visitors}" for one in done if one.broken(under)]
    print(f"{len(done)} rounds, {len(broken)} with a broken bound: {', '.join(broken) or 'none'}")
    return bool(broken)


if __name__ == "__main__":
    main()
