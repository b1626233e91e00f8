"""Routes for passkeys, where the host allows them: a key for somebody, and the same person in another browser by it."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from ludejo.table.messages import people as requests
from ludejo.table.messages.views import people as views
from ludejo.table.people import passkeys
from ludejo.table.people.passkeys import Site
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.sitting.clock import now_ms
from ludejo.table.web.asking import TheServer, Visitor, refusals
from ludejo.table.web.people_routes import ACTS_A_CHANGE, Me, person_view

KEY_BYTES, CHALLENGE_BYTES = 500, 200  # in the database, about

router = APIRouter()


def site(request: Request, server: TheServer) -> Site:
    """For which site keys are made here."""
    config = server.config
    if not config.passkeys:
        raise Refusal("passkey/off")
    return Site.of(config.public_url or str(request.base_url))


TheSite = Annotated[Site, Depends(site)]


@router.get("/api/me/passkeys", responses=refusals(401, 404, 409))
async def own(site: TheSite, person: Me, server: TheServer) -> views.PasskeysView:
    """When your keys were made."""
    return {"made": await asked(server.passkeys.of, person.id)}


@router.post("/api/me/passkeys/options", responses=refusals(401, 404, 409))
async def options_for_new(site: TheSite, person: Me, server: TheServer, visitor: Visitor) -> views.PasskeyOptionsView:
    """What your browser needs to make a key."""
    server.limits.check("store", visitor, CHALLENGE_BYTES)
    challenge = await asked(server.passkeys.challenge, person.id, now_ms())
    return {"options": passkeys.options_for_new(site, person.id, person.name, challenge)}


@router.post("/api/me/passkeys", responses=refusals(401, 404, 409))
async def add(
    wanted: requests.PasskeyRequest, site: TheSite, person: Me, server: TheServer, visitor: Visitor
) -> views.PasskeysView:
    """Let a key that your device has made stand for you."""
    server.limits.check("store", visitor, KEY_BYTES)
    challenge = passkeys.challenge_in(wanted.credential)
    if not await asked(server.passkeys.take, challenge, person.id, now_ms()):
        raise Refusal("passkey/refused")
    made = await server.reading.do(
        visitor, passkeys.checked_new, site, wanted.credential, challenge, person.id, now_ms()
    )
    await asked(server.passkeys.add, made)
    return {"made": await asked(server.passkeys.of, person.id)}


@router.delete("/api/me/passkeys", responses=refusals(401, 404, 409))
async def forget(site: TheSite, person: Me, server: TheServer) -> views.PasskeysView:
    """No key stands for you any more."""
    await asked(server.passkeys.forget, person.id)
    return {"made": []}


@router.post("/api/passkeys/options", responses=refusals(404, 409))
async def options_for_known(site: TheSite, server: TheServer, visitor: Visitor) -> views.PasskeyOptionsView:
    """What a browser needs to let somebody choose one of their keys."""
    server.limits.check("act", visitor, ACTS_A_CHANGE)
    server.limits.check("store", visitor, CHALLENGE_BYTES)
    challenge = await asked(server.passkeys.challenge, None, now_ms())
    return {"options": passkeys.options_for_known(site, challenge)}


@router.post("/api/passkeys", responses=refusals(401, 404, 409))
async def come_in(
    wanted: requests.PasskeyWordsRequest, site: TheSite, server: TheServer, visitor: Visitor
) -> views.PersonView:
    """Be the person whose key has signed; the words that came along stand for them from now on, too."""
    server.limits.check("act", visitor, ACTS_A_CHANGE)
    server.limits.check("store", visitor, KEY_BYTES)
    known = await asked(server.passkeys.find, passkeys.hash_of(wanted.credential))
    if known is None:
        raise Refusal("passkey/unknown")
    challenge = passkeys.challenge_in(wanted.credential)
    if not await asked(server.passkeys.take, challenge, None, now_ms()):
        raise Refusal("passkey/refused")
    count: int = await server.reading.do(visitor, passkeys.checked_known, site, wanted.credential, challenge, known)
    await asked(server.passkeys.used, known.hash, count)
    await server.persons.let_in(known.person, wanted.secret)
    return person_view(server, await server.persons.known(wanted.secret))
