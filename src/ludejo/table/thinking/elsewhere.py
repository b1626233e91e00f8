"""Thinking elsewhere: questions as jobs in PostgreSQL, which `ludejo think` takes on this machine or on others.

The jobs are procrastinate's. Their priority is the place that fair queueing gives them (fairness.py), worked out from
all jobs that wait, whichever server has asked: visitors take turns across machines. An answer comes back as a notice.

A thinker that dies stops to beat, and its jobs are taken by another. Where no thinker is left, or a job is gone and no
answer has come, the server is told so, and thinks by itself.
"""

import asyncio
import json
import logging
import secrets
import threading
from dataclasses import dataclass
from hashlib import blake2b

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ProcrastinateException
from procrastinate.jobs import Job, Status
from procrastinate.types import JSONDict
from psycopg_pool import PoolTimeout

from ludejo.table import metrics
from ludejo.table.fairness import end_tags, start_tag
from ludejo.table.storage.database import driver_url
from ludejo.table.thinking.questions import PUT_BACK, Answer, Question
from ludejo.table.visitors import circles

ANSWERS = "ludejo_answers"  # the channel of the notices
TASK = "ludejo.answer"
SHORT, LONG = "ludejo-short", "ludejo-long"  # the queues
BEAT_SECONDS = 1.0  # of a thinker
DEAD_SECONDS = 5.0  # without a beat
LOOK_SECONDS = 1.0
CANCEL_SECONDS = 0.2  # until it is noticed that nobody wants an answer any more
MOST_ATTEMPTS = 5  # whatever has ended so many thinkers is not given to another
TICKS = 10  # of priority, a second of an engine

# A job of an earlier version has the end of its visitor's work alone.
_PLACE = """
    WITH jobs AS (
        SELECT status, (args->>'start')::float AS start,
               coalesce(args->'ends', jsonb_build_object(args->>'visitor', args->'end')) AS ends
        FROM procrastinate_jobs WHERE task_name = %(task)s AND status IN ('todo', 'doing')
    ), ends AS (
        SELECT network.key AS name, max(network.value::float) AS last
        FROM jobs, jsonb_each_text(ends) AS network WHERE network.key = ANY(%(names)s) GROUP BY network.key
    )
    SELECT min(start) FILTER (WHERE status = 'todo') AS waiting,
           max(start) FILTER (WHERE status = 'doing') AS begun,
           coalesce((SELECT jsonb_object_agg(name, last) FROM ends), '{}') AS ends
    FROM jobs
"""
_THINKERS = """
    SELECT count(*) AS count FROM procrastinate_workers
    WHERE last_heartbeat > now() - %(seconds)s * interval '1 second'
"""
_THERE = "SELECT id FROM procrastinate_jobs WHERE id = ANY(%(ids)s) AND status IN ('todo', 'doing')"
log = logging.getLogger("ludejo.table")


def _disguised(network: str) -> str:
    """What stands for a visitor, or a network, where others may read: addresses are nobody's business."""
    return blake2b(network.encode(), digest_size=8).hexdigest()


def new_app(url: str, connections: int) -> App:
    """The job queue in a database."""
    logging.getLogger("procrastinate").setLevel(logging.WARNING)
    connector = PsycopgConnector(conninfo=driver_url(url), min_size=1, max_size=connections, timeout=10.0)
    return App(connector=connector)


@dataclass(eq=False)
class _Waiting:
    """Somebody who waits for an answer; None where nobody will give it."""

    done: "asyncio.Future[tuple[Answer, float] | None]"
    cancel: threading.Event | None
    job: int | None = None
    was_missing: bool = False

    @property
    def is_answered(self) -> bool:
        """Whether a thinker has answered."""
        return self.done.done() and not self.done.cancelled() and self.done.result() is not None


def _tell(what: str, error: Exception) -> None:
    """Log what has gone wrong: of the database in a line, of anything else where that was."""
    is_of_database = isinstance(error, ProcrastinateException | PoolTimeout)
    problem = f"{type(error).__name__}: {error.__cause__ or error}"
    log.warning(what, extra={"problem": problem}, exc_info=None if is_of_database else error)


class Elsewhere:
    """Asks thinkers that share our database."""

    def __init__(self, url: str) -> None:
        self.app = new_app(url, connections=2)
        self.thinkers = 0
        self._waiting: dict[str, _Waiting] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to look for thinkers."""
        await self.app.open_async()
        self._tasks = [asyncio.create_task(work) for work in (self._look_after(), self._notice_cancels())]

    async def stop(self) -> None:
        """Ask no more."""
        for task in self._tasks:
            task.cancel()
        await self.app.close_async()

    async def ask(
        self, visitor: str, question: Question, cancel: threading.Event | None
    ) -> tuple[Answer, float] | None:
        """An answer and the seconds that it took; None if nobody answers."""
        if not self.thinkers:
            return None
        key = secrets.token_hex(8)
        waiting = self._waiting[key] = _Waiting(asyncio.get_running_loop().create_future(), cancel)
        try:
            waiting.job = await self._defer(key, visitor, question)
            return await waiting.done
        except Exception as error:  # whatever it is, we can think by ourselves
            _tell("cannot ask a thinker", error)
            return None
        finally:
            del self._waiting[key]
            if waiting.job is not None and not waiting.is_answered:
                await asyncio.shield(self._withdraw(waiting.job))

    async def _defer(self, key: str, visitor: str, question: Question) -> int:
        names = {network: _disguised(network) for network, _ in circles(visitor)}
        place = await self.app.connector.execute_query_one_async(_PLACE, task=TASK, names=list(names.values()))
        now = place["waiting"] if place["waiting"] is not None else place["begun"] or 0.0
        last = {network: place["ends"][name] for network, name in names.items() if name in place["ends"]}
        start = start_tag(visitor, now, last)
        ends: JSONDict = {names[network]: end for network, end in end_tags(visitor, question.cost, now, last).items()}
        job = self.app.configure_task(
            TASK, queue=SHORT if question.is_short else LONG, priority=-round(TICKS * (start + PUT_BACK[question.rank]))
        )
        return await job.defer_async(key=key, start=start, ends=ends, question=question.as_json())

    async def _withdraw(self, job: int) -> None:
        """Nobody waits for this answer any more."""
        try:
            await self.app.job_manager.cancel_job_by_id_async(job, abort=True, delete_job=True)
        except Exception as error:
            _tell("cannot withdraw a question", error)

    def hear(self, payload: str) -> None:
        """A notice with an answer to somebody's question."""
        key, seconds, told = payload.split(" ", 2)
        waiting = self._waiting.get(key)
        if waiting and not waiting.done.done():
            waiting.done.set_result((json.loads(told), float(seconds)))

    # ---------------------------------------------------------------- looking after what was asked

    async def _notice_cancels(self) -> None:
        while True:
            await asyncio.sleep(CANCEL_SECONDS)
            for waiting in self._waiting.values():
                if waiting.cancel and waiting.cancel.is_set():
                    waiting.done.cancel()

    async def _look_after(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:  # or nobody would look after anything any more, nor notice that
                _tell("lost the thinkers", error)
                self.thinkers = 0
                self._give_up(list(self._waiting.values()))
            metrics.THINKERS.set(self.thinkers)
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """How many think, whose jobs are to be tried again, and which answers will never come."""
        counted = await self.app.connector.execute_query_one_async(_THINKERS, seconds=DEAD_SECONDS)
        self.thinkers = counted["count"]
        if not self.thinkers:
            self._give_up(list(self._waiting.values()))
            return
        for job in await self.app.job_manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_SECONDS):
            await self._try_again(job)
        asked = {waiting.job: waiting for waiting in self._waiting.values() if waiting.job is not None}
        there = await self.app.connector.execute_query_all_async(_THERE, ids=list(asked))
        gone = [asked[id] for id in asked.keys() - {row["id"] for row in there}]
        self._give_up([waiting for waiting in gone if waiting.was_missing])  # its notice may be on the way
        for waiting in gone:
            waiting.was_missing = True

    async def _try_again(self, job: Job) -> None:
        """A job whose thinker has died. Another server may be quicker."""
        try:
            if job.attempts < MOST_ATTEMPTS:
                await self.app.job_manager.retry_job(job)
            else:
                await self.app.job_manager.finish_job(job, Status.FAILED, delete_job=True)
        except ProcrastinateException:
            log.info("another server looks after a job", extra={"job": job.id})
        except Exception as error:  # which concerns no other job
            _tell("a job cannot be tried again", error)

    def _give_up(self, some: list[_Waiting]) -> None:
        for waiting in some:
            if not waiting.done.done():
                waiting.done.set_result(None)
