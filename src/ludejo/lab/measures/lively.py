"""Lively: what happens on the way, in the games whose positions were judged.

lead_changes     how often the lead goes over to the other side in a game; a side leads while its win probability is
                 above 55 %, and keeps the lead until the other one is
behind           how far below one half the winner's probability once was (nothing, if never), of games that were won
behind_long      share of the plies at which the winner was below 45 %
uncertainty      1 − |2p − 1|, on average over the plies of a game: 1 where both have the same chance throughout
swing            the largest change of the win probability by one choice in a game
killers          share of the games with a choice that changed it by 30 points or more
matters          share of the probed turns on which the best move is 10 points or more above the mean of all
narrowness       share of the legal moves within 5 points of the best one, over the probed turns
forced           share of the turns with one legal move
different_games  the chance that two games of the sample differ
different_openings   the chance that their first four turns do, turned boards counting as different
"""

from __future__ import annotations

import numpy as np

from ludejo.lab.measures.figures import NOTHING, Figure, mean, ratio, share
from ludejo.lab.measures.sample import Kept, Sample, chosen

LEAD, BEHIND, KILLER, STAKES, NEAR = 0.55, 0.45, 0.30, 0.10, 0.05


def lively(sample: Sample) -> dict[str, Figure]:
    """What the games between two players tell."""
    judged = [game for game in sample.judged if len(game.who)]
    won = [game for game in judged if game.is_decided]
    swings = [swing(game) for game in judged]
    probed = [game.values for game in judged if game.values is not None and len(game.values)]
    return {
        "lead_changes": mean([lead_changes(game) for game in judged]),
        "behind": mean([max(0.0, 0.5 - float(game.winners_chance.min())) for game in won]),
        "behind_long": mean([float((game.winners_chance < BEHIND).mean()) for game in won]),
        "uncertainty": mean([uncertainty(game) for game in judged]),
        "swing": mean(swings),
        "killers": share(sum(size >= KILLER - 1e-6 for size in swings), len(swings)),
        "matters": share(sum(bool(values.max() - values.mean() >= STAKES - 1e-6) for values in probed), len(probed)),
        "narrowness": mean([float((values >= values.max() - NEAR - 1e-6).mean()) for values in probed]),
        "forced": ratio(sample.forced, sample.turns),
        "different_games": differing(sample.trace),
        "different_openings": differing(sample.opening),
    }


def lead_changes(game: Kept) -> int:
    """How often the lead goes over."""
    assert game.before is not None
    leaders = np.where(game.before > LEAD, 1, np.where(game.before < 1 - LEAD, -1, 0))
    held = leaders[leaders != 0]
    return int((held[1:] != held[:-1]).sum())


def uncertainty(game: Kept) -> float:
    """How open a game was, on average over its plies."""
    assert game.before is not None
    return float((1 - np.abs(2 * game.before[:-1] - 1)).mean())


def swing(game: Kept) -> float:
    """The largest change by one choice."""
    assert game.before is not None
    changes = np.abs(np.diff(game.before))[chosen(game)]
    return float(changes.max()) if len(changes) else 0.0


def differing(marks: np.ndarray) -> Figure:
    """The chance that two games differ, without bias, since it is taken over pairs of different games.

    Its interval is by bootstrap of how often a game is met again among the others.
    """
    games = len(marks)
    if games < 2:
        return NOTHING
    _, which, counts = np.unique(marks, return_inverse=True, return_counts=True)
    return mean(1 - (counts[which] - 1) / (games - 1))
