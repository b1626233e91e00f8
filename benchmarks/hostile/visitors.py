"""A hostile visitor: an address of its own, requests and websockets from there, and a tally of what it is answered."""

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from benchmarks.players import from_host, live


class Ended(Exception):
    """A connection is gone, and has been counted."""


class Visitor:
    """One of the attackers."""

    def __init__(self, address: str, host: str, materials: Path, victims: list[str]) -> None:
        self.address = address
        self.host = host
        self.materials = materials
        self.victims = victims  # games of the players, to be watched
        self.answers: Counter[str] = Counter()
        self.chance = random.Random(host)
        self.http = httpx.AsyncClient(base_url=address, transport=from_host(host), timeout=60)
        self.kept: dict[str, Any] = {}  # what an attack prepares for itself once
        self._preparing = asyncio.Lock()

    @property
    def port(self) -> int:
        """Where the table listens."""
        return int(self.address.rpartition(":")[2])

    def material(self, name: str) -> str:
        """A file that was made before."""
        return (self.materials / name).read_text()

    async def ask(self, method: str, path: str, **request: Any) -> Any:
        """Ask, and count the answer. A long one is read and forgotten, a short one is returned if it is JSON."""
        body = b""
        try:
            async with self.http.stream(method, path, **request) as response:
                async for part in response.aiter_bytes():
                    body = body + part if len(body) < 100_000 else body
        except httpx.HTTPError as error:
            self.answers[type(error).__name__] += 1
            await asyncio.sleep(0.05)
            return None
        self.answers[str(response.status_code)] += 1
        with contextlib.suppress(ValueError):
            return json.loads(body) if response.is_success else None
        return None

    async def follow(self, method: str, path: str, **request: Any) -> None:
        """Ask for an answer that may take hours, counted when it begins, and read it to its end."""
        try:
            async with self.http.stream(method, path, **request) as response:
                self.answers[str(response.status_code)] += 1
                async for _ in response.aiter_bytes():
                    pass
        except httpx.HTTPError as error:
            self.answers[type(error).__name__] += 1
            await asyncio.sleep(0.05)

    @property
    def unprepared(self) -> set[str]:
        """What could never be prepared."""
        return {name for name, made in self.kept.items() if not made}

    async def once(self, name: str, prepare: Any) -> Any:
        """What was prepared; tried again as long as it fails."""
        async with self._preparing:
            if not self.kept.setdefault(name, None):
                self.kept[name] = await prepare(self)
            return self.kept[name]

    @contextlib.asynccontextmanager
    async def socket(self, id: str, secret: str = "") -> AsyncIterator[ClientConnection]:
        """A websocket at a game; whatever ends it is counted, and ends the attempt."""
        try:
            async with live(self.address, id, self.host) as socket:
                await socket.send(json.dumps({"type": "hello", "secret": secret, "name": "M"}))
                self.answers["connected"] += 1
                yield socket
        except ConnectionClosed as closed:
            self.answers[f"closed {closed.rcvd.code if closed.rcvd else 'without a word'}"] += 1
            raise Ended from closed
        except (OSError, WebSocketException) as error:
            self.answers[type(error).__name__] += 1
            await asyncio.sleep(0.05)
            raise Ended from error

    async def open_raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.host, 0))
