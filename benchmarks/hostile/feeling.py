"""What others feel beside an attack: how long they wait for a game and for a health check, and what memory is left."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Awaitable, Callable

import httpx
from websockets.exceptions import WebSocketException

from benchmarks import trial, watching
from benchmarks.players import from_host, live

EVERY_SECONDS = 1.0
RETRY_SECONDS = 0.05


async def longest(ask: Callable[[], Awaitable[bool]], seconds: float) -> float:
    """Ask each second, and again where that brings no answer; the longest time until there was one, in milliseconds."""
    worst, end = 0.0, time.perf_counter() + seconds
    while (begun := time.perf_counter()) < end:
        while (left := end - time.perf_counter()) > 0:
            with contextlib.suppress(OSError, WebSocketException, httpx.HTTPError):  # the end of the time is an OSError
                async with asyncio.timeout(max(0.1, left)):
                    if await ask():
                        break
            await asyncio.sleep(RETRY_SECONDS)
        worst = max(worst, time.perf_counter() - begun)
        await asyncio.sleep(min(EVERY_SECONDS, max(0.0, end - time.perf_counter())))
    return 1000 * worst


async def health(address: str, seconds: float) -> float:
    """The longest time until the table said that it was well."""
    async with httpx.AsyncClient(base_url=address, transport=from_host("127.0.6.2"), timeout=seconds) as http:

        async def ask() -> bool:
            return (await http.get("/healthz")).is_success

        return await longest(ask, seconds)


async def entering(address: str, seconds: float, games: list[str]) -> float:
    """The longest time until somebody who came to one of the players' games was shown it."""

    async def ask() -> bool:
        async with live(address, random.choice(games), "127.0.6.3") as socket:
            await socket.send(json.dumps({"type": "hello"}))
            async for message in socket:
                if json.loads(message)["type"] == "view":
                    return True
        return False

    return await longest(ask, seconds)


async def memory(table: trial.Table, seconds: float) -> float:
    """The most that any process of the table had, also one that has ended in the meantime; in MB."""
    most, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        most = max(most, watching.peak_mb(table))
        await asyncio.sleep(min(EVERY_SECONDS, max(0.0, end - time.perf_counter())))
    return most
