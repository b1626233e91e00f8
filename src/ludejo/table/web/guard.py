"""What every request passes: limits on size, a check of its origin, and headers that keep browsers strict."""

import json
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludejo.table.refusals import Refusal

MOST_BYTES = 64 * 1024
MOST_RECORD_BYTES = 1_200_000  # of addresses that take records
POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "font-src 'self'",
        "connect-src 'self'", "manifest-src 'self'", "media-src 'self'", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)  # fmt: skip
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
    "X-Frame-Options": "DENY",
}
_HARMLESS = ("GET", "HEAD", "OPTIONS")


def is_own_origin(headers: Mapping[str, str], public_url: str) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    own = urlsplit(public_url).netloc if public_url else headers.get("host", "")
    return urlsplit(origin).netloc.lower() == own.lower() and origin != "null"


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, public_url: str = "") -> None:
        self.app = app
        self.public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        most = MOST_RECORD_BYTES if scope["path"].startswith("/api/study") else MOST_BYTES
        send = _with_headers(send)
        if scope["method"] not in _HARMLESS and not is_own_origin(headers, self.public_url):
            await refuse(send, Refusal("request/origin"))
        elif _length(headers) > most:
            await refuse(send, Refusal("request/too-large", bytes=most))
        else:
            await self._counted(scope, receive, send, most)

    async def _counted(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        """Pass it on, and count the bytes that come: not everybody tells the length, or the truth about it."""
        seen, answered = 0, False

        async def counting() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise ClientDisconnect
            return message

        async def watching(message: Message) -> None:
            nonlocal answered
            if seen <= most:
                await send(message)
            elif not answered:  # whatever the application makes of a body that ends too early
                answered = True
                await refuse(send, Refusal("request/too-large", bytes=most))

        await self.app(scope, counting, watching)


def _length(headers: Mapping[str, str]) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isdecimal() and len(text) < 16 else 1 << 60


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


async def refuse(send: Send, refusal: Refusal) -> None:
    """Answer with a refusal, outside of any framework."""
    body = json.dumps(refusal.as_json()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
