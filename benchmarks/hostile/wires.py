"""Attacks on how requests are taken apart, and on how people are let in."""

import asyncio
import json
from typing import Any

from benchmarks.hostile.attacks import new_game
from benchmarks.hostile.materials import BROAD, WIDE
from benchmarks.hostile.visitors import Visitor

STRANGER = b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nOrigin: http://elsewhere.example\r\n"  # is refused at once
TINY = b"1\r\nx\r\n" * 40_000  # chunks; about what is read at once
LINES = b"a:\r\n" * 60_000  # of a head, likewise
UNKNOWN = json.dumps({f"a{k}": 1 for k in range(50_000)})
WRONG = {
    "moves": json.dumps({"spec": "atoll", "moves": [1] * 200_000}),
    "comments": json.dumps({"spec": "atoll", "format": "json", "comments": {f"a{k}": 1 for k in range(50_000)}}),
}
SMALL = json.dumps({f"a{k}": 1 for k in range(4_000)})  # where less is taken
OWN_GAMES = 12


async def chunks(visitor: Visitor) -> None:
    """Bodies in chunks of a byte after a refusal, heads of endless lines, and lines after a last chunk."""
    chunked = STRANGER + b"Transfer-Encoding: chunked\r\n\r\n"
    begin, more = visitor.chance.choice(
        [(chunked, TINY), (STRANGER + LINES + b"\r\n", LINES), (chunked, b"0\r\n" + LINES)]
    )
    try:
        reader, writer = await visitor.open_raw()
    except OSError as error:
        visitor.answers[type(error).__name__] += 1
        await asyncio.sleep(0.05)
        return
    try:
        writer.write(begin)
        line = await reader.readline()
        visitor.answers[line.decode().split()[1] if line else "closed"] += 1
        while line:
            writer.write(more)
            await writer.drain()
            visitor.answers["more taken"] += 1
    except OSError:
        visitor.answers["cut off"] += 1
    finally:
        writer.close()


async def wrong_keys(visitor: Visitor) -> None:
    """Bodies full of what nobody has asked for: keys, moves that are no text, comments on no turns."""
    path, body = visitor.chance.choice(
        [("/api/study", UNKNOWN), ("/api/study/look", UNKNOWN), ("/api/study/look", WRONG["moves"]),
         ("/api/study/export", WRONG["comments"]), ("/api/play", SMALL), ("/api/qr", SMALL)]
    )  # fmt: skip
    await visitor.ask("POST", path, content=body, headers={"Content-Type": "application/json"})


async def arrivals(visitor: Visitor) -> None:
    """Many large boards of one's own looked at together, and entered."""

    async def begin(visitor: Visitor) -> list[dict[str, Any]]:
        games = [await new_game(visitor, (BROAD, WIDE)[k % 2]) for k in range(OWN_GAMES)]
        return [game for game in games if game]

    games = await visitor.once("games", begin)
    if games:
        looked, game = visitor.chance.choices(games, k=2)
        await visitor.ask("GET", f"/api/play/{looked['id']}")
        async with visitor.socket(game["id"], game["secret"]) as socket:
            await socket.recv()
