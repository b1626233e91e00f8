"""What other pages show of games and studies: pictures, and frames that may stand anywhere."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ludejo.games.discovery import folders
from ludejo.table.reading import shots
from ludejo.table.reading.shots import Form, Shot
from ludejo.table.refusals import EXPLAINED, Refusal, explained
from ludejo.table.rooms.asking import asked as asked_store
from ludejo.table.web.asking import GameId, TheServer, Visitor
from ludejo.table.web.front.guard import POLICY
from ludejo.table.web.pages import frame_text
from ludejo.table.web.server import Server
from ludejo.table.web.sharing.studies import record_of_chapter
from ludejo.table.web.study_routes import pay_for_length

PRICES = {"svg": 1.0, "png": 6.0, "gif": 150.0}  # in looks; a film takes seconds
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
ANYWHERE = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=60"}
Turn = Annotated[int | None, Query(ge=0, le=100_000)]
PuzzleId = Annotated[str, Path(max_length=20)]
Chapter = Annotated[int, Path(ge=1, le=99)]

router = APIRouter(include_in_schema=False)


# ---------------------------------------------------------------- pictures


def _pay(server: Server, visitor: str, form: Form) -> None:
    """Pictures are paid for before they are drawn."""
    server.limits.check("look", visitor)
    server.limits.pay("look", visitor, PRICES[form])


def _answer(shot: Shot) -> Response:
    return Response(shot.content, media_type=shot.kind, headers=ANYWHERE)


@router.get("/shots/g/{id}.{form}")
async def game_shot(id: GameId, form: Form, server: TheServer, visitor: Visitor, turn: Turn = None) -> Response:
    """A game, as it stands or after a turn."""
    _pay(server, visitor, form)
    room = await server.rooms.enter(id, visitor)
    return _answer(await server.drawing.do(visitor, shots.of_position, room.sitting.position, form, turn))


@router.get("/shots/study/{id}.{form}")
async def study_shot(id: GameId, form: Form, server: TheServer, visitor: Visitor, turn: Turn = None) -> Response:
    """A record that was uploaded; where it is none, the game of that name."""
    _pay(server, visitor, form)
    text = await asked_store(server.store.study, id)
    if text is None:
        return await game_shot(id, form, server, visitor, turn)
    return await _record_shot(server, visitor, text, form, turn)


@router.get("/shots/shared/{id}/{chapter}.{form}")
async def shared_shot(
    id: GameId, chapter: Chapter, form: Form, server: TheServer, visitor: Visitor, turn: Turn = None
) -> Response:
    """A chapter of a study that is shared."""
    _pay(server, visitor, form)
    text = await record_of_chapter(server, visitor, id, chapter)
    return await _record_shot(server, visitor, text, form, turn)


async def _record_shot(server: Server, visitor: str, text: str, form: Form, turn: int | None) -> Response:
    pay_for_length(server, visitor, len(text))
    try:
        return _answer(await server.drawing.do(visitor, shots.of_record, text, form, turn))
    except EXPLAINED as error:
        raise explained(error) from None


@router.get("/shots/puzzles/{game}/{id}.{form}")
async def puzzle_shot(game: str, id: PuzzleId, form: Form, server: TheServer, visitor: Visitor) -> Response:
    """The position of a puzzle."""
    if game not in folders():
        raise Refusal("request/not-found")
    _pay(server, visitor, form)
    return _answer(await server.drawing.do(visitor, shots.of_puzzle, game, id, form))


# ---------------------------------------------------------------- frames


async def frame(request: Request) -> Response:
    """A board with its moves, and nothing else: the one page that may stand in a frame of another."""
    return HTMLResponse(frame_text(), headers={**ANYWHERE, "Content-Security-Policy": FRAMED})


for _address in ("/embed/g/{id}", "/embed/study/{id}", "/embed/shared/{id}/{chapter}"):
    router.add_api_route(_address, frame, methods=["GET", "HEAD"])
