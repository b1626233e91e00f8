"""A process beside the server, in which its engines think.

Kernels let go of the interpreter lock, but what lies between them needs it, and an engine's thread that is given little
of the processor keeps that lock while it waits: every step of everybody's move then waits for it, too. A process has a
lock of its own, and can be told to come after everybody who moves.

It is begun when somebody is about to play the engine, ends when nothing was asked of it for long, and ends with its
parent, because then nothing more can come through the pipe. Where it is lost, what it was asked is asked again.
"""

import contextlib
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from typing import Literal, TypeVar

from ludejo.games.discovery import whole
from ludejo.play.files import Document
from ludejo.search.preparing import Job, do, is_ready
from ludejo.table.children import settled, started
from ludejo.table.pools import be_last, be_nice
from ludejo.table.refusals import Refusal
from ludejo.table.thinking.engines import IDLE_SECONDS, NICENESS, SHORT_NICENESS, KeptPlayers
from ludejo.table.thinking.questions import Answer, Question

CANCEL_SECONDS = 0.1  # until it is noticed that nobody wants an answer any more
ATTEMPTS = 5  # whatever has ended so many processes is not asked of another
Asking = Literal["answer", "prepare", "cancel", "drop", "drop_idle"]
About = TypeVar("About")


class _Lost(Exception):
    """The process is gone."""


class _Process:
    """One process, and what it was asked."""

    def __init__(self, threads: int) -> None:
        self.process, self._pipe = started("ludejo.table.thinking.beside", threads)
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[Answer]] = {}
        self._serial = 0
        self.is_lost = False
        self._hearing = threading.Thread(target=self._hear, name="beside", daemon=True)
        self._hearing.start()

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for an answer."""
        return bool(self._waiting)

    def ask(self, what: Asking, about: object) -> tuple[int, "Future[Answer]"]:
        """The number of a question, and where its answer will be: _Lost, if it will not come."""
        answered: Future[Answer] = Future()
        with self._lock:
            if self.is_lost:
                raise _Lost
            self._serial += 1
            self._waiting[self._serial] = answered
            self._send(self._serial, what, about)
            return self._serial, answered

    def tell(self, what: Asking, about: object = None) -> None:
        """Say something that is not answered."""
        with self._lock:
            if not self.is_lost:
                self._send(0, what, about)

    def _send(self, number: int, what: Asking, about: object) -> None:
        with contextlib.suppress(OSError):  # then it is lost, which whoever hears it will find out
            self._pipe.send((number, what, about))

    def _hear(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                number, told, error = self._pipe.recv()
                with self._lock:
                    answered = self._waiting.pop(number)
                answered.set_exception(error) if error else answered.set_result(told)
        with self._lock:
            self.is_lost = True
            self._pipe.close()
            left, self._waiting = list(self._waiting.values()), {}
        self.process.wait()
        for answered in left:
            answered.set_exception(_Lost())

    def stop(self) -> None:
        """End it."""
        self.process.kill()
        self._hearing.join()


class MindBeside:
    """Answers questions by a process of its own: a thinking.Mind. Threads ask, and wait."""

    def __init__(self, threads: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.threads = threads
        self.clock = clock
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._asked = clock()
        self._must_stay = False  # it has compiled what cannot be kept elsewhere
        self._is_stopped = False

    @property
    def pid(self) -> int | None:
        """The number of the process; None where there is none at the moment."""
        process = self._process
        return process.process.pid if process and not process.is_lost else None

    def begin(self) -> None:
        """Somebody is about to ask."""
        self._started()

    def answer(self, question: Question, cancel: threading.Event) -> Answer:
        """The answer to a question. It is asked again where a process was lost over it."""
        return self._done("answer", question.as_json(), cancel)

    def prepare(self, job: Job) -> None:
        """See to it that what a job compiles can be had: where it is not on the disk, it is compiled there."""
        if not is_ready(job):
            self._must_stay = True
            self._done("prepare", job, threading.Event())

    def drop(self, id: str) -> None:
        """A game is over."""
        if process := self._process:
            process.tell("drop", id)

    def drop_idle(self) -> None:
        """Give back the memory of what nobody has asked about for long; all of it, where nobody has asked anything."""
        with self._lock:
            process, is_idle = self._process, self._asked < self.clock() - IDLE_SECONDS
            if process is None:
                return
            if is_idle and not process.is_asked and not self._must_stay:
                self._process = None
                process.stop()
            else:
                process.tell("drop_idle")

    def stop(self) -> None:
        """Answer nothing more."""
        with self._lock:
            self._is_stopped = True
            if self._process:
                self._process.stop()

    def _started(self) -> _Process:
        with self._lock:
            if self._is_stopped:
                raise Refusal("server/unavailable")
            self._asked = self.clock()
            if self._process is None or self._process.is_lost:
                self._process = _Process(self.threads)
            return self._process

    def _done(self, what: Asking, about: object, cancel: threading.Event) -> Answer:
        for _ in range(ATTEMPTS):
            with contextlib.suppress(_Lost):
                process = self._started()
                number, answered = process.ask(what, about)
                while not _is_there(answered):
                    if cancel.is_set():
                        process.tell("cancel", number)
                        cancel = threading.Event()  # once is enough; the answer comes at once
                return answered.result()
        raise Refusal("server/error")


def _is_there(answered: "Future[Answer]") -> bool:
    """Wait a moment for an answer."""
    with contextlib.suppress(TimeoutError):
        answered.exception(CANCEL_SECONDS)
    return answered.done()


# ---------------------------------------------------------------- in the process


class _Desk:
    """Takes what comes through the pipe: answers are worked out in threads, all else is done at once.

    Threads that think come after everybody else on the machine, those that think for long furthest. Those that load
    what is needed for it do not, or on a busy one the first answer would be long in coming.
    """

    def __init__(self, pipe: Connection, threads: int) -> None:
        self.pipe = pipe
        self.players = KeptPlayers()
        self._loading = ThreadPoolExecutor(threads + 1)  # as many as ask: one more for what takes a moment
        self._short = ThreadPoolExecutor(threads + 1, initializer=be_nice, initargs=(SHORT_NICENESS,))
        self._long = ThreadPoolExecutor(threads + 1, initializer=be_last, initargs=(NICENESS,))
        self._loaded: set[Job] = set()
        self._cancels: dict[int, threading.Event] = {}
        self._lock = threading.Lock()

    def serve(self) -> None:
        """Until nobody is at the other end any more; what is being thought about then is nobody's concern."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                number, what, about = self.pipe.recv()
                if what == "answer":
                    self._cancels[number] = threading.Event()
                    self._loading.submit(self._reply, number, self._understood, about)
                elif what == "prepare":
                    self._loading.submit(self._reply, number, do, about)
                elif what == "cancel":
                    self._cancels.get(about, threading.Event()).set()
                elif what == "drop":
                    self.players.drop(about)
                else:
                    self.players.drop_idle()
        os._exit(0)

    def _understood(self, asked: Document) -> Question:
        """A question, when all that it needs is loaded."""
        question = self.players.understood(asked)
        for step in question.steps:
            job = Job(question.position.game.name, step)
            if job not in self._loaded and job.game in whole():
                do(job)
                self._loaded.add(job)
        return question

    def _reply(self, number: int, work: Callable[[About], Answer | Question | None], about: About) -> None:
        """Tell what some work results in; a question that was understood is thought about first."""
        told: Answer | Question | None = None
        error: Exception | None = None
        try:
            told = work(about)
        except Exception as problem:  # whatever it is, our parent decides what becomes of it
            error = problem if _can_travel(problem) else RuntimeError(repr(problem))
        if isinstance(told, Question):
            pool = self._short if told.is_short else self._long
            pool.submit(self._reply, number, partial(self.players.answer, cancel=self._cancels[number]), told)
            return
        self._cancels.pop(number, None)
        with self._lock, contextlib.suppress(OSError):
            self.pipe.send((number, told, error))


def _can_travel(problem: Exception) -> bool:
    """Whether an error arrives as what it is: some cannot be made again from what they hold."""
    try:
        return type(pickle.loads(pickle.dumps(problem))) is type(problem)
    except Exception:
        return False


if __name__ == "__main__":
    _Desk(settled(int(sys.argv[1]), NICENESS), int(sys.argv[2])).serve()
