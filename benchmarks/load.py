"""python -m benchmarks.load [--games 500] [--seconds 180] [--within 100]: many games on PostgreSQL with two workers.

Both players of every game are connected and each makes a move every two seconds; beside them some play against the
engine at its highest level. Measured is the time from the moment at which a player sends a move to the moment at which
the opponent has been told of it: 95 of 100 within so many milliseconds, or the status is 1; so it is where a connection
was lost. At the end every game is read back: each acknowledged move must be there. `--games 200 --within 150 --seconds
60` takes a minute and a half.
"""

import argparse
import asyncio
import os
import random

import httpx
import numpy as np
import uvloop

from benchmarks import trial
from benchmarks.players import SPECS, Players, Tally
from ludejo.search.levels import HIGHEST

SETTLING_SECONDS = 5.0
HOSTS = ("127.0.0.1", "127.0.0.1")


async def measure(table: trial.Table, asked: argparse.Namespace) -> tuple[Tally, Tally, dict[str, float], list[str]]:
    """Let them play; the tallies of people and of those at the engine, processor seconds, and what was lost."""
    people, engines = Tally(), Tally()
    pause = ((1 - asked.spread) * asked.every / 2, (1 + asked.spread) * asked.every / 2)
    everyone = [
        Players(table.address, HOSTS, SPECS[k % len(SPECS)], None, pause, people, random.Random(k))
        for k in range(asked.games)
    ] + [
        Players(table.address, HOSTS, SPECS[k % len(SPECS)], HIGHEST, pause, engines, random.Random(k))
        for k in range(asked.engine_games)
    ]
    playing = []
    for players in everyone:  # not all in the same moment
        playing.append(asyncio.create_task(players.play()))
        await asyncio.sleep(asked.every / asked.games)
    await asyncio.sleep(SETTLING_SECONDS)
    people.latencies.clear()
    spent = {"server": -table.processor_seconds(), "players": -_own_seconds()}
    await asyncio.sleep(asked.seconds)
    spent = {"server": spent["server"] + table.processor_seconds(), "players": spent["players"] + _own_seconds()}
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    async with httpx.AsyncClient(base_url=table.address, timeout=60) as http:
        lost = [one for players in everyone for one in await players.lost(http)]
    return people, engines, spent, lost


def _own_seconds() -> float:
    used = os.times()
    return used.user + used.system


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two moves of one player")
    parser.add_argument("--spread", type=float, default=0.0, help="of the pauses: 0 all alike, 1 from nothing to twice")
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--within", type=float, default=100.0, help="milliseconds in which 95 of 100 moves are told")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="postgres")
    parser.add_argument("--engine-games", type=int, default=10, help="beside them, at the highest level")
    asked = parser.parse_args()
    with (
        trial.database(asked.database) as url,
        trial.table(url, "--rate", "0", "--workers", str(asked.workers)) as table,
    ):
        people, engines, spent, lost = uvloop.run(measure(table, asked))
    high = tell(asked, people, spent)
    replies = np.array(engines.replies or [0.0])
    print(
        f"engine games: {asked.engine_games}, {len(engines.replies)} replies, in the median after "
        f"{np.median(replies):.1f} s, at most {replies.max():.1f} s"
    )
    refused = people.refused + engines.refused
    dropped = people.lost_connections + engines.lost_connections
    print(
        f"errors: {refused.total()} {sorted(refused)}; connections lost: {dropped}; acknowledged and lost: {len(lost)}"
    )
    raise SystemExit(bool(lost or refused or dropped or high > asked.within))


def tell(asked: argparse.Namespace, tally: Tally, spent: dict[str, float]) -> float:
    """Tell the figures of games between people; the milliseconds within which 95 of 100 moves arrived."""
    times = 1000 * np.array(tally.latencies or [0.0])
    middle, high, highest = np.percentile(times, [50, 95, 99])
    rate = len(tally.latencies) / asked.seconds
    print(f"{asked.games} games, {asked.workers} workers, {asked.database}, {os.cpu_count()} processors")
    print(f"{len(times)} moves in {asked.seconds:.0f} s ({rate:.0f} a second), {tally.games} games begun")
    print(
        f"from sent to told: median {middle:.0f} ms, 95 % {high:.0f} ms, 99 % {highest:.0f} ms, worst {times.max():.0f}"
    )
    shares = {name: f"{1000 * seconds / len(times):.2f} ms" for name, seconds in spent.items()}
    print(f"processor time a move: {shares}")
    return float(high)


if __name__ == "__main__":
    main()
