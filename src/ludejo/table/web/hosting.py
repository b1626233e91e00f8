"""For whoever hosts the table: is it well, and how much is going on."""

import asyncio
import time

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludejo.table import metrics
from ludejo.table.refusals import Refusal
from ludejo.table.web.asking import TheServer

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
async def health(server: TheServer) -> Response:
    """200 when the server can work, 503 when its database does not answer."""
    try:
        await asyncio.to_thread(server.store.is_well)
    except SQLAlchemyError:
        return JSONResponse({"ok": False, "problem": "the database does not answer"}, 503)
    return JSONResponse({"ok": True, "warm": server.warming.is_done})


@router.get("/metrics")
async def numbers(request: Request) -> Response:
    """Numbers for Prometheus, of all workers; only for programs on the same machine, and not through a proxy."""
    host = request.client.host if request.client else ""
    if host not in ("127.0.0.1", "::1") or "x-forwarded-for" in request.headers:
        raise Refusal("request/not-found")
    return Response(await asyncio.to_thread(metrics.written), media_type=CONTENT_TYPE_LATEST)
