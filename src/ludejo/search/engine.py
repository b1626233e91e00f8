"""An engine: thinks about a position within a budget, keeps its tree from move to move, says what it thinks.

Its leaves are evaluated by a network where it is given one, else by playouts; see `evaluation`. Whoever wants advice,
an opponent or an analysis asks `engine_for`, which takes the network of the game's family where there is one.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

import numpy as np

from ludejo.games.kernels import heuristics_of
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.evaluation import UNBOUNDED, Budget, ByNetwork, ByPlayouts, Evaluation
from ludejo.search.network import LeafNetwork, usable_network
from ludejo.search.probe import Probe, ProvenLine
from ludejo.search.tree import DEEPEST, NO_CHILD, SIZE, STARTED, clear, keep_subtree, mean_of, settle

LINES = 5  # how many of the best moves come with what is expected to follow
LONGEST_LINE = 12
WORTH = 100  # one simulation with a network takes about as long as so many without, and is worth more
LEAST = 16  # simulations with a network
WITH_PLAYOUTS = {"use": "playouts"}  # marks of settings that only one way of evaluating leaves knows
WITH_NETWORK = {"use": "network"}
GUIDED = {"exploration": 0.7}  # with a network, where a game's heuristics say nothing else
PROBE = 0.15  # of the seconds: what hints, analyses and the highest level give to proofs


@dataclass(frozen=True)
class Settings:
    """How to search. What is None is taken from the game's heuristics."""

    exploration: float | None = None  # of UCT, or with a network of PUCT, which is scaled otherwise
    credit_bias: float | None = field(default=None, metadata=WITH_PLAYOUTS)  # how soon visits outweigh RAVE
    expand_after: int | None = field(default=None, metadata=WITH_PLAYOUTS)  # visits
    credit: bool | None = field(default=None, metadata=WITH_PLAYOUTS)  # RAVE: moves get credit for later ones
    wise: bool | None = field(default=None, metadata=WITH_PLAYOUTS)  # playouts by heuristics instead of at random
    root: str = field(default="puct", metadata=WITH_NETWORK)  # or improved; or halving, for a known number of them
    inner: str = field(default="puct", metadata=WITH_NETWORK)  # or improved
    batch: int = field(default=4, metadata=WITH_NETWORK)  # leaves evaluated together by each thread, fewer if large
    caution: float = field(default=0.0, metadata=WITH_NETWORK)  # a move that was not tried is worth so much less
    variety: float = field(default=0.2, metadata=WITH_NETWORK)  # how far chance changes the policy at the root
    evenness: float = field(default=0.02, metadata=WITH_NETWORK)  # of that policy, spread: no move is overlooked
    value_scale: float = field(default=0.5, metadata=WITH_NETWORK)  # of the improved policy
    considered: int = field(default=16, metadata=WITH_NETWORK)  # moves that halving begins with
    playouts: int = field(default=0, metadata=WITH_NETWORK)  # wise playouts at each leaf …
    playout_share: float = field(default=0.0, metadata=WITH_NETWORK)  # … and their share in what it is worth
    settles: bool = field(default=False, metadata=WITH_NETWORK)  # stops when its move cannot change any more
    most_turns: int = 2000  # a playout is cut short after so many
    memory_mb: int = 256  # never passed; with playouts a full tree goes on without growing, with a network it ends
    probe: float = 0.0  # the share of the time for finding a win that cannot be prevented, before the search
    threads: int = 1  # that walk the tree at once, or evaluate the leaves of a batch
    seed: int = 1

    def completed(self, game: Game, is_guided: bool = False) -> Settings:
        """The same with every gap filled from the game's heuristics."""
        known = dict(heuristics_of(game.rules).SETTINGS)
        guided = known.pop("guided", {})
        usual = {**GUIDED, **guided} if is_guided else known
        return replace(self, **{key: value for key, value in usual.items() if getattr(self, key) is None})


def settings_for(use: str) -> list[str]:
    """The settings that mean something with "playouts", or with a "network"."""
    return [each.name for each in fields(Settings) if each.metadata.get("use", use) == use]


def is_plain(settings: dict[str, Any]) -> bool:
    """Whether some of these settings mean a search with playouts."""
    only = {"exploration"} | set(settings_for("playouts")) - set(settings_for("network"))
    return not settings.keys().isdisjoint(only)


@dataclass(frozen=True)
class Choice:
    """One move as the engine sees it."""

    move: int
    text: str
    visits: int
    value: float  # winning probability of the player to move; a draw counts half
    solved: bool
    line: tuple[str, ...] = ()  # for the best moves: what it expects to follow, this move first
    plies: int | None = None  # proven to win within so many, and the line shows how


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

    def __init__(self, game: Game, settings: Settings | None = None, network: LeafNetwork | None = None) -> None:
        settings = settings or Settings()
        self.game = game
        self.has_network = network is not None
        self.evaluation: Evaluation
        self.settings = settings.completed(game, is_guided=network is not None)
        if network is None:
            self.evaluation = ByPlayouts(game, self.settings)
        else:
            self.evaluation = ByNetwork(game, self.settings, network)
        self.tree, self.spare = (self.evaluation.new_tree() for _ in range(2))
        self.position: Position | None = None  # the root's
        self._probe = Probe(game) if settings.probe else None
        self._is_prepared = False

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
        self._prepare(position)
        self._settle_on(position)
        begun, before = time.perf_counter(), int(self.tree.visits[0])
        deadline = begun + seconds if seconds is not None else float("inf")
        proven = None
        if self._probe and seconds is not None:
            proven = self._probe.look(position, self.settings.probe * seconds, cancel)
            if proven and proven.winner == position.to_move:
                self._prove(position, proven.line[0])
        budget = Budget(UNBOUNDED if simulations is None else simulations, deadline, cancel)
        self.evaluation.run(position.state, self.tree, budget)
        thought = self._thought(position, int(self.tree.visits[0]) - before, time.perf_counter() - begun)
        return _with_proof(thought, position, proven) if proven else thought

    # ------------------------------------------------------------ the root

    def _prepare(self, position: Position) -> None:
        """Have everything compiled or loaded before any clock runs."""
        if not self._is_prepared:
            self.evaluation.run(position.state, self.tree, Budget(simulations=1))
            keep_subtree(self.tree, self.spare, 0)
            self._is_prepared = True
        if self._probe:
            self._probe.prepare(position)

    def _settle_on(self, position: Position) -> None:
        """Make a position the root, keeping what is known of it from earlier thinking."""
        node = self.node_of(position) if self.evaluation.keeps_trees else None
        if node is None:
            clear(self.tree)
            self.evaluation.restart()
        elif node:
            keep_subtree(self.tree, self.spare, node)
            self.tree, self.spare = self.spare, self.tree
            self.evaluation.adopt(self.tree)
        self.tree.counters[DEEPEST] = self.tree.counters[STARTED] = 0
        self.position = position

    def node_of(self, position: Position) -> int | None:
        """Where a position stands in the tree, if it follows from the last root and was expanded."""
        followed = moves_since(self.position, position)
        node: int | None = None if followed is None else 0
        for move in followed or ():
            node = None if node is None else self._child(node, move)
        return node if node is not None and self._is_expanded(node) else None

    def _child(self, node: int, move: int) -> int | None:
        children = self._children(node)
        found = np.nonzero(self.tree.move[children] == move)[0]
        return children.start + int(found[0]) if len(found) else None

    def _children(self, node: int) -> slice:
        first, count = int(self.tree.first[node]), int(self.tree.children[node])
        return slice(first, first + count) if self._is_expanded(node) else slice(0, 0)

    def _is_expanded(self, node: int) -> bool:
        return bool(self.tree.visits[node] > 0 and self.tree.first[node] >= 0)

    def _prove(self, position: Position, move: int) -> None:
        """Enter a move of the root that is known to win."""
        if self.tree.first[0] == NO_CHILD:
            self.evaluation.run(position.state, self.tree, Budget(simulations=1))
        child = self._child(0, move)
        if child is not None:
            self.tree.solved[child] = 1
            self.tree.exact[child] = 1 - self.tree.mover[0]
            settle(self.tree, 0)

    # ------------------------------------------------------------ what it thinks

    def _thought(self, position: Position, simulations: int, seconds: float) -> Thought:
        tree, root, mover = self.tree, self.root_table(), position.to_move
        value = float(mean_of(tree, 0))
        own = root.share if mover == 0 else 1 - root.share
        choices = tuple(
            Choice(
                int(root.move[k]), position.move_text(int(root.move[k])), int(root.visits[k]), float(own[k]),
                bool(root.solved[k]), self.line(position, int(root.move[k])) if rank < LINES else (),
            )
            for rank, k in enumerate(_ranked(root, own))
        )  # fmt: skip
        return Thought(
            choices,
            value=value if mover == 0 else 1 - value,
            solved=bool(tree.solved[0]),
            simulations=simulations,
            seconds=seconds,
            depth=int(tree.counters[DEEPEST]),
            nodes=int(tree.counters[SIZE]),
        )

    def root_table(self) -> RootTable:
        """The children of the root. Moves that were not tried are worth what the root is."""
        tree, children = self.tree, self._children(0)
        order = np.argsort(tree.move[children])
        visits, solved = tree.visits[children], tree.solved[children] == 1
        tried = np.where(visits > 0, tree.total[children] / np.maximum(visits, 1), mean_of(tree, 0))
        share = np.where(solved, tree.exact[children], tried)
        prior = tree.prior[children] if len(tree.prior) else np.zeros(len(order), np.float32)
        return RootTable(*(column[order] for column in (tree.move[children], visits, share, solved, prior)))

    def line(self, position: Position, move: int) -> tuple[str, ...]:
        """The most visited continuation after a move, as far as it goes without a die."""
        texts = [position.move_text(move)]
        node = self._child(0, move)
        position = position.after(move)
        while len(texts) < LONGEST_LINE and node is not None and not position.is_chance and not position.is_over:
            node = self._expected(node)
            if node is not None:
                texts.append(position.move_text(int(self.tree.move[node])))
                position = position.after(int(self.tree.move[node]))
        return tuple(texts)

    def _expected(self, node: int) -> int | None:
        """The child of a node that is known to win for the mover, or was tried most; None if none was."""
        tree, children = self.tree, self._children(node)
        wins = (tree.solved[children] == 1) & (tree.exact[children] == 1 - tree.mover[node])
        tried = np.where(wins, 1 << 30, tree.visits[children])
        return children.start + int(np.argmax(tried)) if tried.any() else None


def _with_proof(thought: Thought, position: Position, proven: ProvenLine) -> Thought:
    """A thought that tells what is proven: the winning move with its line, or that all moves lose."""
    if proven.winner != position.to_move:
        lost = tuple(replace(choice, value=0.0, solved=True) for choice in thought.choices)
        return replace(thought, choices=lost, value=0.0, solved=True)
    texts, after = [], position
    for move in proven.line:
        texts.append(after.move_text(move))
        after = after.after(move)
    others = [choice for choice in thought.choices if choice.move != proven.line[0]]
    visits = sum(choice.visits for choice in thought.choices if choice.move == proven.line[0])
    winning = Choice(proven.line[0], texts[0], visits, 1.0, True, tuple(texts), proven.plies)
    return replace(thought, choices=(winning, *others), value=1.0, solved=True)


class RootTable(NamedTuple):
    """The children of the root, in the order of their moves; shares are seat 0's."""

    move: np.ndarray
    visits: np.ndarray
    share: np.ndarray
    solved: np.ndarray
    prior: np.ndarray


def _ranked(root: RootTable, own: np.ndarray) -> np.ndarray:
    """Best first: what is certain to be as good as the most visited open move, by value; then by visits and policy."""
    expected = float(own[np.argmax(np.where(root.solved, -1, root.visits))]) if not root.solved.all() else 0.0
    sure = root.solved & (own >= expected) & (own > 0)
    lost = root.solved & (own == 0)
    by_value, by_visits = np.where(sure, -own, 0), np.where(sure, 0, -root.visits)
    return np.lexsort((root.move, -own, -root.prior, by_value, by_visits, lost, ~sure))


def moves_since(earlier: Position | None, position: Position) -> list[int] | None:
    """The moves that lead from an earlier position to this one; None where it does not come from there."""
    followed = []
    while position is not earlier:
        if position.parent is None or position.move is None:
            return None
        followed.append(position.move)
        position = position.parent
    return followed[::-1]


def engine_for(game: Game, network: bool = True, **settings: Any) -> Engine:
    """An engine for a game: with its family's network, unless that is missing or not wanted."""
    return Engine(game, Settings(**settings), usable_network(game) if network else None)


def budget_for(engine: Engine, simulations: int) -> int:
    """Simulations for an engine, where they were counted as those of a search with playouts."""
    return max(LEAST, simulations // WORTH) if engine.has_network else simulations
