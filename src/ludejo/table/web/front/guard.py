"""What every request passes: limits on number and size, checks of its origin and of the name that was asked for, and
headers that keep browsers strict.
"""

import asyncio
import ipaddress
import json
import socket
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludejo.table.limits import Limits
from ludejo.table.refusals import Refusal
from ludejo.table.visitors import visitor_of
from ludejo.table.web.front.turns import Turns, Unpacking

MOST_BYTES = 64 * 1024
REFUSED_SECONDS = 1.0  # before somebody hears that it was too much
BYTES_A_LOOK = 10_000  # of what is large
MOST_RECORD_BYTES = 1_200_000  # of addresses that take records
TAKES_RECORDS = ("/api/study", "/api/studies")
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
_PORTS = {"http": 80, "https": 443}
_SCHEMES = {"ws": "http", "wss": "https"}
PRICES = {"/api/openapi.json": 20.0, "/api/games": 4.0}  # in requests; any other counts as one


Site = tuple[str, str, int | None]  # scheme, name, port


def _site(url: str) -> Site | None:
    """Which site a URL belongs to, as browsers see it; None where it is no URL of the web."""
    try:
        parts = urlsplit(url)
        return (parts.scheme, parts.hostname or "", parts.port or _PORTS[parts.scheme])
    except (ValueError, KeyError):
        return None


def is_own_origin(headers: Mapping[str, str], scheme: str, public_url: str) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    own = public_url or f"{_SCHEMES.get(scheme, scheme)}://{headers.get('host', '')}"
    site = _site(origin)
    return site is not None and site == _site(own)


def is_own_name(host: str, names: Iterable[str]) -> bool:
    """Whether a table without a public URL goes by this name: an address, this machine, or what it was told.

    Any other name may belong to somebody who lets it point here, so that their page counts as ours (DNS rebinding).
    """
    site = _site(f"http://{host}")
    if site is None:
        return False
    name = site[1]
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return name in ("", "localhost", *names) or name.endswith(".localhost")


def names_of_this_machine() -> tuple[str, ...]:
    """What people at home may call it."""
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, public_url: str = "", host: str = "") -> None:
        self.app = app
        self.public_url = public_url
        self.names = (host.lower(), *names_of_this_machine())
        self.turns, self.unpacking = Turns(), Unpacking()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        if scope["type"] == "http":
            send = _with_headers(_held_back(send), scope["path"].startswith("/api/"))
        await self.turns.wait(visitor_of_scope(scope))
        most = MOST_RECORD_BYTES if scope["path"].startswith(TAKES_RECORDS) else MOST_BYTES
        try:
            self._check(scope, headers)
            if _length(headers) > most:
                raise Refusal("request/too-large", bytes=most)
        except Refusal as refusal:
            await (refuse(send, refusal) if scope["type"] == "http" else send({"type": "websocket.close"}))
            return
        if scope["type"] == "http":
            await self._counted(scope, receive, send, most)
        else:
            await self.app(scope, receive, send)

    def _check(self, scope: Scope, headers: Mapping[str, str]) -> None:
        """Refuse what comes too often, by a strange name, or from a strange page. A websocket tells why by itself."""
        limits: Limits | None = scope.get("state", {}).get("limits")
        if limits:
            visitor = visitor_of_scope(scope)
            limits.check("request", visitor, PRICES.get(scope["path"], 1.0))
            length = MOST_RECORD_BYTES if "transfer-encoding" in headers else _length(headers)
            if length > MOST_BYTES:  # who has nothing left for it is refused before it is taken in
                limits.check("look", visitor, min(length, MOST_RECORD_BYTES) / BYTES_A_LOOK)
        if not self.public_url and not is_own_name(headers.get("host", ""), self.names):
            raise Refusal("request/host")
        acts = scope["type"] == "http" and scope["method"] not in _HARMLESS
        if acts and not is_own_origin(headers, scope["scheme"], self.public_url):
            raise Refusal("request/origin")

    async def _counted(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        """Pass it on, and count the bytes that come: not everybody tells the length, or the truth about it."""
        seen, answered = 0, False

        async def counting() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise ClientDisconnect
            is_whole = message["type"] == "http.request" and not message.get("more_body", False)
            if is_whole and seen > MOST_BYTES:
                await self.unpacking.wait(visitor_of_scope(scope))
            return message

        async def watching(message: Message) -> None:
            nonlocal answered
            if seen <= most:
                await send(message)
            elif not answered:  # whatever the application makes of a body that ends too early
                answered = True
                await refuse(send, Refusal("request/too-large", bytes=most))

        await self.app(scope, counting, watching)


def visitor_of_scope(scope: Scope) -> str:
    """Whose limits count for a request."""
    host, _ = scope["client"] or ("", 0)
    return visitor_of(host)


def _length(headers: Mapping[str, str]) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isdecimal() and len(text) < 16 else 1 << 60


def _held_back(send: Send) -> Send:
    """Whoever asks for too much hears of it after a while: those who do not wait by themselves are made to."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 429:
            await asyncio.sleep(REFUSED_SECONDS)
        await send(message)

    return sending


def _with_headers(send: Send, may_be_secret: bool) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            may_be_framed = "frame-ancestors *" in headers.get("Content-Security-Policy", "")
            for name, value in HEADERS.items():
                if not (may_be_framed and name == "X-Frame-Options"):  # it knows no way to allow everybody
                    headers.setdefault(name, value)
            if may_be_secret:
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending


async def refuse(send: Send, refusal: Refusal) -> None:
    """Answer with a refusal, outside of any framework."""
    body = json.dumps(refusal.as_json()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.status == 429:
        headers.append((b"retry-after", str(refusal.values["seconds"]).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
