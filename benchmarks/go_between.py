"""python benchmarks/go_between.py FIREFOX ARGUMENTS: Firefox as Playwright expects it, for its channel `moz-firefox`.

Two things that Playwright asks of WebDriver BiDi are not in Debian's Firefox yet, and are done here in its place.
Every new window is given a colour scheme, and none is made without it: Playwright is told that this was done, which
pages of the table do not need, as their theme is a preference of their own. And a download that no navigation has begun
has no name, and would not be noticed: it is given its address. All else passes as it is.
"""

import asyncio
import json
import re
import sys
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

LISTENING = re.compile(rb"(.*WebDriver BiDi listening on )(ws://\S+)")
COLOURS, DOWNLOAD = '"emulation.setMediaFeaturesOverride"', '"browsingContext.download'
HEAD = 200  # characters in which a message names its method


async def _ask(near: ServerConnection, far: ClientConnection) -> None:
    """What Playwright says."""
    with suppress(ConnectionClosed):
        async for said in near:
            text = str(said)
            if COLOURS in text[:HEAD]:
                await near.send(json.dumps({"type": "success", "id": json.loads(text)["id"], "result": {}}))
            else:
                await far.send(text)
    await far.close()


async def _answer(near: ServerConnection, far: ClientConnection) -> None:
    """What Firefox says."""
    with suppress(ConnectionClosed):
        async for said in far:
            text = str(said)
            await near.send(_named(text) if DOWNLOAD in text[:HEAD] else text)
    await near.close()


def _named(text: str) -> str:
    told = json.loads(text)
    if not told["params"].get("navigation"):
        told["params"].setdefault("download", told["params"]["url"])
    return json.dumps(told)


async def main() -> int:
    """Be Firefox until it ends."""
    firefox = await asyncio.create_subprocess_exec(*sys.argv[1:], stderr=asyncio.subprocess.PIPE)
    there = ""

    async def meet(near: ServerConnection) -> None:
        async with connect(f"{there}/session", max_size=None, compression=None, ping_interval=None) as far:
            await asyncio.gather(_ask(near, far), _answer(near, far))

    assert firefox.stderr
    async with serve(meet, "127.0.0.1", 0, max_size=None, compression=None, ping_interval=None) as server:
        here = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async for line in firefox.stderr:
            if found := LISTENING.match(line):
                there = found[2].decode()
                line = found[1] + here.encode() + b"\n"
            sys.stderr.buffer.write(line)
            sys.stderr.flush()
        return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
