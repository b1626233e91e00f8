"""python -m benchmarks.load [--games 500] [--seconds 180]: many games at once on PostgreSQL with two workers.

Both players of every game are connected and each makes a move every two seconds. Measured is the time from the moment
at which a player sends a move to the moment at which the opponent has been told of it. At the end every game is read
back: each acknowledged move must be there.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np
from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import trial

SPECS = ("atoll", "atmalof", "mammalath", "almatafl", "atoll:hex-11")


@dataclass
class Tally:
    """What happened."""

    latencies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    acknowledged: int = 0
    games: int = 0
    processor_seconds: dict[str, float] = field(default_factory=dict)


@dataclass
class Pair:
    """Two players at one game after another."""

    address: str
    spec: str
    pause: float  # seconds from a move that was told to the answer
    tally: Tally
    chance: random.Random
    id: str = ""
    secrets: tuple[str, str] = ("", "")
    sent: dict[int, float] = field(default_factory=dict)  # by turn of the present game
    finished: dict[str, int] = field(default_factory=dict)  # acknowledged turns of games
    turns: int = 0

    async def sit(self, http: httpx.AsyncClient) -> None:
        """Start the first game."""
        answer = (await http.post("/api/play", json={"spec": self.spec, "opponent": "friend", "seat": 0})).json()
        self.id, self.secrets = answer["id"], (answer["secret"], answer["friend"]["secret"])

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop."""
        while not stop.is_set():
            self.tally.games += 1
            self.turns = 0
            self.sent = {}
            players = [asyncio.create_task(self._attend(seat, stop)) for seat in (0, 1)]
            following = [following for following in await asyncio.gather(*players) if following]
            self.finished[self.id] = self.turns
            if following:
                self.id, self.secrets = following[0], (self.secrets[1], self.secrets[0])

    async def _attend(self, seat: int, stop: asyncio.Event) -> str | None:
        """One player at one game; returns the id of the next."""
        address = f"{self.address.replace('http', 'ws', 1)}/api/play/{self.id}/live"
        async with connect(address, compression=None, max_size=None, open_timeout=60, ping_interval=None) as socket:
            await socket.send(json.dumps({"type": "hello", "secret": self.secrets[seat], "name": f"P{seat}"}))
            while not stop.is_set():
                with contextlib.suppress(TimeoutError):
                    following = self._take(seat, await asyncio.wait_for(socket.recv(), 1.0), socket)
                    if following:
                        return following
        return None

    def _take(self, seat: int, text: str | bytes, socket: ClientConnection) -> str | None:
        now = time.perf_counter()
        message: dict[str, Any] = from_json(text)
        if message["type"] == "done":
            self.tally.acknowledged += 1
        elif message["type"] == "error":
            self.tally.errors.append(message["error"]["code"])
        elif message["type"] == "view":
            return self._see(seat, message["view"], socket, now)
        return None

    def _see(self, seat: int, view: dict[str, Any], socket: ClientConnection, now: float) -> str | None:
        turn = len(view["history"])
        self.turns = max(self.turns, turn)
        position = view["position"]
        if turn in self.sent and position["to_move"] in (seat, None):
            self.tally.latencies.append(now - self.sent.pop(turn))
        if view["series"]["next"]:
            return view["series"]["next"]
        if view["result"] and (seat == 0 or view["offers"]) and {"rematch", "accept"} & set(view["acts"]):
            self._later(socket, 0.1, {"act": "rematch" if seat == 0 else "accept", "number": view["number"]}, None)
        elif "move" in view["acts"] and turn + 1 not in self.sent and position["moves"]:
            self.sent[turn + 1] = float("inf")
            text = self.chance.choice(position["moves"])["text"]
            self._later(socket, self.pause, {"act": "move", "number": view["number"], "text": text}, turn + 1)
        return None

    def _later(self, socket: ClientConnection, seconds: float, act: dict[str, Any], turn: int | None) -> None:
        async def send() -> None:
            await asyncio.sleep(seconds)
            if turn is not None:
                self.sent[turn] = time.perf_counter()
            with contextlib.suppress(Exception):  # the end of the measurement
                await socket.send(json.dumps({"type": "act", **act}))

        task = asyncio.create_task(send())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


_tasks: set[asyncio.Task[None]] = set()


async def measure(table: trial.Table, games: int, every: float, seconds: float) -> tuple[Tally, int]:
    """Let them play; returns the tally and how many acknowledged turns were lost."""
    tally, stop, address = Tally(), asyncio.Event(), table.address
    pairs = [
        Pair(address, SPECS[k % len(SPECS)], every / 2, tally, random.Random(k)) for k in range(games)
    ]  # fmt: skip
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        for pair in pairs:
            await pair.sit(http)
        playing = []
        for pair in pairs:  # not all in the same moment
            playing.append(asyncio.create_task(pair.play(stop)))
            await asyncio.sleep(every / games)
        await asyncio.sleep(5)
        tally.latencies.clear()
        before = table.processor_seconds(), time.process_time()
        await asyncio.sleep(seconds)
        tally.processor_seconds["server"] = table.processor_seconds() - before[0]
        tally.processor_seconds["players"] = time.process_time() - before[1]
        stop.set()
        await asyncio.gather(*playing)
        lost = 0
        for pair in pairs:
            for id, turns in pair.finished.items():
                view = (await http.get(f"/api/play/{id}")).json()
                lost += max(0, turns - len(view["history"]))
    return tally, lost


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two moves of one player")
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="postgres")
    asked = parser.parse_args()
    with (
        trial.database(asked.database) as url,
        trial.table(url, "--rate", "0", "--workers", str(asked.workers)) as table,
    ):
        tally, lost = asyncio.run(measure(table, asked.games, asked.every, asked.seconds))
    tell(asked, tally, lost)
    raise SystemExit(bool(lost or tally.errors))


def tell(asked: argparse.Namespace, tally: Tally, lost: int) -> None:
    """The figures."""
    times = 1000 * np.array(tally.latencies or [0.0])
    middle, high, highest = np.percentile(times, [50, 95, 99])
    rate = len(tally.latencies) / asked.seconds
    print(f"{asked.games} games, {asked.workers} workers, {asked.database}, {os.cpu_count()} processors")
    print(f"{len(times)} moves in {asked.seconds:.0f} s ({rate:.0f} a second), {tally.games} games begun")
    print(
        f"from sent to told: median {middle:.0f} ms, 95 % {high:.0f} ms, 99 % {highest:.0f} ms, worst {times.max():.0f}"
    )
    shares = {name: f"{1000 * spent / len(times):.2f} ms" for name, spent in tally.processor_seconds.items()}
    print(f"processor time a move: {shares}")
    print(f"errors: {len(tally.errors)} {sorted(set(tally.errors))}; acknowledged and lost: {lost}")


if __name__ == "__main__":
    main()
