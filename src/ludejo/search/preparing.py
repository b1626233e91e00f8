"""Compiling beforehand: what each game needs in its first minutes, in processes of their own, on all cores.

A process that compiles grows by hundreds of megabytes and keeps them; one that loads what was compiled does not. So
`Preparation` starts a foreman, a process that has loaded the compiler and lets a copy of itself do each job, as many at
once as there are cores. A game that somebody waits for goes first: both cores work for it, and what is under way for
others stands still meanwhile.

What is ready is marked by a file in the game's cache folder, so that whoever starts later need not look.
"""

import contextlib
import gc
import multiprocessing
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

from ludejo.games.cache import prepare, ready_mark
from ludejo.games.discovery import folder_of, whole
from ludejo.games.gestures import gestures, hops, threats
from ludejo.play import compiling
from ludejo.play.game import Game, game
from ludejo.search.engine import Engine, engine_for
from ludejo.search.evaluation import ByPlayouts
from ludejo.search.probe import PROVER, Probe
from ludejo.search.tree import clear, keep_subtree, mean_of
from ludejo.solve.searches import Tables
from ludejo.solve.solver import Solver

MOST_AT_ONCE = 4
MEMORY_MB = 8
PROVER_MB = 64
SIMULATIONS = 16
PLIES = 6


class Job(NamedTuple):
    """A step of preparing a game."""

    game: str
    step: str  # of STEPS, or one that is done WHEN_ASKED


class Wish(NamedTuple):
    """What somebody waits for."""

    game: str
    steps: tuple[str, ...]  # the first ones


# ---------------------------------------------------------------- the steps


def _walks(one: Game) -> None:
    """Half of what the lower levels think with, for another core while one does `playouts`; after that, nothing."""
    if is_ready(Job(one.name, "playouts")):
        return
    engine, search = _plain_engine(one)
    search.make_walks(engine.tree)
    clear(engine.spare)
    keep_subtree(engine.tree, engine.spare, 0)
    mean_of(engine.tree, 0)


def _playouts(one: Game) -> None:
    """What the lower levels think with."""
    engine, search = _plain_engine(one)
    if not is_ready(Job(one.name, "playouts")):
        search.make_playouts()
        start = one.start(seed=1)
        start.after(start.legal[0])
        search.make_search(start.state, engine.tree)
    _think(engine)


def _plain_engine(one: Game) -> tuple[Engine, ByPlayouts]:
    engine = engine_for(one, network=False, memory_mb=MEMORY_MB)
    assert isinstance(engine.evaluation, ByPlayouts)
    return engine, engine.evaluation


def _rules(one: Game) -> None:
    """What a board and its moves need."""
    position, chance = one.start(seed=1), random.Random(1)
    for _ in range(PLIES):
        if position.is_over:
            return
        gestures(position), hops(position), threats(position), position.svg(), hash(position)
        if folder_of(one.name).has("view"):
            position.observe()
        position = one.position(position.text).play(position.random_move(chance))


def _network(one: Game) -> None:
    """What the higher levels think with, and hints."""
    _think(engine_for(one, memory_mb=MEMORY_MB))


def _probe(one: Game) -> None:
    """How the highest level looks for forced wins."""
    Probe(one).look(one.start(seed=1), seconds=0.02)


def _prover(one: Game) -> None:
    """What exact solving needs, and, once it is there, the highest level, hints and analyses."""
    position, chance = one.start(seed=1), random.Random(1)
    while not Tables(one, position).has_its_prover and not position.is_over:
        position = position.play(position.random_move(chance))
    Solver(position, PROVER_MB).prepare()


def _think(engine: Engine) -> None:
    start = engine.game.start(seed=1)
    thought = engine.think(start, simulations=SIMULATIONS)
    engine.think(start.after(thought.best.move), simulations=1)


STEPS: dict[str, Callable[[Game], None]] = {
    "playouts": _playouts, "walks": _walks, "rules": _rules, "network": _network, "probe": _probe,
}  # fmt: skip
HELPING = ("walks",)  # done for other steps' sake: whoever wants to play need not load it
WHEN_ASKED: dict[str, Callable[[Game], None]] = {PROVER: _prover}  # nobody's first minute waits for these


def do(job: Job) -> None:
    """Compile what a step needs, or load it where it was compiled before."""
    (STEPS | WHEN_ASKED)[job.step](game(job.game))


# ---------------------------------------------------------------- what is ready


def all_jobs(games: Sequence[str] = (), prover: bool = False) -> list[Job]:
    """Everything that can be prepared, for some games or for all; provers only where they are asked for, and last."""
    names, steps = games or whole(), [*STEPS]
    last = [*WHEN_ASKED] if prover else []
    return [Job(name, step) for wave in (steps, last) for name in names for step in wave]


def proving_jobs() -> list[Job]:
    """What lets hints, analyses and the highest level prove more: of the games in which they ask proof numbers."""
    return [Job(name, PROVER) for name in whole() if not game(name).capabilities.dice]


def mark_ready(job: Job) -> None:
    """Whoever needed it has compiled it; where that cannot be kept, so be it."""
    if can_keep(job):
        _mark(job).touch()


def is_ready(job: Job) -> bool:
    """Whether it was done before, for this machine and these sources."""
    return _mark(job).is_file()


def can_keep(job: Job) -> bool:
    """Whether what is compiled for a game can be kept for other processes."""
    prepare(folder_of(job.game).package)
    return os.access(_mark(job).parent, os.W_OK)


def _mark(job: Job) -> Path:
    return ready_mark(folder_of(job.game).package, job.step)


@contextlib.contextmanager
def _alone(job: Job) -> Iterator[None]:
    """While no other process on this machine does the same job, where that can be seen."""
    try:
        import fcntl
    except ImportError:  # Windows: two processes at once do the work twice, and lose nothing
        yield
        return
    prepare(folder_of(job.game).package)
    with _mark(job).with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# ---------------------------------------------------------------- the foreman's side


def _work(job: Job) -> None:
    """In a process of its own."""
    gc.disable()  # nearly all that compiling makes is kept to the end, and there is much of it to look through
    with _alone(job):
        if not is_ready(job):
            do(job)
            _mark(job).touch()


def _foreman(pipe: Connection, jobs: list[Job], cores: int, niceness: int) -> None:
    """Do the jobs, tell of each, and listen for what is wanted first."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it says when to end, by closing the pipe
    compiling.be_silent()
    crew = CompilingCrew(jobs, cores)
    try:
        while crew.left:
            crew.arrange()
            for heard in wait([pipe, *crew.working]):
                if heard is pipe:
                    wanted = pipe.recv()
                    if wanted is None:
                        return crew.dismiss()
                    crew.wanted = wanted
                elif isinstance(heard, int):  # a sentinel
                    pipe.send(crew.done(heard))
    except (EOFError, OSError):  # nobody is there any more
        crew.dismiss()
    return None


class CompilingCrew:
    """The processes that work, and what is left to do."""

    def __init__(self, jobs: list[Job], cores: int) -> None:
        self.left = list(jobs)  # in order; what is under way too
        self.cores = cores
        self.wanted: tuple[Wish, ...] = ()  # the latest first
        self.working: dict[int, Job] = {}  # by the sentinel of its process
        self._processes: dict[Job, BaseProcess] = {}
        self._context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")

    def arrange(self) -> None:
        """Let as many work as there are cores; who is not among them stands still."""
        chosen = self._chosen()
        for job, process in self._processes.items():
            _signal(process, "SIGCONT" if job in chosen else "SIGSTOP")
        for job in chosen:
            if job not in self._processes:
                process = self._context.Process(target=_work, args=(job,))  # type: ignore[attr-defined]
                process.start()
                self._processes[job] = process
                self.working[process.sentinel] = job

    def _chosen(self) -> list[Job]:
        """The most wanted first. Of a game that nobody waits for one job at a time: the next finds its parts ready."""
        chosen: list[Job] = []
        wanted = {wish.game for wish in self.wanted}
        for job in sorted(self.left, key=self._rank):
            is_free = job.game in wanted or job.game not in {other.game for other in chosen}
            if is_free and len(chosen) < self.cores:
                chosen.append(job)
        return chosen

    def _rank(self, job: Job) -> tuple[bool, int, bool, int]:
        """By which they go first; nobody waits for a prover, so that those of games that are wanted are last, too."""
        place = place_of(job.game, self.wanted)
        steps = self.wanted[place].steps if place < len(self.wanted) else ()
        return job.step in WHEN_ASKED, place, job.step not in steps, self.left.index(job)

    def done(self, sentinel: int) -> Job:
        """A process has ended, well or not: what is not ready then is compiled by whoever needs it."""
        job = self.working.pop(sentinel)
        self._processes.pop(job).join()
        self.left.remove(job)
        return job

    def dismiss(self) -> None:
        """End all of them."""
        for process in self._processes.values():
            process.kill()
            process.join()


def place_of(game: str, wanted: Sequence[Wish]) -> int:
    """Where a game stands among those that are wanted, 0 first; behind all of them where it is not."""
    return next((place for place, wish in enumerate(wanted) if wish.game == game), len(wanted))


def _signal(process: BaseProcess, name: str) -> None:
    if process.pid is not None and hasattr(signal, name):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, getattr(signal, name))


# ---------------------------------------------------------------- the other side


class Preparation:
    """Jobs that are being done elsewhere, perhaps nicely. Iterate over it to hear of each when it is done."""

    def __init__(self, jobs: Sequence[Job], cores: int | None = None, niceness: int = 0) -> None:
        self.jobs = list(jobs)
        self.cores = cores or min(MOST_AT_ONCE, os.cpu_count() or 1)
        self.niceness = niceness
        self.wanted: list[Wish] = []  # the latest first
        self._foreman: tuple[Connection, SpawnProcess] | None = None

    def start(self) -> None:
        """Begin."""
        if self.jobs and self._foreman is None:
            context = multiprocessing.get_context("spawn")
            pipe, theirs = context.Pipe()
            told = (theirs, self.jobs, self.cores, self.niceness)
            process = context.Process(target=_foreman, args=told, name="compiling")
            process.start()
            theirs.close()
            self._foreman = pipe, process
            self._tell(tuple(self.wanted))

    def __iter__(self) -> Iterator[Job]:
        self.start()
        if self._foreman is None:
            return
        pipe, process = self._foreman
        try:
            for _ in self.jobs:
                yield pipe.recv()
        except (EOFError, OSError):  # it was stopped, or has died: the rest is compiled where it is needed
            return
        finally:
            self.stop()
            process.join()

    def want(self, game: str, steps: tuple[str, ...] = ()) -> None:
        """Somebody waits for a game, and for these steps most: it goes before the others."""
        known = next((wish.steps for wish in self.wanted if wish.game == game), ())
        wish = Wish(game, steps or known)
        if self.wanted[:1] != [wish]:
            self.wanted = [wish, *(other for other in self.wanted if other.game != game)]
            self._tell(tuple(self.wanted))

    def stop(self) -> None:
        """Leave the rest undone."""
        self._tell(None)

    def _tell(self, what: tuple[Wish, ...] | None) -> None:
        with contextlib.suppress(OSError):  # it may have ended by itself
            if self._foreman is not None:
                self._foreman[0].send(what)
