"""The application: routes, errors, and what stands before them. `create` is what a server process calls."""

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

import ludejo
from ludejo.table.config import Config
from ludejo.table.memory import keep_memory_tight
from ludejo.table.refusals import EXPLAINED, Refusal, explained
from ludejo.table.web import (
    game_routes,
    hosting,
    live,
    lobby_routes,
    pages,
    passkey_routes,
    people_routes,
    pictures,
    play_routes,
    reading_routes,
    study_routes,
    telling_routes,
)
from ludejo.table.web.asking import bad_request
from ludejo.table.web.front.guard import Guard
from ludejo.table.web.front.packing import Packing
from ludejo.table.web.front.transport import RESERVE, Door, raise_descriptor_limit
from ludejo.table.web.logs import set_up_logs
from ludejo.table.web.server import Server
from ludejo.table.web.sharing import reports, shelf, shots, studies

log = logging.getLogger("ludejo.table")
_SECRET = re.compile(r"^/feed/.*")  # the one address that is a secret as a whole
_BY_STATUS = {404: "request/not-found", 405: "request/method"}


def create(config: Config | None = None) -> FastAPI:
    """The application of one worker."""
    config = config or Config.from_environment()
    keep_memory_tight()
    set_up_logs()
    app = FastAPI(
        title="Ludejo's table", version=ludejo.__version__, lifespan=_lifespan,
        docs_url=None, redoc_url=None, openapi_url="/api/openapi.json",
    )  # fmt: skip
    app.state.config = config
    for module in (
        game_routes,
        play_routes,
        people_routes,
        passkey_routes,
        study_routes,
        reading_routes,
        live,
        lobby_routes,
        telling_routes,
        hosting,
        studies,
        shelf,
        shots,
        reports,
        pictures,
        pages,
    ):
        app.include_router(module.router)
    pages.mount_static(app)
    _handle_errors(app)
    app.add_middleware(Packing)
    app.add_middleware(hosting.Counting)
    app.add_middleware(Guard, public_url=config.public_url, host=config.host)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[dict[str, object]]:
    """What it yields, guard.py and transport.py find in `state`."""
    config: Config = app.state.config
    server = app.state.server = Server(config)
    descriptors = raise_descriptor_limit()
    most_of_one = 2 * config.most_connections if config.rate > 0 else 0
    await server.start()
    yield {"limits": server.limits, "door": Door(max(RESERVE, descriptors - RESERVE), most_of_one, config.proxies)}
    await server.stop()


def _handle_errors(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refused(request: Request, refusal: Refusal) -> Response:
        return _answer(refusal)

    async def explain(request: Request, error: Exception) -> Response:
        assert isinstance(error, EXPLAINED)
        return _answer(explained(error))

    for kind in EXPLAINED:
        app.add_exception_handler(kind, explain)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return _answer(bad_request(error.errors()))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and pages.is_for_people(request):
            return await pages.shell(request.url.path, 404)
        code = _BY_STATUS.get(error.status_code, "request/bad")
        refusal = Refusal(code, "{problem}", problem=str(error.detail)) if code == "request/bad" else Refusal(code)
        return JSONResponse(refusal.as_json(), refusal.status, headers=error.headers)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        log.error("request failed", exc_info=error, extra={"path": _SECRET.sub("/feed/…", request.url.path)})
        return _answer(Refusal("server/error"))


def _answer(refusal: Refusal) -> Response:
    headers = {"Retry-After": str(refusal.values["seconds"])} if refusal.status == 429 else None
    return JSONResponse(refusal.as_json(), refusal.status, headers=headers)
