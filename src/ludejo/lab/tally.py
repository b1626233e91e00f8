"""What happened in a match beside its score: how each seat fared, how long the games were, and how they ended."""

from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from ludejo.lab.journal import Journal, Played
from ludejo.lab.scores import Standing


class Tally(NamedTuple):
    """A match seen by the first player, the games in which they began and the others apart."""

    by_seat: tuple[Standing, Standing]  # the first player's, in the games in which they sat there
    median_turns: float
    ends: dict[str, int]  # kinds of end, as rules or records call them, and how often, the commonest first

    @property
    def beginners(self) -> Standing:
        """The score of whoever moved first, both players together."""
        own, other = self.by_seat
        return Standing(
            own.wins + other.losses, own.draws + other.draws, own.losses + other.wins, own.unfinished + other.unfinished
        )


def tally(journal: Journal) -> Tally:
    """Count the games of a match that has any."""
    played = journal.played
    seats = [[game for number, game in played.items() if journal.plan.seat_of_first(number) == seat] for seat in (0, 1)]
    ends = Counter(game.end for game in played.values() if game.end)
    return Tally(
        (standing_of(seats[0]), standing_of(seats[1])),
        median(game.turns for game in played.values()),
        dict(ends.most_common()),
    )


def standing_of(games: Iterable[Played]) -> Standing:
    """The first player's score in some games."""
    scores = [game.score if game.is_finished else None for game in games]
    return Standing(scores.count(1.0), scores.count(0.5), scores.count(0.0), scores.count(None))
