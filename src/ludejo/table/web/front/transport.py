"""How bytes become requests and messages: uvicorn's protocols for HTTP and websockets, with deadlines and bounds.

uvicorn waits for ever for the rest of a request (Slowloris), lets one address take all descriptors, answers as many
control frames as come, and reads on for ten seconds after it has hung up. Here each of these ends. Whoever does not
keep the rules is dropped; whoever sends more frames than a visitor may is read later, so that the flood stands still at
the sender: to drop them would only make them connect again, which costs more than a frame. How requests are read,
bites.py tells.
"""

import asyncio
import contextlib
import ipaddress
import resource
from typing import Any, cast

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludejo.table.limits import Limits
from ludejo.table.visitors import Crowd, circles, visitor_of
from ludejo.table.web.front.bites import BITE, Bounded, Flow
from ludejo.table.web.front.guard import visitor_of_scope

HEADER_SECONDS = 10.0  # from the first moment of a connection, or of a further request, to the end of its headers
BODY_SECONDS = 60.0  # from there to the end of the body
STALLED_SECONDS = 60.0  # for whoever does not read what we send
MOST_UNSENT, MOST_UNSENT_OF_ONE = 64_000_000, 16_000_000  # bytes that wait for such people; in all, of one visitor
CLOSE_SECONDS = 3.0  # for a websocket's last word
MOST_LATE_BYTES = 64 * 1024  # that may still be on their way when a websocket is closed
PIECE = 1024  # bytes; so many are read from a websocket before its frames are counted
RESERVE = 200  # descriptors for the database, files and the unexpected
PROXY = "proxy"  # a visitor who speaks for many people
MOST_CONNECTIONS = 20_000  # of a worker, however many descriptors there are


def raise_descriptor_limit() -> int:
    """Allow as many open files as the system lets us; how many that are. Workers inherit it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + RESERVE if hard == resource.RLIM_INFINITY else min(hard, MOST_CONNECTIONS + RESERVE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


def networks(text: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The networks that a list of addresses names; * is everybody. What is no address is left to uvicorn."""
    found = []
    for part in ("0.0.0.0/0,::/0" if text.strip() == "*" else text).split(","):
        with contextlib.suppress(ValueError):
            found.append(ipaddress.ip_network(part.strip(), strict=False))
    return found


class Door:
    """Counts the connections of a worker: so many in all, so many of one address or network.

    Where all places are taken, whoever has waited longest with a request that is not complete makes room. Where too
    many bytes wait for people who do not read them, whoever has not read for longest is dropped.
    """

    def __init__(self, most: int, most_of_one: int, proxies: str = "") -> None:
        self.most = most
        self.most_of_one = most_of_one  # 0: as many as there is room for
        self.proxies = networks(proxies)
        self._here: dict[asyncio.Transport, str] = {}
        self._crowd = Crowd()
        self._waiting: dict[asyncio.Transport, None] = {}  # for a request, longest first
        self._unsent: dict[asyncio.Transport, int] = {}  # bytes of those who do not read, longest first
        self._unsent_of = Crowd()

    def __len__(self) -> int:
        return len(self._here)

    def enter(self, transport: asyncio.Transport) -> bool:
        """Count a new connection; False where there is no place for it."""
        host, _ = get_remote_addr(transport) or ("", 0)
        visitor = PROXY if self._is_proxy(host) else visitor_of(host)
        if self._is_bounded(visitor) and self._crowd.is_full(visitor, self.most_of_one):
            return False
        if len(self._here) >= self.most and not self._make_room():
            return False
        self._here[transport] = visitor
        self._crowd.add(visitor)
        return True

    def _is_proxy(self, host: str) -> bool:
        """Whether an address speaks for many people."""
        try:
            return any(ipaddress.ip_address(host) in network for network in self.proxies)
        except ValueError:
            return False

    def _is_bounded(self, visitor: str) -> bool:
        return self.most_of_one > 0 and visitor != PROXY

    def _make_room(self) -> bool:
        longest = next(iter(self._waiting), None)
        if longest is None:
            return False
        self.leave(longest)
        longest.abort()
        return True

    def waits(self, transport: asyncio.Transport, waiting: bool) -> None:
        """Note whether a connection has to send more of its request."""
        if not waiting:
            self._waiting.pop(transport, None)
        elif transport in self._here:
            self._waiting.setdefault(transport)

    def stalls(self, transport: asyncio.Transport) -> None:
        """Note that somebody does not read what they are sent: nothing more is written to them until they do."""
        visitor = self._here.get(transport)
        if visitor is None:
            return
        self.reads_on(transport)
        self._unsent[transport] = count = transport.get_write_buffer_size()
        self._unsent_of.add(visitor, count)
        while (network := self._with_too_much(visitor)) is not None:
            longest = next(one for one in self._unsent if not network or _is_in(self._here[one], network))
            self.leave(longest)
            longest.abort()

    def _with_too_much(self, visitor: str) -> str | None:
        """For whom too much waits: a network, or everybody, which is empty."""
        network = self._unsent_of.full(visitor, MOST_UNSENT_OF_ONE) if self._is_bounded(visitor) else None
        return network or ("" if sum(self._unsent.values()) >= MOST_UNSENT else None)

    def reads_on(self, transport: asyncio.Transport) -> None:
        """Note that nothing waits for somebody any more."""
        count = self._unsent.pop(transport, None)
        if count is not None:
            self._unsent_of.remove(self._here[transport], count)

    def leave(self, transport: asyncio.Transport) -> None:
        """Count it no more."""
        self._waiting.pop(transport, None)
        self.reads_on(transport)
        visitor = self._here.pop(transport, None)
        if visitor is not None:
            self._crowd.remove(visitor)


def _is_in(visitor: str, network: str) -> bool:
    return any(network == one for one, _ in circles(visitor))


class _Timer:
    """Drops a connection when its time is up."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self.loop = loop
        self.transport = transport
        self._reason: object = None
        self._handle: asyncio.TimerHandle | None = None

    def wait(self, reason: object, seconds: float) -> None:
        """Begin, unless it runs for this reason already."""
        if reason != self._reason:
            self.stop()
            self._reason = reason
            self._handle = self.loop.call_later(seconds, self.transport.abort)

    def stop(self) -> None:
        """What was waited for has come."""
        if self._handle:
            self._handle.cancel()
        self._reason = self._handle = None


class _Reading(asyncio.Protocol):
    """The end of a connection to whoever does not read what we send."""

    transport: asyncio.Transport
    door: Door
    reader_timer: _Timer

    def pause_writing(self) -> None:
        """More is to be sent than somebody reads."""
        super().pause_writing()
        self.reader_timer.wait("reader", STALLED_SECONDS)
        self.door.stalls(self.transport)

    def resume_writing(self) -> None:
        """They have read on."""
        super().resume_writing()
        self.reader_timer.stop()
        self.door.reads_on(self.transport)


class Http(_Reading, H11Protocol):
    """HTTP, with deadlines for headers, bodies and readers; read in small bites, between which others have a turn."""

    is_websocket = False

    def __init__(self, *arguments: Any, **details: Any) -> None:
        super().__init__(*arguments, **details)
        self.conn = Bounded(h11.SERVER)
        self.unread = bytearray()
        self._next_bite: asyncio.Handle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, if there is room."""
        super().connection_made(transport)
        self.flow = Flow(transport, self._read_later)
        self.door = self.app_state["door"]
        self.request_timer = _Timer(self.loop, transport)
        self.reader_timer = _Timer(self.loop, transport)
        transport.set_write_buffer_limits(high=0)  # what the system does not take at once is counted
        if self.door.enter(transport):
            self._expect_more()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget somebody."""
        self.request_timer.stop()
        self.reader_timer.stop()
        self.unread.clear()
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come, as far as it is to be read in this turn of the loop."""
        self.unread += data
        if self._next_bite is None:
            self._read_on()

    def _read_later(self) -> None:
        """Read on in the next turn of the loop, if there is something; until then no more is to come."""
        if self.unread and self._next_bite is None and not self.transport.is_closing():
            self.transport.pause_reading()
            self._next_bite = self.loop.call_soon(self._read_on)

    def _read_on(self) -> None:
        """Read a bite, and see what is missing of the request."""
        self._next_bite = None
        if self.flow.read_paused or not self.unread or self.transport.is_closing():
            return
        bite = bytes(self.unread[:BITE])
        del self.unread[:BITE]
        super().data_received(bite)
        self._expect_more()
        if self.unread and not self.flow.read_paused:
            self._read_later()
        elif not (self.flow.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    def send_400_response(self, msg: str) -> None:
        """Tell what is wrong with a request, where that can still be told: else uvicorn would break over it."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """What comes now are frames, in the hands of another protocol: no part of the request is missing.

        It hears, too, when what was sent before is read.
        """
        self.is_websocket = True
        self.reader_timer.stop()
        self.unread.clear()  # frames before the answer are nobody's
        super().handle_websocket_upgrade(event)
        if not self.transport.is_closing():
            self.transport.resume_reading()

    @property
    def _missing(self) -> object:
        return h11.DONE if self.is_websocket else self.conn.their_state

    def _expect_more(self) -> None:
        missing = self._missing
        self.door.waits(self.transport, missing in (h11.IDLE, h11.SEND_BODY))
        if missing is h11.IDLE:
            self.request_timer.wait(missing, HEADER_SECONDS)
        elif missing is h11.SEND_BODY:
            self.request_timer.wait(missing, BODY_SECONDS)
        else:
            self.request_timer.stop()

    def on_response_complete(self) -> None:
        """The next request may come over the same connection: uvicorn waits for its first byte, we for the rest."""
        super().on_response_complete()
        if self._missing is h11.IDLE:
            self.door.waits(self.transport, True)
        else:  # it has come already, perhaps not all of it
            self._expect_more()


class Websocket(_Reading, WebSocketsSansIOProtocol):
    """Websockets: frames of any kind are read as fast as a visitor may send them, what comes after the end is not."""

    def __init__(self, *arguments: Any, **details: Any) -> None:
        super().__init__(*arguments, **details)
        self.door = self.app_state["door"]
        self.limits: Limits = self.app_state["limits"]
        self.close_timeout = CLOSE_SECONDS
        self.late_bytes = 0
        self.unread = bytearray()
        self._held: asyncio.TimerHandle | None = None  # until nothing is owed any more

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The request has become a websocket; its place at the door stays taken."""
        super().connection_made(transport)
        self.reader_timer = _Timer(self.loop, self.transport)
        if self.transport.get_write_buffer_size():
            self.pause_writing()  # nobody tells it so again

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget somebody."""
        self.reader_timer.stop()
        if self._held:
            self._held.cancel()
        self.unread.clear()
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come, as far as it is to be read now."""
        self.unread += data
        self._read_on()

    async def receive(self) -> Any:
        """The next message; where there is none any more, more is read."""
        message = await super().receive()
        self._read_on()
        if self._held and not self.transport.is_closing():
            self.transport.pause_reading()  # uvicorn reads on as soon as a message is taken
        return message

    def _read_on(self) -> None:
        """Read piece by piece: a flood is noticed before all of it is read."""
        while self.unread and not (self._held or self.read_paused or self.transport.is_closing()):
            piece = bytes(self.unread[:PIECE])
            del self.unread[:PIECE]
            if self.close_sent:
                self.late_bytes += len(piece)
                if self.late_bytes > MOST_LATE_BYTES:
                    self.transport.abort()
                    return
            super().data_received(piece)

    def handle_events(self) -> None:
        """Count frames; whoever has sent more than they may is not read for a while."""
        came = len(self.conn.events) if self.handshake_complete and not self.close_sent else 0
        super().handle_events()
        wait = self.limits.owe("frames", visitor_of_scope(cast(Scope, self.scope)), came) if came else 0.0
        if wait and not self.transport.is_closing():
            self._held = self.loop.call_later(wait, self._let_go)
            self.transport.pause_reading()

    def _let_go(self) -> None:
        """Nothing is owed any more."""
        self._held = None
        self._read_on()
        if not (self._held or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()
