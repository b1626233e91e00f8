"""The two ways an engine has its leaves evaluated: by playouts, in several threads; by a network, in batches.

Both walk the same tree by the kernels of `tree`. Time and cancellation are noticed between short pieces of work, of
which one is always done.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ludejo.games.cache import Kernel
from ludejo.games.contract import StateTuple
from ludejo.games.dice import seeded
from ludejo.games.kernels import bind
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.search import leaves, playouts, selection
from ludejo.search.network import CachedNetwork, LeafNetwork
from ludejo.search.sharing import ALONE, SHARED, VIRTUAL_LOSS, announce, pay_in
from ludejo.search.tree import (
    LONGEST_PATH,
    NODE_BYTES,
    PRIOR_BYTES,
    RAVE_BYTES,
    STARTED,
    Tree,
    Walk,
    back_up,
    is_full,
    new_tree,
    new_walker,
    new_walks,
    select,
)  # fmt: skip

if TYPE_CHECKING:
    from ludejo.search.engine import Settings

CHUNK_SECONDS = 0.01  # playouts: a deadline or a cancellation is noticed after about this long
FIRST_CHUNK = 16
UNHURRIED_CHUNK = 1024  # where neither a clock nor anybody can end a search: each call of a kernel costs some
BATCH_PLACES = 500  # of all leaves of a batch: on large boards it is smaller, so that a deadline is noticed in time
VISITS_A_ROW = 2  # at first a tree is too small for many leaves at once
WITHOUT_NETWORK = 2000  # simulations that need no network are looked up from after so many
PACE_VISITS = 32  # before that nobody knows how many more the clock allows
MEMORY_PART = 8  # one part of so many is for the network's answers
UNBOUNDED = 1 << 60  # simulations
SEED_STEP = 1_000_003  # from engine to engine; between them lie those of its threads and rows
RULES = {"halving": selection.HALVING, "improved": selection.IMPROVED, "puct": selection.PUCT}


@dataclass(frozen=True)
class Budget:
    """When a search ends, if the root is not solved before."""

    simulations: int = UNBOUNDED
    deadline: float = float("inf")  # by time.perf_counter
    cancel: threading.Event | None = None

    def is_over(self, clock: float) -> bool:
        """Whether it is too late, or somebody cancelled."""
        return clock >= self.deadline or (self.cancel is not None and self.cancel.is_set())


class Evaluation(Protocol):
    """How the leaves of an engine's tree are evaluated."""

    keeps_trees: bool  # from move to move

    def new_tree(self) -> Tree:
        """An empty tree, of half the memory that there is for trees: the other half is for what is kept of it."""
        ...

    def restart(self) -> None:
        """A tree is begun: the dice are as at first."""
        ...

    def adopt(self, tree: Tree) -> None:
        """A node within the tree has become the root."""
        ...

    def run(self, root: StateTuple, tree: Tree, budget: Budget) -> None:
        """Search from the root's state."""
        ...


class ByPlayouts:
    """UCT with RAVE; each thread plays its leaves out by itself."""

    keeps_trees = True

    def __init__(self, game: Game, settings: Settings) -> None:
        self.rules, self.board, self.settings = game.rules, game.board, settings
        self.finish = playouts.finish_of(game)
        self._parts: dict[str, Callable] = {"choose": selection.by_uct, "finish": self.finish}
        self.kernel = bind(playouts.simulate, game.rules, **self._parts)
        self.plan = selection.UctPlan(
            exploration=float(settings.exploration or 0),
            rave_bias=float(settings.credit_bias or 0),
            expand_after=int(settings.expand_after or 0),
            is_awaited=False,
            most_turns=int(settings.most_turns),
            uses_rave=bool(settings.credit),
            is_wise=bool(settings.wise),
        )
        kind = SHARED if settings.threads > 1 else ALONE
        state = game.start(seed=0).state
        self.walkers = [new_walker(game.board, state, game.board.moves, kind) for _ in range(settings.threads)]
        walks = new_walks(settings.threads, LONGEST_PATH)
        self.walks = [Walk(*(column[number] for column in walks)) for number in range(settings.threads)]
        self.restart()

    def new_tree(self) -> Tree:
        """Half of the memory."""
        return new_tree(self.settings.memory_mb * 500_000 // (NODE_BYTES + RAVE_BYTES) - 1)

    def restart(self) -> None:
        """Every thread has dice of its own."""
        for number, walk in enumerate(self.walks):
            walk.dice[:] = seeded(self.settings.seed * SEED_STEP + number)

    def adopt(self, tree: Tree) -> None:
        """Nothing to do."""

    def run(self, root: StateTuple, tree: Tree, budget: Budget) -> None:
        """Let everybody walk, each for its share of the simulations."""
        threads = len(self.walkers)
        if threads == 1:
            return self._walk(0, root, tree, budget)
        done = self._simulate(0, root, tree, 1)  # expands the root, which nobody shall wait for
        shares = [(budget.simulations - done + number) // threads for number in range(threads)]
        with ThreadPoolExecutor(threads) as pool:
            budgets = [Budget(share, budget.deadline, budget.cancel) for share in shares]
            jobs = [pool.submit(self._walk, number, root, tree, own) for number, own in enumerate(budgets)]
            for job in jobs:
                job.result()
        return None

    def judge(self, states: StateTuple, tree: Tree, simulations: int) -> np.ndarray:
        """What each of many states side by side is worth to seat 0, by a new search for each in one thread."""
        kernel = bind(playouts.judge_states, self.rules, choose=selection.by_uct, finish=self.finish)
        dice = seeded(self.settings.seed * SEED_STEP)
        inquiry = playouts.Inquiry(simulations, dice, np.zeros(len(states[0])))
        kernel(self.board, states, tree, self.plan, self.walkers[0], self.walks[0], inquiry)
        return inquiry.values

    def _walk(self, number: int, root: StateTuple, tree: Tree, budget: Budget) -> None:
        """Search in chunks that take about as long as a cancellation may go unnoticed."""
        is_hurried = budget.cancel is not None or budget.deadline < float("inf")
        done, chunk = 0, FIRST_CHUNK if is_hurried else UNHURRIED_CHUNK
        begun = time.perf_counter()
        while done < budget.simulations and not tree.solved[0]:
            done += self._simulate(number, root, tree, min(chunk, budget.simulations - done))
            before, begun = begun, time.perf_counter()
            if budget.is_over(begun):
                break
            aim = min(CHUNK_SECONDS, max(budget.deadline - begun, 0.001))
            chunk = max(1, int(chunk * min(4.0, aim / max(begun - before, 1e-6))))

    def make_walks(self, tree: Tree) -> None:
        """Compile what the search does in its tree: half of what `make_search` needs, for another core to do."""
        walker, walk = self.walkers[0], self.walks[0]
        parts: tuple[tuple[Kernel, tuple], ...] = (
            (bind(select, self.rules, **self._parts), (self.board, tree, self.plan, walker, walk)),
            (back_up, (tree, walk, 0, 0.5, walker.ledger)),
            (playouts.add_rave, (tree, walk, 0, 0.5, walker.ledger, walker.marks)),
            (announce, (tree, walk, 0, walker.ledger)),
            (pay_in, (tree, walker.ledger, False)),
        )
        for part, arguments in parts:
            part.make_part(*arguments)

    def make_playouts(self) -> None:
        """The other half."""
        play_out = bind(playouts.play_out, self.rules, **self._parts)
        play_out.make_part(self.board, self.plan, self.walkers[0], self.walks[0].dice)

    def make_search(self, root: StateTuple, tree: Tree) -> None:
        """The whole."""
        self.kernel.make(self.board, root, tree, self.plan, self.walkers[0], self.walks[0], 1)

    def _simulate(self, number: int, root: StateTuple, tree: Tree, simulations: int) -> int:
        walker, walk = self.walkers[number], self.walks[number]
        return self.kernel(self.board, root, tree, self.plan, walker, walk, simulations)


class ByNetwork:
    """PUCT or Gumbel's rules, with priors and values from a network that is asked about several leaves at once."""

    def __init__(self, game: Game, settings: Settings, network: LeafNetwork) -> None:
        self.board, self.settings = game.board, settings
        self.sight = sight = sight_for(game)
        self.keeps_trees = settings.root != "halving"  # which plans from the start
        fitting = max(1, BATCH_PLACES // (sight.height * sight.width))
        self.rows = rows = min(settings.batch, fitting) * settings.threads
        self.walker = new_walker(game.board, game.start(seed=0).state, max(sight.choices, 1), VIRTUAL_LOSS)
        planes = np.zeros((rows, *sight.ground.shape), np.uint8)
        self.leaves = leaves.new_leaves(LONGEST_PATH, planes, np.zeros((rows, sight.policy), np.float32))
        self.gather = bind(leaves.gather, game.rules, choose=selection.by_prior)
        self.network = CachedNetwork(network, settings.threads, settings.memory_mb * 1_000_000 // MEMORY_PART)
        self.restart()

    def new_tree(self) -> Tree:
        """Half of what the network's answers leave."""
        memory = self.settings.memory_mb * 500_000 * (MEMORY_PART - 1) // MEMORY_PART
        nodes = memory // (NODE_BYTES + PRIOR_BYTES)
        return new_tree(max(nodes, 1 + 2 * self.sight.choices), self.sight.choices)

    def restart(self) -> None:
        """Every row has dice of its own."""
        for row in range(self.rows):
            self.leaves.walk.dice[row] = seeded(self.settings.seed * SEED_STEP + row)

    def adopt(self, tree: Tree) -> None:
        """The root's policy is spread and changed by chance, as if it had been the root from the start."""
        selection.spread(tree, self.settings.evenness)
        selection.add_noise(tree, self._noise, self.leaves.walk.dice[0])

    @property
    def _noise(self) -> float:
        return self.settings.variety if self.settings.root == "puct" else 0.0

    def plan(self, tree: Tree, simulations: int) -> selection.PriorPlan:
        """The evaluation of a root that is new is the first simulation: with one, the policy decides."""
        settings, known = self.settings, simulations < UNBOUNDED
        root = RULES[settings.root] if known or settings.root != "halving" else selection.IMPROVED
        return selection.prior_plan(
            simulations if tree.first[0] >= 0 else simulations - 1, considered=settings.considered, root_rule=root,
            inner_rule=RULES[settings.inner], value_scale=settings.value_scale, exploration=settings.exploration or 0,
            caution=settings.caution, noise=self._noise, evenness=settings.evenness, playouts=settings.playouts,
            playout_share=settings.playout_share, most_turns=settings.most_turns,
        )  # fmt: skip

    def run(self, root: StateTuple, tree: Tree, budget: Budget) -> None:
        """Batch after batch.

        How large they are depends on the tree alone, so that a search can be repeated, in one piece or in slices.
        """
        plan = self.plan(tree, budget.simulations)
        begun, before = time.perf_counter(), int(tree.visits[0])
        while not self._is_done(tree, plan):
            now = min(int(tree.counters[STARTED]) + WITHOUT_NETWORK, plan.simulations)
            batch = max(1, min(self.rows, int(tree.visits[0]) // VISITS_A_ROW))
            self._ask(root, tree, plan._replace(simulations=now), batch)
            clock, visits = time.perf_counter(), int(tree.visits[0]) - before
            if budget.is_over(clock):
                return
            if self.settings.settles and visits >= PACE_VISITS:
                left = visits * (budget.deadline - clock) / (clock - begun)
                if is_settled(tree, min(left, float(plan.simulations - tree.counters[STARTED]))):
                    return

    def _is_done(self, tree: Tree, plan: selection.PriorPlan) -> bool:
        is_spent = tree.first[0] >= 0 and tree.counters[STARTED] >= plan.simulations
        return bool(tree.solved[0] or is_spent or is_full(tree, self.sight.choices))

    def _ask(self, root: StateTuple, tree: Tree, plan: selection.PriorPlan, batch: int) -> None:
        """Gather leaves, ask the network, take in its answers."""
        sight, asked = self.sight, leaves.first_rows(self.leaves, batch)
        count = self.gather(self.board, sight, root, tree, plan, self.walker, asked)
        if count:
            planes = asked.planes[:count].reshape(count, -1, sight.height, sight.width)
            asked.logits[:count], asked.value[:count, 0] = self.network.evaluate(planes)
            leaves.absorb_rows(sight, tree, plan, self.walker.ledger, asked, count)


def is_settled(tree: Tree, left: float) -> bool:
    """Whether so many simulations more could not change which move was tried most."""
    if tree.sure[0] > 0:  # a certain draw is weighed by what the others seem worth, not by visits
        return False
    visits = tree.visits[tree.first[0] : tree.first[0] + tree.children[0]]
    first, second = np.sort(np.append(visits, (0, 0)))[:-3:-1]
    return bool(first - second > left)
