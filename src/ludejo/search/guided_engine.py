"""An engine that is guided by a network. It thinks like `engine.Engine`, and says what it thinks in the same words."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludejo.games.dice import seeded
from ludejo.games.kernels import bind, buffer
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search import forest, guided, urgency
from ludejo.search.engine import LINES, Choice, Thought, moves_since
from ludejo.search.oracle import Asker, Oracle
from ludejo.search.probe import Probe
from ludejo.solve.scratch import copied

LONGEST_PATH = 512
BATCH_PLACES = 500  # of all leaves of a batch: on large boards it is smaller, so that a deadline is noticed in time
VISITS_A_ROW = 2  # at first a tree is too small for many leaves at once
WITHOUT_NETWORK = 2000  # simulations that need no network are looked up from after so many
NODE_BYTES, EDGE_BYTES = 42, 12
PACE_VISITS = 32  # before that nobody knows how many more the clock allows
MEMORY_PART = 8  # one part of so many is for the network's answers
UNBOUNDED = 1 << 30  # simulations
RULES = {"halving": urgency.HALVING, "improved": urgency.IMPROVED, "puct": urgency.PUCT}


@dataclass(frozen=True)
class GuidedSettings:
    """How to search with a network."""

    root: str = "puct"  # or halving, where the simulations are known beforehand, or improved
    inner: str = "puct"  # or improved
    batch: int = 4  # leaves evaluated together by each thread, fewer on large boards
    exploration: float = 1.5
    caution: float = 0.0  # a move that was not tried is worth so much less than the others
    variety: float = 0.2  # how far the policy at the root is changed by chance, not to play the same game twice
    evenness: float = 0.02  # of the policy at the root, spread over all moves: none is overlooked for good
    value_scale: float = 0.5
    considered: int = 16  # moves that halving begins with
    playouts: int = 0  # wise playouts at each leaf …
    playout_share: float = 0.0  # … and their share in what it is worth
    most_turns: int = 2000  # a playout is cut short after so many
    memory_mb: int = 128  # never passed; a full tree is the end of the search
    probe: float = 0.0  # the share of the time for finding a win that cannot be prevented, before the search
    settles: bool = False  # whether it stops as soon as what is left of the budget could not change the move
    threads: int = 1  # that evaluate the leaves of a batch
    seed: int = 1


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
    """A player of one game. It keeps its tree from move to move, except with halving, which plans from the start."""

    def __init__(self, game: Game, network: Oracle, settings: GuidedSettings | None = None) -> None:
        self.game = game
        self.settings = settings or GuidedSettings()
        self.sight = sight = sight_for(game)
        self.tree, self.spare = (self._new_tree() for _ in range(2))
        fitting = max(1, BATCH_PLACES // (sight.height * sight.width))
        rows = min(self.settings.batch, fitting) * self.settings.threads
        self.rows = _Rows(
            np.zeros((rows, LONGEST_PATH), np.int32),
            np.zeros(rows, np.int32),
            np.zeros((rows, *sight.ground.shape), np.uint8),
            np.zeros(rows, np.float32),
        )
        self.out = buffer(game.board)
        self.scratch = np.zeros((2, sight.choices), np.float32)
        self.gather = bind(guided.gather, game.rules)
        self.dice = seeded(self.settings.seed)
        self.room: tuple[Any, Any] | None = None
        self.position: Position | None = None  # the root's
        self._probe = Probe(game) if self.settings.probe else None
        self.asker = Asker(network, self.settings.threads, self.settings.memory_mb * 1_000_000 // MEMORY_PART)

    def _new_tree(self) -> forest.Tree:
        """Half of the memory that is left for trees: the other half is for what is kept of this one."""
        choices = self.sight.choices
        room = self.settings.memory_mb * 1_000_000 * (MEMORY_PART - 1) // MEMORY_PART
        nodes = max(2, room // 2 // (NODE_BYTES + EDGE_BYTES * choices))
        return forest.Tree(*(array[0] for array in forest.new_trees(1, nodes, nodes * choices, choices)))

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        simulations: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Thought:
        """Search until the time or the simulations are spent, the root is solved, or somebody cancels.

        The evaluation of a position that is new to the tree is the first simulation: with one, the policy decides.
        """
        if seconds is None and simulations is None:
            raise ValueError("a search needs seconds or simulations to spend")
        self._prepare(position)
        begun, before = time.perf_counter(), int(self.tree.visits[0])
        deadline = begun + seconds if seconds is not None else float("inf")
        if self._probe and seconds is not None and not self.tree.solved[0]:
            winning = self._probe.winning_move(position, self.settings.probe * seconds, cancel)
            if winning is not None:
                self._prove(winning)
        self._run(position.state, simulations or UNBOUNDED, deadline, cancel)
        return self._thought(position, time.perf_counter() - begun, int(self.tree.visits[0]) - before)

    @property
    def _noise(self) -> float:
        return self.settings.variety if self.settings.root == "puct" else 0.0

    # ------------------------------------------------------------ the root

    def _prepare(self, position: Position) -> None:
        """Have everything compiled or loaded before any clock runs, and make the position the root."""
        if self.room is None:
            self.room = (copied(position.state), copied(position.state))
            forest.clear(self.tree)
            self._step(position.state, self._plan(1), 1)
            forest.keep_subtree(self.tree, self.spare, 0)
        if self._probe:
            self._probe.prepare(position)
        self._settle_on(position)

    def _settle_on(self, position: Position) -> None:
        """Make a position the root, keeping what is known of it; else an empty tree, and the dice as at first."""
        node = self._node_of(position) if self.settings.root != "halving" else None
        if node is None:
            forest.clear(self.tree)
            self.dice[:] = seeded(self.settings.seed)
        elif node:
            forest.keep_subtree(self.tree, self.spare, node)
            self.tree, self.spare = self.spare, self.tree
            urgency.spread(self.tree, self.settings.evenness)
            urgency.add_noise(self.tree, self._noise, self.dice)
        self.tree.counters[forest.STARTED] = self.tree.counters[forest.DEEPEST] = 0
        self.position = position

    def _node_of(self, position: Position) -> int | None:
        """Where a position stands in the tree, if it follows from the last root."""
        followed = moves_since(self.position, position)
        if followed is None:
            return None
        node: int | None = 0
        for move in followed:
            node = self._child(node, move) if node is not None else None
        return node

    def _prove(self, move: int) -> None:
        """Enter a move of the root that is known to win."""
        if not self.tree.edges[0]:
            assert self.position is not None
            self._step(self.position.state, self._plan(1), 1)
        edges = self.tree.move[: int(self.tree.edges[0])]
        self.tree.child[np.nonzero(edges == move)[0]] = forest.WINNING
        forest.solve(self.tree, 0, 1.0 - float(self.tree.mover[0]))

    # ------------------------------------------------------------ the search

    def _plan(self, simulations: int) -> urgency.Plan:
        settings = self.settings
        known = simulations < 1 << 20
        root = RULES[settings.root] if known or settings.root != "halving" else urgency.IMPROVED
        return urgency.plan(
            simulations if self.tree.ready[0] else simulations - 1, settings.considered, root, RULES[settings.inner],
            value_scale=settings.value_scale, exploration=settings.exploration, caution=settings.caution,
            noise=self._noise, evenness=self.settings.evenness,
        )  # fmt: skip

    def _run(self, root: Any, simulations: int, deadline: float, cancel: threading.Event | None) -> None:
        """Batch after batch; time and cancellation are noticed in between.

        How large they are depends on the tree alone, so that a search can be repeated, in one piece or in slices.
        """
        plan, tree = self._plan(simulations), self.tree
        begun, before = time.perf_counter(), int(tree.visits[0])
        while not self._is_done(plan):
            now = tree.counters[forest.STARTED] + WITHOUT_NETWORK
            batch = max(1, min(len(self.rows.depth), int(tree.visits[0]) // VISITS_A_ROW))
            self._step(root, plan._replace(simulations=int(min(now, plan.simulations))), batch)
            clock, visits = time.perf_counter(), int(tree.visits[0]) - before
            if clock >= deadline or (cancel is not None and cancel.is_set()):
                return
            if self.settings.settles and visits >= PACE_VISITS:
                left = visits * (deadline - clock) / (clock - begun)
                if self._is_settled(min(left, float(plan.simulations - tree.counters[forest.STARTED]))):
                    return

    def _is_settled(self, left: float) -> bool:
        """Whether so many simulations more could not change which move was tried most."""
        if self.tree.sure[0] > 0:  # a certain draw is weighed by what the others seem worth, not by visits
            return False
        first, second = np.sort(np.append(self._root().visits, (0, 0)))[:-3:-1]
        return bool(first - second > left)

    def _is_done(self, plan: urgency.Plan) -> bool:
        tree = self.tree
        if not tree.ready[0]:
            return False
        spent = tree.counters[forest.STARTED] >= plan.simulations
        return bool(tree.solved[0] or spent or guided.is_full(tree, self.sight.choices))

    def _step(self, root: Any, plan: urgency.Plan, batch: int) -> int:
        """Gather leaves, ask the network, take in its answers; how many there were."""
        assert self.room is not None
        settings, sight = self.settings, self.sight
        path, depth, planes, result = (column[:batch] for column in self.rows)
        playouts = guided.Playouts(settings.playouts, settings.most_turns, self.room[1])
        count = self.gather(
            self.game.board, sight, root, self.room[0], self.tree, plan, playouts, path, depth, planes, result,
            self.dice, self.out, *self.scratch,
        )  # fmt: skip
        if count:
            logits, value = self.asker.evaluate(planes[:count].reshape(count, -1, sight.height, sight.width))
            share = float(settings.playout_share) if settings.playouts else 0.0
            guided.take_in(sight, self.tree, plan, share, path, depth, logits, value, result, count, self.dice)
        return count

    # ------------------------------------------------------------ what it thinks

    def _thought(self, position: Position, seconds: float, simulations: int) -> Thought:
        tree, root, mover = self.tree, self._root(), position.to_move
        own = root.share if mover == 0 else 1 - root.share
        choices = tuple(
            Choice(
                int(root.move[k]), position.move_text(int(root.move[k])), int(root.visits[k]), float(own[k]),
                bool(root.solved[k]), self.line(position, int(root.move[k])) if rank < LINES else (),
            )
            for rank, k in enumerate(_ranked(root, own))
        )  # fmt: skip
        value = float(forest.mean_of(tree, 0))
        return Thought(
            choices,
            value=value if mover == 0 else 1 - value,
            solved=bool(tree.solved[0]),
            simulations=simulations,
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


def _ranked(root: _Root, own: np.ndarray) -> np.ndarray:
    """Best first: what is certain to be as good as the most visited open move, by value; then by visits and policy."""
    expected = float(own[np.argmax(np.where(root.solved, -1, root.visits))]) if not root.solved.all() else 0.0
    sure = root.solved & (own >= expected) & (own > 0)
    lost = root.solved & (own == 0)
    return np.lexsort((root.move, -root.prior, np.where(sure, -own, 0), np.where(sure, 0, -root.visits), lost, ~sure))
