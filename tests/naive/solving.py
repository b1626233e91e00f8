"""Solving the naive games naively: everything is tried."""

from copy import copy
from typing import Any

Key = tuple[Any, ...]
MOST_SWEEPS = 5000


def after(naive: Any, text: str) -> Any:
    """A copy of a position in which one more move has been made."""
    other = copy(naive)
    for name, value in vars(naive).items():
        if isinstance(value, dict):
            setattr(other, name, dict(value))
    other.play(text)
    return other


def key(naive: Any, legal: set[str]) -> Key:
    """What tells positions apart: all that lies on the board, the mover, a line announced, and rights to swap."""
    boards = tuple(frozenset(value.items()) for value in vars(naive).values() if isinstance(value, dict))
    return (*boards, naive.to_move, getattr(naive, "announced", ""), "swap" in legal)


def minimax(naive: Any) -> float:
    """The value for the player to move: 1, 0.5 or 0. For games without dice that cannot go round in circles."""
    seat, seen = naive.to_move, {}

    def value(at: Any) -> float:
        if at.winner is not None:
            return 0.5 if at.winner == "draw" else float(at.winner == seat)
        legal = at.legal()
        known = key(at, legal)
        if known not in seen:
            best = max if at.to_move == seat else min
            seen[known] = best(value(after(at, text)) for text in sorted(legal))
        return seen[known]

    return value(naive)


def wins_within(naive: Any, seat: int, plies: int) -> bool:
    """Whether a seat wins within so many plies, whatever the other one does. For games without dice."""
    if naive.winner is not None or plies == 0:
        return naive.winner == seat
    good = any if naive.to_move == seat else all
    return good(wins_within(after(naive, text), seat, plies - 1) for text in naive.legal())


def values(naive: Any) -> tuple[float, float]:
    """Seat 0's winning probability, a draw counting half, with endless play counted against it and for it."""
    graph: dict[Key, tuple[str, list[Key]]] = {}
    ends: dict[Key, float] = {}
    start = key(naive, naive.legal())
    waiting = [(start, naive)]
    while waiting:
        here, at = waiting.pop()
        if at.winner is not None:
            ends[here] = {"draw": 0.5, 0: 1.0, 1: 0.0}[at.winner]
        elif here not in graph:
            following = [(key(then, then.legal()), then) for then in (after(at, text) for text in at.legal())]
            graph[here] = "mean" if at.is_chance else "max" if at.to_move == 0 else "min", [it for it, _ in following]
            waiting += following
    return _settled(graph, ends, 0.0)[start], _settled(graph, ends, 1.0)[start]


def _settled(graph: dict[Key, tuple[str, list[Key]]], ends: dict[Key, float], guess: float) -> dict[Key, float]:
    """Each position's value from those of its moves, again and again until nothing changes."""
    found = dict.fromkeys(graph, guess) | ends
    for _ in range(MOST_SWEEPS):
        change = 0.0
        for here, (kind, moves) in reversed(graph.items()):
            then = [found[move] for move in moves]
            value = {"max": max(then), "min": min(then), "mean": sum(then) / len(then)}[kind]
            change = max(change, abs(value - found[here]))
            found[here] = value
        if change < 1e-12:
            return found
    raise AssertionError("the values do not settle")
