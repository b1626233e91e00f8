"""python -m benchmarks.soak [--minutes 60] [--kill-every 120] [--database sqlite|postgres] [--out NAME]: a long day.

People play each other and engines of all levels, look at records and keep them, write shared studies, meet in the
lobby, watch, drop their connections and come back; every two minutes the server, or one of its workers, is killed and
comes again. In the end every acknowledged move, kept study, chapter and meeting must be there, and in the second half
neither memory nor descriptors may grow: told are slopes with their intervals of 95 %, over time and by the age of each
kind of process. `--kill-every 0` kills nobody, so that memory over the whole time can be seen. The report goes to
NAME.txt and NAME.json.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from websockets.exceptions import WebSocketException

from benchmarks import trial, watching
from benchmarks.growth import SAMPLE_SECONDS, Slope, by_age, kinds, over_time
from benchmarks.players import RETRY_SECONDS, SPECS, Players, Tally, from_host, live, patiently
from ludejo.search.levels import HIGHEST

MOST_MEMORY_SLOPE, MOST_DESCRIPTOR_SLOPE = 0.10, 0.10  # growth an hour, as a share of the mean
RECORDS = Path(__file__).parent.parent / "tests" / "data"


@dataclass
class Log:
    """What was seen from outside."""

    samples: list[dict[str, float]] = field(default_factory=list)
    processes: list[tuple[float, watching.OfProcess]] = field(default_factory=list)  # when, and what it was then
    kills: int = 0
    studies: dict[str, list[str]] = field(default_factory=dict)  # by id: the moves that were acknowledged as kept
    shared: dict[str, tuple[int, str]] = field(default_factory=dict)  # by id: the version, and its chapter's title
    met: dict[str, list[str]] = field(default_factory=dict)  # by a person's secret: the games of the lobby
    answers: Counter[str] = field(default_factory=Counter)


def seated(address: str, games: int, tally: Tally) -> list[Players]:
    """Half of them people, half against the engine, each level in turn."""
    return [
        Players(
            address, (f"127.0.5.{2 * k + 1}", f"127.0.5.{2 * k + 2}"), SPECS[k % len(SPECS)],
            1 + k // 2 % HIGHEST if k % 2 else None, (0.5, 2.0), tally, random.Random(k),
        )
        for k in range(games)
    ]  # fmt: skip


# ---------------------------------------------------------------- others who come and go


async def read(table: trial.Table, host: str, log: Log) -> None:
    """Look at records and keep some of them, for ever."""
    chance, files = random.Random(host), sorted(RECORDS.glob("*-*.json"))
    async with httpx.AsyncClient(base_url=table.address, transport=from_host(host), timeout=60) as http:
        while True:
            record = json.loads(chance.choice(files).read_text())
            asked = {"record": json.dumps(record)}
            try:
                look = await http.post("/api/study/look", json=asked)
                log.answers[f"look {look.status_code}"] += 1
                kept = await http.post("/api/study", json=asked)
                log.answers[f"keep {kept.status_code}"] += 1
                if kept.status_code == 201:
                    log.studies[kept.json()["id"]] = record["moves"]
            except httpx.HTTPError:
                log.answers["away"] += 1
            await asyncio.sleep(chance.uniform(1, 5))


async def write(table: trial.Table, host: str, log: Log) -> None:
    """Share studies and change them again and again; whoever is told to look again does."""
    chance, files = random.Random(host), sorted(RECORDS.glob("*-*.json"))
    async with httpx.AsyncClient(base_url=table.address, transport=from_host(host), timeout=60) as http:
        while True:
            chapter = {"title": "0", "record": chance.choice(files).read_text()}
            with contextlib.suppress(httpx.HTTPError):
                made = await http.post("/api/studies", json={"study": "Soaked", **chapter})
                if made.status_code == 201:
                    log.shared[made.json()["id"]] = (1, "0")
                    await _change(http, made.json(), chapter, chance, log)
            await asyncio.sleep(chance.uniform(20, 40))


async def _change(
    http: httpx.AsyncClient, made: dict[str, Any], chapter: dict[str, Any], chance: random.Random, log: Log
) -> None:
    bearer, version = {"Authorization": f"Bearer {made['secret']}"}, 1
    for k in range(1, 20):
        await asyncio.sleep(chance.uniform(0.5, 2))
        change = {**chapter, "title": str(k), "version": version}
        told = await http.put(f"/api/studies/{made['id']}/1", json=change, headers=bearer)
        log.answers[f"change {told.status_code}"] += 1
        if told.status_code == 200:
            version = told.json()["version"]
            log.shared[made["id"]] = (version, str(k))


async def meet(table: trial.Table, host: str, log: Log) -> None:
    """Two people, of whom one challenges and the other comes."""
    chance = random.Random(host)
    secrets = ["me." + "-".join("".join(chance.choices("abdegiklmno", k=5)) for _ in range(6)) for _ in range(2)]
    first, second = ({"Authorization": f"Bearer {secret}"} for secret in secrets)
    asked = {"spec": "atoll:hex-9", "clock": {"kind": "sudden", "seconds": 600, "increment": 5}}
    async with httpx.AsyncClient(base_url=table.address, transport=from_host(host), timeout=60) as http:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                made = await http.post("/api/lobby", json=asked, headers=first)
                log.answers[f"challenge {made.status_code}"] += 1
                if made.status_code == 201:
                    log.met.setdefault(secrets[0], []).append(made.json()["id"])
                    taken = await http.post(f"/api/lobby/{made.json()['id']}/take", headers=second)
                    log.answers[f"take {taken.status_code}"] += 1
                    if taken.status_code == 200:
                        log.met.setdefault(secrets[1], []).append(made.json()["id"])
            await asyncio.sleep(chance.uniform(5, 15))


async def watch(table: trial.Table, host: str, everyone: list[Players], log: Log) -> None:
    """Watch somebody's game for a while, then another's; now and then leave without a word."""
    chance = random.Random(host)
    while True:
        game = chance.choice(everyone).present
        try:
            if game:
                async with asyncio.timeout(chance.uniform(2, 20)), live(table.address, game.id, host) as socket:
                    await socket.send('{"type": "hello"}')
                    while True:
                        await socket.recv()
                        if chance.random() < 0.02:
                            socket.transport.abort()
        except (OSError, WebSocketException):  # the end of the time is an OSError too
            log.answers["watched"] += 1
        await asyncio.sleep(RETRY_SECONDS)


async def unplug(everyone: list[Players]) -> None:
    """Players lose their connections."""
    chance = random.Random(5)
    while True:
        await asyncio.sleep(chance.uniform(1, 4))
        chance.choice(everyone).unplug()


async def kill(table: trial.Table, every: float, log: Log) -> None:
    """Kill it again and again: all of it, and of several workers now and then one."""
    chance = random.Random(6)
    while every > 0:
        await asyncio.sleep(every)
        log.kills += 1
        if len(table.workers()) > 1 and log.kills % 2:
            table.kill_worker(chance.randrange(64))
        else:
            await asyncio.to_thread(table.kill)
            await asyncio.to_thread(table.start)
        print(f"{time.strftime('%H:%M:%S', time.gmtime())}  kill {log.kills}", flush=True)


async def sample(table: trial.Table, begun: float, log: Log) -> None:
    """Note what it uses, every few seconds."""
    while True:
        await asyncio.sleep(SAMPLE_SECONDS)
        now = time.monotonic()
        with contextlib.suppress(OSError):
            use = watching.use(table)
            log.samples.append({
                "at": now - begun, "age": now - table.began, "mb": use.together_mb, "descriptors": use.descriptors,
                "disk_mb": use.disk_mb,
            })  # fmt: skip
            log.processes += [(now - begun, one) for one in watching.each(table)]


# ---------------------------------------------------------------- the whole


async def soak(table: trial.Table, asked: argparse.Namespace) -> dict[str, Any]:
    """Let them all live together for so long; the report."""
    tally, log, begun = Tally(), Log(), time.monotonic()
    everyone = seated(table.address, asked.games, tally)
    work = [players.play() for players in everyone]
    work += [read(table, f"127.0.7.{k + 1}", log) for k in range(3)]
    work += [write(table, f"127.0.7.{k + 11}", log) for k in range(2)]
    work += [meet(table, f"127.0.7.{k + 21}", log) for k in range(2)]
    work += [watch(table, f"127.0.8.{k + 1}", everyone, log) for k in range(10)]
    work += [unplug(everyone), kill(table, asked.kill_every, log), sample(table, begun, log)]
    tasks = [asyncio.create_task(one) for one in work]
    ended, _ = await asyncio.wait(tasks, timeout=60 * asked.minutes, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    failures = [repr(task.exception()) for task in ended if not task.cancelled() and task.exception()]
    await asyncio.to_thread(table.wait_until_well)
    async with httpx.AsyncClient(base_url=table.address, transport=from_host("127.0.6.1"), timeout=120) as http:
        lost = [one for players in everyone for one in await players.lost(http)]
        lost += [id for id, moves in log.studies.items() if not await _is_kept(http, id, moves)]
        lost += [id for id, last in log.shared.items() if not await _has_chapter(http, id, *last)]
        lost += [id for secret, ids in log.met.items() for id in set(ids) - await _games_of(http, secret)]
    return report(asked, tally, log, lost, failures)


async def _is_kept(http: httpx.AsyncClient, id: str, moves: list[str]) -> bool:
    response = await patiently(http, f"/api/study/{id}")
    return response.status_code == 200 and response.json()["history"] == moves


async def _has_chapter(http: httpx.AsyncClient, id: str, version: int, title: str) -> bool:
    """Whether a shared study has what was acknowledged last, or what was on its way when nobody answered any more."""
    told = (await patiently(http, f"/api/studies/{id}")).json()
    number = int(told["chapters"][0]) if "chapters" in told else -1
    is_last, is_next = told.get("version") == version, told.get("version") == version + 1
    return (is_last and number == int(title)) or (is_next and number > int(title))


async def _games_of(http: httpx.AsyncClient, secret: str) -> set[str]:
    found: set[str] = set()
    while True:
        path = f"/api/me/games?first={len(found)}"
        page = (await patiently(http, path, headers={"Authorization": f"Bearer {secret}"})).json()["games"]
        found |= {game["id"] for game in page}
        if not page:
            return found


def report(
    asked: argparse.Namespace, tally: Tally, log: Log, lost: list[str], failures: list[str]
) -> dict[str, Any]:  # fmt: skip
    """What to tell, and whether it is good."""
    growth, problems = grown(log), [f"lost: {one}" for one in lost] + failures
    problems += [f"{what}: {one['verdict']}" for what, one in growth.items() if one["verdict"] == "grows"]
    times = 1000 * np.array(tally.latencies or [0.0])
    return {
        "minutes": asked.minutes, "database": asked.database, "workers": asked.workers, "kills": log.kills,
        "games": tally.games, "acknowledged": tally.acknowledged, "studies": len(log.studies),
        "shared": len(log.shared), "met": sum(map(len, log.met.values())),
        "lost": len(lost), "refused": dict(tally.refused), "answers": dict(log.answers),
        "reconnects": tally.lost_connections,
        "latency_ms": {f"p{part}": float(np.percentile(times, part)) for part in (50, 95, 99)},
        "growth": growth, "disk_mb": log.samples[-1]["disk_mb"] if log.samples else 0.0, "problems": problems,
        "samples": log.samples, "processes": [{"at": at, **one._asdict()} for at, one in log.processes],
    }  # fmt: skip


def grown(log: Log) -> dict[str, dict[str, Any]]:
    """Of memory and descriptors the mean, the most, and the slope in the second half, with what is said of it."""
    at, ages = ([one[what] for one in log.samples] for what in ("at", "age"))
    found = {}
    for what, name, share in (
        ("mb", "memory of all processes together, MB", MOST_MEMORY_SLOPE),
        ("descriptors", "descriptors of one process", MOST_DESCRIPTOR_SLOPE),
    ):
        values = [one[what] for one in log.samples] or [0.0]
        slope = over_time(at, ages, values) if at else Slope(0.0)
        found[name] = _growth(slope, values, share)
    old = [one for at, one in log.processes if at > log.samples[-1]["at"] / 2]
    for kind, samples in kinds(old).items():
        count = len({one.pid for one in samples})
        name = f"by age, memory of what {kind}, MB ({count} process{'es' * (count > 1)})"
        found[name] = _growth(by_age(samples), [one.mb for one in samples], MOST_MEMORY_SLOPE)
    return found


def _growth(slope: Slope, values: list[float], share: float) -> dict[str, Any]:
    mean = float(np.mean(values))
    return {"mean": mean, "most": max(values), "slope": asdict(slope), "verdict": slope.verdict(share * mean)}


def told(result: dict[str, Any]) -> str:
    """The report for people."""
    latency = ", ".join(f"{name} {value:.0f} ms" for name, value in result["latency_ms"].items())
    lines = [
        f"{result['minutes']} minutes, {result['database']}, {result['workers']} workers, {result['kills']} kills",
        f"{result['games']} games, {result['acknowledged']} acknowledged moves, {result['studies']} kept studies, "
        f"{result['shared']} shared ones, {result['met']} seats in the lobby; lost: {result['lost']}",
        f"{result['reconnects']} lost connections; refused: {result['refused']}; readers: {result['answers']}",
        f"moves across kills: {latency}",
        *(
            f"{what}: mean {one['mean']:.0f}, most {one['most']:.0f}; "
            f"in the second half {Slope(**one['slope']).told()}: {one['verdict']}"
            for what, one in result["growth"].items()
        ),
        f"database: {result['disk_mb']:.1f} MB",
        f"problems: {'; '.join(result['problems'][:10]) or 'none'}",
    ]
    return "\n".join(lines)


def main() -> None:
    """Soak and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--kill-every", type=float, default=120.0, help="seconds; 0: never")
    parser.add_argument("--database", default="sqlite", help="sqlite or postgres for an empty one, or a URL")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--out", default="soak")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    given = contextlib.nullcontext(asked.database) if "://" in asked.database else trial.database(asked.database)
    with given as url:
        table = trial.Table(url, "--lobby", "--workers", str(asked.workers))
        try:
            result = asyncio.run(soak(table, asked))
        finally:
            table.kill()
    Path(f"{asked.out}.json").write_text(json.dumps(result))
    Path(f"{asked.out}.txt").write_text(told(result) + "\n")
    print(told(result))
    raise SystemExit(bool(result["problems"]))


if __name__ == "__main__":
    main()
