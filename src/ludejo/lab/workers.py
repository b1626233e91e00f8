"""Processes that do jobs, such as playing a game, one at a time and in one thread each.

A worker that dies is replaced and its job is given to another; one that outlives the program it works for ends by
itself. Ctrl-C is heard by the program alone, which then ends its workers.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from ludejo.lab.match import Plan, play_game
from ludejo.play.records import Record

MOST_DEATHS = 3  # of workers over one job
PARTING_SECONDS = 3.0

Job = TypeVar("Job", bound=Hashable)  # what can be pickled, and says by str() what it is
Result = TypeVar("Result")


class WorkerError(RuntimeError):
    """A job that could not be done, for a reason that is ours."""


@dataclass(frozen=True)
class Task:
    """A game to play. The key is for whoever asks."""

    key: int
    plan: Plan
    number: int

    def __str__(self) -> str:
        return f"game {self.number + 1} of {' – '.join(self.plan.players)}"


def played(tasks: Iterable[Task], processes: int, until: float | None = None) -> Iterator[tuple[Task, Record]]:
    """Play the tasks and yield each game as it ends, see `done`."""
    return done(tasks, _play, processes, until)


def _play(task: Task) -> Record:
    return play_game(task.plan, task.number)


def done(
    jobs: Iterable[Job], work: Callable[[Job], Result], processes: int, until: float | None = None
) -> Iterator[tuple[Job, Result]]:
    """Do the jobs, as many at a time as there are processes, and yield each with what came of it.

    The jobs are asked for one by one, when a worker is free. At the time `until` (of time.monotonic) those under way
    are given up. With no processes at all they are done here, one after the other.
    """
    if processes == 0:
        for job in jobs:
            if until is not None and time.monotonic() >= until:
                return
            yield job, work(job)
        return
    crew = _Crew(iter(jobs), work, processes)
    try:
        yield from crew.work(until)
    finally:
        crew.dismiss()


class _Crew(Generic[Job, Result]):
    """Workers, and what each is at."""

    def __init__(self, jobs: Iterator[Job], work: Callable[[Job], Result], size: int) -> None:
        self.jobs = jobs
        self.doing = work
        self.size = size
        self.busy: dict[Connection, tuple[BaseProcess, Job]] = {}
        self.idle: list[tuple[Connection, BaseProcess]] = []
        self.again: list[Job] = []  # those whose worker died
        self.deaths: dict[Job, int] = {}

    def work(self, until: float | None) -> Iterator[tuple[Job, Result]]:
        """Hand out jobs and collect what came of them."""
        while True:
            self._hand_out()
            left = None if until is None else until - time.monotonic()
            if not self.busy or (left is not None and left <= 0):
                return
            for connection in wait(list(self.busy), timeout=left):
                assert isinstance(connection, Connection)
                finished = self._collect(connection)
                if finished is not None:
                    yield finished
                    self._hand_out()

    def _hand_out(self) -> None:
        while len(self.busy) < self.size:
            job = self.again.pop() if self.again else next(self.jobs, None)
            if job is None:
                return
            connection, process = self.idle.pop() if self.idle else _hire(self.doing)
            self.busy[connection] = (process, job)
            with contextlib.suppress(OSError):  # it died idle: that shows when its answer is collected
                connection.send(job)

    def _collect(self, connection: Connection) -> tuple[Job, Result] | None:
        process, job = self.busy.pop(connection)
        try:
            is_done, answer = connection.recv()
        except (EOFError, OSError):
            self._mourn(process, job)
            return None
        self.idle.append((connection, process))
        if not is_done:
            raise WorkerError(f"{job} failed:\n{answer}")
        return job, answer

    def _mourn(self, process: BaseProcess, job: Job) -> None:
        process.join(PARTING_SECONDS)
        self.deaths[job] = self.deaths.get(job, 0) + 1
        if self.deaths[job] == MOST_DEATHS:
            raise WorkerError(f"{MOST_DEATHS} workers died over {job} (exit code {process.exitcode})")
        self.again.append(job)

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


def _hire(work: Callable[[Any], Any]) -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, work), daemon=False)
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


def _serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    """A worker's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_watch_parent, daemon=True).start()
    try:
        with contextlib.suppress(EOFError, OSError):
            while True:
                job = connection.recv()
                try:
                    answer: tuple[bool, Any] = True, work(job)
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
