"""Certificates: how a solved position is won, written down so that others can check it (proofs.py).

The strategy follows a search that has solved the position: it is asked for a winning move wherever the winner is to
move. Where cells are filled for good, one answer serves all moves that leave what it needs alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.files import AnyPath, Document, as_line, written_aside
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.proofs import CELLS, FORMAT, MOVES
from ludejo.solve.searches import ProvenWin, WinSearch
from ludejo.solve.solver import Solver

MOST_LINES = 5_000_000


class NoCertificate(Unusable):
    """A proof that cannot be written down."""


class Certificate:
    """The lines of a proof, as they are found."""

    def __init__(self, start: Position, win: ProvenWin, search: WinSearch, budget: WorkBudget) -> None:
        self.start, self.win, self.search, self.budget = start, win, search, budget
        self.lines: list[Any] = []
        self._path: list[Position] = []  # where the other side is to move, from the start on
        self._numbers: dict[Any, int] = {}  # of lines that are there

    def _add(self, line: Any) -> int:
        """The number of a line; equal ones are written once."""
        name = tuple(map(tuple, line)) if isinstance(line, list) else tuple(sorted(map(str, line.items())))
        if name not in self._numbers:
            if len(self.lines) == MOST_LINES:
                raise NoCertificate(phrase("the proof has more than {most} lines", most=MOST_LINES))
            self._numbers[name] = len(self.lines)
            self.lines.append(line)
        return self._numbers[name]

    def _winning_move(self, position: Position) -> int:
        """The winner's move, which keeps to the plies that are left, so that play comes to an end."""
        begins = self.start.to_move == self.win.winner
        left = max(1, self.win.plies - 2 * len(self._path) + (not begins))
        win = ProvenWin(self.win.winner, left, self.win.size, None)
        move = self.search.winning_move(position, win, self.budget)
        if move is None:
            raise NoCertificate(phrase("the proof could not be followed to its end within the limit"))
        return move

    def documents(self) -> Iterator[Document | list[Any]]:
        """The first line, and all others."""
        begins = self.start.to_move == self.win.winner
        first = self._winning_move(self.start) if begins else None
        position = self.start if first is None else self.start.after(first)
        if not position.is_over:
            self._write_from(position)
        yield {
            "format": FORMAT, "kind": self.kind, "spec": self.start.game.spec, "position": self.start.text,
            "winner": self.win.winner, "first": None if first is None else self.start.move_text(first),
        }  # fmt: skip
        yield from self.lines or [self._nothing]

    kind = MOVES
    _nothing: Any = {}  # noqa: RUF012

    def _write_from(self, position: Position) -> int:
        """Write how to go on where the other side is to move; return the number of the line."""
        if position in self._path:
            raise NoCertificate(phrase("the proof goes round in circles"))
        self._path.append(position)
        number = self._add(self._all_answers(position))
        self._path.pop()
        return number

    def _all_answers(self, position: Position) -> Document:
        line: Document = {}
        for move in position.legal:
            after = position.after(move)
            if after.is_over:
                line[position.move_text(move)] = []
                continue
            answer = self._winning_move(after)
            then = after.after(answer)
            behind = [] if then.is_over else [self._write_from(then)]
            line[position.move_text(move)] = [after.move_text(answer), *behind]
        return line


class CellCertificate(Certificate):
    """The same where cells are filled for good: each line has as few answers as leave no move unanswered."""

    kind = CELLS
    _nothing: Any = []  # noqa: RUF012

    def __init__(self, start: Position, win: ProvenWin, search: WinSearch, budget: WorkBudget) -> None:
        super().__init__(start, win, search, budget)
        self._needs = [frozenset[int]()]  # of each line
        self._won = self._add([])
        self._known: dict[frozenset[int], list[int]] = {}  # lines by the winner's cells

    def _write_from(self, position: Position, own: frozenset[int] = frozenset()) -> int:
        free = frozenset(position.legal)
        for number in self._known.get(own, ()):
            if self._needs[number] <= free:
                return number
        answers: list[tuple[str, int, frozenset[int]]] = []
        must = free
        while must:
            after = position.after(min(must))
            answers.append(self._answer(after, own))
            must &= answers[-1][2]
        answers = _needed(answers)
        number = self._add([[text, behind] for text, behind, _ in answers])
        if number == len(self._needs):
            self._needs.append(frozenset().union(*(needs for *_, needs in answers)))
        self._known.setdefault(own, []).append(number)
        return number

    def _answer(self, position: Position, own: frozenset[int]) -> tuple[str, int, frozenset[int]]:
        """The winner's move, the line behind it, and what both need."""
        move = self._winning_move(position)
        after = position.after(move)
        behind = self._won if after.is_over else self._write_from(after, own | {move})
        return position.move_text(move), behind, self._needs[behind] | {move}


def _needed(answers: list[tuple[str, int, frozenset[int]]]) -> list[tuple[str, int, frozenset[int]]]:
    """Leave answers out as long as no cell is needed by all that remain."""
    kept = answers
    for answer in answers:
        others = [other for other in kept if other is not answer]
        if others and not frozenset.intersection(*(needs for *_, needs in others)):
            kept = others
    return kept


def write_certificate(path: AnyPath, solver: Solver, budget: WorkBudget | None = None) -> int:
    """Write the proof of the win that a solver has found; return the number of lines."""
    start, budget = solver.position, budget or WorkBudget()
    kind = CellCertificate if solver.tables.connection else Certificate
    win, search = solver.win_and_search
    documents = list(kind(start, win, search, budget).documents())
    with written_aside(path) as file:
        file.writelines(map(as_line, documents))
    return len(documents) - 1
