"""The prover as one of the searches of a solver: it can be set to work for a while, stopped, and asked."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ludejo.games.contract import MOST_SPOTS
from ludejo.games.gestures import copied
from ludejo.games.kernels import connection_of
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection import path as way
from ludejo.solve.connection.bits import BIT, NONE, lowest, size
from ludejo.solve.connection.groups import Links, links_of
from ludejo.solve.connection.path import Path, Workshop, new_path, new_paths, new_workshop
from ludejo.solve.connection.prover import prove
from ludejo.solve.connection.table import LOST, OPEN, WON, new_table
from ludejo.solve.guidance import Guide, Hints, Settings, new_hints, note
from ludejo.solve.pace import Pace

if TYPE_CHECKING:
    from ludejo.games.contract import ConnectionKnowledge
    from ludejo.solve.searches import ProvenWin

SHARE = 40  # moves looked at at a time, in a hundred
HINTS_PART = 16  # of the memory for what a guide says
HEEDING = Settings(ask_from=5, lag=2.0, doubt=4, width=20)
LOOK_NODES = 2_000  # to tell how long a line may last


@dataclass
class ConnectionTables:
    """What is known of a connection game from one position on."""

    game: Game
    links: Links
    cells: np.ndarray  # [spots]  the moves
    knowledge: ConnectionKnowledge
    memory_mb: float
    guide: Guide | None = None

    @classmethod
    def of(cls, start: Position, memory_mb: float, guide: Guide | None = None) -> ConnectionTables | None:
        """The tables of a position; None where the game is none of connection, or the position too large."""
        knowledge = connection_of(start.game.rules)
        found = knowledge.connection(start.game.board, start.state) if knowledge and not start.is_over else None
        links = links_of(found) if found else None
        if knowledge is None or found is None or links is None:
            return None
        return cls(start.game, links, found.cells, knowledge, memory_mb, guide)

    @cached_property
    def hints(self) -> Hints:
        """What the guide has said."""
        return new_hints(MOST_SPOTS, self.memory_mb / HINTS_PART if self.guide else 0, HEEDING)

    def ask(self, key: np.uint64, root: Position, spots: np.ndarray) -> None:
        """Let the guide say what it thinks of the position that follows from another by moves on these spots."""
        assert self.guide
        state = copied(root.state)
        for spot in spots:
            self.game.rules.play(self.game.board, state, self.cells[spot])
        position = Position(self.game, state)
        legal = np.searchsorted(self.cells, np.array(position.legal))
        note(self.hints, key, legal, self.guide(position), HEEDING.lag)

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
    """Finds out who wins a position of a connection game, in one thread or in several that share the table.

    Threads avoid each other's moves (virtual loss). Work that is counted in positions stays with one of them, so that
    it comes to the same every time.
    """

    tables: ConnectionTables
    position: Position
    threads: int = 1
    _pace: Pace = field(default_factory=Pace, init=False)

    def __post_init__(self) -> None:
        self.paths = [new_path(SHARE, thread) for thread in range(self.threads)]
        self.attacker = self.position.to_move or 0

    @cached_property
    def _workshops(self) -> list[Workshop]:
        standing = new_paths(self.threads)
        return [new_workshop(self.tables.hints, standing) for _ in range(self.threads)]

    @property
    def path(self) -> Path:
        """The one that came to an end, if one did."""
        return next((path for path in self.paths if path.counters[way.STATUS] != OPEN), self.paths[0])

    @property
    def status(self) -> int:
        """OPEN, WON or LOST by the seat to move."""
        return int(self.path.counters[way.STATUS])

    @property
    def searched(self) -> int:
        """Positions looked at so far."""
        return sum(int(path.counters[way.SEEN]) for path in self.paths)

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
        if self.threads == 1 or budget.is_counted:
            self._work(self.paths[0], budget)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            for job in [pool.submit(self._work, path, budget) for path in self.paths]:
                job.result()

    def _work(self, path: Path, budget: WorkBudget) -> None:
        while not self.is_done and not budget.is_spent:
            self._prove(path, self.position, budget)

    def _prove(self, path: Path, position: Position, budget: WorkBudget) -> None:
        begun, before, asked = time.perf_counter(), int(path.counters[way.SEEN]), self._pace.asked(budget)
        tables, shop = self.tables, self._workshops[path.counters[way.THREAD]]
        prove(tables.links, tables.stones(position), position.to_move or 0, shop, path, tables.table, asked)
        if path.counters[way.ASKS]:  # a call that ended early says nothing about how long a full one takes
            depth = int(path.counters[way.DEPTH])
            spots = path.move[np.arange(depth), path.frame[:depth, way.CHOSEN]]
            tables.ask(path.words[depth, way.KEY], position, spots)
        else:
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
