"""For whoever hosts the table: is it well, and how much is going on."""

import asyncio
import time

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludejo.table import metrics
from ludejo.table.pools import for_health
from ludejo.table.refusals import Refusal
from ludejo.table.web.asking import TheServer

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")

router = APIRouter(include_in_schema=False)


class Counting:
    """Counts answers by status, and how long they took."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.REQUESTS.labels(message["status"]).inc()
                metrics.REQUEST_SECONDS.observe(time.perf_counter() - begun)
            await send(message)

        await self.app(scope, receive, sending)


@router.get("/healthz")
async def health(request: Request, server: TheServer) -> Response:
    """200 when the server can work, 503 when its database cannot be read or written; what is wrong stands in it.

    Programs on the same machine are also told which games were set aside because they cannot be read.
    """
    problem = await for_health(server.checkup.problem)
    if problem:
        return JSONResponse({"ok": False, "problem": problem}, 503)
    told: dict[str, object] = {"ok": True, "warm": server.warming.is_done, "room": server.has_room}
    aside = await for_health(server.store.games_set_aside)
    if aside:
        told["set_aside"] = list(aside) if is_at_home(request) else len(aside)
    return JSONResponse(told)


def is_at_home(request: Request) -> bool:
    """Whether a program on this machine asks, as far as can be seen."""
    host = request.client.host if request.client else ""
    return host in ("127.0.0.1", "::1") and not any(name in request.headers for name in FORWARDED)


@router.get("/metrics")
async def numbers(request: Request, server: TheServer) -> Response:
    """Numbers for Prometheus, of all workers; only for programs on the same machine.

    Not every proxy says that it is one, so that a table which has one tells them at a port of their own alone.
    """
    config = server.config
    if config.public_url or config.proxies or config.metrics_port or not is_at_home(request):
        raise Refusal("request/not-found")
    return Response(await asyncio.to_thread(metrics.written), media_type=CONTENT_TYPE_LATEST)
