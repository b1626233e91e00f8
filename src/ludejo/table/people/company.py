"""Others: the pages of those who want one, whom somebody has blocked, and what hosts are told of."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, func, insert, literal, or_, select, update

from ludejo.table.messages.views.people import BlockedView, PlayerView, PublicView
from ludejo.table.people.challenges import played_view
from ludejo.table.people.ratings import rating_view
from ludejo.table.refusals import Refusal
from ludejo.table.sitting.seats import person_key
from ludejo.table.storage.people_schema import blocks, challenges, people, ratings, reports
from ludejo.table.storage.schema import games, seats
from ludejo.table.storage.store import DAY_MS, Store, tried_again

MOST_BLOCKED = 200
MOST_REPORTS = 5  # of one person in a day
RECENT = 20


@dataclass(frozen=True)
class Report:
    """What somebody tells the host of somebody."""

    created: int
    by: str
    about: str
    name: str
    game: str
    reason: str


class Company:
    """Reads and writes what concerns two people."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @tried_again
    def page(self, id: str) -> PlayerView:
        """The page of somebody who wants one."""
        with self.store.reading.begin() as connection:
            person = connection.execute(select(people).where(people.c.id == id, people.c.is_public)).mappings().first()
            if person is None:
                raise Refusal("request/not-found")
            rated = connection.execute(
                select(ratings).where(ratings.c.person == id).order_by(ratings.c.game)
            ).mappings()
            recent = select(games.c.id, games.c.brief, games.c.latest).join(challenges, challenges.c.game == games.c.id)
            recent = recent.where(or_(challenges.c.person == id, challenges.c.taken == id), games.c.brief.is_not(None))
            recent = recent.where(challenges.c.taken.is_not(None)).order_by(games.c.latest.desc()).limit(RECENT)
            page: PlayerView = {
                "id": id, "name": person["name"], "since": person["created"],
                "ratings": [rating_view(row) for row in rated],
                "games": [played_view(row) for row in connection.execute(recent)],
            }  # fmt: skip
        public = self.public_at([game["id"] for game in page["games"]])
        for game in page["games"]:
            game["public"] = public[game["id"]]
        return page

    @tried_again
    def at_game(self, game: str, key: str) -> list[str | None]:
        """The ids of those who play a game of the lobby, by seat, as whoever comes with a key may know them."""
        found: list[str | None] = [None, None]
        wanted = select(people.c.id, people.c.is_public, seats.c.seat).select_from(
            challenges.join(seats, seats.c.game == challenges.c.game).join(
                people, or_(people.c.id == challenges.c.person, people.c.id == challenges.c.taken)
            )
        )
        wanted = wanted.where(challenges.c.game == game, seats.c.hash == literal(person_key("")) + people.c.id)
        with self.store.reading.begin() as connection:
            rows = connection.execute(wanted).all()
        plays = key in [person_key(row.id) for row in rows]
        for row in rows:
            if plays or row.is_public:
                found[row.seat] = row.id
        return found

    @tried_again
    def public_at(self, ids: list[str]) -> dict[str, list[PublicView | None]]:
        """Who of those that play games of the lobby have a page, by seat, and how strong they are at the game."""
        found: dict[str, list[PublicView | None]] = {id: [None, None] for id in ids}
        wanted = select(people.c.id, seats.c.game, seats.c.seat, games.c.brief).select_from(
            challenges.join(games, games.c.id == challenges.c.game)
            .join(people, or_(people.c.id == challenges.c.person, people.c.id == challenges.c.taken))
            .join(seats, and_(seats.c.game == games.c.id, seats.c.hash == literal(person_key("")) + people.c.id))
        )
        wanted = wanted.where(challenges.c.game.in_(ids), people.c.is_public, games.c.brief.is_not(None))
        with self.store.reading.begin() as connection:
            rows = connection.execute(wanted).all()
            rated = select(ratings).where(ratings.c.person.in_({row.id for row in rows}))
            known = {(row["person"], row["game"]): rating_view(row) for row in connection.execute(rated).mappings()}
        for row in rows:
            name = json.loads(row.brief)["spec"].partition(":")[0]
            found[row.game][row.seat] = {"id": row.id, "rating": known.get((row.id, name))}
        return found

    @tried_again
    def is_challenge(self, game: str) -> bool:
        """Whether a game is one of the lobby, its other seat for anybody there."""
        with self.store.reading.begin() as connection:
            return connection.execute(select(challenges.c.game).where(challenges.c.game == game)).first() is not None

    # ---------------------------------------------------------------- not with them

    @tried_again
    def block(self, person: str, other: str, is_blocked: bool) -> None:
        """See no challenges of somebody, and show them none; or again."""
        both = {"person": person, "blocked": other}
        this = (blocks.c.person == person) & (blocks.c.blocked == other)
        others = select(func.count()).where(blocks.c.person == person, blocks.c.blocked != other)
        with self.store.writing() as connection:
            if not is_blocked:
                connection.execute(delete(blocks).where(this))
                return
            count = connection.execute(others).scalar() or 0
            known = connection.execute(select(people.c.id).where(people.c.id == other)).first()
            if known is None or other == person:
                raise Refusal("request/not-found")
            if count >= MOST_BLOCKED:
                raise Refusal("lobby/many", most=MOST_BLOCKED)
            connection.execute(self.store.insert(blocks).on_conflict_do_nothing(), both)  # twice at once is once

    @tried_again
    def blocked(self, person: str) -> list[BlockedView]:
        """Whom somebody has blocked."""
        wanted = select(people.c.id, people.c.name).join(blocks, blocks.c.blocked == people.c.id)
        with self.store.reading.begin() as connection:
            rows = connection.execute(wanted.where(blocks.c.person == person).order_by(people.c.name))
            return [{"id": row.id, "name": row.name} for row in rows]

    @tried_again
    def report(self, person: str, other: str, game: str, reason: str, now: int) -> None:
        """Tell the host of somebody with whom one plays or has played."""
        held = select(func.count()).where(
            seats.c.game == game, seats.c.hash.in_((person_key(person), person_key(other)))
        )
        today = select(func.count()).where(reports.c.person == person, reports.c.created > now - DAY_MS)
        with self.store.writing() as connection:
            if other == person or connection.execute(held).scalar() != 2:
                raise Refusal("request/not-found")
            if (connection.execute(today).scalar() or 0) >= MOST_REPORTS:
                raise Refusal("lobby/many", most=MOST_REPORTS)
            row = {"created": now, "person": person, "about": other, "game": game, "reason": reason}
            connection.execute(insert(reports), row)

    # ---------------------------------------------------------------- for hosts

    @tried_again
    def reports(self, most: int = 100) -> list[Report]:
        """The latest reports."""
        wanted: Any = select(reports, people.c.name).join(people, people.c.id == reports.c.about)
        with self.store.reading.begin() as connection:
            rows = connection.execute(wanted.order_by(reports.c.id.desc()).limit(most)).mappings()
            return [
                Report(row["created"], row["person"], row["about"], row["name"], row["game"], row["reason"])
                for row in rows
            ]

    @tried_again
    def bar(self, person: str, is_barred: bool) -> bool:
        """Keep somebody out of the lobby, or let them in again; False where nobody has that id."""
        with self.store.writing() as connection:
            changed = update(people).where(people.c.id == person).values(is_barred=is_barred)
            return connection.execute(changed).rowcount == 1
