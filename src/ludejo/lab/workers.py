"""Processes that play games, one game and one thread each.

A worker that dies is replaced and its game is given to another; one that outlives the program it works for ends by
itself. Ctrl-C is heard by the program alone, which then ends its workers.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from ludejo.lab.match import Plan, play_game
from ludejo.play.records import Record

MOST_DEATHS = 3  # of workers over one game
PARTING_SECONDS = 3.0


class WorkerError(RuntimeError):
    """A game that could not be played, for a reason that is ours."""


@dataclass(frozen=True)
class Task:
    """A game to play. The key is for whoever asks."""

    key: int
    plan: Plan
    number: int


def played(tasks: Iterable[Task], processes: int, until: float | None = None) -> Iterator[tuple[Task, Record]]:
    """Play the tasks, as many at a time as there are processes, and yield each game as it ends.

    The tasks are asked for one by one, when a worker is free. At the time `until` (of time.monotonic) games under way
    are given up. With no processes at all the games are played here, one after the other.
    """
    if processes == 0:
        for task in tasks:
            if until is not None and time.monotonic() >= until:
                return
            yield task, play_game(task.plan, task.number)
        return
    crew = _Crew(iter(tasks), processes)
    try:
        yield from crew.work(until)
    finally:
        crew.dismiss()


class _Crew:
    """Workers, and what each is at."""

    def __init__(self, tasks: Iterator[Task], size: int) -> None:
        self.tasks = tasks
        self.size = size
        self.busy: dict[Connection, tuple[BaseProcess, Task]] = {}
        self.idle: list[tuple[Connection, BaseProcess]] = []
        self.again: list[Task] = []  # games whose worker died
        self.deaths: dict[tuple[int, int], int] = {}

    def work(self, until: float | None) -> Iterator[tuple[Task, Record]]:
        """Hand out tasks and collect games."""
        while True:
            self._hand_out()
            left = None if until is None else until - time.monotonic()
            if not self.busy or (left is not None and left <= 0):
                return
            for connection in wait(list(self.busy), timeout=left):
                assert isinstance(connection, Connection)
                done = self._collect(connection)
                if done is not None:
                    yield done
                    self._hand_out()

    def _hand_out(self) -> None:
        while len(self.busy) < self.size:
            task = self.again.pop() if self.again else next(self.tasks, None)
            if task is None:
                return
            connection, process = self.idle.pop() if self.idle else _hire()
            self.busy[connection] = (process, task)
            with contextlib.suppress(OSError):  # it died idle: that shows when its answer is collected
                connection.send((task.plan, task.number))

    def _collect(self, connection: Connection) -> tuple[Task, Record] | None:
        process, task = self.busy.pop(connection)
        try:
            is_played, answer = connection.recv()
        except (EOFError, OSError):
            self._mourn(process, task)
            return None
        self.idle.append((connection, process))
        if not is_played:
            raise WorkerError(f"game {task.number + 1} of {' – '.join(task.plan.players)} failed:\n{answer}")
        return task, answer

    def _mourn(self, process: BaseProcess, task: Task) -> None:
        process.join(PARTING_SECONDS)
        game = (task.key, task.number)
        self.deaths[game] = self.deaths.get(game, 0) + 1
        if self.deaths[game] == MOST_DEATHS:
            raise WorkerError(f"{MOST_DEATHS} workers died over game {task.number + 1} (exit code {process.exitcode})")
        self.again.append(task)

    def dismiss(self) -> None:
        """End all workers, with what they are at."""
        crew = [*self.idle, *((connection, process) for connection, (process, _) in self.busy.items())]
        for connection, process in crew:
            connection.close()
            process.terminate()
        deadline = time.monotonic() + PARTING_SECONDS
        for _, process in crew:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _hire() -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=False)
    with _deaf_to_interrupts():
        process.start()
    theirs.close()
    return ours, process


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """A process started meanwhile hears no Ctrl-C, from its first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(connection: Connection, play: Callable[[Plan, int], Record] = play_game) -> None:
    """A worker's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_watch_parent, daemon=True).start()
    try:
        with contextlib.suppress(EOFError, OSError):
            while True:
                plan, number = connection.recv()
                try:
                    answer: tuple[bool, Any] = True, play(plan, number)
                except Exception:
                    answer = False, traceback.format_exc()
                connection.send(answer)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # nothing is left to unwind: no complaint on the way out


def _leave(*_: object) -> None:
    """Unwind, so that programs which play for us are ended on the way."""
    raise SystemExit(1)


def _watch_parent() -> None:
    """End when the program does that we work for, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PARTING_SECONDS)
        os._exit(1)
