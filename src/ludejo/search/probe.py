"""A short look for a win that nobody can prevent, before a search begins.

A tree search can overlook a narrow win a few plies deep, because nearly all its playouts miss it too. The solver's
search for forced wins (forced.py) finds such wins in a fraction of a second. Where the prover has been compiled on this
machine (see preparing.py; a table does so last of all), proof numbers are asked as well: they find longer wins, and
losses.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from ludejo.games.cache import ready_mark
from ludejo.games.discovery import folder_of
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.searches import ForcedSearch, ProvenWin, Tables, WinSearch, winning_line
from ludejo.solve.solver import proof_search

PROVER = "prover"  # a step of preparing.py
MEMORY_MB = 32
DEEPEST = 15  # plies
FIRST_SHARE = 0.5  # of the time, where two searches have a share in it
LINE_NODES, LINE_SHARE = 20_000, 0.1  # to work out how the game may go: positions, and seconds beside the others


@dataclass(frozen=True)
class ProvenLine:
    """Who wins for certain, within how many plies, and how the game may go."""

    winner: int
    plies: int
    line: tuple[int, ...]  # moves; where the winner is to move, the first of them wins


Found = tuple[ProvenWin, WinSearch]  # who wins, and the search that knows how


def prover_mark(game: Game) -> Path:
    """The file that says that proof numbers have been compiled for a game."""
    return ready_mark(folder_of(game.name).package, PROVER)


class Probe:
    """Looks for certain wins. What it learns it keeps for the next position of the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.searched = 0  # positions that proof numbers have looked at so far
        self._forced: ForcedSearch | None = None
        self._tables: Tables | None = None  # what proof numbers know
        self._is_loaded = False  # the prover

    def prepare(self, position: Position) -> ForcedSearch:
        """Take the memory and compile, and load the prover where it is compiled, off the clock."""
        if self._forced is None:
            self._forced = ForcedSearch(Tables(self.game, position, MEMORY_MB), position)
            self._forced.prepare()
        if not (self._is_loaded or position.is_over) and self._asks_numbers:
            tables = self._tables_for(position)
            if tables.has_its_prover:
                proof_search(tables, position).prepare()
                self._is_loaded = True
        return self._forced

    @property
    def _asks_numbers(self) -> bool:
        return not self.game.capabilities.dice and prover_mark(self.game).is_file()

    def look(self, position: Position, seconds: float, cancel: threading.Event | None = None) -> ProvenLine | None:
        """The shortest forced win of the player to move, or whatever else can be proven in the time."""
        self.prepare(position)
        if position.to_move is None or position.is_chance:
            return None
        budget = WorkBudget(seconds, cancel=cancel)
        found = self._found(position, WorkBudget(FIRST_SHARE * seconds, whole=budget), budget)
        return _followed(position, *found, WorkBudget(LINE_SHARE * seconds, LINE_NODES)) if found else None

    def _found(self, position: Position, first: WorkBudget, whole: WorkBudget) -> Found | None:
        """Who wins, if that can be proven: by one search, or by two of which the first may spend a part."""
        if not self._asks_numbers:
            return self._shortest(position, whole)
        if self.game.capabilities.monotone:  # there proof numbers see far more
            return self._proven(position, first) or self._shortest(position, whole)
        return self._shortest(position, first) or self._proven(position, whole)

    def _shortest(self, position: Position, budget: WorkBudget) -> Found | None:
        """The shortest forced win of the player to move."""
        search = self.prepare(position)
        for plies in range(1, DEEPEST + 1):
            win = search.within(position, position.to_move or 0, plies, budget)
            if win:
                return win, search
            if budget.is_spent:
                break
        return None

    def _proven(self, position: Position, budget: WorkBudget) -> Found | None:
        """What proof numbers tell.

        In connection games only where few enough cells are left for their own prover: no other one is compiled.
        """
        tables = self._tables_for(position)
        if not tables.has_its_prover:
            return None
        search = proof_search(tables, position)
        search.work(budget)
        self.searched += search.searched
        return (search.win, search) if search.win else None

    def _tables_for(self, position: Position) -> Tables:
        """What proof numbers have learnt in this game: tables are of one position, and of those that follow from it."""
        tables = self._tables
        if tables is None or not (tables.has_its_prover and _follows(position, tables.start)):
            tables = self._tables = Tables(self.game, position, MEMORY_MB)
        return tables


def _follows(position: Position, start: Position) -> bool:
    """Whether a position comes from another one, or is the same."""
    line = position.line
    at = next((at for at, one in enumerate(line) if one.turn == start.turn), None)
    return at is not None and line[at] == start


def _followed(position: Position, win: ProvenWin, search: WinSearch, budget: WorkBudget) -> ProvenLine:
    """A win with its line, as far as that can be told soon."""
    moves = []
    after = position
    for text in winning_line(position, win, search, budget):
        moves.append(next(move for move in after.legal if after.move_text(move) == text))
        after = after.after(moves[-1])
    if not moves and win.move is not None:
        moves.append(win.move)
    return ProvenLine(win.winner, win.plies, tuple(moves))
