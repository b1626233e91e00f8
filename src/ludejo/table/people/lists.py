"""The list of somebody's games: those that wait for them first, then running ones, then finished ones."""

import json
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, and_, case, func, or_, select, update

from ludejo.table.messages.views.people import ListedView
from ludejo.table.sitting.events import BOTH_SEATS, ENGINE
from ludejo.table.storage.schema import games, seats
from ludejo.table.storage.store import Store, tried_again

PAGE = 100  # games in one answer


class ListPage(NamedTuple):
    """A part of a list, and how many games there are in all, and how many wait for their player."""

    games: list[ListedView]
    of: int
    waiting: int


class Lists:
    """Reads lists."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @tried_again
    def page(self, key: str, first: int = 0, most: int = PAGE) -> ListPage:
        """A page of the games in which a person holds a seat."""
        place = case((IS_WAITING, 0), (~games.c.is_over, 1), else_=2)
        columns = (games.c.id, games.c.brief, games.c.latest, games.c.due, games.c.engine_due, seats.c.seat)
        listed = _held(key, *columns, place.label("place"))
        listed = listed.order_by(place, games.c.latest.desc()).offset(first).limit(most)
        counted = _held(key, func.count().label("count"), func.count(case((IS_WAITING, 1))).label("waiting"))
        with self.store.reading.begin() as connection:
            rows = connection.execute(listed).all()
            numbers = connection.execute(counted).one()
        return ListPage([listed_view(row) for row in rows], numbers[0], numbers[1])

    @tried_again
    def waiting(self, key: str, but: str = "") -> int:
        """How many games wait for a person, but for one of them."""
        counted = _held(key, func.count()).where(IS_WAITING, games.c.id != but)
        with self.store.reading.begin() as connection:
            return connection.execute(counted).scalar() or 0

    @tried_again
    def hide(self, key: str, game: str) -> bool:
        """Take a game out of a person's list; the seat stays theirs. False where it is not in it."""
        held = update(seats).where(seats.c.hash == key, seats.c.game == game)
        with self.store.writing() as connection:
            return connection.execute(held.values(hidden=True)).rowcount > 0


IS_WAITING = or_(games.c.awaited == seats.c.seat, and_(games.c.awaited == BOTH_SEATS, seats.c.seat != BOTH_SEATS))


def _held(key: str, *columns: Any) -> Select[Any]:
    """What is asked about the games in a person's list."""
    held = select(*columns).select_from(games.join(seats, seats.c.game == games.c.id))
    return held.where(seats.c.hash == key, ~seats.c.hidden, games.c.brief.is_not(None))


def listed_view(row: Row) -> ListedView:
    """One game in a list."""
    brief = json.loads(row.brief)
    is_waiting = row.place == 0
    offered = next((what for what, seat in brief.get("offers", ()) if seat != row.seat), None)
    is_to_move = is_waiting and not brief["how"] and brief.get("to_move", row.seat) == row.seat
    answers_engine = brief["opponent"] == ENGINE and not (brief["how"] or row.engine_due)
    return {
        "id": row.id, "spec": brief["spec"], "opponent": brief["opponent"], "level": brief["level"],
        "other_level": brief.get("other_level"),
        "names": brief["names"], "clock": brief["clock"], "turns": brief["turns"], "how": brief["how"],
        "winner": brief["winner"], "joined": brief["joined"], "you": "both" if row.seat == 2 else row.seat,
        "is_waiting": is_waiting, "is_your_turn": is_to_move or answers_engine, "offered": offered,
        "latest": row.latest, "due": row.due,
    }  # fmt: skip
