"""Routes of somebody's own: who they are, their games, and what waits for them. The bearer token is their secret."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from ludejo.table.messages import people as requests
from ludejo.table.messages.views import people as views
from ludejo.table.people.lists import PAGE
from ludejo.table.people.persons import Person
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.web.asking import GameId, Key, Seated, Secret, TheServer, Visitor, answered, refusals
from ludejo.table.web.server import ACT_BYTES, Server

PERSON_BYTES = 500  # in the database, about
ACTS_A_CHANGE = 4.0  # it is a transaction of its own; moves share one
GAMES_A_LOOK = 50  # a long list is as much work as several short ones

router = APIRouter()


async def known_person(secret: Secret, server: TheServer, visitor: Visitor, request: Request) -> Person:
    """Who asks. Somebody new who wants to change something is entered, as far as the visitor may have things entered.

    Whoever only looks is not: words that were replaced on another device must not come to stand for somebody new.
    """
    is_looking = request.method == "GET"
    server.limits.check("look" if is_looking else "act", visitor, 1.0 if is_looking else ACTS_A_CHANGE)
    if not await server.persons.key_of(secret):
        if is_looking:
            raise Refusal("person/needed")
        server.admit(visitor, PERSON_BYTES)
    return await server.persons.known(secret)


Me = Annotated[Person, Depends(known_person)]


def person_view(server: Server, person: Person) -> views.PersonView:
    """What somebody is told of themselves."""
    return {
        "id": person.id, "name": person.name, "is_public": person.is_public, "has_feed": person.has_feed,
        "can": list(server.config.offers),
    }  # fmt: skip


@router.get("/api/offers", responses=refusals())
async def offers(server: TheServer) -> views.OffersView:
    """What this table offers beside games."""
    return {"can": list(server.config.offers)}


@router.get("/api/me", responses=refusals(401))
async def me(person: Me, server: TheServer) -> views.PersonView:
    """What the table knows of you."""
    return person_view(server, person)


@router.post("/api/me", responses=refusals(401))
async def change(wanted: requests.ProfileRequest, person: Me, server: TheServer) -> views.PersonView:
    """Be called otherwise; have a page of your own, or none."""
    name = person.name if wanted.name is None else wanted.name
    is_public = person.is_public if wanted.is_public is None else wanted.is_public
    await asked(server.persons.change, person.id, name, is_public)
    found = await asked(server.persons.find, person.id)
    return person_view(server, found or person)


@router.post("/api/me/words", responses=refusals(401, 409))
async def new_words(
    wanted: requests.NewWordsRequest, secret: Secret, person: Me, server: TheServer
) -> views.PersonView:
    """Another secret for yourself; the old one is dead on every device, within a minute."""
    await server.persons.replace(person.id, secret, wanted.secret)
    return person_view(server, person)


# ---------------------------------------------------------------- games


@router.get("/api/me/games", responses={200: {"model": views.ListView}, **refusals()})
async def games(
    key: Key, server: TheServer, visitor: Visitor, first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    most: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:  # fmt: skip
    """Your games, a page of them. Whoever is not known has none."""
    async with server.listing.turn(visitor):  # one by one: each list is paid for before the next is begun
        server.limits.check("look", visitor)
        listed = await asked(server.lists.page, key, first, most)
        server.limits.pay("look", visitor, listed.of / GAMES_A_LOOK)
    view: views.ListView = {
        "games": listed.games, "count": listed.of, "waiting": listed.waiting, "is_known": bool(key),
    }  # fmt: skip
    return answered(view)


@router.get("/api/me/waiting", responses=refusals())
async def waiting(
    key: Key, server: TheServer, visitor: Visitor, but: Annotated[str, Query(max_length=16)] = ""
) -> views.KnownWaitingView:
    """How many games between people wait for you, but for one of them. Who asks is here."""
    server.limits.check("look", visitor)
    await server.see(key)
    return {**await waiting_for(key, server, visitor, but), "is_known": bool(key)}


async def waiting_for(key: str, server: Server, visitor: str, but: str = "") -> views.WaitingView:
    """How many games wait for somebody; all of theirs are looked at for it."""
    async with server.listing.turn(visitor):
        return {"waiting": await asked(server.lists.waiting, key, but)}


@router.delete("/api/me/games/{id}", responses=refusals(401, 404))
async def remove(id: GameId, key: Key, server: TheServer, visitor: Visitor) -> views.WaitingView:
    """Take a game out of your list. The seat stays yours, by its link."""
    server.limits.check("act", visitor)
    if not await asked(server.lists.hide, key, id):
        raise Refusal("table/no-such-game")
    return await waiting_for(key, server, visitor)


@router.post("/api/play/{id}/keep", responses=refusals(401, 404, 409))
async def keep(wanted: requests.KeepRequest, seated: Seated, server: TheServer, visitor: Visitor) -> views.WaitingView:
    """Put the game whose seat you hold into a person's list: from then on they hold it on every device of theirs."""
    room, holder = seated
    server.admit_act(holder, visitor)
    server.limits.pay("store", visitor, ACT_BYTES)
    if not await server.persons.key_of(wanted.person):
        server.admit(visitor, PERSON_BYTES)
    key = await server.persons.entered(wanted.person)
    await server.rooms.hold(room, holder, key)
    return await waiting_for(key, server, visitor)
