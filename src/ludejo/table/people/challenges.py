"""Open challenges: games that wait for somebody, listed in the lobby for anybody to take; and those being played.

A challenge is a game whose other seat has no link that anybody knows. Whoever takes the challenge holds that seat.
"""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    RowMapping,
    Select,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)  # fmt: skip

from ludejo.table.messages.views.people import ChallengeView, PlayedView, RatingView
from ludejo.table.people.persons import Person
from ludejo.table.people.ratings import LEAST_TURNS, rating_view
from ludejo.table.refusals import Refusal
from ludejo.table.storage.people_schema import blocks, challenges, people, ratings
from ludejo.table.storage.schema import games
from ludejo.table.storage.store import Store, tried_again

MOST_OPEN, MOST_OF_ONE = 500, 3  # at a time; in all, and of one person
MOST_UNBEGUN = 3  # games that one person has taken and in which not both have moved yet
MOST_LISTED, MOST_PLAYED = 50, 20
AWAY_MS = 90_000  # after so long without a word, whoever waits is away: pages ask every minute what waits
SEEN_MS = 20_000  # so often it is noted that they are here
SOON_MS, DAYS_MS = 30 * 60_000, 7 * 86_400_000  # for how long a challenge stands: by the kind of its clock
KEPT_MS = 30 * 86_400_000  # after that, so that whoever set it up is told that it ran out, and may set it up again


class Challenges:
    """Reads and writes challenges."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @tried_again
    def check(self, person: Person, now: int) -> None:
        """Whether somebody may challenge."""
        own = select(func.count()).select_from(challenges).where(_is_open(now), challenges.c.person == person.id)
        with self.store.reading.begin() as connection:
            of_one = connection.execute(own).scalar() or 0
        if of_one >= MOST_OF_ONE:
            raise Refusal("lobby/many", most=MOST_OF_ONE)

    @tried_again
    def enter(self, game: str, person: str, is_rated: bool, reach: int | None, now: int, has_days: bool) -> None:
        """Let a game that was just started wait for anybody. Where very many do, the one that waited longest runs out.

        It is far out of sight by then; to refuse the new one would let whoever fills the lobby close it.
        """
        row = {
            "game": game, "person": person, "created": now, "is_rated": is_rated, "reach": reach,
            "until": now + (DAYS_MS if has_days else SOON_MS), "seen": None if has_days else now,
        }  # fmt: skip
        with self.store.writing() as connection:
            connection.execute(insert(challenges), row)
            newest = select(challenges.c.game).where(_is_open(now))
            newest = newest.order_by(challenges.c.created.desc(), challenges.c.game).offset(MOST_OPEN)
            for old in connection.execute(newest).scalars().all():
                over = update(challenges).where(challenges.c.game == old, challenges.c.taken.is_(None))
                left = challenges.c.until - now
                connection.execute(over.values(until=now, created=challenges.c.created - left))

    @tried_again
    def waits_until(self, game: str) -> int | None:
        """Until when a challenge waits, or has waited, for somebody; None where one has come or there is none."""
        waiting = select(challenges.c.until).where(challenges.c.game == game, challenges.c.taken.is_(None))
        with self.store.reading.begin() as connection:
            return connection.execute(waiting).scalar()

    @tried_again
    def again(self, game: str, person: Person, now: int) -> None:
        """Let a challenge of one's own stand from now on, on the terms it had and for as long as before."""
        own = and_(challenges.c.game == game, challenges.c.person == person.id, challenges.c.taken.is_(None))
        lasting = challenges.c.until - challenges.c.created
        with self.store.writing() as connection:
            is_rated = connection.execute(select(challenges.c.is_rated).where(own)).scalar()
            if is_rated is None:
                raise Refusal("lobby/gone")
            if is_rated and not person.is_public:
                raise Refusal("lobby/not-rated")
            seen = case((challenges.c.seen.is_(None), None), else_=now)
            connection.execute(update(challenges).where(own).values(until=now + lasting, created=now, seen=seen))

    @tried_again
    def see(self, person: str, now: int, at: Sequence[str] = ()) -> None:
        """Somebody is here, or those whose challenges these are: what they wait for is shown to others."""
        waiting = and_(_is_open(now), challenges.c.seen < now - SEEN_MS)
        whose = challenges.c.person == person if person else challenges.c.game.in_(at)
        with self.store.reading.begin() as connection:
            if connection.execute(select(challenges.c.game).where(waiting, whose).limit(1)).first() is None:
                return
        with self.store.writing() as connection:
            connection.execute(update(challenges).where(waiting, whose).values(seen=now))

    @tried_again
    def take(self, game: str, person: Person, now: int) -> None:
        """Take a challenge: one person does, whoever is first."""
        with self.store.writing() as connection:
            found = connection.execute(select(challenges).where(challenges.c.game == game)).mappings().first()
            if (
                found is None
                or found["person"] == person.id
                or self._is_blocked(connection, found["person"], person.id)
            ):
                raise Refusal("lobby/gone")
            if found["is_rated"] and not person.is_public:
                raise Refusal("lobby/not-rated")
            if found["reach"] is not None and not self._is_in_reach(connection, found, person.id):
                raise Refusal("lobby/strength")
            if found["taken"] != person.id:
                if found["until"] > now and found["seen"] is not None and found["seen"] <= now - AWAY_MS:
                    raise Refusal("lobby/away")
                self._check_unbegun(connection, person.id)
            is_free = or_(challenges.c.taken == person.id, _is_open(now))
            taking = update(challenges).where(challenges.c.game == game, is_free)
            if connection.execute(taking.values(taken=person.id)).rowcount != 1:
                raise Refusal("lobby/gone")

    def _check_unbegun(self, connection: Connection, person: str) -> None:
        """Whoever takes games plays them: a few that wait for first moves are enough."""
        taken = select(games.c.brief).join(challenges, challenges.c.game == games.c.id)
        taken = taken.where(challenges.c.taken == person, ~games.c.is_over, games.c.brief.is_not(None))
        briefs = [json.loads(brief) for brief in connection.execute(taken).scalars()]
        if sum(brief["turns"] < LEAST_TURNS for brief in briefs) >= MOST_UNBEGUN:
            raise Refusal("lobby/many", most=MOST_UNBEGUN)

    @tried_again
    def let_go(self, game: str) -> None:
        """Let a challenge stand again that could not be taken after all."""
        with self.store.writing() as connection:
            connection.execute(update(challenges).where(challenges.c.game == game).values(taken=None))

    @tried_again
    def withdraw(self, game: str, person: str) -> bool:
        """Take a challenge of one's own out of the lobby; False where there is none. The game stays."""
        own = delete(challenges).where(
            challenges.c.game == game, challenges.c.person == person, challenges.c.taken.is_(None)
        )
        with self.store.writing() as connection:
            return connection.execute(own).rowcount == 1

    @tried_again
    def drop_old(self, now: int) -> None:
        """Forget challenges that nobody took, some time after they ran out."""
        with self.store.reading.begin() as connection:
            old = and_(challenges.c.taken.is_(None), challenges.c.until <= now - KEPT_MS)
            if connection.execute(select(challenges.c.game).where(old).limit(1)).first() is None:
                return
        with self.store.writing() as connection:
            connection.execute(delete(challenges).where(old))

    def _is_blocked(self, connection: Connection, one: str, other: str) -> bool:
        either = or_(
            and_(blocks.c.person == one, blocks.c.blocked == other),
            and_(blocks.c.person == other, blocks.c.blocked == one),
        )
        return connection.execute(select(blocks.c.person).where(either)).first() is not None

    def _is_in_reach(self, connection: Connection, challenge: RowMapping, person: str) -> bool:
        """Whether two ratings are near enough; who has none yet may be anybody."""
        brief = connection.execute(select(games.c.brief).where(games.c.id == challenge["game"])).scalar() or "{}"
        name = json.loads(brief).get("spec", "").partition(":")[0]
        both = select(ratings.c.mu).where(ratings.c.game == name, ratings.c.person.in_((challenge["person"], person)))
        known = list(connection.execute(both).scalars())
        return len(known) < 2 or abs(known[0] - known[1]) <= challenge["reach"]

    # ---------------------------------------------------------------- the lobby

    @tried_again
    def listed(self, own: str, now: int) -> list[ChallengeView]:
        """The challenges that stand, but for those of people whom one has blocked, or who have blocked one.

        Nor those of people who are away, where a clock would run against them.
        """
        is_here = or_(challenges.c.seen.is_(None), challenges.c.seen > now - AWAY_MS, challenges.c.person == own)
        wanted = _with_people().where(_is_open(now), is_here, ~people.c.is_barred, games.c.brief.is_not(None))
        if own:
            apart = or_(
                and_(blocks.c.person == own, blocks.c.blocked == challenges.c.person),
                and_(blocks.c.person == challenges.c.person, blocks.c.blocked == own),
            )
            wanted = wanted.where(~exists().where(apart))
        wanted = wanted.order_by(challenges.c.created.desc()).limit(MOST_LISTED)
        with self.store.reading.begin() as connection:
            rows = connection.execute(wanted).mappings().all()
            known = _ratings_of(connection, [row["person"] for row in rows if row["is_public"]])
        return [_challenge_view(row, own, known) for row in rows]

    @tried_again
    def played(self) -> list[PlayedView]:
        """Games of the lobby that are being played, the latest first."""
        wanted = select(games.c.id, games.c.brief, games.c.latest).join(challenges, challenges.c.game == games.c.id)
        wanted = wanted.where(challenges.c.taken.is_not(None), ~challenges.c.is_settled, ~games.c.is_over)
        wanted = wanted.where(games.c.brief.is_not(None)).order_by(games.c.latest.desc()).limit(MOST_PLAYED)
        with self.store.reading.begin() as connection:
            return [played_view(row) for row in connection.execute(wanted)]


def _is_open(now: int) -> ColumnElement[bool]:
    """Challenges that stand."""
    return and_(challenges.c.taken.is_(None), challenges.c.until > now)


def _with_people() -> Select[Any]:
    wanted = select(challenges, games.c.brief, people.c.name, people.c.is_public)
    joined = challenges.join(games, games.c.id == challenges.c.game).join(people, people.c.id == challenges.c.person)
    return wanted.select_from(joined)


def _ratings_of(connection: Connection, persons: list[str]) -> dict[tuple[str, str], RatingView]:
    found = connection.execute(select(ratings).where(ratings.c.person.in_(persons))).mappings() if persons else ()
    return {(row["person"], row["game"]): rating_view(row) for row in found}


def _challenge_view(row: RowMapping, own: str, known: dict[tuple[str, str], RatingView]) -> ChallengeView:
    brief = json.loads(row["brief"])
    name = brief["spec"].partition(":")[0]
    return {
        "id": row["game"], "spec": brief["spec"], "clock": brief["clock"], "name": row["name"],
        "person": row["person"] if row["is_public"] else None, "rating": known.get((row["person"], name)),
        "is_rated": row["is_rated"], "reach": row["reach"], "is_yours": row["person"] == own, "until": row["until"],
    }  # fmt: skip


def played_view(row: Row) -> PlayedView:
    """A game between people of the lobby, as anybody may see it."""
    brief = json.loads(row.brief)
    return {
        "id": row.id, "spec": brief["spec"], "names": brief["names"], "public": [None, None], "turns": brief["turns"],
        "clock": brief["clock"], "how": brief["how"], "winner": brief["winner"], "latest": row.latest, "watchers": 0,
    }  # fmt: skip
