"""Leaves a second on one core when games are played against oneself, the network being free and knowing nothing.

    python -m benchmarks.leaves

The limit is the least that any such search must do for a leaf: copy the root, play as many moves as the leaf is deep,
list its moves, look whether one wins, write its planes, and turn logits into a policy. Both are measured in turn, in
seconds of processor time, which a busy neighbour disturbs less.
"""

import argparse
import sys
import time
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

import ludejo
from ludejo.games.contract import ONGOING
from ludejo.games.dice import roll, seeded
from ludejo.games.kernels import bind, copy_state, template
from ludejo.games.sight import sight_for
from ludejo.search.leaves import leaf_at, new_leaves
from ludejo.search.sharing import ALONE
from ludejo.search.tree import new_walker
from ludejo.training.selfplay import SelfPlay, SelfPlaySettings

rules: Any = None  # bound by `bind`
heuristics: Any = None
view: Any = None
DEPTH = 3  # about how deep the leaves of 32 simulations lie


class Work(NamedTuple):
    """One line of the table."""

    spec: str
    leaves: float  # a second, promised
    ratio: float  # to the limit, promised


WORKS = (
    Work("atoll:hex-9", 70_000, 0.2),
    Work("atoll", 50_000, 0.2),
    Work("atmalof", 50_000, 0.2),
    Work("mammalath", 50_000, 0.2),
    Work("almatafl", 50_000, 0.2),
)


class FreeNetwork:
    """Answers at once: any move, an even game; a little noise in the policy, so that searches differ."""

    def __init__(self) -> None:
        self.answered: set[int] = set()

    def room(self, shape: tuple[int, ...], kind: type) -> np.ndarray:
        """Plain memory."""
        return np.zeros(shape, kind)

    def submit(self, planes: np.ndarray, logits: np.ndarray, value: np.ndarray) -> int:
        """The same answer every time, written once."""
        place = logits.ctypes.data
        if place not in self.answered:
            logits[:], value[:] = np.random.default_rng(1).normal(size=logits.shape), 0.5
            self.answered.add(place)
        return place

    def wait(self, ticket: int) -> None:
        """Nothing to do."""


@template
def _bare_leaves(board, sight, root, walker, leaf, leaves, depth):
    """What a leaf costs without a tree."""
    state, out, policy = walker.state, walker.out, walker.shares
    wins = 0
    for _ in range(leaves):
        copy_state(state, root)
        count = rules.legal_moves(board, state, out)
        for _ in range(depth):
            rules.play(board, state, out[roll(leaf.walk.dice, count)])
            count = rules.legal_moves(board, state, out)
            if rules.outcome(state) != ONGOING:
                break
        total = np.float32(0)
        for k in range(count):
            wins += heuristics.wins_at_once(board, state, out[k])
            policy[k] = np.exp(leaf.logits[max(sight.slot[out[k]], 0)])
            total += policy[k]
        for k in range(count):
            policy[k] /= total
        view.look(board, sight, state, leaf.planes)
    return wins


def limit_rate(game: ludejo.Game, seconds: float) -> float:
    """Bare leaves a second, from a position some turns into a game."""
    sight, position, chance = sight_for(game), game.start(seed=1), np.random.default_rng(1)
    while position.turn < 10 or position.is_chance:
        position = position.after(int(chance.choice(position.legal)))
    walker = new_walker(game.board, position.state, sight.choices, ALONE)
    planes, logits = np.zeros((1, *sight.ground.shape), np.uint8), np.zeros((1, sight.policy), np.float32)
    leaf = leaf_at(new_leaves(DEPTH + 1, planes, logits), 0)
    leaf.walk.dice[:] = seeded(1)
    kernel = bind(_bare_leaves, game.rules)
    kernel(game.board, sight, position.state, walker, leaf, 1, DEPTH)
    done, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        kernel(game.board, sight, position.state, walker, leaf, 2000, DEPTH)
        done += 2000
    return done / (time.process_time() - begun)


def our_rate(selfplay: SelfPlay, seconds: float) -> tuple[float, float]:
    """Leaves and moves a second."""
    begun = time.process_time()
    selfplay.play(1 << 60, seconds)
    spent = time.process_time() - begun
    return selfplay.report.leaves / spent, selfplay.report.moves / spent


def main() -> int:
    """Print the table; exit 1 if a promise was missed."""
    parser = argparse.ArgumentParser(description="Leaves a second on one core, the network being free.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each side (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a round (1)")
    parser.add_argument("--games", type=int, default=512, help="games at once (512)")
    parser.add_argument("--simulations", type=int, default=32, help="simulations a move (32)")
    parser.add_argument("specs", nargs="*", help="games (all)")
    asked = parser.parse_args()
    table = Table("game", "leaves/s", "at least", "limit/s", "ratio", "at least", "moves/s")
    missed = 0
    for work in WORKS:
        if asked.specs and work.spec not in asked.specs:
            continue
        game = ludejo.game(work.spec)
        network = FreeNetwork()
        selfplay = SelfPlay(
            game, network, SelfPlaySettings(games=asked.games, simulations=asked.simulations, longest=300)
        )
        selfplay.play(1)
        rates, limits = [], []
        for _ in range(asked.rounds):
            rates.append(our_rate(selfplay, asked.seconds))
            limits.append(limit_rate(game, asked.seconds / 2))
        (best, moves), limit = max(rates), max(limits)
        missed += best < work.leaves or best / limit < work.ratio
        table.add_row(
            work.spec, f"{best:,.0f}", f"{work.leaves:,.0f}", f"{limit:,.0f}", f"{best / limit:.2f}",
            f"{work.ratio:g}", f"{moves:,.0f}",
        )  # fmt: skip
    Console(width=120).print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
