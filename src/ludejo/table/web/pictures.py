"""What the renderer draws, for pages: the palette, the symbols of all games, covers, and pictures in the rules."""

import hashlib

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from ludejo.games.discovery import folders
from ludejo.play.render.palette import style_sheet
from ludejo.play.render.pictures import cover, drawn
from ludejo.play.render.symbols import sheet
from ludejo.table.refusals import Refusal
from ludejo.table.web.asking import TheServer, Visitor
from ludejo.table.web.front.bundling import FOR_EVER, version

router = APIRouter(include_in_schema=False)


@router.get("/palette.css")
async def palette(request: Request) -> Response:
    """The colours of boards and pieces."""
    return kept(request, style_sheet(), "text/css")


@router.get("/symbols.svg")
async def symbols(request: Request, server: TheServer, visitor: Visitor) -> Response:
    """The pieces of all games."""
    return kept(request, await server.reading.do(visitor, sheet), "image/svg+xml")


@router.get("/covers/{name}.svg")
async def cover_picture(request: Request, name: str, server: TheServer, visitor: Visitor) -> Response:
    """A small picture of a game."""
    if name not in folders():
        raise Refusal("request/not-found")
    return kept(request, await server.reading.do(visitor, cover, name), "image/svg+xml")


@router.get("/pictures/{game}/{name}.svg")
async def rule_picture(request: Request, game: str, name: str, server: TheServer, visitor: Visitor) -> Response:
    """A picture in the rules of a game."""
    if game not in folders():
        raise Refusal("request/not-found")
    picture = await server.reading.do(visitor, drawn, game, name)
    if picture is None:
        raise Refusal("request/not-found")
    return kept(request, picture, "image/svg+xml")


def kept(request: Request, text: str, kind: str, lasts: bool = True) -> Response:
    """A text that a browser keeps, and asks about each time: it never shows parts of two versions.

    Whoever names the version that they are at (`?v=…`) need not ask again, where the text lasts as long as that.
    """
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'
    is_named = lasts and request.query_params.get("v") == version()
    headers = {"ETag": tag, "Cache-Control": FOR_EVER if is_named else "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=kind, headers=headers)
