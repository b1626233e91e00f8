"""A server with a door and somebody who knocks at it, without a network: sockets and clock are the test's own."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from loops import run_apart
from uvicorn import Config
from uvicorn.server import ServerState

from ludejo.table.limits import Limits
from ludejo.table.web.front.transport import Door, Http, Websocket

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"


class Line(asyncio.Transport):
    """A connection without a network."""

    def __init__(self, host: str = "192.0.2.1") -> None:
        super().__init__({"peername": (host, 4711), "sockname": ("127.0.0.1", 80)})
        self.sent, self.state, self.is_read = b"", "open", True
        self.unsent = 0
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high == 0

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def stand_still(self, unsent: int) -> None:
        """Nobody reads what is sent."""
        self.unsent = unsent
        self.protocol.pause_writing()

    def is_closing(self) -> bool:
        return self.state != "open"

    def close(self) -> None:
        self._end("closed")

    def abort(self) -> None:
        self._end("aborted")

    def _end(self, how: str) -> None:
        if self.state == "open":
            self.state = how
            self.protocol.connection_lost(None)

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True


class Loop:
    """The running event loop, with a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[tuple[float, asyncio.TimerHandle]] = []

    def call_later(self, seconds: float, work: Callable[..., object], *arguments: object) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(self.now + seconds, work, arguments, asyncio.get_running_loop())
        self.timers.append((self.now + seconds, handle))
        return handle

    def call_soon(self, work: Callable[..., object], *arguments: object) -> asyncio.Handle:
        return asyncio.get_running_loop().call_soon(work, *arguments)

    def time(self) -> float:
        return self.now

    def create_task(self, work: Any) -> "asyncio.Task[Any]":
        return asyncio.get_running_loop().create_task(work)

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        due = [handle for when, handle in self.timers if when <= self.now and not handle.cancelled()]
        self.timers = [(when, handle) for when, handle in self.timers if when > self.now]
        for handle in due:
            handle._run()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole request and answers; says whatever it hears over a websocket again."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["text"] == "bye":
                await send({"type": "websocket.close", "code": 4429})
                return
            await send({"type": "websocket.send", "text": message["text"]})
        return
    while (await receive()).get("more_body"):
        pass
    with contextlib.suppress(Exception):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


class House:
    """A server with a door, and a way to knock at it."""

    def __init__(self, most: int = 100, most_of_one: int = 50, proxies: str = "", rate: float = 1.0) -> None:
        self.loop = Loop()
        self.door = Door(most, most_of_one, proxies)
        self.limits = Limits(rate, self.loop.time)
        self.config = Config(application, http=Http, ws=Websocket, log_config=None, lifespan="off")
        self.config.load()
        self.state = ServerState()

    def knock(self, host: str = "192.0.2.1") -> Line:
        line = Line(host)
        state = {"door": self.door, "limits": self.limits}
        line.protocol = Http(self.config, self.state, state, self.loop)
        line.protocol.connection_made(line)
        return line


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await work()

    run_apart(all_of_it())


async def settle() -> None:
    """Let tasks do what they can."""
    for _ in range(20):
        await asyncio.sleep(0)
