"""Search with a network after the paper, written plainly and once more: positions in dictionaries, numbers by NumPy.

Gumbel noise is left out. The schedule of sequential halving is worked out here from scratch: how many of the moves
are still in the running, and which of them has had fewest visits.
"""

import math
from collections.abc import Callable

import numpy as np

from ludejo.play.position import Position

Asked = Callable[[Position], tuple[dict[int, float], float]]  # policy logits by move, the mover's winning probability


class Node:
    """A position that was evaluated, or whose value is certain. Values are the mover's."""

    def __init__(self, position: Position, ask: Asked) -> None:
        self.position = position
        self.children: dict[int, Node] = {}
        self.visits, self.total = 0, 0.0
        self.certain: float | None = None
        self.wins = [move for move in position.legal if _wins(position, move)]
        if position.is_over:
            assert position.outcome is not None
            self.certain = 0.5 if position.outcome.winner is None else float(position.outcome.winner == 0)  # seat 0's
        elif self.wins:
            self.certain = 1.0 - float(position.to_move or 0)
        else:
            logits, self.guess = ask(position)
            weights = {move: math.exp(logit) for move, logit in logits.items()}
            self.prior = {move: weight / sum(weights.values()) for move, weight in weights.items()}
            self._think_of_swapping()

    def _think_of_swapping(self) -> None:
        """Whoever may change sides has at least half, and looks at it: with half of the policy, or with a tenth."""
        swaps = [move for move in self.prior if self.position.move_text(move) == "swap"]
        if not swaps:
            return
        wanted = max(self.prior[swaps[0]], 0.5 if self.guess < 0.5 else 0.1)
        others = 1 - self.prior[swaps[0]]
        self.prior = {move: share * (1 - wanted) / others for move, share in self.prior.items()}
        self.prior[swaps[0]] = wanted
        self.guess = max(self.guess, 1 - self.guess)

    @property
    def mover(self) -> int:
        assert self.position.to_move is not None
        return self.position.to_move

    def value(self, seat: int) -> float:
        """A seat's share."""
        first = self.certain if self.certain is not None else self.total / self.visits
        return first if seat == 0 else 1 - first

    def completed(self) -> dict[int, float]:
        """Each move's value for the mover, the mixed value where it was not tried."""
        tried = {move: child.value(self.mover) for move, child in self.children.items()}
        visits = sum(child.visits for child in self.children.values())
        mixed = self.guess
        if tried:
            weight = sum(self.prior[move] for move in tried)
            mean = sum(self.prior[move] * value for move, value in tried.items()) / weight
            mixed = (self.guess + visits * mean) / (1 + visits)
        return {move: tried.get(move, mixed) for move in self.prior}

    def scale(self, value_scale: float, base: float) -> float:
        return value_scale * (base + max((child.visits for child in self.children.values()), default=0))

    def improved(self, value_scale: float, base: float) -> dict[int, float]:
        values, scale = self.completed(), self.scale(value_scale, base)
        moves = list(values)
        logits = np.array([math.log(self.prior[move]) + scale * values[move] for move in moves])
        weights = np.exp(logits - logits.max())
        return dict(zip(moves, weights / weights.sum(), strict=True))

    def worth(self, value_scale: float, base: float) -> float:
        """Seat 0's share, if the improved policy moves and what it chooses is worth what the search says."""
        if self.certain is not None:
            return self.certain
        shares, values = self.improved(value_scale, base), self.completed()
        own = sum(shares[move] * values[move] for move in shares)
        return own if self.mover == 0 else 1 - own

    def settle(self) -> None:
        known = [child.certain for child in self.children.values() if child.certain is not None]
        own = [share if self.mover == 0 else 1 - share for share in known]
        if 1.0 in own or len(own) == len(self.prior):
            self.certain = max(own) if self.mover == 0 else 1 - max(own)


def _wins(position: Position, move: int) -> bool:
    after = position.after(move)
    return after.is_over and after.outcome is not None and after.outcome.winner == position.to_move


def search(position: Position, ask: Asked, simulations: int, considered: int, value_scale: float, base: float) -> Node:
    """The root after so many simulations, or when it is certain."""
    root = Node(position, ask)
    root.visits, root.total = 1, 0.0
    if root.certain is None:
        root.total = root.guess if root.mover == 0 else 1 - root.guess
    field: list[int] = []
    planned: list[int] = []  # visits that the moves of this round still get, one entry a visit
    for _ in range(simulations):
        if root.certain is not None:
            break
        if not planned:
            field = _next_field(root, field, considered, value_scale, base)
            rounds = max(1, math.ceil(math.log2(min(considered, len(root.prior)))))
            planned = [0] * (max(1, simulations // (rounds * len(field))) * len(field))
        planned.pop()
        fewest = min(_visits(root, move) for move in field)
        waiting = [move for move in field if _visits(root, move) == fewest]
        _simulate(root, max(waiting, key=_scores(root, value_scale, base).__getitem__), ask, value_scale, base)
    return root


def _next_field(root: Node, field: list[int], considered: int, value_scale: float, base: float) -> list[int]:
    """At first the moves that score best, then the better half of them; two stay."""
    scores = _scores(root, value_scale, base)
    size = min(considered, len(root.prior)) if not field else max(2, len(field) // 2)
    return sorted(field or root.prior, key=scores.__getitem__, reverse=True)[:size]


def _scores(root: Node, value_scale: float, base: float) -> dict[int, float]:
    values, scale = root.completed(), root.scale(value_scale, base)
    return {move: math.log(root.prior[move]) + scale * values[move] for move in root.prior}


def _visits(node: Node, move: int) -> int:
    return node.children[move].visits if move in node.children else 0


def _simulate(root: Node, move: int, ask: Asked, value_scale: float, base: float) -> None:
    path = [root]
    while True:
        node = path[-1]
        is_new = move not in node.children
        if is_new:
            node.children[move] = Node(node.position.after(move), ask)
        path.append(node.children[move])
        leaf = path[-1]
        if is_new or leaf.certain is not None:
            break
        shares = leaf.improved(value_scale, base)
        visits = 1 + sum(child.visits for child in leaf.children.values())
        lost = [known for known, child in leaf.children.items() if child.certain == leaf.mover]
        move = max(
            (other for other in shares if other not in lost),
            key=lambda other: shares[other] - _visits(leaf, other) / visits,
        )
    result = leaf.certain if leaf.certain is not None else leaf.guess if leaf.mover == 0 else 1 - leaf.guess
    for place in range(len(path) - 1, -1, -1):
        node = path[place]
        if place + 1 < len(path) and path[place + 1].certain is not None and node.certain is None:
            node.settle()
        if node.certain is not None:
            result = node.certain
        node.visits += 1
        node.total += result
