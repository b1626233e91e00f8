"""Routes of somebody's shelf: the shared studies that they may change, on every device of theirs."""

from fastapi import APIRouter

from ludejo.table.messages import people as requests
from ludejo.table.messages.views import people as views
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.sitting.clock import now_ms
from ludejo.table.web.asking import GameId, Key, TheServer, Visitor, refusals
from ludejo.table.web.people_routes import Me
from ludejo.table.web.sharing.studies import editable_title

SHELF_BYTES = 200  # in the database, about

router = APIRouter()


@router.get("/api/me/studies", responses=refusals())
async def shelf(key: Key, server: TheServer, visitor: Visitor) -> views.ShelfView:
    """The shared studies that you may change, the latest first. Whoever is not known has none."""
    server.limits.check("look", visitor)
    return {"studies": await asked(server.shelves.listed, key[1:])}


@router.post("/api/me/studies/{id}", responses=refusals(401, 404))
async def put(
    id: GameId, wanted: requests.ShelveRequest, person: Me, server: TheServer, visitor: Visitor
) -> views.ShelfView:
    """Keep a shared study whose secret you have: from then on you may change it on every device of yours."""
    title = await editable_title(server, visitor, id, wanted.secret)
    server.limits.check("store", visitor, SHELF_BYTES)
    await asked(server.shelves.put, person.id, id, title, now_ms())
    return {"studies": await asked(server.shelves.listed, person.id)}


@router.delete("/api/me/studies/{id}", responses=refusals(401, 404))
async def take(id: GameId, person: Me, server: TheServer) -> views.ShelfView:
    """Take a study off your shelf. Its links still work."""
    if not await asked(server.shelves.take, person.id, id):
        raise Refusal("request/not-found")
    return {"studies": await asked(server.shelves.listed, person.id)}
