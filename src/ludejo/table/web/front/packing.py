"""Answers are compressed beside the event loop: half a megabyte takes long enough for other people's moves to wait."""

import asyncio
import gzip
from concurrent.futures import ThreadPoolExecutor

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST = 1000  # bytes; less is not worth it
LEVEL = 5
KINDS = ("text/", "application/json", "application/javascript", "application/x-go-sgf", "image/svg+xml")
STREAMS = "text/event-stream"

_packers = ThreadPoolExecutor(2, "packing")


class Packing:
    """Compresses whole answers for those who can unpack them. What comes in pieces without an end passes as it is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and pack the answer."""
        if (
            scope["type"] == "http"
            and scope["method"] != "HEAD"
            and "gzip" in Headers(scope=scope).get("accept-encoding", "")
        ):
            send = _Packer(send).send
        await self.app(scope, receive, send)


class _Packer:
    """Holds an answer back until it is whole."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None  # held back
        self._parts: list[bytes] = []

    async def send(self, message: Message) -> None:
        """Take the next message of an answer."""
        if message["type"] == "http.response.start" and _is_worth_it(message):
            self._start = message
        elif self._start is None:
            await self._send(message)
        else:
            self._parts.append(message.get("body", b""))
            if not message.get("more_body", False):
                await self._finish(self._start, b"".join(self._parts))

    async def _finish(self, start: Message, body: bytes) -> None:
        packed = await asyncio.get_running_loop().run_in_executor(_packers, pack, body)
        headers = MutableHeaders(raw=start["headers"])
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(packed))
        headers.add_vary_header("Accept-Encoding")
        if tag := headers.get("etag"):
            headers["ETag"] = tag if tag.startswith("W/") else f"W/{tag}"
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": packed})


def _is_worth_it(start: Message) -> bool:
    """Whether an answer is whole and long, has an end, and is no picture or archive that is packed already."""
    headers = Headers(raw=start["headers"])
    kind, length = headers.get("content-type", ""), headers.get("content-length", "0")
    is_text = kind.startswith(KINDS) and not kind.startswith(STREAMS)
    return start["status"] == 200 and is_text and int(length) >= LEAST and "content-encoding" not in headers


def pack(body: bytes) -> bytes:
    """Compressed, the same bytes every time."""
    return gzip.compress(body, LEVEL, mtime=0)
