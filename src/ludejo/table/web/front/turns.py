"""Whose request is next: few begin in one turn of the event loop, or are under way at once, and visitors take turns.

A move passes the loop several times on its way, and each time it waits for whatever else is ready there. Hundreds of
requests that are ready at once would all come first; here they stand in line instead, each visitor's own line, and
moves, which come over websockets, pass between them. When little is going on, nobody waits: the loop turns thousands of
times a second.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

A_TURN = 2  # requests that begin in one turn of the loop
REST = 2.0  # times what was done at once, in which the loop is for others


class Turns:
    """The lines of those who wait for something to begin. With `at_once` only so many turns are under way together."""

    def __init__(self, at_once: int | None = None) -> None:
        self.at_once = at_once
        self._under_way = 0
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}  # by visitor; the next one first
        self._is_awake = False

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """Wait until it is this visitor's turn, which lasts until the end of the with."""
        await self.wait(visitor)
        try:
            yield
        finally:
            self._end_turn()

    async def wait(self, visitor: str) -> None:
        """Wait until it is this visitor's turn."""
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(visitor, deque()).append(turn)
        self._wake()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just begun
                self._end_turn()
            raise

    def _end_turn(self) -> None:
        self._under_way -= 1
        if self._lines:
            self._wake()

    def _wake(self) -> None:
        if not self._is_awake:
            self._is_awake = True
            asyncio.get_running_loop().call_soon(self._begin_some)

    def _begin_some(self) -> None:
        """Let the next ones begin; each visitor then goes to the end of the row."""
        begun = 0
        while self._lines and begun < A_TURN and not self._is_full:
            visitor = next(iter(self._lines))
            line = self._lines.pop(visitor)
            turn = line.popleft()
            if line:
                self._lines[visitor] = line
            if not turn.done():  # else nobody waits any more
                turn.set_result(None)
                self._under_way += 1
                begun += 1
        self._is_awake = False
        if self._lines and not self._is_full:
            self._wake()

    @property
    def _is_full(self) -> bool:
        return self.at_once is not None and self._under_way >= self.at_once


class Unpacking(Turns):
    """Large bodies are unpacked one after the other: each may be JSON that holds the loop for tens of milliseconds.

    What somebody does in the turn of the loop in which `wait` returns is measured; the next one comes after a rest
    that is so much longer, and moves pass meanwhile.
    """

    def __init__(self) -> None:
        super().__init__(at_once=1)

    async def wait(self, visitor: str) -> None:
        """Wait until it is this visitor's turn, which ends by itself."""
        await super().wait(visitor)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        loop.call_soon(lambda: loop.call_later(REST * (loop.time() - begun), self._end_turn))
