"""How much work the bytes of a request may be, before and after anybody has answered it.

uvicorn takes what a read brings apart in one turn of the loop: a quarter of a megabyte, forty thousand chunks of a byte
or sixty thousand lines of a head; and what comes after the answer it takes apart as well, and throws it away. Here a
request comes in bites, and one that is more work than requests are ends the connection.
"""

import asyncio
from collections.abc import Callable

import h11
from uvicorn.protocols.http.flow_control import FlowControl

from ludejo.table.web.front.guard import MOST_BYTES, MOST_RECORD_BYTES

BITE = 8 * 1024  # bytes of HTTP that are read in one turn of the loop
MOST_HEADERS = 100  # lines; browsers and proxies send a quarter of them
MOST_BODY_BYTES = MOST_RECORD_BYTES + 2 * MOST_BYTES  # whoever is refused may end what is legal, and hears why
FREE_CHUNKS, LEAST_CHUNK = 300, 512  # so many may be of any size; then they have so many bytes each, on average


class Bounded(h11.Connection):
    """What h11 makes of bytes, as long as they are no more work than requests are: each line and each chunk is some.

    It has no bounds of its own but for a head that is not complete.
    """

    chunks = body_bytes = 0  # of the present request

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next event, unless it is too much."""
        if self.their_state is h11.IDLE:
            self._check_lines()
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.chunks = self.body_bytes = 0
        elif isinstance(event, h11.Data):
            self._check_body(len(event.data))
        elif event is h11.NEED_DATA and self.their_state is h11.SEND_BODY:
            self._check_lines()  # what waits is a chunk's head, which has none, or what follows the last one
        return event

    def _check_lines(self) -> None:
        """Count the lines of a head before they are read."""
        waiting, _ = self.trailing_data
        lines = waiting.split(b"\n", MOST_HEADERS + 2)[:-1]  # those that are complete
        if len(lines) == MOST_HEADERS + 2 and not any(line in (b"", b"\r") for line in lines):
            raise h11.RemoteProtocolError("too many lines", error_status_hint=431)

    def _check_body(self, size: int) -> None:
        self.chunks += 1
        self.body_bytes += size
        if self.body_bytes > MOST_BODY_BYTES or self.chunks > FREE_CHUNKS + self.body_bytes / LEAST_CHUNK:
            raise h11.RemoteProtocolError("too long a body, or in too many pieces", error_status_hint=413)


class Flow(FlowControl):
    """Tells, too, when reading goes on."""

    def __init__(self, transport: asyncio.Transport, read_on: Callable[[], None]) -> None:
        super().__init__(transport)
        self._read_on = read_on

    def resume_reading(self) -> None:
        """There is room again for what comes."""
        super().resume_reading()
        self._read_on()
