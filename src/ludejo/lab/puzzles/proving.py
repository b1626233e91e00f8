"""Whether a position is a puzzle: exactly one move wins. Both halves are proven by exact search, however long games go.

A move does not win if the opponent wins by force after it, or if the solver refutes that the mover does: then play ends
in a draw or goes round in circles. Where a move can be decided neither way with some effort, the position is no puzzle.
Where there are dice, chances.py has the say; wins in a few turns are found by quick_wins.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings, Thought
from ludejo.solve.budget import WorkBudget
from ludejo.solve.searches import ConnectionSearch, ForcedSearch, ProofSearch, ProvenWin, Tables, WinSearch
from ludejo.solve.solver import solve

GLANCE = 1_500  # simulations
MEMORY_MB = 96
LEAST_VALUE, MOST_VALUE = 0.2, 0.9  # of a position that does not look decided
LENGTHS = range(1, 10, 2)  # plies of a shortest win
# Positions to look at: for a shortest win, for one that was proven to be there, for all moves of a position.
FIND, LONG_FIND, PROVE, SHORT_PROVE, LINE = 20_000, 500_000, 2_500_000, 300_000, 10_000_000
CONTENDERS = {1: 40, 3: 16}  # plies, and how many moves may survive them if one is to be proven
SLICE = (0.04, 2_000)  # seconds that each search works at a time, or positions

Chooser = Callable[[Position], int | None]


class Undecided(Exception):
    """Whether a position is a puzzle could not be proven."""


def only_winner(moves: Iterable[int], wins: Callable[[int], bool | None]) -> int | None:
    """The only move that wins; None if there are more, or none. Undecided, where that could not be found out."""
    winner = None
    for move in moves:
        found = wins(move)
        if found is None:
            raise Undecided
        if found and winner is not None:
            return None
        winner = move if found else winner
    return winner


@dataclass(frozen=True)
class Finding:
    """The answer of a position, and what is known of it."""

    answer: str
    line: tuple[str, ...]  # how the game may go on, the answer first
    plies: int | None  # of the shortest win, where that is known
    value: float = 1.0  # winning probability after the answer
    rival: float = 0.0  # and after the best other move; 0 where it is proven that no other wins, or as soon
    error: float = 0.0  # by which their difference may be wrong; 0: it is exact
    asked: int = 1  # how many moves of the line the solver has to find
    only: bool = False  # proven: no other move wins, however late


class Prover:
    """Looks for the one winning move in positions of one game without dice.

    The effort for a position is so many positions looked at, or seconds where those are given.
    """

    def __init__(
        self, game: Game, nodes: int | None = None, seconds: float | None = None, is_hasty: bool = False
    ) -> None:
        self.game, self.is_hasty = game, is_hasty  # then what looks decided is not looked at
        self.is_monotone = game.capabilities.monotone  # stones only ever come
        self.nodes, self.seconds = nodes or (PROVE if self.is_monotone else SHORT_PROVE), seconds
        self._shared: Tables | None = None

    def _effort(self) -> WorkBudget:
        return WorkBudget(seconds=self.seconds) if self.seconds else WorkBudget(nodes=self.nodes)

    def finding(self, position: Position, too_short: int = 0) -> Finding | None:
        """The one winning move of a position, if it has one and no other; Undecided, if the effort does not suffice.

        What is won within so many plies is too short.
        """
        if position.is_over or len(position.legal) < 3:
            return None
        tables = self.tables(position)
        search = ForcedSearch(tables, position)
        plies = None if self.is_monotone else shortest_win(search, position, LENGTHS, FIND)
        if not self.is_monotone and (plies is None or plies <= too_short):
            return None
        answer = self._only_winner(tables, position, self._contenders(search, position))
        if answer is None:
            return None
        plies = plies or shortest_win(search, position, LENGTHS, LONG_FIND)
        line = self.line(position, answer, plies, search)
        return Finding(position.move_text(answer), line, plies, only=True) if line else None

    def tables(self, position: Position) -> Tables:
        """What is known stays true, but where stones only ever come new tables tell the empty cells apart best."""
        if self._shared is None or self.is_monotone:
            self._shared = Tables(self.game, position, MEMORY_MB)
        return self._shared

    def _contenders(self, search: ForcedSearch, position: Position) -> Sequence[int]:
        """The moves that need a proof, the most promising first; none, if they are too many to prove anything.

        Where stones only ever come nothing is drawn, and proofs are quick enough for all moves; but a position that
        looks decided hardly ever has a single winning move.
        """
        if self.is_monotone:
            thought = glance(position)
            looks_open = LEAST_VALUE < thought.value < MOST_VALUE
            return ranked(position, thought) if looks_open or not self.is_hasty else []
        contenders = list(position.legal)
        Random(position.turn).shuffle(contenders)
        for plies, most in CONTENDERS.items():
            contenders = self._survivors(search, position, contenders, plies, most)
        return contenders

    def _survivors(
        self, search: ForcedSearch, position: Position, moves: Sequence[int], plies: int, most: int
    ) -> list[int]:
        """The moves after which the opponent does not win within so many plies; none, if they are too many."""
        seat, survivors, budget = position.to_move or 0, list[int](), self._effort()
        for move in moves:
            after = position.after(move)
            if after.is_over:
                loses = int(self.game.rules.outcome(after.state)) != seat
            else:
                loses = search.within(after, 1 - seat, plies, budget) is not None
            survivors += [] if loses else [move]
            if len(survivors) > most:
                return []
        return survivors

    def _only_winner(self, tables: Tables, position: Position, contenders: Sequence[int]) -> int | None:
        """The only one of some moves that wins; None if there is no such."""
        budget, seat = self._effort(), position.to_move or 0
        return only_winner(contenders, lambda move: self.wins(tables, position.after(move), seat, budget))

    def wins(self, tables: Tables, after: Position, seat: int, budget: WorkBudget) -> bool | None:
        """Whether a seat wins for certain, however long it takes; None if that could not be found out."""
        if after.is_over:
            return int(self.game.rules.outcome(after.state)) == seat
        searches: list[WinSearch] = [ProofSearch(tables, after, 1 - seat)]
        if tables.connection is not None:
            searches = [ConnectionSearch(tables.connection, after)]
        elif not self.is_monotone:
            searches += [ForcedSearch(tables, after), ProofSearch(tables, after, seat)]
        while not budget.is_spent and not all(search.is_done for search in searches):
            for search in searches:
                search.work(budget.part(*SLICE))
                if search.win:
                    return search.win.winner == seat
                if isinstance(search, ProofSearch) and search.attacker == seat and search.is_certain:
                    return False
        return None

    def no_other_wins(self, position: Position, answer: str, budget: WorkBudget) -> bool:
        """Whether it can be proven that no move but the answer wins, however long it might take."""
        tables, seat = Tables(self.game, position, MEMORY_MB), position.to_move or 0
        others = [move for move in ranked(position, glance(position)) if position.move_text(move) != answer]
        return all(self.wins(tables, position.after(move), seat, budget) is False for move in others)

    # ------------------------------------------------------------ how it may go on

    def line(
        self, position: Position, answer: int, plies: int | None, search: ForcedSearch | None = None
    ) -> tuple[str, ...]:
        """How a win may go: the winner's quickest moves, and such defence as an engine thinks best.

        It ends where a die would have to be rolled. Empty, if the end is not reached with some effort.
        """
        budget, seat = WorkBudget(nodes=LINE), position.to_move or 0
        search = search or ForcedSearch(Tables(self.game, position, MEMORY_MB), position)
        choose = self._quick(search, budget) if plies else self._sure(search.tables, position, budget)
        texts, move = [], answer
        while move is not None:
            texts.append(position.move_text(move))
            position = position.after(move)
            if position.is_over or position.is_chance:
                return tuple(texts)
            found = choose(position) if position.to_move == seat else defence(position)
            if found is None:
                return tuple(texts) if position.to_move != seat else ()
            move = found
        return ()

    def _quick(self, search: ForcedSearch, budget: WorkBudget) -> Chooser:
        def choose(position: Position) -> int | None:
            found = (search.within(position, position.to_move or 0, plies, budget) for plies in LENGTHS)
            return next((win.move for win in found if win), None)

        return choose

    def _sure(self, tables: Tables, start: Position, budget: WorkBudget) -> Chooser:
        """Chooses as the proof does; near the end, where it is easy, the quickest way."""
        quick = self._quick(ForcedSearch(tables, start), budget)
        proof = ProofSearch(tables, start, 1 - (start.to_move or 0))
        win = ProvenWin(start.to_move or 0, 1, 1, None)

        def choose(position: Position) -> int | None:
            if shortest_win(ForcedSearch(tables, position), position, range(1, 6, 2), LONG_FIND):
                return quick(position)
            return proof.winning_move(position, win, budget)

        return choose


def shortest_win(
    search: ForcedSearch, position: Position, lengths: Sequence[int], nodes: int | None = None
) -> int | None:
    """The plies of the shortest forced win of the mover, among some; None if there is none, or none is found soon."""
    budget = WorkBudget(nodes=nodes)
    return next((plies for plies in lengths if search.within(position, position.to_move or 0, plies, budget)), None)


def is_right(puzzle: Puzzle, move: str, seconds: float = 10.0, nodes: int | None = None) -> bool | None:
    """Whether a move of a puzzle wins, an undecided one being solved now; None if that does not succeed."""
    if move not in puzzle.undecided:
        return move in puzzle.wins
    low, high = solve(puzzle.start.play(move), seconds, MEMORY_MB, nodes=nodes).bounds_for(puzzle.seat)
    return True if low == 1 else False if high < 1 else None


def glance(position: Position, simulations: int = GLANCE) -> Thought:
    """What a short search thinks."""
    return Engine(position.game, Settings(memory_mb=32)).think(position, simulations=simulations)


def ranked(position: Position, thought: Thought) -> list[int]:
    """All legal moves, in the order that a search gives them."""
    rank = {choice.move: place for place, choice in enumerate(thought.choices)}
    return sorted(position.legal, key=lambda move: rank.get(move, len(rank)))


def defence(position: Position) -> int | None:
    """What an engine would play, no dice being asked."""
    certain = (choice.move for choice in glance(position).choices if not position.after(choice.move).is_chance)
    return next(certain, None)


def harmless(position: Position) -> int:
    """How many moves do not lose at once: among so many the answer hides."""
    return sum(not _loses_at_once(position.after(move), position.to_move) for move in position.legal)


def _loses_at_once(after: Position, seat: int | None) -> bool:
    if after.is_over or after.is_chance:
        return after.outcome is not None and after.outcome.winner != seat
    rules, opponent = after.game.rules, after.to_move
    return any(int(rules.outcome(after.after(move).state)) == opponent for move in after.legal)
