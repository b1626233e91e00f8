"""The searches that a solver runs in turn. Each works for a while, stops, and can be asked what it has found."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ludejo.games.gestures import copied
from ludejo.games.kernels import bind, connection_of
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve import forced
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection import table as connection_table
from ludejo.solve.connection.search import ConnectionSearch, ConnectionTables
from ludejo.solve.guidance import Guide, Hints, Settings, new_hints, note
from ludejo.solve.history import new_history
from ludejo.solve.numbers import dfpn, transposition
from ludejo.solve.numbers import path as way
from ludejo.solve.numbers.threat_sequences import Chase, new_chase
from ludejo.solve.pace import Pace
from ludejo.solve.scratch import Scratch, new_scratch

NARROW, WIDE = 15, 100  # moves looked at at a time, in a hundred, where answers are shared and where they are not
PATH_ROOM = 150_000
LONG_QUESTION = 5_000_000  # positions entered for one number of plies
OTHER_MB = 40  # what stands beside the tables
HINTS_SHARE = 16  # of the memory for tables a part for what a guide says
HEEDING = Settings(ask_from=7, lag=1.0, doubt=6, width=WIDE)


@dataclass
class Tables:
    """What all searches of a game may share: it stays true from position to position."""

    game: Game
    start: Position  # the first position to be solved; the others follow from it
    memory_mb: float = 256
    guide: Guide | None = None

    @cached_property
    def scratch(self) -> Scratch:
        """Used by one search after the other."""
        return new_scratch(self.game, self.start.state)

    @cached_property
    def forced(self) -> forced.ForcedMemory:
        """Answers about forced wins."""
        return forced.ForcedMemory(forced.new_table(self.room_mb / 4), new_history(self.game))

    @cached_property
    def proofs(self) -> dict[int, transposition.ProofMemory]:
        """Proof and disproof numbers for each attacker, made when they are needed."""
        return {}

    @cached_property
    def drawish(self) -> set[int]:
        """The attackers in whose tables no win need not be a loss, since draws or circles have been seen."""
        return set()

    @cached_property
    def _proof_history(self) -> np.ndarray:
        """For both attackers together, since moves are remembered by seat; it has losses as well."""
        return new_history(self.game)

    def proof_for(self, attacker: int) -> transposition.ProofMemory:
        """What is known for one attacker; the first to need a table gets the larger share."""
        if attacker not in self.proofs:
            table = transposition.new_table(self.room_mb / (4 if self.proofs else 2))
            self.proofs[attacker] = transposition.ProofMemory(
                table, self._proof_history, self.prints, self.hints, self.chase
            )
        return self.proofs[attacker]

    @cached_property
    def chase(self) -> Chase:
        """Where wins by continuous threats are looked for."""
        return new_chase(self.game.board.room)

    @cached_property
    def hints(self) -> Hints:
        """What the guide has said: for both attackers, since it speaks of the mover."""
        return new_hints(self.game.board.moves, self.room_mb / HINTS_SHARE if self.guide else 0, HEEDING)

    @cached_property
    def connection(self) -> ConnectionTables | None:
        """What the prover for connection games knows, where the game is one and the board not too large."""
        return ConnectionTables.of(self.start, self.room_mb / 2, self.guide)

    @property
    def has_its_prover(self) -> bool:
        """Whether a position is proven as others of its game are: in a connection game, not by plain proof numbers."""
        return self.connection is not None or connection_of(self.game.rules) is None

    # ---------------------------------------------------------------- checkpoints, see keeping.py

    def learnt(self) -> dict[str, np.ndarray]:
        """What proof numbers have learnt: entries of tables, and the attackers who have seen draws."""
        if self.connection:
            return {"connection": connection_table.entries_of(self.connection.table)}
        proofs = {f"proof{seat}": transposition.entries_of(memory.table) for seat, memory in self.proofs.items()}
        return proofs | {"drawish": np.array(sorted(self.drawish), np.uint64)}

    def can_take_up(self, learnt: dict[str, np.ndarray]) -> bool:
        """Whether these are entries of tables such as these."""
        words = connection_table.WORDS if self.connection else transposition.WORDS
        names = {"connection"} if self.connection else {"proof0", "proof1", "drawish"}
        tables = [entries for name, entries in learnt.items() if name != "drawish"]
        return (
            set(learnt) <= names
            and all(entries.dtype == np.uint64 for entries in learnt.values())
            and all(entries.ndim == 2 and entries.shape[1] == words for entries in tables)
        )

    def take_up(self, learnt: dict[str, np.ndarray]) -> None:
        """Go on from what was learnt before."""
        for name, entries in learnt.items():
            if self.connection:
                connection_table.put_back(self.connection.table, entries)
            elif name == "drawish":
                self.drawish.update(map(int, entries))
            else:
                transposition.put_back(self.proof_for(int(name.removeprefix("proof"))).table, entries)

    @property
    def room_mb(self) -> float:
        """What the tables may take in all."""
        return max(self.memory_mb - OTHER_MB, self.memory_mb / 2)

    @cached_property
    def prints(self) -> np.ndarray:
        """For each move the bit of the cell it fills, where a game is such that cells can be told apart by that.

        There are 64 bits. On larger boards cells share them, which is sound and answers fewer moves.
        """
        prints = np.full(self.game.board.moves, way.EVERYTHING, np.uint64)
        if self.is_narrow:
            cells = [move for move in self.start.legal if move < self.game.board.cells]
            for place, cell in enumerate(cells):
                prints[cell] = np.uint64(1) << np.uint64(place % 64)
        return prints

    @property
    def is_narrow(self) -> bool:
        """Whether a known answer can answer other moves as well."""
        return self.game.capabilities.monotone


@dataclass(frozen=True)
class ProvenWin:
    """A seat that wins for certain, and how."""

    winner: int
    plies: int  # at most
    size: int  # positions in the proof
    move: int | None  # the winner's, where the winner is to move


class ForcedSearch:
    """Looks for a win of either seat in one ply, two plies, three … (iterative deepening)."""

    def __init__(self, tables: Tables, position: Position) -> None:
        self.tables, self.position = tables, position
        mover = position.to_move or 0
        self.attackers = (mover, 1 - mover)
        self.refuted = [0, 0]  # for each seat: within so many plies it does not win by force
        self.win: ProvenWin | None = None
        self.searched = 0
        self._kernel = bind(forced.search, tables.game.rules)
        self._pace = Pace()
        self._path: forced.ForcedPath | None = None

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to find."""
        return self.win is not None or min(self.refuted) == forced.MOST_PLIES

    @property
    def is_slow(self) -> bool:
        """Whether the number of plies looked at now takes so long that proof numbers had better go on."""
        return self._path is not None and int(self._path.counters[forced.NODES]) > LONG_QUESTION

    @property
    def question(self) -> tuple[int, int]:
        """The attacker and the number of plies that are looked at now."""
        attacker = min(self.attackers, key=lambda seat: self.refuted[seat])
        return attacker, self.refuted[attacker] + 1

    def prepare(self) -> None:
        """Have the kernel compiled, so that it need not be done on the clock."""
        self._ask(self._new_path(0, 1), self.position, WorkBudget(nodes=1))

    def work(self, budget: WorkBudget) -> None:
        """Go on until nothing is left to find or to spend."""
        while not self.is_done and not budget.is_spent:
            attacker, plies = self.question
            if self._path is None:
                self._path = self._new_path(attacker, plies)
            answer = self._ask(self._path, self.position, budget)
            if answer == forced.YES:
                self.win = _forced_win(self._path)
            elif answer == forced.NO:
                self.refuted[attacker] = plies
            if answer != forced.UNKNOWN:
                self._path = None

    def _new_path(self, attacker: int, plies: int) -> forced.ForcedPath:
        return forced.new_path(forced.LONGEST_PATH * self.tables.game.board.room, attacker, plies)

    def _ask(self, path: forced.ForcedPath, position: Position, budget: WorkBudget) -> int:
        tables, begun, before = self.tables, time.perf_counter(), int(path.counters[forced.NODES])
        asked = self._pace.asked(budget)
        answer = self._kernel(tables.game.board, position.state, tables.scratch, path, tables.forced, asked)
        if answer == forced.UNKNOWN:  # a call that ended early says nothing about how long a full one takes
            self._pace.learn(asked, time.perf_counter() - begun)
        nodes = int(path.counters[forced.NODES]) - before
        self.searched += nodes
        budget.spend(nodes)
        return int(answer)

    def within(
        self, position: Position, attacker: int, plies: int, budget: WorkBudget | None = None
    ) -> ProvenWin | None:
        """Whether a seat wins from another position within so many plies; None as well if the budget is too small."""
        budget = budget or WorkBudget()
        path = self._new_path(attacker, plies)
        answer = forced.UNKNOWN
        while answer == forced.UNKNOWN and not budget.is_spent:
            answer = self._ask(path, position, budget)
        return _forced_win(path) if answer == forced.YES else None

    def winning_move(self, position: Position, win: ProvenWin, budget: WorkBudget) -> int | None:
        """The winner's move in a position that wins within the plies of a known win."""
        found = self.within(position, win.winner, win.plies, budget)
        return found.move if found else None

    def plies_left(self, position: Position, win: ProvenWin, budget: WorkBudget) -> int | None:
        """How many plies the winner needs from a position."""
        wanted = range(1, win.plies + 1)
        return next((plies for plies in wanted if self.within(position, win.winner, plies, budget)), None)


def _forced_win(path: forced.ForcedPath) -> ProvenWin:
    """The win that a search has just found."""
    attacker, plies, size, move = path.counters[[forced.ATTACKER, forced.PLIES, forced.ANSWER_SIZE, forced.BEST]]
    return ProvenWin(int(attacker), int(plies), int(size), None if move == forced.NO_MOVE else int(move))


@dataclass
class ProofSearch:
    """Tries to prove, or to refute, that a seat wins (df-pn)."""

    tables: Tables
    position: Position
    attacker: int
    path: way.ProofPath = field(init=False)
    _pace: Pace = field(default_factory=Pace, init=False)

    def __post_init__(self) -> None:
        self.path = self._new_path()
        self._kernel = bind(dfpn.search, self.tables.game.rules)

    def _new_path(self) -> way.ProofPath:
        return way.new_path(PATH_ROOM, self.attacker, NARROW if self.tables.is_narrow else WIDE)

    @property
    def status(self) -> int:
        """OPEN, PROVED, REFUTED or SHAKY."""
        return int(self.path.counters[way.STATUS])

    @property
    def searched(self) -> int:
        """Positions expanded so far."""
        return int(self.path.counters[way.NODES])

    @property
    def size(self) -> int:
        """Positions in the proof, or in the refutation."""
        return int(self.path.counters[way.LAST_SIZE])

    @property
    def is_done(self) -> bool:
        """Whether the position is solved, as far as this attacker goes."""
        return self.status != way.OPEN

    @property
    def has_seen_draws(self) -> bool:
        """Whether no win for one seat might be no win for the other."""
        return self.attacker in self.tables.drawish

    @property
    def is_certain(self) -> bool:
        """Whether a refutation is one: paths cut short prove nothing; a return to the path does, at the root."""
        is_cut = bool(self.path.counters[way.CUTS])
        return self.status == way.REFUTED or (self.status == way.SHAKY and not is_cut)

    @property
    def win(self) -> ProvenWin | None:
        """Who wins, if somebody is known to."""
        if self.status == way.PROVED:
            return self._win_of(self.attacker)
        if self.status == way.REFUTED and not self.has_seen_draws:
            return self._win_of(1 - self.attacker)
        return None

    def _win_of(self, winner: int) -> ProvenWin:
        move = self.best_move if self.position.to_move == winner else None
        return ProvenWin(winner, int(self.path.counters[way.LAST_PLIES]), self.size, move)

    def prepare(self) -> None:
        """Have the kernels compiled, so that it need not be done on the clock."""
        self._search(self._new_path(), self.position, WorkBudget(nodes=1))
        self.plies_left(self.position, ProvenWin(self.attacker, 1, 1, None), WorkBudget())

    def work(self, budget: WorkBudget) -> None:
        """Go on until the position is solved or nothing is left to spend."""
        while not self.is_done and not budget.is_spent:
            self._search(self.path, self.position, budget)

    def _search(self, path: way.ProofPath, position: Position, budget: WorkBudget) -> None:
        tables, begun, before = self.tables, time.perf_counter(), int(path.counters[way.SEEN])
        asked = self._pace.asked(budget)
        memory = tables.proof_for(self.attacker)
        self._kernel(tables.game.board, position.state, tables.scratch, path, memory, asked)
        if path.counters[way.ASKS]:  # a call that ended early says nothing about how long a full one takes
            self._ask(path, position)
        else:
            self._pace.learn(asked, time.perf_counter() - begun)
        budget.spend(int(path.counters[way.SEEN]) - before)
        if path.counters[[way.DRAWS, way.RETURNS, way.CUTS]].any():
            tables.drawish.add(self.attacker)

    def _ask(self, path: way.ProofPath, root: Position) -> None:
        """Let the guide say what it thinks of where the search stands."""
        tables, depth = self.tables, int(path.counters[way.DEPTH])
        state = copied(root.state)
        for move in path.move[path.frame[:depth, way.CHOSEN]]:
            tables.game.rules.play(tables.game.board, state, move)
        position = Position(tables.game, state)
        assert tables.guide
        note(tables.hints, path.key[depth], np.array(position.legal), tables.guide(position), HEEDING.lag)

    @property
    def best_move(self) -> int:
        """The move that proves, or that refutes, where its mover has the say."""
        return int(self.path.counters[way.BEST])

    def winning_move(self, position: Position, win: ProvenWin, budget: WorkBudget) -> int | None:
        """The winner's move in a position that follows from the solved one: where the table knows, the quickest."""
        known = [(self._left_after(position.after(move), win, budget), move) for move in position.legal]
        left, quickest = min(known)
        if left < win.plies:
            return quickest
        path = self._new_path()
        while path.counters[way.STATUS] == way.OPEN and not budget.is_spent:
            self._search(path, position, budget)
        if path.counters[way.STATUS] == (way.PROVED if win.winner == self.attacker else way.REFUTED):
            return int(path.counters[way.BEST])
        return None

    def _left_after(self, position: Position, win: ProvenWin, budget: WorkBudget) -> int:
        """The same as `plies_left` of a position that may be the end; more than any where nothing is known."""
        if position.outcome is not None and position.outcome.winner == win.winner:
            return 0
        return (None if position.is_over else self.plies_left(position, win, budget)) or way.MOST_PLIES

    def plies_left(self, position: Position, win: ProvenWin, budget: WorkBudget) -> int | None:
        """How many plies at most the winner needs from a position, as far as the table knows."""
        key = np.uint64(self.tables.game.rules.key(self.tables.game.board, position.state))
        one = way.new_path(1, self.attacker, WIDE)
        if not transposition.look_up(self.tables.proof_for(self.attacker).table, key, one, 0):
            return None
        wanted = way.PROOF if win.winner == self.attacker else way.DISPROOF
        return int(one.plies[0]) if one.number[wanted, 0] == 0 else None


WinSearch = ForcedSearch | ProofSearch | ConnectionSearch


def winning_line(position: Position, win: ProvenWin, search: WinSearch, budget: WorkBudget) -> tuple[str, ...]:
    """How the game may go: the winner wins, the other side holds out as long as it can. Ends at a die."""
    texts: list[str] = []
    while not (position.is_over or position.is_chance or budget.is_spent):
        if position.to_move == win.winner:
            move = search.winning_move(position, win, budget) if texts else win.move
        else:
            move = _stubborn_move(position, win, search, budget)
        if move is None:
            break
        texts.append(position.move_text(move))
        position = position.after(move)
        win = ProvenWin(win.winner, max(win.plies - 1, 1), win.size, None)
    return tuple(texts)


def _stubborn_move(position: Position, win: ProvenWin, search: WinSearch, budget: WorkBudget) -> int | None:
    """The move after which the winner needs longest; None if the budget does not suffice to tell."""
    best, longest = None, -1
    for move in position.legal:
        after = position.after(move)
        left = 0 if after.is_over else search.plies_left(after, win, budget) or 1
        if left > longest:
            best, longest = move, left
    return None if budget.is_spent else best
