"""Well-behaved players over websockets: two people at one game after another, or one against the engine.

They think a while, move, and measure how long their move takes: from the moment at which it is sent to the moment at
which the opponent has been told of it; against the engine, to its acknowledgement. What was acknowledged is kept, to be
compared with what the table has in the end.
"""

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx
from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SPECS = ("atoll", "atmalof", "mammalath", "almatafl", "atoll:hex-11")
RETRY_SECONDS = 0.3


@dataclass
class Tally:
    """What happened to them."""

    latencies: list[float] = field(default_factory=list)  # seconds from sent to told
    replies: list[float] = field(default_factory=list)  # seconds from acknowledged to the engine's answer
    refused: Counter[str] = field(default_factory=Counter)  # codes of errors
    lost_connections: int = 0
    acknowledged: int = 0
    games: int = 0


@dataclass
class Seats:
    """One game: who sits there, what was sent and what was acknowledged."""

    id: str
    secrets: tuple[str, ...]
    acts: dict[int, dict[str, Any]] = field(default_factory=dict)  # by turn; one that is not answered is sent again
    sent: dict[int, float] = field(default_factory=dict)  # by turn, of those that nobody was told of yet: when
    acknowledged: dict[int, str] = field(default_factory=dict)  # by turn
    replied_after: dict[int, float] = field(default_factory=dict)  # by turn of the engine: since when it thinks


@dataclass
class Players:
    """All people of one game, and of the games that follow it."""

    address: str
    hosts: tuple[str, ...]  # the addresses of their own from which they come
    spec: str
    level: int | None  # of the engine; none: two people
    pause: tuple[float, float]  # seconds of thinking, at least and at most
    tally: Tally
    chance: random.Random
    finished: list[Seats] = field(default_factory=list)
    present: Seats | None = None
    _sockets: dict[int, ClientConnection] = field(default_factory=dict)  # by seat
    _sending: set[asyncio.Task[None]] = field(default_factory=set)

    async def play(self) -> None:
        """One game after another, until cancelled."""
        try:
            while True:
                self.present = await self._sit()
                self.tally.games += 1
                seats = range(len(self.present.secrets))
                async with asyncio.TaskGroup() as group:
                    for seat in seats:
                        group.create_task(self._attend(self.present, seat))
                self.finished.append(self.present)
        finally:
            for task in self._sending:
                task.cancel()

    async def _sit(self) -> Seats:
        terms: dict[str, Any] = {"opponent": "friend"} if self.level is None else {"opponent": "engine"}
        terms |= {"spec": self.spec, "seat": 0} | ({} if self.level is None else {"level": self.level})
        while True:
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(transport=from_host(self.hosts[0]), timeout=60) as http:
                    response = await http.post(f"{self.address}/api/play", json=terms)
                if response.status_code == 201:
                    answer = response.json()
                    friend = [answer["friend"]["secret"]] if answer["friend"] else []
                    return Seats(answer["id"], (answer["secret"], *friend))
                self.tally.refused[f"start {response.status_code}"] += 1
            await asyncio.sleep(RETRY_SECONDS)

    async def _attend(self, game: Seats, seat: int) -> None:
        """One player at one game, however often the connection is lost."""
        while True:
            try:
                async with live(self.address, game.id, self.hosts[seat]) as socket:
                    self._sockets[seat] = socket
                    await socket.send(json.dumps({"type": "hello", "secret": game.secrets[seat], "name": f"P{seat}"}))
                    asked: set[int] = set()  # turns that were answered over this connection
                    async for text in socket:
                        if self._take(game, seat, from_json(text), socket, asked):
                            return
            except (OSError, WebSocketException):
                pass
            self.tally.lost_connections += 1
            await asyncio.sleep(RETRY_SECONDS)

    def _take(self, game: Seats, seat: int, message: dict[str, Any], socket: ClientConnection, asked: set[int]) -> bool:
        """Hear a message; returns whether the game is over."""
        now = time.perf_counter()
        if message["type"] == "done":
            self._acknowledge(game, int(message["ref"]), now)
        elif message["type"] == "error":
            self.tally.refused[message["error"]["code"]] += 1
        elif message["type"] == "view":
            view = message["view"]
            self._see(game, seat, view, now)
            if view["result"]:
                return True
            if "move" in view["acts"] and view["position"]["moves"] and len(view["history"]) not in asked:
                asked.add(len(view["history"]))
                self._later(game, view, socket)
        return False

    def _acknowledge(self, game: Seats, turn: int, now: float) -> None:
        self.tally.acknowledged += 1
        game.acknowledged[turn] = game.acts[turn]["text"]
        if self.level is not None and turn in game.sent:
            self.tally.latencies.append(now - game.sent.pop(turn))
            game.replied_after[turn + 1] = now

    def _see(self, game: Seats, seat: int, view: dict[str, Any], now: float) -> None:
        """A view came to this seat: if it is to move, those who moved before have been heard."""
        if self.level is None and view["position"]["to_move"] in (seat, None):
            for turn in [turn for turn in game.sent if turn <= len(view["history"])]:
                self.tally.latencies.append(now - game.sent.pop(turn))
        for turn in [turn for turn in game.replied_after if turn <= len(view["history"])]:
            self.tally.replies.append(now - game.replied_after.pop(turn))

    def _later(self, game: Seats, view: dict[str, Any], socket: ClientConnection) -> None:
        turn, text = len(view["history"]) + 1, self.chance.choice(view["position"]["moves"])["text"]
        act = {"type": "act", "act": "move", "number": view["number"], "text": text, "ref": turn}
        act = game.acts.setdefault(turn, act)

        async def send() -> None:
            await asyncio.sleep(self.chance.uniform(*self.pause))
            game.sent.setdefault(turn, time.perf_counter())
            with contextlib.suppress(OSError, WebSocketException):  # comes back and decides anew
                await socket.send(json.dumps(act))

        task = asyncio.create_task(send())
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def unplug(self) -> None:
        """One of them loses the connection."""
        if self._sockets:
            self.chance.choice(list(self._sockets.values())).transport.abort()

    def waiting(self) -> list[float]:
        """For how many seconds those wait who have not been answered."""
        now = time.perf_counter()
        return [now - sent for sent in self.present.sent.values()] if self.present else []

    async def lost(self, http: httpx.AsyncClient) -> list[str]:
        """What was acknowledged, and is not there."""
        found = []
        for game in [*self.finished, *([self.present] if self.present else [])]:
            history = (await patiently(http, f"/api/play/{game.id}")).json().get("history", [])
            for turn, text in game.acknowledged.items():
                if turn > len(history) or not history[turn - 1].startswith(text):
                    found.append(f"{game.id}: turn {turn}, {text}")
        return found


async def patiently(http: httpx.AsyncClient, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """An answer, after the limits if need be."""
    while (response := await http.get(path, headers=headers)).status_code == 429:
        await asyncio.sleep(float(response.headers["retry-after"]))
    return response


def from_host(host: str) -> httpx.AsyncHTTPTransport:
    """Requests that come from an address of one's own: all of 127.0.0.0/8 is this machine."""
    return httpx.AsyncHTTPTransport(local_address=host, limits=httpx.Limits(max_connections=None))


def live(address: str, id: str, host: str) -> connect:
    """The websocket of a game, from an address of one's own."""
    url = f"{address.replace('http', 'ws', 1)}/api/play/{id}/live"
    return connect(
        url, compression=None, max_size=None, open_timeout=60, ping_interval=None, local_addr=(host, 0), proxy=None
    )
