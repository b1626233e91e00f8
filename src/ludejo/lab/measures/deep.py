"""Deep: how much there is to learn, and how much of a result is skill and how much luck.

rating           points of Elo above the weakest player, by the model of Bradley and Terry from games between neighbours
rungs            the same in steps at which the stronger one scores 76 % (200 points)
per_doubling     points of Elo that a doubling of the simulations gains, between two neighbours
regret           what the move that was made gave away against the best one, on the probed turns: best value − its value
luck             sum of the squared changes of the win probability at rolls, by that at rolls and choices together

Luck is over all judged games; a game without dice has none. What the search misjudges from ply to ply counts as choice,
so that the share of luck is rather too small than too large.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ludejo.games.contract import CHANCE
from ludejo.lab.ladder import PRIOR
from ludejo.lab.measures.figures import NOTHING, Figure, mean, ratio
from ludejo.lab.measures.sample import Kept, Sample
from ludejo.lab.ratings import Pairing, fit
from ludejo.lab.runs.plan import effort

RUNG = 200.0  # points of Elo: the stronger one scores 76 %


def deep(sample: Sample) -> dict[str, Figure]:
    """What the games of a player with itself tell."""
    moved = [changes(game) for game in sample.judged]
    lost = [regret(game) for game in sample.judged if game.values is not None]
    luck = NOTHING
    if moved:
        luck = ratio([rolls for rolls, _ in moved], [rolls + choices for rolls, choices in moved])
    return {"luck": luck, "regret": mean(lost)}


def changes(game: Kept) -> tuple[float, float]:
    """The squared changes of the win probability at rolls, and at choices."""
    assert game.before is not None
    squares = np.diff(game.before) ** 2
    rolls = game.who == CHANCE
    return float(squares[rolls].sum()), float(squares[~rolls].sum())


def regret(game: Kept) -> float:
    """What was given away on the probed turn."""
    assert game.values is not None
    assert game.taken is not None
    return float(game.values.max() - game.values[game.taken])


def ladder(players: Sequence[str], matches: Sequence[Sample]) -> dict[str, dict[str, Figure]]:
    """What the games between neighbours tell of each player but the weakest."""
    pairings = [pairing_of(match) for match in matches if match.games]
    if not pairings:
        return {}
    ratings = fit(pairings, anchor=players[0] if players[0] in _names(pairings) else None, prior=PRIOR)
    met = {name: sum(pairing.games for pairing in pairings if name in pairing[:2]) for name in ratings.names}
    found: dict[str, dict[str, Figure]] = {}
    for weaker, stronger in pairwise(players):
        if stronger in ratings.names and weaker in ratings.names:
            value, error = ratings.of(stronger)
            figure = Figure(value, value - error, value + error, met[stronger])
            gain, gain_error = ratings.difference(stronger, weaker)
            doublings = _doublings(matches[0].spec, weaker, stronger)
            found[stronger] = {"rating": figure, "rungs": _scaled(figure, RUNG)}
            if doublings:
                gained = Figure(gain, gain - gain_error, gain + gain_error, met[stronger])
                found[stronger]["per_doubling"] = _scaled(gained, doublings)
    return found


def pairing_of(match: Sample) -> Pairing:
    """A match as the fit wants it."""
    points = match.points_of_first
    return Pairing(*match.players, points=float(points.sum()), games=len(points))


def _names(pairings: Sequence[Pairing]) -> set[str]:
    return {name for pairing in pairings for name in pairing[:2]}


def _scaled(figure: Figure, unit: float) -> Figure:
    assert figure.value is not None
    assert figure.low is not None
    assert figure.high is not None
    return Figure(figure.value / unit, figure.low / unit, figure.high / unit, figure.games)


def _doublings(spec: str, weaker: str, stronger: str) -> float:
    """How often the simulations double from one player to another; 0 where one of them has none."""
    below, above = effort(weaker, spec), effort(stronger, spec)
    return math.log2(above / below) if 0 < below < above else 0.0
