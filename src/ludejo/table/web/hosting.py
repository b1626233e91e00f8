"""For whoever hosts the table: is it well, and how much is going on."""

import asyncio
import time
from collections import Counter

from fastapi import APIRouter, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludejo.table.sitting.refusals import Refusal
from ludejo.table.web.asking import TheServer
from ludejo.table.web.server import Server

BOUNDS = (0.005, 0.025, 0.1, 0.5, 2.5)  # seconds
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
                traffic.count(message["status"], time.perf_counter() - begun)
            await send(message)

        await self.app(scope, receive, sending)


class Traffic:
    """What has been answered since the start."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.within: Counter[float] = Counter()
        self.seconds = 0.0

    def count(self, status: int, seconds: float) -> None:
        """One more answer."""
        self.statuses[status] += 1
        self.seconds += seconds
        for bound in BOUNDS:
            self.within[bound] += seconds <= bound


traffic = Traffic()


@router.get("/healthz")
async def health(server: TheServer) -> Response:
    """200 when the server can work, 503 when its database does not answer."""
    try:
        await asyncio.to_thread(server.store.is_well)
    except SQLAlchemyError:
        return JSONResponse({"ok": False, "problem": "the database does not answer"}, 503)
    return JSONResponse({"ok": True, "warm": server.warming.is_done})


@router.get("/metrics")
async def metrics(request: Request, server: TheServer) -> Response:
    """Numbers for Prometheus, of one worker; only for programs on the same machine, and not through a proxy."""
    host = request.client.host if request.client else ""
    if host not in ("127.0.0.1", "::1") or "x-forwarded-for" in request.headers:
        raise Refusal("request/not-found")
    return PlainTextResponse(written(server), media_type="text/plain; version=0.0.4")


def written(server: Server) -> str:
    """The text that Prometheus reads."""
    rooms, worker = server.rooms, f'worker="{server.origin}"'
    total = sum(traffic.statuses.values())
    lines = [
        "# TYPE ludejo_requests_total counter",
        *(f'ludejo_requests_total{{{worker},status="{status}"}} {n}' for status, n in traffic.statuses.items()),
        "# TYPE ludejo_request_seconds histogram",
        *(f'ludejo_request_seconds_bucket{{{worker},le="{bound}"}} {traffic.within[bound]}' for bound in BOUNDS),
        f'ludejo_request_seconds_bucket{{{worker},le="+Inf"}} {total}',
        f"ludejo_request_seconds_sum{{{worker}}} {traffic.seconds:.6f}",
        f"ludejo_request_seconds_count{{{worker}}} {total}",
    ]
    counters = {
        "games_started_total": rooms.counts["games"],
        "events_total": rooms.counts["events"],
        "acts_refused_total": rooms.counts["refused"],
        "engine_seconds_total": round(server.thinking.busy_seconds, 3),
    }
    gauges = {"rooms": rooms.open_rooms, "connections": rooms.guests, "engine_waiting": server.thinking.waiting}
    for kind, values in (("counter", counters), ("gauge", gauges)):
        for name, value in values.items():
            lines += [f"# TYPE ludejo_{name} {kind}", f"ludejo_{name}{{{worker}}} {value}"]
    return "\n".join(lines) + "\n"
