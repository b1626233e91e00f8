"""Warming up: every game's kernels are compiled elsewhere, and loaded here before somebody has to wait for them.

Until a game's rules are there its kernels run as plain Python: boards are drawn and people move at once. Only the
engine has to be waited for, and the game that somebody has chosen goes first. Provers, for which nobody waits, are
compiled when all else is there, on one core and after everybody who uses it.
"""

import asyncio
import gc
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future

from ludejo.games.cache import interpreted
from ludejo.games.discovery import folder_of, whole
from ludejo.search.preparing import (
    HELPING,
    Job,
    Preparation,
    all_jobs,
    can_keep,
    do,
    is_ready,
    place_of,
    proving_jobs,
)
from ludejo.table.reading.puzzles import puzzles
from ludejo.table.thinking.questions import Question, steps_of

COLLECT_AFTER = (20_000, 20, 50)
PROVERS_NICENESS = 15  # engines that think come first
log = logging.getLogger("ludejo.table")


def _calm_collector() -> None:
    """What is loaded by now stays, and every move makes thousands of small things that are gone at once.

    Looking through all of them for cycles, as often as Python does by itself, took half of the time of a view.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


class Warming:
    """What is loaded, what is being compiled, and who waits for it. Where it is not wanted, nobody waits."""

    def __init__(self, is_wanted: bool = True, prepare: Callable[[Job], None] | None = None) -> None:
        self._prepare = prepare  # what the engine needs; None: it thinks in this process
        self._loaded: dict[Job, Future[None]] = {job: Future() for job in all_jobs()}
        self._preparation = Preparation([])
        self._provers = Preparation([])
        self._is_stopping = False
        if not is_wanted:
            for done in self._loaded.values():
                done.set_result(None)

    @property
    def is_done(self) -> bool:
        """Whether everything is loaded."""
        return all(done.done() for done in self._loaded.values())

    @property
    def progress(self) -> tuple[int, int]:
        """How many of the jobs that had to be done are done, and how many there were."""
        jobs = self._preparation.jobs
        return sum(self._loaded[job].done() for job in jobs), len(jobs)

    @property
    def under_way(self) -> str | None:
        """The game that is being prepared, or the first of them; None when there is nothing to wait for."""
        wanted = self._preparation.wanted
        jobs = sorted(self._preparation.jobs, key=lambda job: place_of(job.game, wanted))
        return next((job.game for job in jobs if not self._loaded[job].done()), None)

    def start(self) -> None:
        """Begin, in a thread of its own."""
        threading.Thread(target=self._run_all, name="warming", daemon=True).start()

    def start_provers(self) -> None:
        """Begin to compile provers, where all else is loaded, in a thread of its own."""
        threading.Thread(target=self.compile_provers, name="provers", daemon=True).start()

    def stop(self) -> None:
        """Leave the rest undone."""
        self._is_stopping = True
        self._preparation.stop()
        self._provers.stop()

    def _run_all(self) -> None:
        self.run()
        self.compile_provers()

    def run(self) -> None:
        """Load everything that somebody waits for, and return when it is done."""
        missing = [job for job in self._loaded if not is_ready(job) and can_keep(job)]
        interpreted.update(folder_of(job.game).package for job in missing if job.step == "rules")
        self._preparation.jobs = missing
        self._preparation.start()
        for job in self._loaded.keys() - set(missing):
            self._load(job)
        for job in self._preparation:
            self._load(job)
        for job in missing:
            self._load(job)
        for name in whole():
            if not self._is_stopping:
                puzzles(name)  # nobody has to wait for these to be called ready
        _calm_collector()

    def compile_provers(self) -> None:
        """Compile what is left then. Whoever needs it loads it: it is no use to this process."""
        self._provers = Preparation(
            [job for job in proving_jobs() if not is_ready(job) and can_keep(job)], 1, PROVERS_NICENESS
        )
        if not self._is_stopping:
            for _ in self._provers:
                pass

    def _load(self, job: Job) -> None:
        """Take in what was compiled, or compile it here where it could not be elsewhere; at most once."""
        if self._loaded[job].done() or self._is_stopping:
            return
        if job.step == "rules":
            interpreted.discard(folder_of(job.game).package)
        try:
            if job.step not in HELPING:
                (self._prepare if self._prepare and job.step != "rules" else do)(job)
        except Exception:
            log.exception("cannot prepare a game", extra={"game": job.game, "step": job.step})
        self._loaded[job].set_result(None)

    # ---------------------------------------------------------------- who waits

    def want(self, spec: str, level: int | None = None) -> None:
        """Somebody has chosen a game, and a level: what they need comes first."""
        name = _name(spec)
        if name in whole():
            self._preparation.want(name, steps_of(name, level) if level else ())

    def has_rules(self, spec: str) -> bool:
        """Whether the rules that a specification names are compiled."""
        done = self._loaded.get(Job(_name(spec), "rules"))
        return done is None or done.done()

    async def ready(self, spec: str) -> None:
        """Wait until the rules that a specification names are compiled, for work that takes long without."""
        await self._wait_for(_name(spec), ("rules",))

    async def ready_for(self, question: Question) -> None:
        """Wait until the engine can answer a question."""
        await self._wait_for(question.position.game.name, question.steps)

    async def _wait_for(self, name: str, steps: tuple[str, ...]) -> None:
        for step in steps:
            done = self._loaded.get(Job(name, step))
            if done is not None and not done.done():
                self._preparation.want(name, steps)
                await asyncio.shield(asyncio.wrap_future(done))


def _name(spec: str) -> str:
    return spec.strip().lower().partition(":")[0].strip()
