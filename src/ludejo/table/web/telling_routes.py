"""Routes by which people are told that it is their turn: a feed, Web Push; and what an installed page needs."""

import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ludejo.language.catalogues import LANGUAGES
from ludejo.table.messages import people as requests
from ludejo.table.messages.views import people as views
from ludejo.table.people import feed
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.sitting.clock import now_ms
from ludejo.table.web.asking import Key, TheServer, Visitor, refusals
from ludejo.table.web.pages import STATIC, WholeFile
from ludejo.table.web.people_routes import GAMES_A_LOOK, Me, waiting_for
from ludejo.table.web.server import Server

FEED_BYTES, DEVICE_BYTES = 200, 600

router = APIRouter()


def _base(server: Server, request: Request) -> str:
    return server.config.public_url.rstrip("/") or str(request.base_url).rstrip("/")


# ---------------------------------------------------------------- a feed


@router.post("/api/me/feed", responses=refusals(401))
async def make_feed(person: Me, request: Request, server: TheServer, visitor: Visitor) -> views.FeedView:
    """Another secret address for your feed; the one before leads nowhere."""
    server.limits.check("store", visitor, FEED_BYTES)
    secret = secrets.token_urlsafe(18)
    await asked(server.persons.set_feed, person.id, secret)
    return {"link": f"{_base(server, request)}/feed/{secret}.atom"}


@router.delete("/api/me/feed", responses=refusals(401))
async def stop_feed(person: Me, server: TheServer, visitor: Visitor) -> views.WaitingView:
    """No feed any more."""
    await asked(server.persons.set_feed, person.id, None)
    return await waiting_for(person.key, server, visitor)


@router.get("/feed/{secret}.atom", include_in_schema=False)
async def read_feed(
    secret: Annotated[str, Path(max_length=64)], request: Request, server: TheServer, visitor: Visitor,
    lang: Annotated[str, Query(max_length=2)] = "en",
) -> Response:  # fmt: skip
    """The games that wait for whoever's feed this is."""
    server.limits.check("look", visitor, 5)
    person = await asked(server.persons.by_feed, secret)
    if person is None:
        raise Refusal("request/not-found")
    async with server.listing.turn(visitor):
        page = await asked(server.lists.page, person.key, 0, feed.MOST)
        server.limits.pay("look", visitor, page.of / GAMES_A_LOOK)
    waiting = [game for game in page.games if game["is_waiting"]]
    language = lang if lang in LANGUAGES else "en"
    text = feed.written(waiting, _base(server, request), person.id, language, now_ms())
    return Response(text, media_type="application/atom+xml", headers={"Cache-Control": "no-store"})


# ---------------------------------------------------------------- Web Push


@router.get("/api/push", responses=refusals(404))
async def push_key(server: TheServer) -> views.PushKeyView:
    """The key by which browsers know this table's notices."""
    if not server.push_key:
        raise Refusal("push/off")
    return {"key": server.push_key}


@router.post("/api/me/push", responses=refusals(401, 404, 409))
async def subscribe(wanted: requests.PushRequest, person: Me, server: TheServer, visitor: Visitor) -> views.WaitingView:
    """Tell this device when it is your turn."""
    if not server.push_key:
        raise Refusal("push/off")
    server.limits.check("store", visitor, DEVICE_BYTES)
    await asked(server.push.subscribe, person.id, wanted.endpoint, wanted.p256dh, wanted.auth, now_ms())
    return await waiting_for(person.key, server, visitor)


@router.post("/api/me/push/stop", responses=refusals())
async def unsubscribe(
    wanted: requests.PushStopRequest, key: Key, server: TheServer, visitor: Visitor
) -> views.WaitingView:
    """Tell this device nothing more; your others are told as before."""
    server.limits.check("act", visitor)
    await asked(server.push.forget, wanted.endpoint)
    return await waiting_for(key, server, visitor)


# ---------------------------------------------------------------- installed


@router.get("/worker.js", include_in_schema=False)
async def worker() -> Response:
    """The service worker: at the root, so that it serves every page."""
    return WholeFile(STATIC / "worker.js", media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/manifest.webmanifest", include_in_schema=False)
async def manifest() -> Response:
    """What makes the page one that can be installed."""
    file = STATIC / "manifest.webmanifest"
    return WholeFile(file, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})
