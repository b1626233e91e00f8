"""Tasks that nobody waits for."""

import asyncio
from collections.abc import Coroutine


class Tasks:
    """Holds on to what is done beside until it is done: the event loop alone would forget it."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def later(self, work: Coroutine[object, object, None]) -> None:
        """Do something beside."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Give up what is not done yet."""
        for task in list(self._tasks):
            task.cancel()
