"""An engine that is guided by a network. It thinks like `engine.Engine`, and says what it thinks in the same words."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from ludejo.games.contract import bind, buffer
from ludejo.games.dice import seeded
from ludejo.games.views import view_for
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search import forest, guided, urgency
from ludejo.search.engine import LINES, Choice, Thought

LONGEST_PATH = 512
BATCH_SECONDS = 0.02  # a batch of leaves is not made longer than this
WITHOUT_NETWORK = 2000  # simulations that need no network are looked up from after so many
NODE_BYTES, EDGE_BYTES = 36, 12
RULES = {"halving": urgency.HALVING, "improved": urgency.IMPROVED, "puct": urgency.PUCT}


@dataclass(frozen=True)
class GuidedSettings:
    """How to search with a network."""

    root: str = "puct"  # or halving, where the simulations are known beforehand, or improved
    inner: str = "puct"  # or improved
    batch: int = 8  # leaves evaluated together
    exploration: float = 1.5
    value_scale: float = 0.5
    considered: int = 16  # moves that halving begins with
    playouts: int = 0  # wise playouts at each leaf …
    playout_share: float = 0.0  # … and their share in what it is worth
    most_turns: int = 2000  # a playout is cut short after so many
    memory_mb: int = 128
    seed: int = 1


class Oracle(Protocol):
    """What the engine asks: a network."""

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Policy logits [batch, policy] and the viewers' winning probabilities [batch]."""
        ...


class _Rows(NamedTuple):
    """The leaves of a batch."""

    path: np.ndarray  # [rows, LONGEST_PATH]
    depth: np.ndarray  # [rows]
    planes: np.ndarray  # [rows, planes, places]
    result: np.ndarray  # [rows]  of playouts


class _Root(NamedTuple):
    """The edges of the root, in the order of their moves; shares are seat 0's."""

    move: np.ndarray
    visits: np.ndarray
    share: np.ndarray
    solved: np.ndarray
    prior: np.ndarray


class GuidedEngine:
    """A player of one game."""

    def __init__(self, game: Game, network: Oracle, settings: GuidedSettings | None = None) -> None:
        self.game, self.network = game, network
        self.settings = settings or GuidedSettings()
        self.view = view = view_for(game)
        nodes = self.settings.memory_mb * 1_000_000 // (NODE_BYTES + EDGE_BYTES * view.choices)
        trees = forest.new_trees(1, max(2, nodes), max(2, nodes) * view.choices, view.choices)
        self.tree = forest.Tree(*(array[0] for array in trees))
        rows = self.settings.batch
        self.rows = _Rows(
            np.zeros((rows, LONGEST_PATH), np.int32),
            np.zeros(rows, np.int32),
            np.zeros((rows, *view.ground.shape), np.uint8),
            np.zeros(rows, np.float32),
        )
        self.out = buffer(game.board)
        self.scratch = np.zeros((2, view.choices), np.float32)
        self.gather = bind(guided.gather, game.rules)
        self.dice = seeded(self.settings.seed)
        self.room: tuple[Any, Any] | None = None

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        simulations: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Thought:
        """Search until the time or the simulations are spent, the root is solved, or somebody cancels.

        The evaluation of the position itself is the first simulation: with one, the policy alone decides.
        """
        if seconds is None and simulations is None:
            raise ValueError("a search needs seconds or simulations to spend")
        self._prepare(position)
        begun = time.perf_counter()
        deadline = begun + seconds if seconds is not None else float("inf")
        self._run(position.state, simulations or 1 << 30, deadline, cancel)
        return self._thought(position, time.perf_counter() - begun)

    def _prepare(self, position: Position) -> None:
        """An empty tree, the dice as at first, and the kernels compiled or loaded before any clock runs."""
        if self.room is None:
            rooms = [type(position.state)(*(array.copy() for array in position.state)) for _ in range(2)]
            self.room = (rooms[0], rooms[1])
            forest.clear(self.tree)
            self._step(position.state, self._plan(1), 1)
        self.dice[:] = seeded(self.settings.seed)
        forest.clear(self.tree)

    def _plan(self, simulations: int) -> urgency.Plan:
        settings = self.settings
        known = simulations < 1 << 20
        root = RULES[settings.root] if known or settings.root != "halving" else urgency.IMPROVED
        return urgency.plan(
            simulations - 1, settings.considered, root, RULES[settings.inner], value_scale=settings.value_scale,
            exploration=settings.exploration,
        )  # fmt: skip

    def _run(self, root: Any, simulations: int, deadline: float, cancel: threading.Event | None) -> None:
        """Batch after batch. The first is the root alone; the next ones are as large as their time allows."""
        plan, batch = self._plan(simulations), 1
        counters = self.tree.counters
        while True:
            begun = time.perf_counter()
            now = counters[forest.STARTED] + WITHOUT_NETWORK
            rows = self._step(root, plan._replace(simulations=int(min(now, plan.simulations))), batch)
            ended = time.perf_counter()
            if self._is_done(plan) or ended >= deadline or (cancel is not None and cancel.is_set()):
                return
            spent = max((ended - begun) / max(rows, 1), 1e-6)
            fitting = int(min(BATCH_SECONDS, deadline - ended) / spent)
            batch = max(1, min(self.settings.batch, fitting, 2 * batch))

    def _is_done(self, plan: urgency.Plan) -> bool:
        tree = self.tree
        spent = tree.counters[forest.STARTED] >= plan.simulations and tree.ready[0]
        return bool(tree.solved[0] or spent or guided.is_full(tree, self.view.choices))

    def _step(self, root: Any, plan: urgency.Plan, batch: int) -> int:
        """Gather leaves, ask the network, take in its answers; how many there were."""
        assert self.room is not None
        settings, view = self.settings, self.view
        path, depth, planes, result = (column[:batch] for column in self.rows)
        playouts = guided.Playouts(settings.playouts, settings.most_turns, self.room[1])
        count = self.gather(
            self.game.board, view, root, self.room[0], self.tree, plan, playouts, path, depth, planes, result,
            self.dice, self.out, *self.scratch,
        )  # fmt: skip
        if count:
            logits, value = self.network.evaluate(planes[:count].reshape(count, -1, view.height, view.width))
            share = float(settings.playout_share) if settings.playouts else 0.0
            guided.take_in(view, self.tree, plan, share, path, depth, logits, value, result, count, self.dice)
        return count

    # ------------------------------------------------------------ what it thinks

    def _thought(self, position: Position, seconds: float) -> Thought:
        tree, root, mover = self.tree, self._root(), position.to_move
        own = root.share if mover == 0 else 1 - root.share
        certain = np.where(root.solved & (own == 1), 1, np.where(root.solved & (own == 0), -1, 0))
        order = np.lexsort((root.move, -root.prior, -root.visits, -certain))
        choices = tuple(
            Choice(
                int(root.move[k]), position.move_text(int(root.move[k])), int(root.visits[k]), float(own[k]),
                bool(root.solved[k]), self.line(position, int(root.move[k])) if rank < LINES else (),
            )
            for rank, k in enumerate(order)
        )  # fmt: skip
        value = float(forest.mean_of(tree, 0))
        return Thought(
            choices,
            value=value if mover == 0 else 1 - value,
            solved=bool(tree.solved[0]),
            simulations=int(tree.visits[0]),
            seconds=seconds,
            depth=int(tree.counters[forest.DEEPEST]),
            nodes=int(tree.counters[forest.NODES]),
        )

    def _root(self) -> _Root:
        """Moves that were not tried are worth what the root is."""
        tree, edges = self.tree, slice(0, int(self.tree.edges[0]))
        child = tree.child[edges]
        node = np.maximum(child, 0)
        wins = child == forest.WINNING
        visits = np.where(child >= 0, tree.visits[node], 0)
        solved = wins | ((child >= 0) & (tree.solved[node] == 1))
        share = np.where(visits > 0, tree.total[node] / np.maximum(visits, 1), forest.mean_of(tree, 0))
        share = np.where(wins, 1.0 - tree.mover[0], np.where(solved, tree.exact[node], share))
        order = np.argsort(tree.move[edges])
        return _Root(*(column[order] for column in (tree.move[edges], visits, share, solved, tree.prior[edges])))

    def line(self, position: Position, move: int, longest: int = 12) -> tuple[str, ...]:
        """The most visited continuation after a move, as far as it goes without a die."""
        texts = [position.move_text(move)]
        node = self._child(0, move)
        position = position.after(move)
        while len(texts) < longest and node is not None and not position.is_chance and not position.is_over:
            best = self._most_visited(node)
            if best is None:
                break
            texts.append(position.move_text(best))
            position, node = position.after(best), self._child(node, best)
        return tuple(texts)

    def _child(self, node: int, move: int) -> int | None:
        first = int(self.tree.first[node])
        found = np.nonzero(self.tree.move[first : first + int(self.tree.edges[node])] == move)[0]
        child = int(self.tree.child[first + int(found[0])]) if len(found) else forest.NO_NODE
        return child if child >= 0 else None

    def _most_visited(self, node: int) -> int | None:
        """The move of a node that wins at once or was tried most, None if none was."""
        tree, first = self.tree, int(self.tree.first[node])
        edges = range(first, first + int(tree.edges[node]))
        tried = [(int(tree.visits[tree.child[edge]]), -edge) for edge in edges if tree.child[edge] >= 0]
        tried += [(1 << 30, -edge) for edge in edges if tree.child[edge] == forest.WINNING]
        return int(tree.move[-max(tried)[1]]) if tried else None
