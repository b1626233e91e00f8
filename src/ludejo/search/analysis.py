"""A game looked at afterwards: what each move cost, and what the dice gave.

A move is measured against the best one by the winning probability, a draw counting half, that is left after it. Both
are found by searches of the same kind and size, one of the position after the move that was made and one of the
position after the move that should have been: a search sees the player to move a little too well off, and what is seen
with the same bias can be compared. Where a die decides what becomes of a move, its value is the mean over the faces, so
that a good choice stays good when it rolls badly. What the roll then changes is luck, and is measured apart.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from ludejo.play.position import Position
from ludejo.search.engine import PROBE, Thought, budget_for, engine_for


class MoveMark(StrEnum):
    """How bad a move was."""

    FINE = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


THRESHOLDS = (
    (0.20, MoveMark.BLUNDER),
    (0.10, MoveMark.MISTAKE),
    (0.05, MoveMark.INACCURACY),
)  # winning probability given away


@dataclass(frozen=True)
class Judgement:
    """One turn. Probabilities are those of the player who moved."""

    turn: int
    seat: int
    side: str
    move: str
    roll: str | None  # of the die that decided what became of the move
    before: float  # with the best move
    value: float  # with the move that was made, before its die if it has one
    best: str
    line: tuple[str, ...]  # what should have followed, the best move first
    is_forced: bool  # there was no other move
    is_certain: bool  # both probabilities are proven, not estimated
    luck: float | None = None  # what the roll added; None without a roll

    @property
    def text(self) -> str:
        """The turn as a record has it."""
        return self.move if self.roll is None else f"{self.move}:{self.roll}"

    @property
    def drop(self) -> float:
        """The winning probability that the move gave away."""
        return self.before - self.value

    @property
    def mark(self) -> MoveMark:
        """What the drop amounts to."""
        return next((mark for least, mark in THRESHOLDS if self.drop >= least), MoveMark.FINE)


@dataclass(frozen=True)
class Summary:
    """One player's game."""

    seat: int
    turns: int  # with a choice to make
    lost: float  # winning probability given away, on average a turn
    marks: dict[MoveMark, int]
    luck: float  # what all rolls together added


@dataclass(frozen=True)
class Outlook:
    """What a search says about one position."""

    position: Position
    thought: Thought | None  # None at the end of a game

    def value(self, seat: int) -> float:
        """A seat's winning probability."""
        if self.thought is None:
            outcome = self.position.outcome
            assert outcome is not None
            return 0.5 if outcome.winner is None else float(outcome.winner == seat)
        own = self.thought.value
        if self.position.is_chance:
            own = sum(face.value for face in self.thought.choices) / len(self.thought.choices)
        return own if self.position.to_move == seat else 1 - own

    @property
    def is_certain(self) -> bool:
        """Whether it is proven."""
        return self.thought is None or self.thought.solved

    def is_won_by(self, move: int | None) -> bool:
        """Whether a move is proven to win."""
        choices = self.thought.choices if self.thought else ()
        return any(choice.move == move and choice.solved and choice.value == 1 for choice in choices)

    @property
    def lost(self) -> Outlook:
        """The same where it is known that the player to move loses, though a search of it alone may not prove that."""
        if self.thought is None:
            return self
        choices = tuple(replace(choice, value=0.0, solved=True) for choice in self.thought.choices)
        return Outlook(self.position, replace(self.thought, choices=choices, value=0.0, solved=True))


class Analyst:
    """Goes through a game turn by turn. Each search is given so many seconds, or so many simulations.

    The strongest engine there is judges, or the plain search if no network is wanted. Simulations that are *plain* are
    counted as the plain search's: with a network fewer will do. Where there are seconds, some of them go to proofs.
    """

    def __init__(
        self,
        seconds: float | None = None,
        simulations: int | None = None,
        cancel: threading.Event | None = None,
        network: bool = True,
        plain: bool = False,
        **settings: Any,
    ) -> None:
        self.seconds = seconds
        self.simulations = simulations
        self.cancel = cancel
        self.network = network
        self.plain = plain
        self.settings = settings if seconds is None else {"probe": PROBE, **settings}

    def judge(self, last: Position) -> Iterator[Judgement]:
        """A judgement of each turn that led to a position, as soon as it is reached."""
        view: Outlook | None = None
        for turn in turns(last.line):
            judgement, view = self.judge_turn(turn, view)
            yield judgement

    def judge_turn(self, turn: Turn, view: Outlook | None = None) -> tuple[Judgement, Outlook | None]:
        """A judgement of one turn, and what is known of the position after it; the position before may be known."""
        view = view or self._view(turn.before)
        chosen = self._view(turn.chosen)
        if turn.after is turn.chosen and view.is_won_by(turn.chosen.move):
            chosen = chosen.lost
        return self._judgement(turn, view, chosen), chosen if turn.after is turn.chosen else None

    def _view(self, position: Position) -> Outlook:
        """A search that knows nothing of the ones before, or some positions would be seen better than others."""
        if position.is_over:
            return Outlook(position, None)
        engine = engine_for(position.game, self.network, **self.settings)
        simulations = self.simulations
        if simulations is not None and self.plain:
            simulations = budget_for(engine, simulations)
        return Outlook(position, engine.think(position, self.seconds, simulations, self.cancel))

    def _judgement(self, turn: Turn, view: Outlook, chosen: Outlook) -> Judgement:
        position, thought = turn.before, view.thought
        seat, move = position.to_move, turn.chosen.move
        assert thought is not None
        assert seat is not None
        assert move is not None
        is_best = move == thought.best.move or len(position.legal) == 1
        is_certain = chosen.is_certain
        if view.is_certain and turn.after is turn.chosen:
            before = view.value(seat)
            value = before if is_best else min(chosen.value(seat), before)  # what is proven goes before what is thought
            is_certain |= is_best or value == 0
        else:
            better = chosen if is_best else self._view(position.after(thought.best.move))
            before, value = max(better.value(seat), chosen.value(seat)), chosen.value(seat)
            is_certain &= better.is_certain or value == 1
        roll, luck = _roll(turn, chosen)
        return Judgement(
            turn=position.turn,
            seat=seat,
            side=position.side_of(seat),
            move=position.move_text(move),
            roll=roll,
            before=before,
            value=value,
            best=thought.best.text,
            line=thought.best.line,
            is_forced=len(position.legal) == 1,
            is_certain=is_certain,
            luck=luck,
        )


@dataclass(frozen=True)
class Turn:
    """The positions before a turn, after the choice, and after its die; without a die the last two are one."""

    before: Position
    chosen: Position
    after: Position


def turns(line: Sequence[Position]) -> list[Turn]:
    """The turns of a game. A roll at its very start belongs to a choice that nobody knows, and is none."""
    found: list[Turn] = []
    for before, after in pairwise(line):
        if not before.is_chance:
            found.append(Turn(before, after, after))
        elif found:
            found[-1] = Turn(found[-1].before, before, after)
    return found


def last_turn(after: Position) -> Turn:
    """The turn that led to a position."""
    chosen = after.parent if after.parent is not None and after.parent.is_chance else after
    assert chosen.parent is not None
    return Turn(chosen.parent, chosen, after)


def _roll(turn: Turn, chosen: Outlook) -> tuple[str | None, float | None]:
    """The face that came, and what it was worth against the mean of all faces, both from the same search."""
    if turn.after is turn.chosen or chosen.thought is None:
        return None, None
    face = next(face for face in chosen.thought.choices if face.move == turn.after.move)
    seat = turn.before.to_move
    assert seat is not None
    return face.text, face.value - chosen.value(seat)


def summary(judgements: Sequence[Judgement], seat: int) -> Summary:
    """What a player's turns come to."""
    own = [judgement for judgement in judgements if judgement.seat == seat]
    free = [judgement for judgement in own if not judgement.is_forced]
    lost = sum(judgement.drop for judgement in free) / len(free) if free else 0.0
    marks = {mark: sum(judgement.mark == mark for judgement in own) for mark in MoveMark if mark}
    return Summary(seat, len(free), lost, marks, sum(judgement.luck or 0.0 for judgement in own))
