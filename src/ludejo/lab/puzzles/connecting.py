"""The only winning move in a connection game, on boards of any size.

The prover (solve/connection) knows of 64 empty cells. Where there are more, the loser gets the others for nothing: who
wins all the same, wins. So a win and a refutation are both certain; what is not proven so is not known. Given away are
the cells that matter least in random games. However many of the mover's stones they may be: all moves there are
refuted by one proof, that the other side wins against all of them at once.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ludejo.games.contract import MOST_SPOTS, ONGOING
from ludejo.games.dice import roll, seeded
from ludejo.games.gestures import copied
from ludejo.games.kernels import bind, buffer, connection_of, seldom
from ludejo.lab.puzzles.proving import (
    FIND,
    MEMORY_MB,
    Finding,
    Undecided,
    defence,
    glance,
    only_winner,
    ranked,
    shortest_win,
)
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection.groups import links_of
from ludejo.solve.connection.search import ConnectionSearch, ConnectionTables
from ludejo.solve.searches import ForcedSearch, Tables

rules: Any = None  # bound by `bind`

RANDOM_GAMES, SPREAD = 2_000, 8  # random games, and how often cells share with their neighbours what these told
# Positions to look at: for all moves, for one, to see that a later move is the only one, for the winner's moves.
PROVE, MOVE, FOLLOW, LINE = 20_000, 5_000, 20_000, 200_000
LEAST, MOST = 0.04, 0.97  # the value of a position that may have a single winning move
QUICK = range(1, 6, 2)  # plies of a win that is played out as quickly as can be
MOST_ASKED = 6


@seldom
def random_game(board, state, moves, dice, order):
    """Play at random to the end; leave the moves in `order` and tell how many they were."""
    turns = 0
    while rules.outcome(state) == ONGOING:
        move = moves[roll(dice, rules.legal_moves(board, state, moves))]
        rules.play(board, state, move)
        order[turns] = move
        turns += 1
    return turns


def matters(position: Position) -> np.ndarray:
    """For each cell how much more often the winner of random games filled it and those round it than the loser did.

    What is told of the neighbourhood is given away in whole regions, and that spoils fewer proofs. [cells]
    """
    board, rules_, first = position.game.board, position.game.rules, position.to_move or 0
    play: Any = bind(random_game, rules_)
    moves, order, dice, tally = buffer(board), buffer(board), seeded(1), np.zeros(board.moves, np.int64)
    for _ in range(RANDOM_GAMES):
        state = copied(position.state)
        made = order[: play(board, state, moves, dice, order)]
        is_winners = (first + np.arange(len(made))) % 2 == int(rules_.outcome(state))
        np.add.at(tally, made, np.where(is_winners, 1, -1))
    places = position.game.grid.centres
    beside = np.linalg.norm(places[:, None] - places[None], axis=-1) < 1.01  # each is beside itself
    share = beside / beside.sum(axis=1).max()
    told: np.ndarray = np.linalg.matrix_power(share, SPREAD) @ tally[: len(places)]
    return told


class Field:
    """A position of a connection game, and what can be proven of it and of those that follow from it."""

    def __init__(self, position: Position) -> None:
        self.position, self.game = position, position.game

    @cached_property
    def gifts(self) -> list[int]:
        """The empty cells that are too many, those that matter least."""
        empty = [move for move in self.position.legal if move < self.game.board.cells]
        if len(empty) <= MOST_SPOTS:
            return []
        tally = matters(self.position)
        return sorted(empty, key=lambda cell: float(tally[cell]))[: len(empty) - MOST_SPOTS]

    @cached_property
    def _tables(self) -> tuple[ConnectionTables | None, ConnectionTables | None]:
        """For each seat the tables of the position in which the other one has got the gifts."""
        first, second = self._without(1), self._without(0) if self.gifts else None
        return first, second if self.gifts else first

    def _without(self, loser: int) -> ConnectionTables | None:
        knowledge, board = connection_of(self.game.rules), self.game.board
        state = knowledge and knowledge.with_gifts(board, self.position.state, loser, self.gifts)
        found = knowledge.connection(board, state) if knowledge and state is not None else None
        links = links_of(found) if found else None
        if not (knowledge and found and links):
            return None
        return ConnectionTables(self.game, links, found.cells, knowledge, MEMORY_MB / 4)

    def wins(self, after: Position, seat: int, budget: WorkBudget) -> bool | None:
        """Whether a seat wins a position that follows from this one; None if that could not be found out."""
        if after.is_over:
            return int(self.game.rules.outcome(after.state)) == seat
        for winner in (1 - seat, seat):
            if self._proven(after, winner, WorkBudget(nodes=MOVE, whole=budget)):
                return winner == seat
        return None

    def _proven(self, after: Position, winner: int, budget: WorkBudget) -> bool:
        tables = self._tables[winner]
        if tables is None:
            return False
        search = ConnectionSearch(tables, after)
        search.work(budget)
        return search.win is not None and search.win.winner == winner

    def winning_move(self, after: Position, budget: WorkBudget) -> int | None:
        """A winning move of the seat to move in a position that follows from this one."""
        tables = self._tables[after.to_move or 0]
        if tables is None:
            return None
        search = ConnectionSearch(tables, after)
        search.work(budget)
        return search.best_move if search.win and search.win.winner == after.to_move else None

    def only_win(self, budget: WorkBudget) -> int | None:
        """The only winning move; None if there are more, or none. Undecided, where that could not be found out."""
        seat = self.position.to_move or 0
        moves = ranked(self.position, glance(self.position))
        return only_winner(moves, lambda move: self.wins(self.position.after(move), seat, budget))


class OnlyWins:
    """Finds positions of a connection game with one winning move, however long the game goes on."""

    def finding(self, position: Position) -> Finding | None:
        """The only move that wins, and how many moves after it are the only ones, too; may raise Undecided."""
        if position.is_over or len(position.legal) < 3 or not LEAST < glance(position).value < MOST:
            return None
        field = Field(position)
        answer = field.only_win(WorkBudget(nodes=PROVE))
        if answer is None or position.after(answer).is_over:
            return None
        line = self.line(field, answer)
        asked = 1 + self._asked(position, line)
        plies = shortest_win(_forced(position), position, QUICK, FIND)
        return Finding(line[0], line, plies, asked=asked, only=True)

    def line(self, field: Field, answer: int) -> tuple[str, ...]:
        """How the win goes to its end: the winner's moves are proven, and near the end the quickest ones."""
        position, texts, move = field.position, list[str](), answer
        winner, budget = position.to_move, WorkBudget(nodes=LINE)
        while True:
            texts.append(position.move_text(move))
            position = position.after(move)
            if position.is_over:
                return tuple(texts)
            found = self._winners(field, position, budget) if position.to_move == winner else defence(position)
            if found is None:
                raise Undecided
            move = found

    def _winners(self, field: Field, position: Position, budget: WorkBudget) -> int | None:
        search, seat = _forced(position), position.to_move or 0
        quick = (search.within(position, seat, plies, WorkBudget(nodes=FIND)) for plies in QUICK)
        found = next((win.move for win in quick if win), None)
        return field.winning_move(position, budget) if found is None else found

    def _asked(self, position: Position, line: tuple[str, ...]) -> int:
        """How many of the winner's later moves are the only ones, without a gap; the last one of the game always is."""
        asked, here = 0, position
        for place, text in enumerate(line):
            after = here.play(text)
            if place and place % 2 == 0:
                if asked == MOST_ASKED - 1 or not (after.is_over or self._is_only(here, text)):
                    break
                asked += 1
            here = after
        return asked

    def _is_only(self, position: Position, text: str) -> bool:
        try:
            found = Field(position).only_win(WorkBudget(nodes=FOLLOW))
        except Undecided:
            return False
        return found is not None and position.move_text(found) == text


def _forced(position: Position) -> ForcedSearch:
    return ForcedSearch(Tables(position.game, position, MEMORY_MB), position)
