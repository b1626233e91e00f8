"""Routes for studies that people share: a link to look, a secret one to join in, chapters, and versions."""

import hmac
import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from ludejo.games.phrases import mark_text
from ludejo.table.messages import requests, views
from ludejo.table.reading import lines, shared
from ludejo.table.reading.shared import Chapter, SharedStudy
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked as asked_store
from ludejo.table.sitting.seats import PERSON, hashed, new_id
from ludejo.table.storage import sharing
from ludejo.table.web.asking import GameId, Secret, TheServer, Visitor, refusals
from ludejo.table.web.front.guard import BYTES_A_LOOK
from ludejo.table.web.server import Server
from ludejo.table.web.study_routes import pay_for_growth, read_line, seen_line

SECRET_BYTES = 24
BYTES_AN_ACT = 20_000  # whoever changes a word has the whole study written anew
Number = Annotated[int, Path(ge=1, le=shared.MOST_CHAPTERS)]

router = APIRouter()


async def _kept(server: Server, visitor: str, id: str) -> tuple[str, SharedStudy]:
    """A study and its text; a long one is paid for as several looks."""
    text = await asked_store(server.store.study, id)
    if text is None or not shared.is_shared(text):
        raise Refusal("table/no-such-game")
    server.limits.pay("look", visitor, len(text) / BYTES_A_LOOK)
    return text, await server.studying.do(visitor, shared.read_shared, text)


async def _may_edit(server: Server, id: str, study: SharedStudy, secret: str) -> bool:
    """Whether a secret is that of a study, or of a person who has it on their shelf."""
    if secret.startswith(PERSON):
        key = await server.persons.key_of(secret)
        return bool(key) and await asked_store(server.shelves.holds, key[1:], id)
    return bool(secret) and hmac.compare_digest(study.key, hashed(secret))


async def editable_title(server: Server, visitor: str, id: str, secret: str) -> str:
    """What a study is called, for whoever has its secret."""
    _, study = await _kept(server, visitor, id)
    if not await _may_edit(server, id, study, secret):
        raise Refusal("seat/unknown")
    return study.title


async def record_of_chapter(server: Server, visitor: str, id: str, number: int) -> str:
    """What a chapter holds."""
    _, study = await _kept(server, visitor, id)
    if number > len(study.chapters):
        raise Refusal("request/not-found")
    return study.chapters[number - 1].record


async def _rewritten(server: Server, visitor: str, asked: requests.ChapterRequest) -> str:
    """What a chapter holds, in our format."""
    line = requests.StudyLine.model_construct(record=asked.record, moves=[])
    return await read_line(server, visitor, lines.rewritten, line)


async def _editable(server: Server, visitor: str, id: str, version: int, secret: str) -> tuple[str, SharedStudy]:
    """A study and its text, for whoever may change it and has seen it as it is."""
    server.limits.check("act", visitor)
    before, study = await _kept(server, visitor, id)
    if not await _may_edit(server, id, study, secret):
        raise Refusal("seat/unknown")
    if version != study.version:
        raise Refusal("table/stale")
    server.limits.pay("act", visitor, len(before) / BYTES_AN_ACT)
    return before, study


async def _replaced(server: Server, visitor: str, id: str, before: str, after: SharedStudy) -> views.SharedView:
    """Keep the next version, unless somebody else was quicker."""
    text = await server.studying.do(visitor, shared.write_shared, after)
    if not await asked_store(sharing.replace, server.store, id, before, text):
        raise Refusal("table/stale")
    return _view(id, after, may_edit=True)


@router.post("/api/studies", status_code=201, responses=refusals())
async def share(asked: requests.ShareRequest, server: TheServer, visitor: Visitor) -> views.ShareAnswer:
    """Share a study: who has its id may look, who has the secret may join in."""
    server.admit(visitor, len(asked.record))
    chapter = Chapter(asked.title, await _rewritten(server, visitor, asked), 1)
    pay_for_growth(server, visitor, asked.record, chapter.record)
    id, secret = new_id(), secrets.token_urlsafe(SECRET_BYTES)
    study = SharedStudy(asked.study, hashed(secret), 1, (chapter,))
    await asked_store(sharing.keep, server.store, id, study.text())
    return {"id": id, "secret": secret}


@router.get("/api/studies/{id}", responses=refusals(404))
async def summary(id: GameId, server: TheServer, visitor: Visitor, secret: Secret) -> views.SharedView:
    """What a shared study is called, its chapters, and how often it has been changed."""
    server.limits.check("look", visitor)
    _, study = await _kept(server, visitor, id)
    return _view(id, study, await _may_edit(server, id, study, secret))


def _view(id: str, study: SharedStudy, may_edit: bool) -> views.SharedView:
    titles = [chapter.title for chapter in study.chapters]
    ids = [chapter.id for chapter in study.chapters]
    return {
        "id": id, "title": study.title, "version": study.version, "chapters": titles, "ids": ids, "may_edit": may_edit,
    }  # fmt: skip


@router.put("/api/studies/{id}", responses=refusals(401, 404, 409))
async def arrange(
    id: GameId, asked: requests.ArrangeRequest, server: TheServer, visitor: Visitor, secret: Secret
) -> views.SharedView:
    """Call a study and its chapters otherwise, put them into another order, leave some out."""
    before, study = await _editable(server, visitor, id, asked.version, secret)
    titles = {place.id: place.title for place in asked.chapters}
    if len(titles) < len(asked.chapters) or not titles.keys() <= {chapter.id for chapter in study.chapters}:
        raise Refusal("request/bad", mark_text("The chapters named are not those of the study, each once"))
    view = await _replaced(server, visitor, id, before, study.arranged(asked.study, titles))
    if asked.study != study.title:
        await asked_store(server.shelves.rename, id, asked.study)
    return view


@router.delete("/api/studies/{id}", responses=refusals(401, 404))
async def delete(id: GameId, server: TheServer, visitor: Visitor, secret: Secret) -> views.DeleteAnswer:
    """Delete a study, for everybody who has a link to it."""
    server.limits.check("act", visitor)
    _, study = await _kept(server, visitor, id)
    if not await _may_edit(server, id, study, secret):
        raise Refusal("seat/unknown")
    await asked_store(sharing.forget, server.store, id)
    return {"deleted": True}


@router.get("/api/studies/{id}/{chapter}", responses={200: {"model": views.LookView}, **refusals(404)})
async def chapter(
    id: GameId, chapter: Number, server: TheServer, visitor: Visitor, first: Annotated[int, Query(ge=0)] = 0,
    most: Annotated[int, Query(ge=1, le=requests.MOST_POSITIONS)] = requests.MOST_POSITIONS,
) -> Response:  # fmt: skip
    """A chapter: its line, variations, comments and marks, and as many positions as fit into one answer."""
    server.limits.check("look", visitor)
    text = await record_of_chapter(server, visitor, id, chapter)
    kept = requests.StudyLine.model_construct(record=text, moves=[])
    return await seen_line(server, visitor, kept, lines.Page(first, most))


@router.put("/api/studies/{id}/{chapter}", responses=refusals(401, 404, 409))
async def change(
    id: GameId, chapter: Number, asked: requests.ChangeRequest, server: TheServer, visitor: Visitor, secret: Secret
) -> views.SharedView:
    """Change a chapter, or add one after the last. Who has not seen the latest version is told to look again."""
    before, study = await _editable(server, visitor, id, asked.version, secret)
    if chapter > len(study.chapters) + 1:
        raise Refusal("request/not-found")
    after = study.with_chapter(chapter, asked.title, await _rewritten(server, visitor, asked))
    if after.size > shared.MOST_CHARACTERS:
        raise Refusal("request/bad", mark_text("The study would be too long: begin another one"))
    if after.bytes > study.bytes:
        server.check_room()
    server.limits.check("store", visitor, max(0, after.bytes - study.bytes))
    return await _replaced(server, visitor, id, before, after)
