"""Whether a position is a puzzle: one move wins and no other does, or one is better than all others by far.

Where there are no dice, both halves are proven by exact search: the answer wins in so many plies; no other move wins at
all, or, where that would take too long to prove, none wins even two plies later. Where there are dice, a forced win is
proven too, but that another move is worse, or how much better a move is that only promises most, is a matter of deep
search.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings, Thought
from ludejo.search.strands import ForcedStrand, ProofStrand, Tables, Verdict
from ludejo.table.puzzles import BUDGETS

MARGIN = 0.15  # by which a move must be better than any other, where dice have a say
QUICK_MARGIN = 0.13  # what a short search must see before a deep one is begun
GLANCE, LOOK, LONG_LOOK, DEEP = 1_500, 6_000, 30_000, 60_000  # simulations
RIVALS = 4  # moves that are searched as deeply as the best one
MEMORY_MB = 64
MOST_PLIES = 9
AHEAD = 1  # so many plies later no other move may have won either
FIND_SECONDS, DECIDE_SECONDS, PROVE_SECONDS, LINE_SECONDS = 0.3, 0.7, 4.0, 30.0
TRIES = (1, 2, 3)  # seeds with which it must be found


@dataclass(frozen=True)
class Finding:
    """The answer of a position, and what is known of it."""

    answer: str
    line: tuple[str, ...]  # how the game may go on, the answer first
    plies: int | None  # within which the win comes, where it is certain
    value: float  # winning probability after the answer
    rival: float  # and after the best other move; 0 where no other wins for certain
    horizon: int | None = None  # no other move wins within so many plies; None: none wins at all


class Prover:
    """Looks for the one right move in positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.has_dice = hasattr(game.face, "roller")
        self.is_monotone = bool(getattr(game.rules, "MONOTONE", False))  # stones only ever come
        self.engine = Engine(game, Settings(memory_mb=MEMORY_MB))

    def finding(self, position: Position) -> Finding | None:
        """The one right move of a position, if it has one."""
        if position.is_over or position.is_chance or len(position.legal) < 3:
            return None
        return self._clearly_best(position) if self.has_dice else self._only_win(position)

    def difficulty(self, position: Position, answer: str) -> int | None:
        """The number of simulations from which on an engine always finds the answer; None if none of these does."""
        found: int | None = None
        for budget in reversed(BUDGETS):
            if not all(self._finds(position, answer, budget, seed) for seed in TRIES):
                break
            found = budget
        return found

    def _finds(self, position: Position, answer: str, budget: int, seed: int) -> bool:
        engine = Engine(self.game, Settings(memory_mb=32, seed=seed))
        return engine.think(position, simulations=budget).best.text == answer

    def line(self, position: Position, plies: int, strand: ForcedStrand | None = None) -> tuple[str, ...]:
        """How a forced win may go: the winner's quickest moves, and such defence as an engine thinks best.

        It ends where a die would have to be rolled.
        """
        strand = strand or ForcedStrand(Tables(self.game, position, MEMORY_MB), position)
        seat, texts = position.to_move or 0, []
        for left in range(plies, 0, -1):
            move = self._quickest(strand, position, seat, left) if position.to_move == seat else self._defence(position)
            if move is None:
                break
            texts.append(position.move_text(move))
            position = position.after(move)
            if position.is_over:
                break
        return tuple(texts)

    def _quickest(self, strand: ForcedStrand, position: Position, seat: int, left: int) -> int | None:
        deadline = time.perf_counter() + LINE_SECONDS
        found = (strand.within(position, seat, plies, deadline) for plies in range(1, left + 1, 2))
        return next((verdict.move for verdict in found if verdict), None)

    def _defence(self, position: Position) -> int | None:
        thought = self._fresh(position, GLANCE)
        certain = (choice.move for choice in thought.choices if not position.after(choice.move).is_chance)
        return next(certain, None)

    # ------------------------------------------------------------ exactly one win

    def _only_win(self, position: Position) -> Finding | None:
        seat = position.to_move or 0
        thought = self.engine.think(position, simulations=GLANCE)
        if thought.value < 0.4 or (self.is_monotone and not self._looks_single(position)):
            return None
        strand = ForcedStrand(Tables(self.game, position, MEMORY_MB), position)
        verdict = self._forced_win(strand, position, seat)
        if verdict is None or verdict.move is None or not self._stands_out(position, verdict.move):
            return None
        others = [position.after(choice.move) for choice in thought.choices if choice.move != verdict.move]
        soon = verdict.plies + AHEAD
        if any(self._wins_within(strand, after, seat, soon) is not False for after in others):
            return None
        horizon = None if self._none_wins(strand, others, seat, PROVE_SECONDS) else soon + 1
        line = self.line(position, verdict.plies, strand)
        return Finding(position.move_text(verdict.move), line, verdict.plies, 1.0, 0.0, horizon)

    def _looks_single(self, position: Position) -> bool:
        """Whether proofs are worth their time: one move looks won, and all others lost."""
        best, *others = self._fresh(position, LOOK).choices
        return best.value >= 0.6 and all(choice.value < 0.5 for choice in others if choice.visits >= 20)

    def _forced_win(self, strand: ForcedStrand, position: Position, seat: int) -> Verdict | None:
        deadline = time.perf_counter() + FIND_SECONDS
        for plies in range(1, MOST_PLIES + 1, 2):
            found = strand.within(position, seat, plies, deadline)
            if found or time.perf_counter() > deadline:
                return found
        return None

    def _wins_within(self, strand: ForcedStrand, after: Position, seat: int, plies: int) -> bool | None:
        """Whether a seat wins by force within so many plies; None if that could not be found out."""
        if after.is_over:
            return int(self.game.rules.outcome(after.state)) == seat
        deadline = time.perf_counter() + DECIDE_SECONDS
        if strand.within(after, seat, plies, deadline):
            return True
        return None if time.perf_counter() > deadline else False

    def _wins(self, strand: ForcedStrand, after: Position, seat: int, seconds: float) -> bool | None:
        """Whether a seat wins for certain, however long it takes; None if that could not be found out."""
        if after.is_over:
            return int(self.game.rules.outcome(after.state)) == seat
        if self._wins_within(strand, after, 1 - seat, 3):
            return False
        proof = ProofStrand(strand.tables, after, seat)
        proof.work(seconds)
        if proof.verdict:
            return proof.verdict.winner == seat
        return False if proof.is_certain else None

    def no_other_wins(self, position: Position, answer: str, seconds: float) -> bool:
        """Whether it can be proven within a time that no move but the answer wins, however long it might take."""
        strand = ForcedStrand(Tables(self.game, position, MEMORY_MB), position)
        choices = self._fresh(position, GLANCE).choices
        others = [position.after(choice.move) for choice in choices if choice.text != answer]
        return self._none_wins(strand, others, position.to_move or 0, seconds)

    def _none_wins(self, strand: ForcedStrand, others: Sequence[Position], seat: int, seconds: float) -> bool:
        deadline = time.perf_counter() + seconds
        return all(
            self._wins(strand, after, seat, seconds / 5) is False and time.perf_counter() < deadline for after in others
        )

    def _stands_out(self, position: Position, answer: int) -> bool:
        """Whether a search thinks much less of every other move."""
        return all(
            choice.value <= 1 - MARGIN
            for choice in self._fresh(position, LOOK).choices if choice.move != answer and choice.visits >= 20
        )  # fmt: skip

    # ------------------------------------------------------------ better by far

    def _clearly_best(self, position: Position) -> Finding | None:
        if not _leads(self.engine.think(position, simulations=GLANCE), QUICK_MARGIN):
            return None
        if not _leads(self._fresh(position, LOOK), QUICK_MARGIN):
            return None
        thought = self._fresh(position, LONG_LOOK)
        if not _leads(thought, QUICK_MARGIN):
            return None
        best = thought.best
        if self._lead(position, thought, LOOK) is None:
            return None
        lead = self._lead(position, thought, DEEP)
        if lead is None:
            return None
        value, rival = lead
        plies, line = self._certain_win(position, best.move)
        return Finding(best.text, line or best.line, plies, 1.0 if plies else round(value, 3), round(rival, 3))

    def _lead(self, position: Position, thought: Thought, simulations: int) -> tuple[float, float] | None:
        """What the best move is worth and what its best rival is, each searched by itself; None if they are close."""
        value, rival = self._value_after(position, thought.best.move, simulations), 0.0
        for choice in _rivals(thought):
            rival = max(rival, self._value_after(position, choice.move, simulations))
            if value - rival < MARGIN:
                return None
        return value, rival

    def _fresh(self, position: Position, simulations: int) -> Thought:
        return Engine(self.game, Settings(memory_mb=MEMORY_MB)).think(position, simulations=simulations)

    def _value_after(self, position: Position, move: int, simulations: int) -> float:
        """What is left to the mover after a move, searched by itself; of a drop the mean over its faces."""
        seat, after = position.to_move, position.after(move)
        if after.is_over:
            return _worth(after, seat)
        thought = self._fresh(after, simulations)
        own = thought.value
        if after.is_chance:
            own = sum(face.value for face in thought.choices) / len(thought.choices)
        return own if after.to_move == seat else 1 - own

    def _certain_win(self, position: Position, move: int) -> tuple[int | None, tuple[str, ...]]:
        """In how many plies a move wins whatever the dice say, and how; None if it is not certain."""
        strand = ForcedStrand(Tables(self.game, position, MEMORY_MB), position)
        verdict = self._forced_win(strand, position, position.to_move or 0)
        if verdict is None or verdict.move != move:
            return None, ()
        return verdict.plies, self.line(position, verdict.plies, strand)


def _worth(position: Position, seat: int | None) -> float:
    outcome = position.outcome
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner == seat)


def _leads(thought: Thought, margin: float) -> bool:
    """Whether the best move stands out from all that were looked at a little."""
    best, *others = thought.choices
    return best.value >= 0.3 and all(best.value - other.value >= margin for other in others if other.visits >= 20)


def _rivals(thought: Thought) -> Sequence:
    """The other moves that look best, among those with some visits."""
    seen = [choice for choice in thought.choices[1:] if choice.visits >= 20] or thought.choices[1:]
    return sorted(seen, key=lambda choice: -choice.value)[:RIVALS]
