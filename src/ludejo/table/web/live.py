"""The websocket of a game: here a click arrives as an act, and the view after every event goes out.

It is the only way to act: rooms.act() decides, writes and tells, and the answer is `done` or `error`.
"""

import asyncio
import contextlib
import re
import time
from dataclasses import replace
from typing import NamedTuple

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludejo.games.phrases import mark_text
from ludejo.table.limits import owe
from ludejo.table.messages.people import SayMessage
from ludejo.table.messages.positions import as_text
from ludejo.table.messages.requests import ACTS, Hello
from ludejo.table.messages.views import DoneMessage, EchoMessage, ErrorMessage, PongMessage
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.room import Room
from ludejo.table.sitting.acting import Act
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.events import FRIEND
from ludejo.table.sitting.lag import Lag
from ludejo.table.sitting.sitting import Holder, Ref, Sitting
from ludejo.table.visitors import visitor_of
from ludejo.table.web.asking import GAME_ID, bad_request
from ludejo.table.web.front.guard import is_own_origin
from ludejo.table.web.server import Server

HELLO_SECONDS = 15
MOST_UNSENT = 64  # messages; whoever is so slow is let go, and comes back to the newest view
NO_HELLO, NO_SEAT, WRONG_ORIGIN, NO_GAME, SILENT, TOO_MUCH = 4400, 4401, 4403, 4404, 4408, 4429
RESTART, TRY_LATER = 1012, 1013

_CLOSING = {
    "request/bad": NO_HELLO, "seat/unknown": NO_SEAT, "request/origin": WRONG_ORIGIN, "table/no-such-game": NO_GAME,
    "limit/rate": TOO_MUCH, "server/unavailable": TRY_LATER,
}  # fmt: skip

router = APIRouter()


class LiveConnection:
    """One open websocket."""

    def __init__(self, socket: WebSocket, holder: Holder, key: str, visitor: str, secret: str = "") -> None:
        self.socket = socket
        self.holder = holder
        self.key = key
        self.visitor = visitor
        self.secret = secret  # of a person who holds a seat: they may have drawn other words since
        self.lag = Lag()
        self.heard = time.monotonic()
        self.is_closing = False
        self._unsent: asyncio.Queue[str | int] = asyncio.Queue()

    def tell(self, text: str) -> None:
        """Send a message when the socket can take it."""
        if self.is_closing:
            return
        if self._unsent.qsize() >= MOST_UNSENT:
            self.close(TOO_MUCH)
        else:
            self._unsent.put_nowait(text)

    def hang_up_if_silent(self, seconds: float) -> None:
        """Nobody may be at the other end any more."""
        if time.monotonic() - self.heard > seconds:
            self.close(SILENT)

    def turn_out(self, why: str) -> None:
        """There is no place for them here any more."""
        self.close(_CLOSING[why])

    def measure(self, sitting: Sitting) -> None:
        """Ask a player for an echo, to learn how long the way is, where that is forgiven."""
        if self.holder is None or not sitting.terms.lag or sitting.is_over:
            return
        echo: EchoMessage = {"type": "echo", "ref": self.lag.asked(time.monotonic())}
        self.tell(as_text(echo))

    def close(self, code: int) -> None:
        """Send nothing more and hang up."""
        if self.is_closing:
            return
        self.is_closing = True
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
    visitor = visitor_of(socket.client.host if socket.client else "")
    try:
        if not is_own_origin(socket.headers, socket.url.scheme, server.config.public_url):
            raise Refusal("request/origin")
        if not re.fullmatch(GAME_ID, id):
            raise Refusal("table/no-such-game")
        with server.connected(visitor):
            await _attend(server, socket, id, visitor)
    except Refusal as refusal:
        await _turn_away(socket, refusal)
    except (WebSocketDisconnect, RuntimeError):  # the other end has gone, in the middle of whatever
        pass


async def _turn_away(socket: WebSocket, refusal: Refusal) -> None:
    """Say why, and hang up."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(as_text(error_message(refusal, None)))
        await socket.close(_CLOSING.get(refusal.code, TOO_MUCH))


def error_message(refusal: Refusal, ref: Ref) -> ErrorMessage:
    """A refusal over the websocket."""
    return {"type": "error", "ref": ref, "error": refusal.as_json()}


async def _attend(server: Server, socket: WebSocket, id: str, visitor: str) -> None:
    hello = await _hello(socket)
    room, connection = await _arrive(server, socket, id, visitor, hello)
    sender = asyncio.create_task(connection.send())
    try:
        await _listen(server, room, connection)
    finally:
        server.leave(room, connection)
        if socket.application_state is not WebSocketState.DISCONNECTED:
            connection.close(RESTART if server.is_stopping else SILENT)
            await asyncio.wait([sender], timeout=2)
        sender.cancel()


async def _arrive(
    server: Server, socket: WebSocket, id: str, visitor: str, hello: Hello
) -> tuple[Room, LiveConnection]:
    """Let somebody into a room, and show them everything.

    Of those who come one at a time asks the database. A long game is read and a board is drawn when its visitor's share
    of the threads allows it: whoever waited for that in the door would close it to everybody else.
    """
    room = await server.rooms.enter(id, visitor, door=server.arrivals.turn(visitor))
    async with server.arrivals.turn(visitor):
        await server.rooms.fresh(room)
        key = await server.persons.key_of(hello.secret)
    holder = room.holder(key)
    connection = LiveConnection(socket, holder, "" if holder is None else key, visitor, hello.secret)
    await _join(server, room, connection, hello)
    await server.rooms.showing.drawn(room, holder, visitor)
    server.arrive(room, connection)
    connection.measure(room.sitting)
    return room, connection


async def _hello(socket: WebSocket) -> Hello:
    try:
        return Hello.model_validate_json(await asyncio.wait_for(socket.receive_text(), HELLO_SECONDS))
    except ValidationError as error:
        raise bad_request(error.errors()) from None
    except (TimeoutError, KeyError):
        raise Refusal("request/bad", mark_text("The first message must be a hello")) from None


async def _join(server: Server, room: Room, connection: LiveConnection, hello: Hello) -> None:
    """Whoever comes with a link takes the seat."""
    seat = connection.holder
    if isinstance(seat, int) and not room.sitting.joined[seat] and (hello.name or hello.nonce):
        act = Act("join", room.sitting.number, name=hello.name, nonce=hello.nonce)
        try:
            await server.rooms.act(room, seat, act)
        except Refusal:  # another window of theirs was quicker
            return


async def _listen(server: Server, room: Room, connection: LiveConnection) -> None:
    messages, refusals = server.limits.own("message"), server.limits.own("refusal")
    while not (server.is_stopping or connection.is_closing):
        try:
            text = await connection.socket.receive_text()
        except KeyError:  # bytes instead of text
            text = ""
        connection.heard = time.monotonic()
        wait = max(owe(messages), server.limits.owe("messages", connection.visitor))
        if wait:  # whoever sends too much is heard later: a refusal would be work, and answered by the next message
            await asyncio.sleep(wait)
        ref: Ref = None
        try:
            message = read_message(text)
            ref = message.ref
            await _answer(server, room, connection, message)
        except Refusal as refusal:
            connection.tell(as_text(error_message(refusal, ref)))
            if refusals and refusals.wait_for(1):  # whoever is refused again and again is not listened to for ever
                connection.close(TOO_MUCH)
            elif refusals:
                refusals.pay(1)


class Message(NamedTuple):
    """What a client says, of which only the type and the ref are known to be right."""

    type: str
    ref: Ref
    fields: dict[str, object]


def read_message(text: str) -> Message:
    """A message of a client."""
    try:
        fields = from_json(text)
    except ValueError:
        fields = None
    if not isinstance(fields, dict) or not isinstance(fields.get("type"), str):
        raise Refusal("request/bad", mark_text("A message must be a JSON object with a type"))
    if not isinstance(fields.get("ref"), str | int | None) or len(str(fields.get("ref"))) > 100:
        raise Refusal("request/bad", mark_text("A ref must be a short text or number"))
    return Message(fields.pop("type"), fields.pop("ref", None), fields)


async def _answer(server: Server, room: Room, connection: LiveConnection, message: Message) -> None:
    if message.type not in ANSWERS:
        raise Refusal("request/bad", mark_text("A message is of type act or ping, with one of the acts there are"))
    await ANSWERS[message.type](server, room, connection, message)


async def _ping(server: Server, room: Room, connection: LiveConnection, message: Message) -> None:
    pong: PongMessage = {"type": "pong", "ref": message.ref, "server_time": now_ms()}
    connection.tell(as_text(pong))
    connection.measure(room.sitting)


async def _echo(server: Server, room: Room, connection: LiveConnection, message: Message) -> None:
    connection.lag.heard(message.ref, time.monotonic())


async def _act(server: Server, room: Room, connection: LiveConnection, message: Message) -> None:
    await _check_words(server, connection)
    act = replace(read_act(message), key=connection.key, lag=connection.lag.ms)
    number = await server.act(room, connection.holder, act, connection.visitor)
    done: DoneMessage = {"type": "done", "ref": message.ref, "number": number}
    connection.tell(as_text(done))


async def _check_words(server: Server, connection: LiveConnection) -> None:
    """A connection that stands longer than the words it was opened with acts for nobody."""
    if connection.key and await server.persons.key_of(connection.secret) != connection.key:
        connection.turn_out("seat/unknown")
        raise Refusal("seat/unknown")


async def _say(server: Server, room: Room, connection: LiveConnection, message: Message) -> None:
    """Tell everybody at the game one of the set phrases, of a player to another."""
    await _check_words(server, connection)
    if not isinstance(connection.holder, int) or room.sitting.terms.opponent != FRIEND:
        raise Refusal("offer/not-here")
    try:
        said = SayMessage.model_validate(message.fields)
    except ValidationError as error:
        raise bad_request(error.errors()) from None
    server.limits.check("say", f"{room.id} {connection.holder}")
    server.say(room, connection.holder, said.phrase)
    done: DoneMessage = {"type": "done", "ref": message.ref, "number": room.sitting.number}
    connection.tell(as_text(done))


ANSWERS = {"ping": _ping, "say": _say, "echo": _echo, "act": _act}  # by the type of a message


def read_act(message: Message) -> Act:
    """An act, or a refusal that says what is wrong."""
    wanted = message.fields.pop("act", None)
    kind = next((kind for kind in ACTS if kind == wanted), None)
    if kind is None:
        raise Refusal("request/bad", mark_text("A message is of type act or ping, with one of the acts there are"))
    try:
        request = ACTS[kind].model_validate(message.fields)
    except ValidationError as error:
        raise bad_request(error.errors()) from None
    return Act(kind, **request.model_dump(), ref=message.ref)
