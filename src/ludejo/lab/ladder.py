"""A ladder: players in the order of their strength, each matched with its neighbours, and the ratings that follow."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import ludejo
from ludejo.lab.journal import Journal
from ludejo.lab.match import Plan
from ludejo.lab.ratings import Pairing, Ratings, fit
from ludejo.play.game import Game
from ludejo.search.levels import level_of

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


def journals(folder: Path, plan: Plan, players: Sequence[str], resume: bool, slow: int | None = None) -> list[Journal]:
    """A file for each pairing, opened; the plan's own players give way. Pairings of slow players get `slow` games."""
    game = ludejo.game(plan.spec)
    slowest = {player for player in players if slow is not None and _is_slow(player, game)}
    opened: list[Journal] = []
    try:
        for pairing in pairings(players):
            path = folder / f"{'-'.join(map(file_name, reversed(pairing)))}.jsonl"
            games = slow if slow is not None and slowest & set(pairing) else plan.games
            opened.append(Journal(path, replace(plan, players=pairing, games=games), resume))
    except BaseException:
        for journal in opened:
            journal.close()
        raise
    return opened


def _is_slow(player: str, game: Game) -> bool:
    """Whether a player is a level that goes by the clock."""
    return player.isdecimal() and level_of(game, int(player)).seconds is not None


def file_name(text: str, longest: int = 60) -> str:
    """A text as part of a file's name."""
    return re.sub(r"[^a-z0-9.=]+", "-", text.lower()).strip("-.")[:longest] or "player"


def rated(journals: Sequence[Journal]) -> Ratings:
    """The ratings that the games so far give, the first of the lowest pairing standing at zero."""
    return fit([result_of(journal) for journal in journals], anchor=journals[0].plan.players[1], prior=PRIOR)


def result_of(journal: Journal) -> Pairing:
    """A match as the fit wants it."""
    return Pairing(*journal.plan.players, points=journal.standing.points, games=journal.standing.games)


def rungs(players: Sequence[str], journals: Sequence[Journal]) -> list[Rung]:
    """The table, for the players that have played."""
    ratings = rated(journals)
    table: list[Rung] = []
    for player in (player for player in players if player in ratings.names):
        step, step_error = ratings.difference(player, table[-1].player) if table else (None, None)
        met = [result_of(journal) for journal in journals if player in journal.plan.players]
        points = sum(result.points if result.first == player else result.games - result.points for result in met)
        games = sum(result.games for result in met)
        table.append(Rung(player, *ratings.of(player), step, step_error, games, points))
    return table
