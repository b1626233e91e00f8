"""What each game, or each start, says on a claim: a number from 0 to 1, in the order of the games.

first_seat, draws, cut_short, ending (with `ending = "…"`)                  of every game
turns                        only between two variants: whether the one's game is the longer, a half if equal
uncertainty, killers, settled_25, behind_long, luck                          of judged games
best_first_move, too_strong, swap_left, swap_right                           of starts, by the judge
score                        points of the first of two players
placing, roomiest, roomier, like, end_like, first_shape, repeats (`detail = "…"`)   of games played again, see habits.py
"""

from __future__ import annotations

import numpy as np

import ludejo
from ludejo.games.contract import DRAW
from ludejo.lab.measures.decisive import settled
from ludejo.lab.measures.deep import changes
from ludejo.lab.measures.fair import FirstMoves
from ludejo.lab.measures.habits import PATTERNS, habit
from ludejo.lab.measures.lively import BEHIND, KILLER, swing, uncertainty
from ludejo.lab.measures.sample import UNFINISHED, Kept, Sample

OF_GAMES = ("first_seat", "draws", "cut_short", "ending", "score", "turns")
OF_JUDGED = ("uncertainty", "killers", "settled_25", "behind_long", "luck")
OF_HABITS = tuple(PATTERNS)
OF_STARTS = ("best_first_move", "too_strong", "swap_left", "swap_right")
TOO_STRONG = 0.6  # a first move that is worth so much
MEASURES = (*OF_GAMES, *OF_JUDGED, *OF_HABITS, *OF_STARTS)


def of_games(sample: Sample, measure: str, detail: str = "") -> np.ndarray:
    """What the games say, one after the other."""
    if measure in OF_HABITS:
        game = ludejo.game(sample.spec)
        told = (habit(game, kept, measure, detail) for kept in sample.kept)
        return np.array([value for value in told if value is not None], float)
    if measure == "first_seat":
        return sample.results
    if measure == "score":
        return sample.points_of_first
    if measure == "draws":
        return (sample.winner[sample.winner != UNFINISHED] == DRAW).astype(float)
    if measure == "cut_short":
        return (sample.winner == UNFINISHED).astype(float)
    if measure == "ending":
        return np.array([float(kind == detail) for kind in sample.endings])
    if measure == "turns":
        return sample.turns.astype(float)
    return np.array([_judged(game, measure) for game in sample.judged if game.is_decided])


def _judged(game: Kept, measure: str) -> float:
    if measure == "uncertainty":
        return uncertainty(game)
    if measure == "killers":
        return float(swing(game) >= KILLER)
    if measure == "settled_25":
        return settled(game, 0.25)
    if measure == "behind_long":
        return float((game.winners_chance < BEHIND).mean())
    rolls, choices = changes(game)
    return rolls / (rolls + choices) if rolls + choices else 0.0


def of_starts(starts: list[FirstMoves], measure: str) -> np.ndarray:
    """What the starts say."""
    if measure == "best_first_move":
        return np.array([float(start.values.max()) for start in starts])
    if measure == "too_strong":
        return np.array([float(start.values.max() >= TOO_STRONG) for start in starts])
    if measure == "swap_left":
        return np.array([abs(start.left - 0.5) for start in starts])
    return np.array([float((start.taken > 1 - start.values).mean()) for start in starts])


def between(one: np.ndarray, other: np.ndarray, measure: str) -> np.ndarray:
    """Two variants, game by game: for turns who is longer, else how much more, moved to 0 … 1 with a half for equal."""
    count = min(len(one), len(other))
    one, other = one[:count], other[:count]
    if measure == "turns":
        return np.where(one > other, 1.0, np.where(one < other, 0.0, 0.5))
    return (1 + one - other) / 2
