"""The searches that a solver runs in turn. Each works for a moment, stops, and can be asked what it has found."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ludejo.games.kernels import bind
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve import forced, ledger, proof
from ludejo.solve.desk import Desk, new_desk, new_past

CHUNK_SECONDS = 0.02  # a deadline is noticed after about this long
MOST_BUDGET = 10_000_000
NARROW, WIDE = 15, 100  # moves looked at at a time, in a hundred, where answers are shared and where they are not
STACK_ROOM = 150_000
OTHER_MB = 40  # what stands beside the tables


@dataclass
class Tables:
    """What all searches of a game may share: it stays true from position to position."""

    game: Game
    start: Position  # the first position to be solved; the others follow from it
    memory_mb: float = 256

    @cached_property
    def desk(self) -> Desk:
        """Scratch space."""
        return new_desk(self.game, self.start.state)

    @cached_property
    def pasts(self) -> tuple[np.ndarray, np.ndarray]:
        """Moves that decided before, in the search for forced wins and in proofs: these remember losses as well."""
        return new_past(self.game), new_past(self.game)

    @cached_property
    def forced(self) -> np.ndarray:
        """Answers about forced wins."""
        return forced.new_table(self.room_mb / 4)

    @cached_property
    def proofs(self) -> dict[int, np.ndarray]:
        """Proof and disproof numbers for each attacker, made when they are needed."""
        return {}

    @cached_property
    def drawish(self) -> set[int]:
        """The attackers in whose tables no win need not be a loss, since draws or circles have been seen."""
        return set()

    def proof_for(self, attacker: int) -> np.ndarray:
        """The table of one attacker; the first to need one gets the larger share."""
        if attacker not in self.proofs:
            self.proofs[attacker] = ledger.new_table(self.room_mb / (4 if self.proofs else 2))
        return self.proofs[attacker]

    @property
    def room_mb(self) -> float:
        """What the tables may take in all."""
        return max(self.memory_mb - OTHER_MB, self.memory_mb / 2)

    @cached_property
    def prints(self) -> np.ndarray:
        """For each move the bit of the cell it fills, where a game is such that cells can be told apart by that.

        There are 64 bits. On larger boards cells share them, which is sound and answers fewer moves.
        """
        prints = np.full(self.game.board.moves, ledger.EVERYTHING, np.uint64)
        if self.is_narrow:
            cells = [move for move in self.start.legal if move < self.game.board.cells]
            for place, cell in enumerate(cells):
                prints[cell] = np.uint64(1) << np.uint64(place % 64)
        return prints

    @property
    def is_narrow(self) -> bool:
        """Whether a known answer can answer other moves as well."""
        return self.game.capabilities.monotone


@dataclass
class Pace:
    """How much to ask of a kernel so that it comes back in time."""

    budget: int = 500

    def learn(self, spent: float) -> None:
        """Adapt to what the last call took."""
        self.budget = min(MOST_BUDGET, max(10, int(self.budget * min(4.0, CHUNK_SECONDS / max(spent, 1e-6)))))


@dataclass(frozen=True)
class Verdict:
    """A seat that wins for certain, and how."""

    winner: int
    plies: int  # at most
    size: int  # positions in the proof
    move: int | None  # the winner's, where the winner is to move


class ForcedStrand:
    """Looks for a win of either seat in one ply, two plies, three …"""

    def __init__(self, tables: Tables, position: Position) -> None:
        self.tables, self.position = tables, position
        mover = position.to_move or 0
        self.attackers = (mover, 1 - mover)
        self.refuted = [0, 0]  # for each seat: within so many plies it does not win by force
        self.verdict: Verdict | None = None
        self.searched = 0
        self._kernel = bind(forced.search, tables.game.rules)
        self._pace = Pace()
        self._stack: forced.Stack | None = None

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to find."""
        return self.verdict is not None or min(self.refuted) == forced.MOST_PLIES

    @property
    def question(self) -> tuple[int, int]:
        """The attacker and the number of plies that are looked at now."""
        attacker = min(self.attackers, key=lambda seat: self.refuted[seat])
        return attacker, self.refuted[attacker] + 1

    def prepare(self) -> None:
        """Have the kernel compiled, so that it need not be done on the clock."""
        self._ask(self._new_stack(), self.position, 0, 1)
        self._pace = Pace()

    def work(self, seconds: float) -> None:
        """Go on for about so long."""
        deadline = time.perf_counter() + seconds
        while not self.is_done and time.perf_counter() < deadline:
            attacker, plies = self.question
            if self._stack is None:
                self._stack = self._new_stack()
            answer = self._ask(self._stack, self.position, attacker, plies)
            if answer == forced.YES:
                self.verdict = self._verdict(self._stack, attacker, plies)
            elif answer == forced.NO:
                self.refuted[attacker] = plies
            if answer != forced.UNKNOWN:
                self._stack = None

    def _new_stack(self) -> forced.Stack:
        return forced.new_stack(forced.LONGEST_PATH * self.tables.game.board.room)

    def _ask(self, stack: forced.Stack, position: Position, attacker: int, plies: int) -> int:
        tables, begun, before = self.tables, time.perf_counter(), int(stack.counters[forced.NODES])
        answer = self._kernel(
            tables.game.board, position.state, tables.desk, stack, tables.forced, tables.pasts[0], attacker, plies,
            self._pace.budget,
        )  # fmt: skip
        if answer == forced.UNKNOWN:  # a call that ended early says nothing about how long a full one takes
            self._pace.learn(time.perf_counter() - begun)
        self.searched += int(stack.counters[forced.NODES]) - before
        return int(answer)

    @staticmethod
    def _verdict(stack: forced.Stack, attacker: int, plies: int) -> Verdict:
        move = int(stack.counters[forced.BEST])
        size = int(stack.counters[forced.ANSWER_SIZE])
        return Verdict(attacker, plies, size, None if move == forced.NO_MOVE else move)

    def within(
        self, position: Position, attacker: int, plies: int, deadline: float, cancel: threading.Event | None = None
    ) -> Verdict | None:
        """Whether a seat wins from another position within so many plies; None as well if time runs out."""
        stack = self._new_stack()
        answer = forced.UNKNOWN
        while answer == forced.UNKNOWN and time.perf_counter() < deadline and not (cancel and cancel.is_set()):
            answer = self._ask(stack, position, attacker, plies)
        return self._verdict(stack, attacker, plies) if answer == forced.YES else None

    def winning_move(self, position: Position, verdict: Verdict, deadline: float) -> int | None:
        """The winner's move in a position that wins within the plies of the verdict."""
        found = self.within(position, verdict.winner, verdict.plies, deadline)
        return found.move if found else None

    def plies_left(self, position: Position, verdict: Verdict, deadline: float) -> int | None:
        """How many plies the winner needs from a position."""
        wanted = range(1, verdict.plies + 1)
        return next((plies for plies in wanted if self.within(position, verdict.winner, plies, deadline)), None)


@dataclass
class ProofStrand:
    """Tries to prove, or to refute, that a seat wins."""

    tables: Tables
    position: Position
    attacker: int
    stack: ledger.Stack = field(init=False)
    _pace: Pace = field(default_factory=Pace, init=False)

    def __post_init__(self) -> None:
        self.stack = self._new_stack()
        self._kernel = bind(proof.search, self.tables.game.rules)

    def _new_stack(self) -> ledger.Stack:
        return ledger.new_stack(STACK_ROOM, self.attacker, NARROW if self.tables.is_narrow else WIDE)

    @property
    def status(self) -> int:
        """OPEN, PROVED, REFUTED or SHAKY."""
        return int(self.stack.counters[ledger.STATUS])

    @property
    def searched(self) -> int:
        """Positions expanded so far."""
        return int(self.stack.counters[ledger.NODES])

    @property
    def size(self) -> int:
        """Positions in the proof, or in the refutation."""
        return int(self.stack.counters[ledger.LAST_SIZE])

    @property
    def is_done(self) -> bool:
        """Whether the position is solved, as far as this attacker goes."""
        return self.status != ledger.OPEN

    @property
    def has_seen_draws(self) -> bool:
        """Whether no win for one seat might be no win for the other."""
        return self.attacker in self.tables.drawish

    @property
    def is_certain(self) -> bool:
        """Whether a refutation is one: paths cut short prove nothing; a return to the path does, at the root."""
        return self.status == ledger.REFUTED or (self.status == ledger.SHAKY and not self.stack.counters[ledger.CUTS])

    @property
    def verdict(self) -> Verdict | None:
        """Who wins, if somebody is known to."""
        if self.status == ledger.PROVED:
            return self._verdict(self.attacker)
        if self.status == ledger.REFUTED and not self.has_seen_draws:
            return self._verdict(1 - self.attacker)
        return None

    def _verdict(self, winner: int) -> Verdict:
        counters = self.stack.counters
        move = self.best_move if self.position.to_move == winner else None
        return Verdict(winner, int(counters[ledger.LAST_PLIES]), self.size, move)

    def prepare(self) -> None:
        """Have the kernel compiled, so that it need not be done on the clock."""
        self._search(self._new_stack(), self.position)
        self._pace = Pace()

    def work(self, seconds: float) -> None:
        """Go on for about so long."""
        deadline = time.perf_counter() + seconds
        while not self.is_done and time.perf_counter() < deadline:
            self._search(self.stack, self.position)

    def expand(self, positions: int) -> None:
        """Go on for so many positions."""
        self._call(self.stack, self.position, positions)

    def _search(self, stack: ledger.Stack, position: Position) -> None:
        begun = time.perf_counter()
        self._call(stack, position, self._pace.budget)
        self._pace.learn(time.perf_counter() - begun)

    def _call(self, stack: ledger.Stack, position: Position, budget: int) -> None:
        tables = self.tables
        self._kernel(
            tables.game.board, position.state, tables.desk, stack, tables.proof_for(self.attacker), tables.pasts[1],
            tables.prints, budget,
        )  # fmt: skip
        if stack.counters[[ledger.DRAWS, ledger.RETURNS, ledger.CUTS]].any():
            tables.drawish.add(self.attacker)

    @property
    def best_move(self) -> int:
        """The move that proves, or that refutes, where its mover has the say."""
        return int(self.stack.counters[ledger.BEST])

    def winning_move(self, position: Position, verdict: Verdict, deadline: float) -> int | None:
        """The winner's move in a position that follows from the solved one."""
        stack = self._new_stack()
        while stack.counters[ledger.STATUS] == ledger.OPEN and time.perf_counter() < deadline:
            self._search(stack, position)
        if stack.counters[ledger.STATUS] == (ledger.PROVED if verdict.winner == self.attacker else ledger.REFUTED):
            return int(stack.counters[ledger.BEST])
        return None

    def plies_left(self, position: Position, verdict: Verdict, deadline: float) -> int | None:
        """How many plies at most the winner needs from a position, as far as the table knows."""
        key = np.uint64(self.tables.game.rules.key(self.tables.game.board, position.state))
        scratch = ledger.new_stack(1, self.attacker, WIDE)
        if not ledger.look_up(self.tables.proof_for(self.attacker), key, scratch, 0):
            return None
        wanted = ledger.PROOF if verdict.winner == self.attacker else ledger.DISPROOF
        return int(scratch.plies[0]) if scratch.number[wanted, 0] == 0 else None


def winning_line(
    position: Position, verdict: Verdict, strand: ForcedStrand | ProofStrand, seconds: float
) -> tuple[str, ...]:
    """How the game may go: the winner wins, the other side holds out as long as it can. Ends at a die."""
    deadline = time.perf_counter() + seconds
    texts: list[str] = []
    while not (position.is_over or position.is_chance) and time.perf_counter() < deadline:
        if position.to_move == verdict.winner:
            move = strand.winning_move(position, verdict, deadline) if texts else verdict.move
        else:
            move = _stubborn_move(position, verdict, strand, deadline)
        if move is None:
            break
        texts.append(position.move_text(move))
        position = position.after(move)
        verdict = Verdict(verdict.winner, max(verdict.plies - 1, 1), verdict.size, None)
    return tuple(texts)


def _stubborn_move(
    position: Position, verdict: Verdict, strand: ForcedStrand | ProofStrand, deadline: float
) -> int | None:
    """The move after which the winner needs longest; None if there is no time to tell."""
    best, longest = None, -1
    for move in position.legal:
        after = position.after(move)
        left = 0 if after.is_over else strand.plies_left(after, verdict, deadline) or 1
        if left > longest:
            best, longest = move, left
    return best if time.perf_counter() < deadline else None
