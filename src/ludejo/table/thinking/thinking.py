"""Thinking: where questions to the engine are asked, paid where they must be, and answered when it is their turn."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import Protocol

from ludejo.search.analysis import last_turn
from ludejo.table import metrics
from ludejo.table.limits import Limits
from ludejo.table.thinking.allowance import LEAST, EngineAllowance
from ludejo.table.thinking.elsewhere import Elsewhere
from ludejo.table.thinking.engines import KeptPlayers
from ludejo.table.thinking.questions import Answer, Question
from ludejo.table.thinking.queue import FairQueue, QueueTerms
from ludejo.table.thinking.warming import Warming

log = logging.getLogger("ludejo.table")


class Mind(Protocol):
    """Whoever answers questions, and keeps in mind what was thought about running games."""

    def begin(self) -> None:
        """Somebody is about to ask."""

    def answer(self, question: Question, cancel: threading.Event) -> Answer:
        """The answer, within the seconds of the question; sooner if the event is set."""

    def drop(self, id: str) -> None:
        """A game is over."""

    def drop_idle(self) -> None:
        """Give back the memory of what nobody has asked about for long."""

    def stop(self) -> None:
        """Answer nothing more."""


class Thinking:
    """The engine, for everybody at this server."""

    def __init__(
        self, threads: int, limits: Limits, elsewhere: Elsewhere | None = None, warming: Warming | None = None,
        mind: Mind | None = None, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:  # fmt: skip
        self.allowance = EngineAllowance(limits)
        self.elsewhere = elsewhere
        self.warming = warming or Warming(is_wanted=False)
        self.queue = FairQueue(threads)
        self.mind = mind or KeptPlayers()
        self.sleep = sleep

    async def start(self) -> None:
        """Begin to take questions."""
        self.queue.start()
        if self.elsewhere:
            await self.elsewhere.start()

    async def stop(self) -> None:
        """Give up what is being thought about."""
        self.queue.stop()
        self.mind.stop()
        if self.elsewhere:
            await self.elsewhere.stop()

    def expect(self) -> None:
        """Somebody is about to play the engine."""
        if not (self.elsewhere and self.elsewhere.thinkers):
            self.mind.begin()

    def hear(self, payload: str) -> None:
        """A notice with an answer from elsewhere."""
        if self.elsewhere:
            self.elsewhere.hear(payload)

    async def owed(self, visitor: str, question: Question, cancel: threading.Event | None = None) -> Answer:
        """The answer to what the engine owes in a game: it waits its turn, and is never refused."""
        return (await self._answered(visitor, question, cancel))[0]

    async def asked(self, visitor: str, question: Question, cancel: threading.Event | None = None) -> Answer:
        """The answer to what somebody asks for beside: paid, and refused to whoever has used up the allowance."""
        self.allowance.check(visitor)
        return await self._paid(visitor, question, cancel)

    async def asked_slowly(self, visitor: str, question: Question, cancel: threading.Event) -> Answer:
        """One of many questions that somebody has asked at once: it waits until the allowance allows it."""
        while wait := self.allowance.wait_for(visitor):
            await self.sleep(max(wait, LEAST))
        return await self._paid(visitor, question, cancel)

    async def _paid(self, visitor: str, question: Question, cancel: threading.Event | None) -> Answer:
        self.allowance.enter(visitor, question.seconds)
        unspent = 0.0  # nothing is given back to whoever does not wait for the answer
        try:
            told, spent = await self._answered(visitor, question, cancel)
            unspent = question.seconds - spent
        finally:
            self.allowance.leave(visitor, unspent)
        return told

    async def _answered(self, visitor: str, question: Question, cancel: threading.Event | None) -> tuple[Answer, float]:
        found = await self.elsewhere.ask(visitor, question, cancel) if self.elsewhere else None
        if found and _is_sound(question, found[0]):
            metrics.ANSWERS_ELSEWHERE.inc()
            metrics.ENGINE_SECONDS.inc(found[1])
            return found
        await self.warming.ready_for(question)
        terms = QueueTerms(visitor, question.rank, question.cost, question.is_short)
        return await self.queue.do(terms, lambda stop: self.mind.answer(question, stop), cancel)


def _is_sound(question: Question, told: Answer) -> bool:
    """Whether an answer from elsewhere, perhaps from another version of the rules, is one: its move is legal here."""
    if question.kind == "turn":
        return told["turn"] == last_turn(question.position).before.turn
    try:
        question.position.play(told["move"])
    except ValueError:
        log.error("a thinker has answered with an illegal move", extra={"spec": question.position.game.spec})
        return False
    return True
