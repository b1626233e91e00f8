"""The only winning move in a connection game, on boards of any size.

The prover (solve/connection) knows of 64 empty cells. Where there are more, the loser gets some for nothing, other ones
in every proof that needs it (giving.py): who wins all the same, wins. So a win and a refutation are both certain; what
is not proven so is not known. A refutation refutes all moves outside the cells that it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ludejo.games.contract import MOST_SPOTS
from ludejo.lab.puzzles.giving import Giver
from ludejo.lab.puzzles.proving import FIND, MEMORY_MB, Finding, Undecided, glance, ranked, shortest_win
from ludejo.lab.puzzles.puzzle import own_moves
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection.search import ConnectionSearch, ConnectionTables
from ludejo.solve.searches import ForcedSearch, Tables

# Positions to look at: for all moves, for one, for one where the gifts are those of another.
PROVE, MOVE, GLANCE = 120_000, 25_000, 400
MOST_GIFTS = 6  # with more, what is close is hardly ever proven
LOST, WON = 0.03, 0.985  # the value of a position that looks decided
LEAST, RIVAL = 0.3, 0.93  # of the best move where one may win, of the second where it may be the only one
QUICK = range(1, 6, 2)  # plies of a win that is played out as quickly as can be
LONGEST = 30  # plies of a line
MOST_REPLIES = 40  # that are looked at for it


class Footing(NamedTuple):
    """A position in which the loser has got some cells for nothing, and what is known from there on."""

    gifts: list[int]
    tables: ConnectionTables


class Field:
    """A position of a connection game, and what can be proven of it and of those that follow from it."""

    def __init__(self, position: Position) -> None:
        self.position, self.game, self.giver = position, position.game, giver_of(position.game)
        self.surplus = 2 * (
            max(0, len(position.legal) - MOST_SPOTS + 1) // 2
        )  # cells that are too many, an even number
        self._last: dict[int, Footing] = {}  # of each winner, where a proof was tried

    def values(self) -> dict[int, float]:
        """What each move is worth at a first sight, the best first; a win at once is worth most."""
        afters = [after for after in map(self.position.after, self.position.legal) if not after.is_over]
        told = self.giver.values([after.state for after in afters], self.position.to_move or 0) if afters else ()
        found = {after.move: float(value) for after, value in zip(afters, told, strict=True)}
        values = {move: found.get(move, 2.0) for move in self.position.legal}
        return dict(sorted(values.items(), key=lambda each: -each[1]))

    def only_win(self, budget: WorkBudget) -> int | None:
        """The only winning move; None if there are more, or none. Undecided, where that could not be found out."""
        winner, must = None, set(self.position.legal)
        for move in self.values():
            if move in must:
                needed = self._refutation(self.position.after(move), budget)
                if needed is not None:
                    must &= needed
                elif winner is not None:
                    return None
                else:
                    winner = move
        return winner

    def _refutation(self, after: Position, budget: WorkBudget) -> set[int] | None:
        """The cells by which a move is refuted, a must-play region; None if it wins. May raise Undecided."""
        if after.is_over:
            return None  # who moves last wins
        proof = self._proof(after, budget)
        if proof is None or proof.win is None:
            raise Undecided
        if proof.win.winner != after.to_move:
            return None
        carrier = int(proof.path.carrier[0])
        return {int(cell) for spot, cell in enumerate(proof.tables.cells) if carrier >> spot & 1}

    def wins(self, after: Position, seat: int, budget: WorkBudget) -> bool | None:
        """Whether a seat wins a position that follows from this one; None if that could not be found out."""
        if after.is_over:
            return int(self.game.rules.outcome(after.state)) == seat
        proof = self._proof(after, budget)
        return None if proof is None else bool(proof.win and proof.win.winner == seat)

    def _proof(self, after: Position, budget: WorkBudget) -> ConnectionSearch | None:
        """A search that has proven who wins a position that follows from this one; the likelier winner comes first."""
        first = int(self.giver.values([after.state], 1)[0] > 0.5)
        return self._proof_for(first, after, budget) or self._proof_for(1 - first, after, budget)

    def _proof_for(self, winner: int, after: Position, budget: WorkBudget) -> ConnectionSearch | None:
        for footing, nodes in self._footings(winner, after):
            search = ConnectionSearch(footing.tables, after)  # which looks at no other cells than those of its footing
            search.work(WorkBudget(nodes=nodes, whole=budget))
            if search.win and search.win.winner == winner:
                return search
        return None

    def _footings(self, winner: int, after: Position) -> Iterator[tuple[Footing, int]]:
        """Where a win may be proven, and how long it may take: where the last one was, and where nothing is given that
        this one seems to need."""
        if winner in self._last:
            yield self._last[winner], GLANCE if self.surplus else MOVE
        if winner not in self._last or self.surplus:
            gifts = self.giver.gifts(after, winner, self.surplus)
            given = None if gifts is None else self.giver.given(self.position, 1 - winner, gifts)
            tables = given and ConnectionTables.of(given, MEMORY_MB / 4)
            if gifts is not None and tables:
                self._last[winner] = Footing(gifts, tables)
                yield self._last[winner], MOVE


@lru_cache(maxsize=8)
def giver_of(game: Game) -> Giver:
    """Who gives cells away in a game."""
    return Giver(game)


class OnlyWins:
    """Finds positions of a connection game with one winning move, however long the game goes on."""

    def may_tell(self, position: Position) -> bool:
        """Whether a position is small enough, does not look decided, and no two moves in it seem to win."""
        if position.is_over or not 3 <= len(position.legal) <= MOST_SPOTS + MOST_GIFTS:
            return False
        if not LOST < giver_of(position.game).values([position.state], position.to_move or 0)[0] < WON:
            return False
        best, second, *_ = Field(position).values().values()
        return best > LEAST and second < RIVAL

    def finding(self, position: Position) -> Finding | None:
        """The only move that wins, and how many moves after it are the only ones, too; may raise Undecided."""
        if not self.may_tell(position):
            return None
        answer = Field(position).only_win(WorkBudget(nodes=PROVE))
        if answer is None or position.after(answer).is_over:
            return None
        line = only_way(position, answer)
        plies = shortest_win(_forced(position), position, QUICK, FIND) if line else None
        return Finding(line[0], line, plies, asked=own_moves(len(line)), only=True) if line else None


def only_way(position: Position, answer: int) -> tuple[str, ...] | None:
    """A line to the end in which each of the winner's moves is proven to be the only one that wins; None if none is
    found. For the last move any that wins at once will do: it comes when no reply is left that keeps it off.

    All replies lose; those count that leave the winner no choice, and of these the one that a search thinks best.
    """
    line = _way_on(position.after(answer), LONGEST, iter(range(MOST_REPLIES)))
    return None if line is None else (position.move_text(answer), *line)


def _way_on(position: Position, most: int, tries: Iterator[int]) -> tuple[str, ...] | None:
    """The line from the defender's turn on, of at most so many plies; each reply that is looked at takes a try."""
    if position.is_over:
        return ()
    replies = ranked(position, glance(position))
    afters = [position.after(move) for move in replies]
    ends = [_at_once(after) for after in afters]
    if ends[0] is not None and None not in ends:
        return position.move_text(replies[0]), afters[0].move_text(ends[0])
    for reply, after, end in zip(replies, afters, ends, strict=True):
        if most < 2 or next(tries, None) is None:
            return None
        win = None if end is not None else _sole_win(after)
        rest = None if win is None else _way_on(after.after(win), most - 2, tries)
        if win is not None and rest is not None:
            return position.move_text(reply), after.move_text(win), *rest
    return None


def _sole_win(position: Position) -> int | None:
    """The only move that wins, if it is proven."""
    try:
        return Field(position).only_win(WorkBudget(nodes=MOVE))
    except Undecided:
        return None


def _at_once(position: Position) -> int | None:
    return next((move for move in position.legal if position.after(move).is_over), None)


def _forced(position: Position) -> ForcedSearch:
    return ForcedSearch(Tables(position.game, position, MEMORY_MB), position)
