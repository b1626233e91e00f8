"""An engine: thinks about a position within a budget, keeps its tree from move to move, says what it thinks."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ludejo.games.dice import seeded
from ludejo.games.kernels import bind, buffer, heuristics_of
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search import sharing
from ludejo.search import tree as trees
from ludejo.search.probe import Probe

CHUNK_SECONDS = 0.01  # a deadline or a cancellation is noticed after about this long
FIRST_CHUNK = 16
LINES = 5  # how many of the best moves come with what is expected to follow


@dataclass(frozen=True)
class Settings:
    """How to search. What is None is taken from the game's heuristics."""

    exploration: float | None = None
    credit_bias: float | None = None
    expand_after: int | None = None
    credit: bool | None = None
    wise: bool | None = None  # playouts by the game's heuristics instead of at random
    most_turns: int = 2000  # a playout is cut short after so many
    memory_mb: int = 256  # never passed; a full tree goes on without growing
    probe: float = 0.0  # the share of the time for finding a win that cannot be prevented, before the search
    threads: int = 1  # that walk the tree at once
    seed: int = 1

    def completed(self, game: Game) -> Settings:
        """The same with every gap filled from the game's heuristics."""
        heuristics = heuristics_of(game.rules)
        known = heuristics.SETTINGS
        return replace(self, **{key: value for key, value in known.items() if getattr(self, key) is None})


@dataclass(frozen=True)
class Choice:
    """One move as the engine sees it."""

    move: int
    text: str
    visits: int
    value: float  # winning probability of the player to move; a draw counts half
    solved: bool
    line: tuple[str, ...] = ()  # for the best moves: what it expects to follow, this move first


@dataclass(frozen=True)
class Thought:
    """What the engine thinks of a position, best choice first."""

    choices: tuple[Choice, ...]
    value: float
    solved: bool
    simulations: int
    seconds: float
    depth: int = 0
    nodes: int = field(default=0)

    @property
    def best(self) -> Choice:
        """The move to play."""
        return self.choices[0]


class Engine:
    """A player of one game."""

    def __init__(self, game: Game, settings: Settings | None = None) -> None:
        self.game = game
        self.settings = (settings or Settings()).completed(game)
        self._searcher = _Searcher(game, self.settings)
        self._probe = Probe(game) if self.settings.probe else None

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        simulations: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Thought:
        """Search until the time or the simulations are spent, the root is solved, or somebody cancels."""
        if seconds is None and simulations is None:
            raise ValueError("a search needs seconds or simulations to spend")
        self._searcher.settle_on(position)
        if self._probe:
            self._probe.prepare(position)
        begun = time.perf_counter()
        deadline = begun + seconds if seconds is not None else float("inf")
        if self._probe and seconds is not None and not self._searcher.is_solved:
            winning = self._probe.winning_move(position, self.settings.probe * seconds, cancel)
            if winning is not None:
                self._searcher.prove(winning)
        done = self._searcher.run(simulations, deadline, cancel)
        return self._thought(position, done, time.perf_counter() - begun)

    def _thought(self, position: Position, simulations: int, seconds: float) -> Thought:
        root, tree = self._searcher.root_table(), self._searcher.tree
        mover = position.to_move
        root_share = self._searcher.root_share()
        tried = np.where(root.visits > 0, root.total / np.maximum(root.visits, 1), root_share)
        share = np.where(root.solved, root.exact, tried)
        own = share if mover == 0 else 1 - share
        choices = tuple(
            Choice(
                int(root.move[k]), position.move_text(int(root.move[k])), int(root.visits[k]), float(own[k]),
                bool(root.solved[k]), self._searcher.line(position, int(root.move[k])) if rank < LINES else (),
            )
            for rank, k in enumerate(_ranked(root.move, root.visits, own, root.solved))
        )  # fmt: skip
        return Thought(
            choices,
            value=root_share if mover == 0 else 1 - root_share,
            solved=self._searcher.is_solved,
            simulations=simulations,
            seconds=seconds,
            depth=int(tree.counters[trees.DEEPEST]),
            nodes=int(tree.counters[trees.SIZE]),
        )


def _ranked(moves: np.ndarray, visits: np.ndarray, own: np.ndarray, solved: np.ndarray) -> np.ndarray:
    """The moves, best first: what is certain to be as good as the most visited open one, by value; then by visits."""
    is_open = ~solved.astype(bool)
    expected = own[np.argmax(np.where(is_open, visits, -1))] if is_open.any() else 0.0
    sure = ~is_open & (own >= expected) & (own > 0)
    lost = ~is_open & (own == 0)
    return np.lexsort((moves, -own, np.where(sure, 0, -visits), lost, ~sure))


@dataclass(frozen=True)
class _RootTable:
    """The children of the root, in the order of their moves."""

    move: np.ndarray
    visits: np.ndarray
    total: np.ndarray
    solved: np.ndarray
    exact: np.ndarray


def moves_since(earlier: Position | None, position: Position) -> list[int] | None:
    """The moves that lead from an earlier position to this one; None where it does not come from there."""
    followed = []
    while position is not earlier:
        if position.parent is None or position.move is None:
            return None
        followed.append(position.move)
        position = position.parent
    return followed[::-1]


class _Walker:
    """What one thread needs for walking the tree."""

    def __init__(self, game: Game, settings: Settings, number: int) -> None:
        board = game.board
        self.path = np.zeros(trees.LONGEST_PATH, np.int32)
        self.known = np.full(trees.LONGEST_PATH, trees.UNKNOWN)
        self.lent = np.zeros(trees.LONGEST_PATH)
        self.purse = sharing.new_purse(board.moves)
        self.marks = np.full(board.moves, 2, np.int32)
        self.scores = np.zeros(board.moves, np.float32)
        self.out = buffer(board)
        self.dice = seeded(settings.seed * 1_000_003 + number)
        self.state: Any = None


class _Searcher:
    """The tree, and those who walk it."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.kernel = bind(trees.search, game.rules)
        nodes = settings.memory_mb * 1_000_000 // trees.NODE_BYTES // 2
        self.tree, self.spare = trees.new_tree(nodes), trees.new_tree(nodes)
        self.weights = np.array(
            [settings.exploration, settings.credit_bias, settings.expand_after, settings.most_turns,
             bool(settings.credit), bool(settings.wise), settings.threads > 1], np.float64,
        )  # fmt: skip
        self.walkers = [_Walker(game, settings, number) for number in range(settings.threads)]
        self.position: Position | None = None
        self.root: Any = None

    @property
    def is_solved(self) -> bool:
        """Whether the value of the root is certain."""
        return bool(self.tree.solved[0])

    def root_share(self) -> float:
        """Seat 0's winning probability at the root: certain where it is solved, else the mean of all results."""
        if self.is_solved:
            return float(self.tree.exact[0])
        return float(self.tree.total[0]) / int(self.tree.visits[0]) if self.tree.visits[0] else 0.5

    def settle_on(self, position: Position) -> None:
        """Make a position the root, keeping what is known of it from earlier thinking."""
        node = self._node_of(position)
        if node is None:
            trees.plant(self.tree, 0, 0)
            self.tree.counters[:] = 1, 0
        elif node:
            trees.keep_subtree(self.tree, self.spare, node)
            self.tree, self.spare = self.spare, self.tree
        self.position = position
        self.root = position.state
        if self.walkers[0].state is None:
            for walker in self.walkers:
                walker.state = type(self.root)(*(array.copy() for array in self.root))
            trees.keep_subtree(self.tree, self.spare, 0)  # this and the next compile, or load, before any clock runs
            self._walk(self.walkers[0], 0)

    def _node_of(self, position: Position) -> int | None:
        """Where a position stands in the tree, if it follows from the last root."""
        followed = moves_since(self.position, position)
        if followed is None:
            return None
        node = 0
        for move in followed:
            first, count = int(self.tree.first[node]), int(self.tree.children[node])
            found = np.nonzero(self.tree.move[first : first + count] == move)[0]
            if not count or not len(found):
                return None
            node = first + int(found[0])
        return node

    def prove(self, move: int | None) -> None:
        """Enter a move of the root that is known to win."""
        if self.tree.first[0] == trees.NO_CHILD:
            self._walk(self.walkers[0], 1)
        child = self._child(0, move) if move is not None else None
        if child is not None:
            self.tree.solved[child] = 1
            self.tree.exact[child] = 1 - self.tree.mover[0]
            trees.settle(self.tree, 0)

    def run(self, simulations: int | None, deadline: float, cancel: threading.Event | None) -> int:
        """Let everybody walk; return how many simulations were run."""
        if simulations is None:
            simulations = 1 << 60
        if len(self.walkers) == 1:
            return self._run(self.walkers[0], simulations, deadline, cancel)
        done = self._walk(self.walkers[0], 1)  # the first visit expands the root, which nobody shall wait for
        shares = [(simulations - done + number) // len(self.walkers) for number in range(len(self.walkers))]
        with ThreadPoolExecutor(len(self.walkers)) as pool:
            pairs = zip(self.walkers, shares, strict=True)
            jobs = [pool.submit(self._run, walker, share, deadline, cancel) for walker, share in pairs]
            return done + sum(job.result() for job in jobs)

    def _run(self, walker: _Walker, simulations: int, deadline: float, cancel: threading.Event | None) -> int:
        """Search in short chunks, so that time and cancellation are noticed; one chunk is always searched."""
        done, chunk = 0, FIRST_CHUNK
        begun = time.perf_counter()
        while done < simulations and not self.is_solved:
            done += self._walk(walker, min(chunk, simulations - done))
            before, begun = begun, time.perf_counter()
            spent = begun - before
            if begun >= deadline or (cancel is not None and cancel.is_set()):
                break
            chunk = max(1, int(chunk * min(4.0, min(CHUNK_SECONDS, max(deadline - begun, 0.001)) / max(spent, 1e-6))))
        return done

    def _walk(self, walker: _Walker, simulations: int) -> int:
        return self.kernel(
            self.game.board, self.root, walker.state, self.tree, self.weights, walker.path, walker.known, walker.lent,
            walker.purse, walker.marks, walker.scores, walker.dice, walker.out, simulations,
        )  # fmt: skip

    def root_table(self) -> _RootTable:
        """The children of the root."""
        first, count = int(self.tree.first[0]), int(self.tree.children[0])
        order = np.argsort(self.tree.move[first : first + count])
        columns = (self.tree.move, self.tree.visits, self.tree.total, self.tree.solved, self.tree.exact)
        return _RootTable(*(column[first : first + count][order] for column in columns))

    def line(self, position: Position, move: int, longest: int = 12) -> tuple[str, ...]:
        """The most visited continuation after a move, as far as it goes without a die."""
        texts = [position.move_text(move)]
        node = self._child(0, move)
        position = position.after(move)
        while len(texts) < longest and node is not None and not position.is_chance and self.tree.children[node]:
            first, count = int(self.tree.first[node]), int(self.tree.children[node])
            best = first + int(np.argmax(self.tree.visits[first : first + count]))
            if not self.tree.visits[best]:
                break
            texts.append(position.move_text(int(self.tree.move[best])))
            position, node = position.after(int(self.tree.move[best])), best
        return tuple(texts)

    def _child(self, node: int, move: int) -> int | None:
        first, count = int(self.tree.first[node]), int(self.tree.children[node])
        found = np.nonzero(self.tree.move[first : first + count] == move)[0]
        return first + int(found[0]) if len(found) else None
