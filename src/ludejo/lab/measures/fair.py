"""Fair: what the seats are worth, and what a swap mends.

first_seat            points of the first seat a game, a draw counting half; games cut short are left out
first_side            the same for the colour that begins, which a swap can give to the other player
swaps                 share of the games in which the second player swapped, where that is allowed
first_moves_best      what the best first move is worth to the first player, if it is not swapped
first_moves_spread    standard deviation of the first moves' values
swap_right            share of the first moves after which swapping is worth more to the second player than not
swap_left             what the first player has above one half with the move that is best when the other swaps whenever
                      that is right; where the rules have no swap: what one would leave
starts_spread         how much the best first move's value differs from arrangement to arrangement (standard deviation)

Values of first moves are by search, a fresh one each, and are averaged over arrangements where these are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludejo.lab.measures.figures import NOTHING, Figure, mean, score, share, spread
from ludejo.lab.measures.sample import UNFINISHED, Sample
from ludejo.lab.runs.openings import swap_move
from ludejo.play.game import Game

Figures = dict[str, Figure]


@dataclass(frozen=True)
class FirstMoves:
    """The first moves of one start."""

    setup: str
    texts: tuple[str, ...]
    values: np.ndarray  # [moves]  to the first player, without a swap
    swapped: np.ndarray | None  # [moves]  to the second player after swapping; None: the rules have no swap

    @property
    def taken(self) -> np.ndarray:
        """What the second player gets by swapping; where there is no swap, what one would give: the other's place."""
        return self.values if self.swapped is None else self.swapped

    @property
    def left(self) -> float:
        """The first player's value with the move that is best when the other takes a swap that is right."""
        return float(np.minimum(self.values, 1 - self.taken).max())


def fair(sample: Sample, game: Game) -> Figures:
    """What the games between two players tell."""
    found = {"first_seat": score(sample.results)}
    if game.has_swap and (swapped := _swapped(sample, game)) is not None:
        found["swaps"] = share(int(swapped.sum()), len(swapped))
        if game.capabilities.swaps_seats:
            ended = [(kept, was) for kept, was in zip(sample.kept, swapped, strict=True) if kept.winner != UNFINISHED]
            points = [0.5 if kept.winner not in (0, 1) else float((kept.winner == 0) != was) for kept, was in ended]
            found["first_side"] = score(points)
    return found


def _swapped(sample: Sample, game: Game) -> np.ndarray | None:
    """In which of the kept games the second player swapped."""
    if not sample.kept:
        return None
    swaps: dict[tuple[str, int], int | None] = {}

    def is_swap(setup: str, moves: np.ndarray) -> bool:
        start = (setup, int(moves[0]))
        if start not in swaps:
            begun = game.start(setup=setup) if setup else game.start()
            swaps[start] = swap_move(begun.after(int(moves[0])))
        return len(moves) > 1 and swaps[start] == int(moves[1])

    return np.array([is_swap(kept.setup, kept.move) for kept in sample.kept], bool)


def fair_first_moves(starts: list[FirstMoves]) -> Figures:
    """What the values of the first moves tell. The intervals are over starts: of one start there is none."""
    if not starts:
        return dict.fromkeys(("first_moves_best", "first_moves_spread", "swap_right", "swap_left"), NOTHING)
    best = [float(start.values.max()) for start in starts]
    found = {
        "first_moves_best": mean(best),
        "first_moves_spread": mean([float(start.values.std()) for start in starts]),
        "swap_right": mean([float((start.taken > 1 - start.values).mean()) for start in starts]),
        "swap_left": mean([start.left - 0.5 for start in starts]),
    }
    return found | ({"starts_spread": spread(best)} if len(starts) > 1 else {})


def read_first_moves(tables: object, spec: str) -> list[FirstMoves]:
    """The first moves that were judged, start by start."""
    asked = "SELECT setup, text, value, swapped FROM openings WHERE spec = ? ORDER BY setup, move"
    rows = tables.execute(asked, [spec]).fetchall()  # type: ignore[attr-defined]
    starts = []
    for setup in dict.fromkeys(row[0] for row in rows):
        own = [row for row in rows if row[0] == setup]
        swapped = None if own[0][3] is None else np.array([row[3] for row in own])
        starts.append(FirstMoves(setup, tuple(row[1] for row in own), np.array([row[2] for row in own]), swapped))
    return starts
