"""Certificates: how a solved position is won, written down so that others can check it (proofs.py).

The strategy follows a search that has solved the position: it is asked for a winning move wherever the winner is to
move. Games of connection have certificates of their own (connection/certificate.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludejo.games.phrases import phrase
from ludejo.play.files import AnyPath, Document, as_line, written_aside
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection.certificate import MOST_LINES, ConnectionCertificate, NoCertificate
from ludejo.solve.proofs import FORMAT, MOVES
from ludejo.solve.searches import ProvenWin, WinSearch
from ludejo.solve.solver import Solver


class Certificate:
    """The lines of a proof, as they are found."""

    def __init__(self, start: Position, win: ProvenWin, search: WinSearch, budget: WorkBudget) -> None:
        self.start, self.win, self.search, self.budget = start, win, search, budget
        self.lines: list[Any] = []
        self._path: list[tuple[Position, int]] = []  # where the other side is to move, from the start on, and `_left`
        self._written: dict[tuple[Position, int], int] = {}  # the numbers of their lines
        self._numbers: dict[Any, int] = {}  # of lines that are there

    def _add(self, line: Any) -> int:
        """The number of a line; equal ones are written once."""
        name = tuple(sorted(map(str, line.items())))
        if name not in self._numbers:
            if len(self.lines) == MOST_LINES:
                raise NoCertificate(phrase("the proof has more than {most} lines", most=MOST_LINES))
            self._numbers[name] = len(self.lines)
            self.lines.append(line)
        return self._numbers[name]

    @property
    def _left(self) -> int:
        """The plies that are left to the winner, whose move is next but for one of the other side."""
        begins = self.start.to_move == self.win.winner
        return max(1, self.win.plies - 2 * len(self._path) + (not begins))

    def _winning_move(self, position: Position) -> int:
        """The winner's move, which keeps to the plies that are left, so that play comes to an end."""
        win = ProvenWin(self.win.winner, self._left, self.win.size, None)
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
            "format": FORMAT, "kind": MOVES, "spec": self.start.game.spec, "position": self.start.text,
            "winner": self.win.winner, "first": None if first is None else self.start.move_text(first),
        }  # fmt: skip
        yield from self.lines or [{}]

    def _write_from(self, position: Position) -> int:
        """Write how to go on where the other side is to move; return the number of the line.

        The same position with fewer plies left is another one: what is played there may not be what is played here.
        """
        here = position, self._left
        if here in self._written:
            return self._written[here]
        if here in self._path:
            raise NoCertificate(phrase("the proof goes round in circles"))
        self._path.append(here)
        self._written[here] = self._add(self._all_answers(position))
        self._path.pop()
        return self._written[here]

    def _all_answers(self, position: Position) -> Document:
        line: Document = {}
        for move in position.legal:
            after = position.after(move)
            if after.is_over:
                line[position.move_text(move)] = []
                continue
            if position.to_move == self.win.winner or after.to_move != self.win.winner or after.is_chance:
                raise NoCertificate(phrase("the sides do not take turns there"))
            answer = self._winning_move(after)
            then = after.after(answer)
            behind = [] if then.is_over else [self._write_from(then)]
            line[position.move_text(move)] = [after.move_text(answer), *behind]
        return line


def write_certificate(path: AnyPath, solver: Solver, budget: WorkBudget | None = None) -> int:
    """Write the proof of the win that a solver has found; return the number of lines."""
    start, budget = solver.position, budget or WorkBudget()
    win, search = solver.win_and_search
    connection = solver.tables.connection
    if connection:
        documents = list(ConnectionCertificate(start, connection, win.winner, budget).documents())
    else:
        documents = list(Certificate(start, win, search, budget).documents())
    with written_aside(path) as file:
        file.writelines(map(as_line, documents))
    return len(documents) - 1
