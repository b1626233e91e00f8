"""What routes need of a request: the server, whose seat it is, and who pays for it; and how they answer."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request
from starlette.responses import Response

from ludejo.play.files import Document
from ludejo.play.position import Position
from ludejo.table.messages.complaints import complaint
from ludejo.table.messages.positions import as_text
from ludejo.table.messages.views import ErrorAnswer
from ludejo.table.reading.files import File
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.rooms.room import Room
from ludejo.table.sitting.guarding import keys_asked_about
from ludejo.table.sitting.sitting import Holder
from ludejo.table.visitors import visitor_of
from ludejo.table.web.server import Server

GAME_ID = "^[0-9a-z]{1,16}$"
GameId = Annotated[str, Path(max_length=16, pattern=GAME_ID)]


def server_of(request: Request) -> Server:
    """The server of this process."""
    return request.app.state.server


def visitor(request: Request) -> str:
    """Who asks, as far as limits go."""
    return visitor_of(request.client.host if request.client else "")


def bearer(authorization: Annotated[str | None, Header(max_length=200)] = None) -> str:
    """The secret of a seat; empty for a watcher."""
    if authorization is None:
        return ""
    kind, _, secret = authorization.partition(" ")
    if kind.lower() != "bearer" or not secret.strip():
        raise Refusal("seat/unknown")
    return secret.strip()


Visitor = Annotated[str, Depends(visitor)]
TheServer = Annotated[Server, Depends(server_of)]
Secret = Annotated[str, Depends(bearer)]


async def seat_key(secret: Secret, server: TheServer) -> str:
    """What holds a seat for whoever asks: of a link, or of a person; empty for a watcher."""
    return await server.persons.key_of(secret)


Key = Annotated[str, Depends(seat_key)]


async def room_and_seat(id: GameId, server: TheServer, key: Key, visitor: Visitor) -> tuple[Room, Holder]:
    """A game, as the database has it at this moment, and the seat of whoever asks."""
    server.limits.check("look", visitor)
    room = await server.rooms.fresh(await server.rooms.enter(id, visitor))
    return room, room.holder(key)


Seated = Annotated[tuple[Room, Holder], Depends(room_and_seat)]


async def check_help(server: Server, visitor: str, position: Position) -> None:
    """Refuse help for a line of play that touches a running game between people, at whichever server of the table."""
    await check_unguarded(server, await server.studying.do(visitor, keys_asked_about, position))


async def check_unguarded(server: Server, keys: Sequence[int]) -> None:
    """Refuse help where any of these positions is one of such a game."""
    if await asked(server.store.are_guarded, keys):
        raise Refusal("engine/between-people")


def answered(document: Mapping[str, object]) -> Response:
    """JSON that needs no further checks: mypy has checked that it is as messages/views says."""
    return answered_text(as_text(document))


def answered_text(text: str) -> Response:
    """An answer that is JSON already."""
    return Response(text, media_type="application/json")


def saved(file: File) -> Response:
    """A file, so that browsers save it."""
    return Response(
        file.text, media_type=file.kind, headers={"Content-Disposition": f'attachment; filename="{file.name}"'}
    )


def refusals(*statuses: int) -> dict[int | str, Document]:
    """How a route may refuse, for its description."""
    return {status: {"model": ErrorAnswer} for status in (*statuses, 422, 429)}


def bad_request(problems: Sequence[Mapping[str, Any]]) -> Refusal:
    """What is wrong with a request, by the first problem that pydantic has found."""
    return Refusal.saying("request/bad", complaint(problems))
