"""Ratings by game, of those who want them: Weng and Lin's Bayesian approximation of Plackett–Luce, by openskill.

They are counted after the end of a rated game of the lobby, once, by whichever server looks first; never while somebody
waits for a move.
"""

import json
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, RowMapping, insert, select, update

from ludejo.table.messages.views.people import RatingView
from ludejo.table.sitting.seats import person_key
from ludejo.table.storage.people_schema import challenges, ratings
from ludejo.table.storage.schema import games, seats
from ludejo.table.storage.store import Store, tried_again

MEAN, SPREAD = 1500.0, 350.0  # of somebody who has not played
PROVISIONAL_SPREAD = 150.0  # from here on a rating says little yet
AT_ONCE = 50
LEAST_TURNS = 2


@lru_cache(maxsize=1)
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=SPREAD, beta=SPREAD / 2, tau=SPREAD / 100)


def rating_view(row: RowMapping) -> RatingView:
    """A rating as people see it."""
    return {
        "game": row["game"], "value": round(row["mu"]), "games": row["games"],
        "is_provisional": row["sigma"] > PROVISIONAL_SPREAD,
    }  # fmt: skip


@tried_again
def settle(store: Store) -> int:
    """Count the results of games of the lobby that have ended; how many there were."""
    ended = select(challenges.c.game).join(games, games.c.id == challenges.c.game)
    ended = ended.where(~challenges.c.is_settled, games.c.is_over).limit(AT_ONCE)
    with store.reading.begin() as connection:
        found = list(connection.execute(ended).scalars())
    for game in found:
        with store.writing() as connection:
            _settle(connection, game)
    return len(found)


def _settle(connection: Connection, game: str) -> None:
    this = challenges.c.game == game
    if (
        connection.execute(update(challenges).where(this, ~challenges.c.is_settled).values(is_settled=True)).rowcount
        != 1
    ):
        return  # another server was quicker
    row = connection.execute(select(challenges).where(this)).mappings().one()
    brief = json.loads(connection.execute(select(games.c.brief).where(games.c.id == game)).scalar() or "{}")
    counts = row["is_rated"] and row["taken"] and brief.get("turns", 0) >= LEAST_TURNS and brief["how"] != "aborted"
    if counts:
        first = _who_began(connection, game, row["person"], row["taken"])
        _count(connection, brief["spec"].partition(":")[0], first, brief["winner"])


def _who_began(connection: Connection, game: str, *both: str) -> tuple[str, ...]:
    """The two people by their seats."""
    held = select(seats.c.seat).where(seats.c.game == game, seats.c.hash == person_key(both[0]))
    return both if connection.execute(held).scalar() == 0 else both[::-1]


def _count(connection: Connection, name: str, by_seat: tuple[str, ...], winner: int | None) -> None:
    model = _model()
    rows = [_rating(connection, person, name) for person in by_seat]
    before = [[model.rating(mu=row["mu"], sigma=row["sigma"])] for row in rows]
    scores = [0.5, 0.5] if winner is None else [float(winner == 0), float(winner == 1)]
    for row, (after,) in zip(rows, model.rate(before, scores=scores), strict=True):
        mine = (ratings.c.person == row["person"]) & (ratings.c.game == name)
        change = {"mu": after.mu, "sigma": after.sigma, "games": row["games"] + 1}
        connection.execute(update(ratings).where(mine).values(**change))


def _rating(connection: Connection, person: str, name: str) -> dict[str, Any]:
    """A rating to be changed, entered if it is somebody's first."""
    mine = select(ratings).where(ratings.c.person == person, ratings.c.game == name).with_for_update()
    found = connection.execute(mine).mappings().first()
    if found is None:
        row = {"person": person, "game": name, "mu": MEAN, "sigma": SPREAD, "games": 0}
        connection.execute(insert(ratings), row)
        return row
    return dict(found)
