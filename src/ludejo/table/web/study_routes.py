"""Routes for looking at games: lines of play, records, evaluations."""

import json
import logging
import threading
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Concatenate, ParamSpec, TypeVar

from fastapi import APIRouter, Query
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response, StreamingResponse

from ludejo.search.analysis import Judgement, turns
from ludejo.table.messages import requests, views
from ludejo.table.messages.positions import as_text
from ludejo.table.pools import in_database
from ludejo.table.reading import lines
from ludejo.table.reading.shared import is_shared
from ludejo.table.refusals import EXPLAINED, Refusal, explained
from ludejo.table.rooms.asking import asked as asked_store
from ludejo.table.sitting.seats import new_id
from ludejo.table.thinking import questions
from ludejo.table.web.asking import GameId, TheServer, Visitor, check_unguarded, refusals, saved
from ludejo.table.web.play_routes import hinted
from ludejo.table.web.server import Server

TURNS_A_LOOK = 50  # a long line is as much work as several short ones
CHARACTERS_A_TURN = 5  # a record cannot have more turns than this makes of its length

log = logging.getLogger("ludejo.table")
Line = TypeVar("Line", bound=requests.StudyLine)
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
router = APIRouter()


# ---------------------------------------------------------------- lines


async def read_line(
    server: Server, visitor: str, work: Callable[Concatenate[Line, Asked], Answer], asked: Line,
    *arguments: Asked.args, **details: Asked.kwargs,
) -> Answer:  # fmt: skip
    """What comes of the line that a request brings. It is paid for before it is read: refusals are work, too."""
    server.limits.check("look", visitor)
    pay_for_length(server, visitor, len(asked.record or ""), len(asked.moves))
    await server.warming.ready(asked.spec or "")
    try:
        return await server.studying.do(visitor, work, asked, *arguments, **details)
    except EXPLAINED as error:
        raise explained(error) from None


def pay_for_length(server: Server, visitor: str, characters: int, turns: int = 0) -> None:
    """Pay for a line that is about to be read: a record of so many characters, and turns."""
    server.limits.pay("look", visitor, (turns + characters // CHARACTERS_A_TURN) / TURNS_A_LOOK)


async def seen_line(server: Server, visitor: str, asked: requests.StudyLine, page: lines.Page) -> Response:
    """Tell what wins at once, but not of what stands on a board between people; if in doubt, it does."""
    look = await read_line(server, visitor, lines.looked_at, asked, page)
    try:
        is_guarded = await in_database(server.store.are_guarded, look.keys)
    except SQLAlchemyError:
        is_guarded = True
    return Response(look.silent if is_guarded else look.text, media_type="application/json")


@router.post("/api/study/look", responses={200: {"model": views.LookView}, **refusals()})
async def look(asked: requests.LookRequest, server: TheServer, visitor: Visitor) -> Response:
    """The positions of a line or record: as many as are wanted and fit into one answer, from a turn on."""
    return await seen_line(server, visitor, asked, lines.Page(asked.first if asked.whole else None, asked.most))


@router.post("/api/study/hint", responses=refusals(403, 409))
async def hint(asked: requests.StudyLine, server: TheServer, visitor: Visitor) -> views.HintView:
    """What the engine would play after a line."""
    line = await read_line(server, visitor, lines.asked_about, asked)
    if line.is_over:
        raise Refusal("table/over")
    await check_unguarded(server, line.keys)
    with server.thinking.allowance.keeping(visitor, line.weight):
        return await hinted(server, visitor, await server.reading.do(visitor, line.position))


@router.post("/api/study/explore", responses=refusals(403))
async def explore(asked: requests.StudyLine, server: TheServer, visitor: Visitor) -> views.ExplorerView:
    """What strong games did in the position at the end of a line: programs played them, so it is help as a hint is."""
    line = await read_line(server, visitor, lines.asked_about, asked)
    await check_unguarded(server, line.keys)
    return await server.studying.do(visitor, lines.explored, line)


@router.post("/api/study/export", responses=refusals())
async def export(asked: requests.ExportRequest, server: TheServer, visitor: Visitor) -> Response:
    """A line as a file."""
    server.limits.pay("look", visitor, len(asked.study or "") / CHARACTERS_A_TURN / TURNS_A_LOOK)
    return saved(await read_line(server, visitor, lines.exported, asked))


def pay_for_growth(server: Server, visitor: str, given: str, kept: str) -> None:
    """What is kept may take more bytes than what was given, and was paid for, has characters."""
    server.limits.pay("store", visitor, max(0, len(kept.encode()) - len(given)))


@router.post("/api/study", status_code=201, responses=refusals())
async def upload(asked: requests.UploadRequest, server: TheServer, visitor: Visitor) -> views.UploadAnswer:
    """Keep a record under an address of its own."""
    server.admit(visitor, len(asked.record))
    text = await read_line(server, visitor, lines.rewritten, requests.StudyLine(record=asked.record))
    pay_for_growth(server, visitor, asked.record, text)
    return {"id": await asked_store(server.store.keep_study, text)}


@router.get("/api/study/{id}", responses={200: {"model": views.LookView}, **refusals(404)})
async def study(
    id: GameId, server: TheServer, visitor: Visitor, first: Annotated[int, Query(ge=0)] = 0,
    most: Annotated[int, Query(ge=1, le=requests.MOST_POSITIONS)] = requests.MOST_POSITIONS,
) -> Response:  # fmt: skip
    """A record that was uploaded: as many positions as fit into one answer, from a turn on."""
    server.limits.check("look", visitor)
    text = await asked_store(server.store.study, id)
    if text is None or is_shared(text):
        raise Refusal("table/no-such-game")
    kept = requests.StudyLine.model_construct(record=text)
    return await seen_line(server, visitor, kept, lines.Page(first, most))


# ---------------------------------------------------------------- evaluation


@router.post("/api/study/evaluate", responses={200: {"model": views.JudgementView}, **refusals(403)})
async def evaluate(asked: requests.EvaluateRequest, server: TheServer, visitor: Visitor) -> Response:
    """Each turn of a line judged by the engine, as server-sent events, one when it is ready."""
    line = await read_line(server, visitor, lines.asked_about, asked)
    await check_unguarded(server, line.keys)
    server.thinking.allowance.check_analysis(visitor, line.weight)
    told = _judged(server, visitor, line._replace(keys=[]), asked.simulations)  # they are many, and it takes long
    return StreamingResponse(told, media_type="text/event-stream")


async def _judged(server: Server, visitor: str, line: lines.AskedLine, simulations: int) -> AsyncIterator[str]:
    """One question to the engine a turn: others come in between, and the allowance is looked at each time."""
    cancel, about = threading.Event(), new_id()
    try:
        with server.thinking.allowance.analysing(visitor, line.weight):
            last = await server.reading.do(visitor, line.position)
            for turn in turns(last.line):
                question = questions.turn(turn.after, simulations, about)
                told = await server.thinking.asked_slowly(visitor, question, cancel)
                turn.after.let_go()  # or a long game would grow while it is judged
                yield f"data: {as_text(_judgement_view(Judgement(**told)))}\n\n"
        yield f"event: done\ndata: {json.dumps({'turns': line.turns})}\n\n"
    except Exception as error:  # a part of the answer is on its way: whoever reads it is told why the rest is missing
        if not isinstance(error, Refusal):
            log.exception("an evaluation failed", extra={"spec": line.spec})
        refusal = error if isinstance(error, Refusal) else Refusal("server/error")
        yield f"event: error\ndata: {json.dumps(refusal.as_json())}\n\n"
    finally:
        cancel.set()


def _judgement_view(judged: Judgement) -> views.JudgementView:
    after = judged.value + (judged.luck or 0.0)
    return {
        "turn": judged.turn, "seat": judged.seat, "text": judged.text, "before": judged.before, "value": judged.value,
        "best": judged.best, "line": judged.line, "mark": str(judged.mark), "luck": judged.luck,
        "chance": after if judged.seat == 0 else 1 - after, "certain": judged.is_certain,
    }  # fmt: skip


@router.post("/api/qr", responses={200: {"content": {"image/svg+xml": {}}}, **refusals()})
async def qr(asked: requests.QrRequest, server: TheServer, visitor: Visitor) -> Response:
    """A link as a QR code."""
    server.limits.check("look", visitor)
    return Response(await server.studying.do(visitor, lines.qr_code, asked.text), media_type="image/svg+xml")
