"""Routes of the lobby: who waits for a game, what is being played, and the pages of those who want one.

A table has a lobby if its host says so (`ludejo serve --lobby`); where there is none these addresses lead nowhere.
"""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path

from ludejo.table.messages import people as requests
from ludejo.table.messages.requests import DaysClock, NewGame
from ludejo.table.messages.views import people as views
from ludejo.table.people.persons import Person
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting.acting import Act
from ludejo.table.sitting.clock import now_ms
from ludejo.table.web.asking import GAME_ID, GameId, Key, TheServer, Visitor, refusals
from ludejo.table.web.people_routes import Me
from ludejo.table.web.server import GAME_BYTES

PersonId = Annotated[str, Path(max_length=16, pattern=GAME_ID)]
REPORT_BYTES = 200


async def check_lobby(server: TheServer, visitor: Visitor) -> None:
    """Refuse where there is no lobby, and what is asked too often."""
    if not server.config.lobby:
        raise Refusal("lobby/off")
    server.limits.check("look", visitor)


router = APIRouter(dependencies=[Depends(check_lobby)])


def _check_welcome(person: Person) -> None:
    if person.is_barred:
        raise Refusal("lobby/barred")


@router.get("/api/lobby", responses=refusals(404))
async def lobby(key: Key, server: TheServer) -> views.LobbyView:
    """Who waits, and what is being played."""
    await server.see(key)
    played = await asked(server.challenges.played)
    public = await asked(server.company.public_at, [game["id"] for game in played])
    for game in played:
        room = server.rooms.known(game["id"])
        game["watchers"] = room.watchers if room else 0
        game["public"] = public[game["id"]]
    return {"challenges": await asked(server.challenges.listed, key[1:], now_ms()), "played": played}


@router.post("/api/lobby", status_code=201, responses=refusals(401, 403, 404, 409))
async def challenge(
    wanted: requests.ChallengeRequest, person: Me, server: TheServer, visitor: Visitor
) -> views.ChallengedView:
    """Wait for anybody. The game has begun for you; the other seat is taken by whoever comes."""
    _check_welcome(person)
    if wanted.is_rated and not person.is_public:
        raise Refusal("lobby/not-rated")
    await asked(server.challenges.check, person, now_ms())
    server.limits.check("challenge", visitor)
    server.admit(visitor, GAME_BYTES)
    new = NewGame(spec=wanted.spec, opponent="friend", seat=wanted.seat, clock=wanted.clock, name=person.name)
    opening = await server.reading.do(visitor, open_game, new, person.key)
    room = await server.rooms.create(opening.new, visitor)
    has_days = isinstance(wanted.clock, DaysClock)
    await asked(server.challenges.enter, room.id, person.id, wanted.is_rated, wanted.reach, now_ms(), has_days)
    return {"id": room.id}


@router.post("/api/lobby/{id}/take", responses=refusals(401, 403, 404, 409))
async def take(
    id: GameId, person: Me, server: TheServer, visitor: Visitor, taker: requests.TakeRequest | None = None
) -> views.ChallengedView:
    """Take a challenge: the free seat is yours, and you have joined. First moves are waited for from now on."""
    _check_welcome(person)
    server.limits.check("act", visitor)
    room = await server.rooms.fresh(await server.rooms.enter(id, visitor))
    if person.key in room.hashes and all(room.sitting.joined):  # the answer was lost
        return {"id": id}
    free = [seat for seat in (0, 1) if not room.sitting.joined[seat]]
    if not free:
        raise Refusal("lobby/gone")
    server.limits.check("take", visitor)
    await asked(server.challenges.take, id, person, now_ms())
    try:
        await server.rooms.hold(room, free[0], person.key)
    except Refusal:
        await asked(server.challenges.let_go, id)
        raise
    name = (taker and taker.name) or person.name
    await server.rooms.act(room, free[0], Act("join", room.sitting.number, name=name))
    return {"id": id}


@router.post("/api/lobby/{id}/again", responses=refusals(401, 403, 404, 409))
async def again(id: GameId, person: Me, server: TheServer, visitor: Visitor) -> views.ChallengedView:
    """Let a challenge of yours that ran out stand in the lobby again, on the same terms."""
    _check_welcome(person)
    await asked(server.challenges.check, person, now_ms())
    server.limits.check("challenge", visitor)
    await asked(server.challenges.again, id, person, now_ms())
    return {"id": id}


@router.delete("/api/lobby/{id}", responses=refusals(401, 404))
async def withdraw(id: GameId, person: Me, server: TheServer) -> views.ChallengedView:
    """Take a challenge of yours out of the lobby."""
    if not await asked(server.challenges.withdraw, id, person.id):
        raise Refusal("lobby/gone")
    return {"id": id}


@router.get("/api/lobby/{id}", responses=refusals(404))
async def at_game(id: GameId, key: Key, server: TheServer) -> views.AtGameView:
    """Who plays a game of the lobby, by seat. Others than its players are told of those who have a page."""
    public = await asked(server.company.public_at, [id])
    until = await asked(server.challenges.waits_until, id)
    return {
        "people": await asked(server.company.at_game, id, key), "public": public[id], "until": until,
        "has_run_out": until is not None and until <= now_ms(),
    }  # fmt: skip


# ---------------------------------------------------------------- others


@router.get("/api/me/blocked", responses=refusals(401, 404))
async def blocked(me: Me, server: TheServer) -> views.BlockedListView:
    """Whom you have blocked."""
    return {"people": await asked(server.company.blocked, me.id)}


@router.get("/api/people/{person}", responses=refusals(404))
async def player(person: PersonId, server: TheServer, visitor: Visitor) -> views.PlayerView:
    """The page of somebody who wants one."""
    async with server.listing.turn(visitor):
        return await asked(server.company.page, person)


@router.post("/api/people/{person}/report", responses=refusals(401, 404, 409))
async def report(
    person: PersonId, told: requests.ReportRequest, me: Me, server: TheServer, visitor: Visitor
) -> views.ChallengedView:
    """Tell whoever hosts the table of somebody."""
    server.limits.check("report", visitor)
    server.limits.check("store", visitor, REPORT_BYTES)
    await asked(server.company.report, me.id, person, told.game, told.reason, now_ms())
    return {"id": person}


@router.post("/api/people/{person}/{what}", responses=refusals(401, 404, 409))
async def block(
    person: PersonId, what: Literal["block", "unblock"], me: Me, server: TheServer, visitor: Visitor
) -> views.ChallengedView:
    """See no challenges of somebody and show them none, or again."""
    server.limits.check("store", visitor, REPORT_BYTES)
    await asked(server.company.block, me.id, person, what == "block")
    return {"id": person}
