"""Writing without blocking: entries that arrive while a transaction runs go into the next one together.

A commit waits for the disk. Sharing it makes hundreds of moves a second possible, and each is told only when it is
committed.
"""

import asyncio
import contextlib
import logging
from dataclasses import dataclass

from ludejo.table.pools import for_moves
from ludejo.table.storage.entries import Entry
from ludejo.table.storage.store import Store
from ludejo.table.storage.troubles import refusal_for, trouble_of

MOST_AT_ONCE = 256
LAST_SECONDS = 10.0  # for what is still to be written at the end
log = logging.getLogger("ludejo.table")


@dataclass(frozen=True)
class _Waiting:
    entry: Entry
    done: asyncio.Future[bool]


class Writer:
    """Puts entries into the store, many at a time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._again)

    def _again(self, ended: asyncio.Task[None]) -> None:
        """A writer that ends though nobody stopped it is replaced by another."""
        if not ended.cancelled():
            log.error("the writer ended", exc_info=ended.exception())
            self.start()

    async def stop(self) -> None:
        """Write what is there, and end."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._queue.join(), LAST_SECONDS)
        if self._task:
            self._task.cancel()

    async def append(self, entry: Entry) -> bool:
        """Add events; True when they are on disk, False when the game has gone on. A refusal if they cannot be."""
        waiting = _Waiting(entry, asyncio.get_running_loop().create_future())
        await self._queue.put(waiting)
        return await waiting.done

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            await asyncio.shield(self._write(batch))
            for _ in batch:
                self._queue.task_done()

    async def _write(self, batch: list[_Waiting]) -> None:
        """Write a batch. Whatever goes wrong is told to those who wait for it, and to nobody else."""
        try:
            added = await for_moves(self.store.append, [waiting.entry for waiting in batch])
        except Exception as error:
            if len(batch) > 1 and trouble_of(error) is None:  # one of them may be to blame
                for waiting in batch:
                    await self._write([waiting])
                return
            log.error("cannot write", extra={"game": batch[0].entry.game, "problem": type(error).__name__})
            for waiting in batch:
                _settle(waiting.done, refusal_for(error))
            return
        for waiting, done in zip(batch, added, strict=True):
            _settle(waiting.done, done)


def _settle(future: "asyncio.Future[bool]", result: bool | Exception) -> None:
    if future.done():  # whoever waited has gone
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
