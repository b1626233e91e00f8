"""A ladder: players in the order of their strength, each matched with its neighbours, and the ratings that follow."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludejo.search.journal import Journal
from ludejo.search.match import Plan
from ludejo.search.ratings import Ratings, Result, fit

PRIOR = 1.0  # an imagined draw a pairing, so that a clean sweep has a finite rating
APART = (1, 2)  # neighbours, and next neighbours


@dataclass(frozen=True)
class Rung:
    """One line of a ladder's table. The step is the difference to the rung below."""

    player: str
    rating: float
    error: float  # half the width of the 95 % interval
    step: float | None
    step_error: float | None
    games: int
    points: float


def pairings(players: Sequence[str], apart: Sequence[int] = APART) -> list[tuple[str, str]]:
    """Who plays whom, the stronger one first."""
    return [(players[k + gap], players[k]) for gap in apart for k in range(len(players) - gap)]


def journals(
    folder: Path, spec: str, players: Sequence[str], games: int, resume: bool, apart: Sequence[int] = APART, **plan: Any
) -> list[Journal]:
    """A file for each pairing, opened."""
    opened: list[Journal] = []
    try:
        for pairing in pairings(players, apart):
            path = folder / f"{'-'.join(map(file_name, reversed(pairing)))}.jsonl"
            opened.append(Journal(path, Plan(spec, pairing, games, **plan), resume))
    except BaseException:
        for journal in opened:
            journal.close()
        raise
    return opened


def file_name(text: str, longest: int = 60) -> str:
    """A text as part of a file's name."""
    return re.sub(r"[^a-z0-9.=]+", "-", text.lower()).strip("-.")[:longest] or "player"


def rated(journals: Sequence[Journal]) -> Ratings:
    """The ratings that the games so far give, the first of the lowest pairing standing at zero."""
    return fit([result_of(journal) for journal in journals], anchor=journals[0].plan.players[1], prior=PRIOR)


def result_of(journal: Journal) -> Result:
    """A match as the fit wants it."""
    return Result(*journal.plan.players, points=journal.standing.points, games=journal.standing.games)


def rungs(players: Sequence[str], journals: Sequence[Journal]) -> list[Rung]:
    """The table, for the players that have played."""
    ratings = rated(journals)
    table: list[Rung] = []
    for player in (player for player in players if player in ratings.names):
        step = ratings.difference(player, table[-1].player) if table else (None, None)
        met = [result_of(journal) for journal in journals if player in journal.plan.players]
        points = sum(result.points if result.first == player else result.games - result.points for result in met)
        table.append(Rung(player, *ratings.of(player), *step, sum(result.games for result in met), points))
    return table
