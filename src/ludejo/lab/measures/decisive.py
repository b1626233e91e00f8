"""Decisive: whether games end, when, how, and how late the outcome is settled.

draws                 share of the games that ended which were drawn
cut_short             share of the games that were cut short for their length
turns_10, _50, _90    turns of a game, a drop and its roll being one: quantiles over all games
settled_10, _25, _50  of the games that somebody won: when the loser last had a chance of so many per cent, as a share
                      of the game's plies; 1 is its very end, 0 its start
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from ludejo.games.contract import DRAW
from ludejo.lab.measures.figures import Figure, mean, quantile, share
from ludejo.lab.measures.sample import UNFINISHED, Kept, Sample

CHANCES = (10, 25, 50)  # per cent


def decisive(sample: Sample) -> dict[str, Figure]:
    """What the games between two players tell."""
    ended = int((sample.winner != UNFINISHED).sum())
    found = {
        "draws": share(int((sample.winner == DRAW).sum()), ended),
        "cut_short": share(sample.games - ended, sample.games),
    }
    found |= {f"turns_{q}": quantile(sample.turns, q / 100) for q in (10, 50, 90)}
    decided = [game for game in sample.judged if game.is_decided]
    return found | {f"settled_{chance}": mean([settled(game, chance / 100) for game in decided]) for chance in CHANCES}


def settled(game: Kept, chance: float) -> float:
    """When the loser last had such a chance, as a share of the plies; 0 where that was never so."""
    losers = 1 - game.winners_chance
    there = np.flatnonzero(losers >= chance)
    return float(there[-1] / len(losers)) if len(there) else 0.0


def endings(sample: Sample) -> dict[str, Figure]:
    """The kinds of end, by how often they came, of the games where somebody looked."""
    counts = Counter(sample.endings)
    return {kind: share(count, len(sample.endings)) for kind, count in counts.most_common()}
