"""The websocket of a game: the view after every event, and the same acts as over HTTP."""

import asyncio
import time
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludejo.games.words import mark_text
from ludejo.table.sitting.acting import KINDS, Act, Holder
from ludejo.table.sitting.refusals import Refusal
from ludejo.table.storage.store import now_ms
from ludejo.table.web import messages
from ludejo.table.web.guard import is_own_origin
from ludejo.table.web.limits import take, visitor_of
from ludejo.table.web.rooms import Room
from ludejo.table.web.server import Server
from ludejo.table.web.views import as_text

HELLO_SECONDS = 15
MOST_UNSENT = 64  # messages; whoever is so slow is let go, and comes back to the newest view
NO_HELLO, NO_SEAT, WRONG_ORIGIN, NO_GAME, SILENT, TOO_MUCH = 4400, 4401, 4403, 4404, 4408, 4429
RESTART, TRY_LATER = 1012, 1013

_CLOSING = {"table/no-such-game": NO_GAME, "seat/unknown": NO_SEAT, "server/unavailable": TRY_LATER}

router = APIRouter()


class Hello(messages.Request):
    """The first message."""

    type: str
    secret: messages.Secret = ""
    name: messages.Name = ""
    nonce: messages.Nonce = ""


_SPECIAL = {"move": messages.MoveAct, "join": messages.JoinAct, "nonce": messages.NonceAct}
_BODIES: dict[str, TypeAdapter[Any]] = {kind: TypeAdapter(_SPECIAL.get(kind, messages.Act)) for kind in KINDS}


def read_act(kind: str, body: Any) -> Act:
    """An act from JSON, or a refusal that says what is wrong."""
    try:
        request: BaseModel = _BODIES[kind].validate_python(body)
    except ValidationError as error:
        raise bad_request(error) from None
    return Act(kind, **request.model_dump())


def bad_request(error: Any) -> Refusal:
    """What is wrong with a request, by its first problem."""
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"]) or "the message"
    return Refusal("request/bad", mark_text("{place}: {problem}"), place=place, problem=problem["msg"])


class Connection:
    """One open websocket."""

    def __init__(self, socket: WebSocket, holder: Holder) -> None:
        self.socket = socket
        self.holder = holder
        self.visitor = ""
        self.heard = time.monotonic()
        self._unsent: asyncio.Queue[str | int] = asyncio.Queue()

    def tell(self, text: str) -> None:
        """Send a message when the socket can take it."""
        if self._unsent.qsize() >= MOST_UNSENT:
            self.close(TOO_MUCH)
        else:
            self._unsent.put_nowait(text)

    def hang_up_if_silent(self, seconds: float) -> None:
        """Nobody may be at the other end any more."""
        if time.monotonic() - self.heard > seconds:
            self.close(SILENT)

    def close(self, code: int) -> None:
        """Send nothing more and hang up."""
        while not self._unsent.empty():
            self._unsent.get_nowait()
        self._unsent.put_nowait(code)

    async def send(self) -> None:
        """Send what there is, for as long as the connection lasts."""
        while True:
            item = await self._unsent.get()
            if isinstance(item, int):
                await self.socket.close(item)
                return
            await self.socket.send_text(item)


@router.websocket("/api/play/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """Play or watch a game."""
    server: Server = socket.app.state.server
    await socket.accept()
    if not is_own_origin(socket.headers, server.config.public_url):
        await socket.close(WRONG_ORIGIN)
        return
    visitor = visitor_of(socket.client.host if socket.client else "")
    if not server.connect(visitor):
        await socket.close(TOO_MUCH)
        return
    try:
        await _attend(server, socket, id, visitor)
    except (WebSocketDisconnect, RuntimeError):  # the other end has gone, in the middle of whatever
        pass
    finally:
        server.disconnect(visitor)


async def _attend(server: Server, socket: WebSocket, id: str, visitor: str) -> None:
    hello = await _hello(socket)
    if hello is None:
        await socket.close(NO_HELLO)
        return
    try:
        room = await server.rooms.enter(id)
        connection = Connection(socket, room.holder(hello.secret))
        await server.rooms.fresh(room)
    except Refusal as refusal:
        await socket.send_text(as_text({"type": "error", "ref": None, "error": refusal.as_json()}))
        await socket.close(_CLOSING.get(refusal.code, TOO_MUCH))
        return
    connection.visitor = visitor
    await _join(server, room, connection, hello)
    sender = asyncio.create_task(connection.send())
    server.arrive(room, connection)
    try:
        await _listen(server, room, connection)
    finally:
        server.leave(room, connection)
        if socket.application_state is not WebSocketState.DISCONNECTED:
            connection.close(connection_code(server))
            await asyncio.wait([sender], timeout=2)
        sender.cancel()


def connection_code(server: Server) -> int:
    """Why we hang up when nobody else did."""
    return RESTART if server.is_stopping else SILENT


async def _hello(socket: WebSocket) -> Hello | None:
    try:
        hello = Hello.model_validate_json(await asyncio.wait_for(socket.receive_text(), HELLO_SECONDS))
    except (TimeoutError, ValidationError, KeyError):
        return None
    return hello if hello.type == "hello" else None


async def _join(server: Server, room: Room, connection: Connection, hello: Hello) -> None:
    """Whoever comes with a link takes the seat."""
    seat = connection.holder
    if isinstance(seat, int) and not room.sitting.joined[seat] and (hello.name or hello.nonce):
        act = Act("join", room.sitting.number, name=hello.name, nonce=hello.nonce)
        try:
            await server.rooms.act(room, seat, act)
        except Refusal:  # another window of theirs was quicker
            return


async def _listen(server: Server, room: Room, connection: Connection) -> None:
    bucket = server.limits.own("message")
    while not server.is_stopping:
        try:
            text = await connection.socket.receive_text()
        except KeyError:  # bytes instead of text
            text = ""
        connection.heard = time.monotonic()
        ref = None
        try:
            take(bucket)
            message = read_message(text)
            ref = message.pop("ref", None)
            await _answer(server, room, connection, message, ref)
        except Refusal as refusal:
            connection.tell(as_text({"type": "error", "ref": ref, "error": refusal.as_json()}))


def read_message(text: str) -> dict[str, Any]:
    try:
        message = from_json(text)
    except ValueError:
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Refusal("request/bad", mark_text("A message must be a JSON object with a type"))
    if not isinstance(message.get("ref"), str | int | None) or len(str(message.get("ref"))) > 100:
        raise Refusal("request/bad", mark_text("A ref must be a short text or number"))
    return message


async def _answer(server: Server, room: Room, connection: Connection, message: dict[str, Any], ref: Any) -> None:
    kind = message.pop("type")
    if kind == "ping":
        connection.tell(as_text({"type": "pong", "ref": ref, "server_time": now_ms()}))
    elif kind == "act" and message.get("act") in KINDS:
        act = read_act(message.pop("act"), message)
        number = await server.act(room, connection.holder, act, connection.visitor)
        connection.tell(as_text({"type": "done", "ref": ref, "number": number}))
    else:
        raise Refusal("request/bad", mark_text("A message is of type act or ping, with one of the acts there are"))
