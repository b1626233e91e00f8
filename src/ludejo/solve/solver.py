"""Exact solving: what is a position worth against best play, and how is it won?

    >>> import ludejo
    >>> from ludejo.solve.solver import solve
    >>> solution = solve(ludejo.game("NAME:PRESET").start(), seconds=60)
    >>> solution.value, solution.best, solution.plies  # such as 1.0, 'b1', 3

Several searches take turns until one of them has the answer: forced wins in a growing number of plies, proof numbers
(df-pn) where there are no dice, value iteration over all positions where there are. Work is limited by seconds or by
positions looked at (`nodes`); in the second case it comes to the same every time.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ludejo.play.fingerprint import position_key
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.guidance import Guide
from ludejo.solve.searches import (
    ConnectionSearch,
    ForcedSearch,
    ProofSearch,
    ProvenWin,
    Tables,
    WinSearch,
    winning_line,
)
from ludejo.solve.value_iteration import SAME, ValueTable

if TYPE_CHECKING:
    from ludejo.solve.keeping import Checkpoint

LINE_SECONDS, LINE_NODES = 2.0, 1_000_000  # to work out how the game may go
GLANCE, QUICK, SLOW = (0.005, 1_000), (0.05, 10_000), (0.2, 40_000)  # seconds at a time, or positions
TELL_SECONDS = 0.5  # until it is told how far others are that work meanwhile
VALUES_SHARE = 0.6  # of the memory, where there are dice
WIN, DRAW, LOSS = 1.0, 0.5, 0.0

Progress = Callable[[str], None]
Search = ForcedSearch | ProofSearch | ConnectionSearch | ValueTable


@dataclass(frozen=True)
class ValuedMove:
    """A move, and between which bounds its value lies for the player who makes it."""

    text: str
    low: float
    high: float


@dataclass(frozen=True)
class Solution:
    """What is certain about a position. Values are winning probabilities, a draw counting half."""

    seat: int  # whose probability: that of the seat to move or to roll, or at the end of a game of seat 0
    low: float = LOSS
    high: float = WIN
    best: str | None = None
    line: tuple[str, ...] = ()
    plies: int | None = None  # the game is won or lost within so many
    is_shortest: bool = False  # and no sooner against best play
    proof: int | None = None  # positions in the proof, or in the table of all positions
    searched: int = 0
    seconds: float = 0.0
    no_win_within: tuple[int, int] = (0, 0)  # plies within which the seats do not win by force
    choices: tuple[ValuedMove, ...] = ()  # where all moves have been valued

    @property
    def is_solved(self) -> bool:
        """Whether the value is known."""
        return self.high - self.low < SAME

    @property
    def value(self) -> float | None:
        """The value, where it is known."""
        return (self.low + self.high) / 2 if self.is_solved else None

    def bounds_for(self, seat: int) -> tuple[float, float]:
        """Between what the value lies for a seat."""
        return (self.low, self.high) if seat == self.seat else (1 - self.high, 1 - self.low)


class Solver:
    """Works on one position. It can be stopped at any time, asked, and set to work again.

    A guide, such as a network, tells proof numbers where to look first. In connection games several threads may work.
    """

    def __init__(
        self, position: Position, memory_mb: float = 256, guide: Guide | None = None, threads: int = 1
    ) -> None:
        has_dice = position.game.capabilities.dice
        share = VALUES_SHARE if has_dice else 0.0
        self.tables = Tables(position.game, position, memory_mb * (1 - share), guide)
        self.values = ValueTable(position, memory_mb * share) if has_dice else None
        self.threads = threads
        self._settle_on(position)

    def _settle_on(self, position: Position) -> None:
        self.position = position
        self.seconds = 0.0
        self.is_counted = False  # the work is limited by positions
        self.seat = position.to_move or 0
        self.forced = ForcedSearch(self.tables, position)
        self.proofs: list[ProofSearch | ConnectionSearch] = []
        if not self.values:
            self.proofs.append(proof_search(self.tables, position, self.threads))

    def for_position(self, position: Position) -> Solver:
        """A solver of a position that follows from this one's. They share their tables."""
        other = copy(self)
        other._settle_on(position)
        return other

    def run(
        self,
        seconds: float | None = None,
        cancel: threading.Event | None = None,
        progress: Progress | None = None,
        nodes: int | None = None,
    ) -> Solution:
        """Work until the position is solved, seconds or nodes are spent or somebody cancels; say what is known."""
        self.prepare()
        return self.work(WorkBudget(seconds, nodes, cancel), progress)

    def prepare(self) -> None:
        """Have everything compiled, so that it need not be done on the clock."""
        if not self.position.is_over:
            for search in self._searches:
                search.prepare()

    def work(self, budget: WorkBudget, progress: Progress | None = None, with_line: bool = True) -> Solution:
        """Work until the position is solved or the budget is spent; say what is known, perhaps how the game may go."""
        self.is_counted = budget.is_counted
        turns = self._turns()
        while not self.is_finished and not budget.is_spent:
            begun = time.perf_counter()
            search, most = next(turns)
            search.work(budget.part(*most))
            self.seconds += time.perf_counter() - begun
            if progress:
                progress(self.state)
        return self.solution(with_line)

    def prove(self, budget: WorkBudget) -> None:
        """Leave it to proof numbers alone. In connection games several threads may do so at once."""
        begun = time.thread_time()
        if not self.position.is_over:
            self.proofs[0].work(budget)
        self.seconds += time.thread_time() - begun

    @property
    def _searches(self) -> list[Search]:
        return [self.forced, *self.proofs, *([self.values] if self.values else [])]

    def _turns(self) -> Iterator[tuple[Search, tuple[float, int]]]:
        """The searches in turn, each with the seconds, or the positions, that it gets."""
        quick = GLANCE if self.tables.connection else QUICK
        while True:
            forced_first = not (self.values or self.tables.is_narrow or self.forced.is_slow)
            for search in self._searches:
                if not search.is_done:
                    yield search, SLOW if forced_first == (search is self.forced) else quick
            self._engage_other_seat()

    def _engage_other_seat(self) -> None:
        """Once draws have been seen, that one seat cannot win no longer means that the other one does."""
        if len(self.proofs) == 1 and self.proofs[0].has_seen_draws:
            self.proofs.append(ProofSearch(self.tables, self.position, 1 - self.seat))

    @property
    def is_finished(self) -> bool:
        """Whether more work would change nothing."""
        if self.position.is_over or self.win:
            return True
        if self.values:
            return self.values.is_settled or (self.values.is_full and self.forced.is_done)
        if len(self.proofs) == 1:
            return False
        is_drawn = all(search.is_certain for search in self.proofs)
        return is_drawn or (self.forced.is_done and all(search.is_done for search in self.proofs))

    @property
    def _provers(self) -> list[WinSearch]:
        return [self.forced, *self.proofs]

    @property
    def win(self) -> ProvenWin | None:
        """Who wins, if it is known."""
        return next((search.win for search in self._provers if search.win), None)

    @property
    def win_and_search(self) -> tuple[ProvenWin, WinSearch]:
        """Who wins, where it is known, and the search that can tell how: of two the one that sees farther at once."""
        return next((search.win, search) for search in reversed(self._provers) if search.win)

    @property
    def searched(self) -> int:
        """Positions looked at so far."""
        listed = self.values.positions if self.values else 0
        return listed + self.forced.searched + sum(search.searched for search in self.proofs)

    @property
    def state(self) -> str:
        """What is being done, in a few words."""
        parts = [f"{self.searched:,} positions"]
        if not self.forced.is_done:
            parts.append(f"forced wins in {self.forced.question[1]} plies")
        if self.proofs and self.proofs[0].searched:
            parts.append("proofs")
        if self.values and not self.values.is_done:
            parts.append(f"table of all, {self.values.sweeps} sweeps" if self.values.is_listed else "table of all")
        return ", ".join(parts)

    def solution(self, with_line: bool = True) -> Solution:
        """What is known now; working out how the game may go takes a while."""
        if self.position.is_over:
            value = {0: WIN, 1: LOSS}.get(int(self.position.game.rules.outcome(self.position.state)), DRAW)
            return Solution(0, value, value, plies=0)
        no_win_within = (self.forced.refuted[0], self.forced.refuted[1])
        known = Solution(self.seat, searched=self.searched, seconds=self.seconds, no_win_within=no_win_within)
        if self.values and self.values.is_settled:
            known = self._valued(known, self.values)
        if self.win:
            return self._won(known, self.win, with_line)
        return self._drawn(known)

    def _won(self, known: Solution, win: ProvenWin, with_line: bool) -> Solution:
        search = next(search for search in self._provers if search.win)
        budget = WorkBudget(nodes=LINE_NODES) if self.is_counted else WorkBudget(seconds=LINE_SECONDS)
        line: tuple[str, ...] = () if win.move is None else (self.position.move_text(win.move),)
        if with_line:
            line = winning_line(self.position, win, search, budget)
        value = WIN if win.winner == self.seat else LOSS
        return replace(
            known, low=value, high=value, best=line[0] if line else None, line=line, plies=win.plies,
            is_shortest=search is self.forced, proof=win.size,
        )  # fmt: skip

    def _drawn(self, known: Solution) -> Solution:
        """A seat that cannot win leaves the other one at least a draw; if neither can, it is one."""
        for search in self.proofs:
            if not search.is_certain:
                continue
            if search.attacker == self.seat:
                known = replace(known, high=DRAW)
            else:
                best = self.position.move_text(search.best_move)
                known = replace(known, low=DRAW, best=best, line=(best,))
        return replace(known, proof=sum(search.size for search in self.proofs)) if known.value == DRAW else known

    def _valued(self, known: Solution, values: ValueTable) -> Solution:
        """What the table of all positions says. The best move is the one that can be surest of most."""
        low, high = _turned(self.seat, *values.bounds(self.position))
        choices = tuple(
            ValuedMove(self.position.move_text(move), *_turned(self.seat, *bounds))
            for move, *bounds in values.choices(self.position)
        )
        best = None if self.position.is_chance else max(choices, key=lambda choice: (choice.low, choice.high)).text
        line = (best,) if best else ()
        return replace(known, low=low, high=high, best=best, line=line, proof=values.positions, choices=choices)


def proof_search(tables: Tables, position: Position, threads: int = 1) -> ProofSearch | ConnectionSearch:
    """The search by proof numbers that suits a game without dice."""
    if tables.connection:
        return ConnectionSearch(tables.connection, position, threads)
    return ProofSearch(tables, position, position.to_move or 0)


def _turned(seat: int, low: float, high: float) -> tuple[float, float]:
    """Bounds for seat 0 as a seat sees them."""
    return (low, high) if seat == 0 else (1 - high, 1 - low)


def solve(
    position: Position,
    seconds: float | None = 60.0,
    memory_mb: float = 256,
    cancel: threading.Event | None = None,
    progress: Progress | None = None,
    nodes: int | None = None,
    guide: Guide | None = None,
) -> Solution:
    """What is certain about a position after so much work: seconds, or positions looked at, where `nodes` are given."""
    return Solver(position, memory_mb, guide).run(None if nodes else seconds, cancel, progress, nodes)


def solve_moves(
    position: Position,
    seconds: float | None = 60.0,
    memory_mb: float = 256,
    cancel: threading.Event | None = None,
    progress: Progress | None = None,
    nodes: int | None = None,
    guide: Guide | None = None,
) -> Iterator[tuple[str, Solution]]:
    """Each legal move with what is certain about the position after it. The budget is for all of them together.

    In connection games a move is not looked at again where its image under a symmetry of the board has been.
    """
    first = Solver(position, memory_mb, guide)
    first.prepare()
    yield from solve_each(first, WorkBudget(None if nodes else seconds, nodes, cancel), progress)


def solve_each(
    first: Solver, budget: WorkBudget, progress: Progress | None = None, checkpoint: Checkpoint | None = None
) -> Iterator[tuple[str, Solution]]:
    """The same of the position of a solver that has been prepared. A checkpoint is told of moves, and knows them."""
    position, known = first.position, checkpoint.results if checkpoint else {}
    images: dict[int, list[int]] = {}
    for move in position.legal:
        name = position_key(position.after(move)) if first.tables.connection else move
        images.setdefault(name, []).append(move)
    texts = {move: position.move_text(move) for move in position.legal}
    found = {move: known[text] for move, text in texts.items() if text in known}
    groups = [moves for moves in images.values() if moves[0] not in found]
    solvers = [first.for_position(position.after(moves[0])) for moves in groups]
    untold = list(position.legal)

    def told() -> Iterator[tuple[str, Solution]]:
        while untold and untold[0] in found:
            move = untold.pop(0)
            yield texts[move], found[move]

    yield from told()
    for moves, solver in zip(groups, _proven_ahead(solvers, budget, progress), strict=True):
        solver.prepare()
        solution = solver.work(budget, progress, with_line=False)
        found |= dict.fromkeys(moves, replace(solution, searched=0, seconds=0.0, best=None)) | {moves[0]: solution}
        if checkpoint and solution.is_solved:
            checkpoint.note({texts[move]: found[move] for move in moves})
        yield from told()


def _proven_ahead(solvers: list[Solver], budget: WorkBudget, progress: Progress | None) -> Iterator[Solver]:
    """The solvers in turn. In connection games the others are set to work meanwhile, as many as there are cores.

    Work that is counted in positions stays with one of them, so that it comes to the same every time.
    """
    if budget.is_counted or not all(solver.tables.connection for solver in solvers):
        yield from solvers
        return
    stop = threading.Event()
    part = WorkBudget(cancel=stop, whole=budget)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        proofs = [pool.submit(solver.prove, part) for solver in solvers]
        try:
            for solver, proof in zip(solvers, proofs, strict=True):
                while not wait([proof], TELL_SECONDS).done:
                    if progress:
                        progress(solver.state)
                proof.result()
                yield solver
        finally:
            stop.set()
