"""The prover as one of the searches of a solver: it can be set to work for a while, stopped, and asked."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ludejo.games.kernels import connection_of
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection import path as way
from ludejo.solve.connection.bits import BIT, NONE, lowest, size
from ludejo.solve.connection.groups import Links, links_of
from ludejo.solve.connection.path import Path, Workshop, new_path, new_workshop
from ludejo.solve.connection.prover import prove
from ludejo.solve.connection.table import LOST, OPEN, WON, new_table
from ludejo.solve.pace import Pace

if TYPE_CHECKING:
    from ludejo.games.contract import ConnectionKnowledge
    from ludejo.solve.searches import ProvenWin

SHARE = 40  # moves looked at at a time, in a hundred
LOOK_NODES = 2_000  # to tell how long a line may last


@dataclass
class ConnectionTables:
    """What is known of a connection game from one position on."""

    game: Game
    links: Links
    cells: np.ndarray  # [spots]  the moves
    knowledge: ConnectionKnowledge
    memory_mb: float

    @classmethod
    def of(cls, start: Position, memory_mb: float) -> ConnectionTables | None:
        """The tables of a position; None where the game is none of connection, or the position too large."""
        knowledge = connection_of(start.game.rules)
        found = knowledge.connection(start.game.board, start.state) if knowledge and not start.is_over else None
        links = links_of(found) if found else None
        if knowledge is None or found is None or links is None:
            return None
        return cls(start.game, links, found.cells, knowledge, memory_mb)

    @cached_property
    def table(self) -> np.ndarray:
        """What has been learnt of positions."""
        return new_table(self.memory_mb)

    def stones(self, position: Position) -> np.ndarray:
        """The cells that each seat has filled since the start. [2]"""
        owners = self.knowledge.owners(self.game.board, position.state)[self.cells]
        return np.array([np.bitwise_or.reduce(BIT[: len(self.cells)][owners == seat], initial=NONE) for seat in (0, 1)])


@dataclass
class ConnectionSearch:
    """Finds out who wins a position of a connection game."""

    tables: ConnectionTables
    position: Position
    path: Path = field(init=False)
    _pace: Pace = field(default_factory=Pace, init=False)

    def __post_init__(self) -> None:
        self.path = new_path(SHARE)
        self.attacker = self.position.to_move or 0

    @cached_property
    def _workshop(self) -> Workshop:
        return new_workshop()

    @property
    def status(self) -> int:
        """OPEN, WON or LOST by the seat to move."""
        return int(self.path.counters[way.STATUS])

    @property
    def searched(self) -> int:
        """Positions looked at so far."""
        return int(self.path.counters[way.SEEN])

    @property
    def size(self) -> int:
        """Positions in the proof."""
        return int(self.path.counters[way.LAST_SIZE])

    @property
    def is_done(self) -> bool:
        """Whether it is known who wins."""
        return self.status != OPEN

    @property
    def is_certain(self) -> bool:
        """Whether the seat to move is known not to win."""
        return self.status == LOST

    @property
    def has_seen_draws(self) -> bool:
        """Never: a full board has one winner."""
        return False

    @property
    def win(self) -> ProvenWin | None:
        """Who wins, if it is known."""
        return self._win(self.path, self.position)

    @property
    def best_move(self) -> int:
        """A winning move, where the seat to move wins."""
        return self._move(self.path, self.position)

    def prepare(self) -> None:
        """Have the kernels compiled, so that it need not be done on the clock."""
        self._prove(new_path(SHARE), self.position, WorkBudget(nodes=1))

    def work(self, budget: WorkBudget) -> None:
        """Go on until it is known who wins or nothing is left to spend."""
        while not self.is_done and not budget.is_spent:
            self._prove(self.path, self.position, budget)

    def _prove(self, path: Path, position: Position, budget: WorkBudget) -> None:
        begun, before, asked = time.perf_counter(), int(path.counters[way.SEEN]), self._pace.asked(budget)
        tables = self.tables
        prove(tables.links, tables.stones(position), position.to_move or 0, self._workshop, path, tables.table, asked)
        self._pace.learn(asked, time.perf_counter() - begun)
        budget.spend(int(path.counters[way.SEEN]) - before)

    def _solved(self, position: Position, budget: WorkBudget) -> ProvenWin | None:
        """Who wins another position that follows from the same start."""
        path = new_path(SHARE)
        while path.counters[way.STATUS] == OPEN and not budget.is_spent:
            self._prove(path, position, budget)
        return self._win(path, position)

    def _win(self, path: Path, position: Position) -> ProvenWin | None:
        from ludejo.solve.searches import ProvenWin

        if path.counters[way.STATUS] == OPEN:
            return None
        is_movers = path.counters[way.STATUS] == WON
        mover = position.to_move or 0
        # The winner needs at most all cells of the carrier, and the other side may play elsewhere all the time.
        plies = min(2 * size(path.carrier[0]) - is_movers, len(position.legal))
        move = self._move(path, position) if is_movers else None
        return ProvenWin(mover if is_movers else 1 - mover, int(plies), int(path.counters[way.LAST_SIZE]), move)

    def _move(self, path: Path, position: Position) -> int:
        """The winner's move. Where captured cells have won already, one of them."""
        spot = int(path.counters[way.LAST_MOVE])
        if spot == way.UNKNOWN_MOVE:
            stones = self.tables.stones(position)
            captured = path.captured[position.to_move or 0]
            free = self.tables.links.all & ~(stones[0] | stones[1])
            spot = lowest(captured & free or free)
        return int(self.tables.cells[spot])

    def winning_move(self, position: Position, win: ProvenWin, budget: WorkBudget) -> int | None:
        """The winner's move in a position that follows from the solved one."""
        found = self._solved(position, budget)
        return found.move if found and found.winner == win.winner else None

    def plies_left(self, position: Position, win: ProvenWin, budget: WorkBudget) -> int | None:
        """How many plies at most the winner needs from a position, as far as that can be seen quickly."""
        found = self._solved(position, WorkBudget(nodes=LOOK_NODES, whole=budget))
        return found.plies if found and found.winner == win.winner else None
