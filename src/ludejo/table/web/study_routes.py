"""Routes for looking at games: lines of play, records, evaluations."""

import json
import threading
from collections.abc import AsyncIterator, Callable
from typing import Annotated, NamedTuple, TypeVar

import segno
from fastapi import APIRouter, Query
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response, StreamingResponse

import ludejo
from ludejo.games.errors import BadRecord
from ludejo.games.words import mark_text
from ludejo.play import fair_dice, records
from ludejo.play.position import Position
from ludejo.play.records import Record
from ludejo.search.analysis import Judgement, turns
from ludejo.table.messages import requests, views
from ludejo.table.messages.positions import as_text, position_view, result_view, words
from ludejo.table.refusals import EXPLAINED, Refusal, explained
from ludejo.table.rooms.asking import asked as asked_store
from ludejo.table.sitting.guarding import position_key
from ludejo.table.sitting.seats import new_id
from ludejo.table.thinking import questions
from ludejo.table.web.asking import GameId, TheServer, Visitor, answered, check_help, refusals
from ludejo.table.web.files import BOUNDS, attachment, read_record, written
from ludejo.table.web.game_routes import heading
from ludejo.table.web.play_routes import hinted
from ludejo.table.web.server import Server

TURNS_A_LOOK = 50  # a long line is as much work as several short ones
CHARACTERS_A_TURN = 5  # a record cannot have more turns than this makes of its length
PAGE_PLACES = 20_000  # positions times cells in one answer, about half a megabyte

Answer = TypeVar("Answer")
router = APIRouter()


# ---------------------------------------------------------------- lines


def line_of(asked: requests.StudyLine) -> Record:
    """The line that a request brings, as a record."""
    if asked.record is not None:
        return read_record(asked.record)
    if asked.spec is None:
        raise Refusal("request/bad", mark_text("Expected either a spec and moves, or a record"))
    game = ludejo.game(asked.spec)
    BOUNDS.check(len(asked.moves), game)
    position = game.position(asked.start) if asked.start else game.start(seed=asked.seed, setup=asked.setup)
    for text in asked.moves:
        position = position.play(text)
    return Record.from_position(position)


async def _line(server: Server, asked: requests.StudyLine, visitor: str, work: Callable[[Record], Answer]) -> Answer:
    """What comes of the line that a request brings. It is paid for before it is read: refusals are work, too."""
    server.limits.check("look", visitor)
    turns = len(asked.moves) + len(asked.record or "") // CHARACTERS_A_TURN
    server.limits.pay("look", visitor, turns / TURNS_A_LOOK)
    await server.warming.ready(asked.spec or "")
    try:
        return await server.reading.do(visitor, lambda: work(line_of(asked)))
    except EXPLAINED as error:
        raise explained(error) from None


@router.post("/api/study/look", responses={200: {"model": views.LookView}, **refusals()})
async def look(asked: requests.LookRequest, server: TheServer, visitor: Visitor) -> Response:
    """The positions of a line or record: as many as are wanted and fit into one answer, from a turn on."""
    page = Page(asked.first if asked.whole else None, asked.most)
    return await _line(server, asked, visitor, lambda record: answered(_look_view(server, record, page)))


class Page(NamedTuple):
    """Which positions of a line are wanted."""

    first: int | None  # turn; none: the last one alone
    most: int

    def of(self, line: list[Position]) -> range:
        """The turns whose positions are told; there is always one."""
        last = len(line) - 1
        first = last if self.first is None else min(self.first, last)
        fitting = max(1, PAGE_PLACES // len(line[0].game.grid.names))
        return range(first, min(first + min(self.most, fitting), len(line)))


def _look_view(server: Server, record: Record, page: Page) -> views.LookView:
    line = records.positions(record)
    last, told = line[-1], page.of(line)
    is_open = not _stand_between_people(server, [line[turn] for turn in told])
    return {
        **heading(last),
        "start": record.start,
        "players": [_player_view(player) for player in record.players],
        "history": record.moves,
        "comments": dict(record.comments),
        "result": result_view(record.result),
        "dice": _dice(record),
        "first": told.start,
        "positions": [position_view(line[turn], line[turn] is last, with_threats=is_open) for turn in told],
    }


def _stand_between_people(server: Server, positions: list[Position]) -> bool:
    """Whether one of them is on a board between people, whom nobody tells what wins at once; if in doubt, it is."""
    try:
        return server.store.are_guarded([position_key(position) for position in positions])
    except SQLAlchemyError:
        return True


def _player_view(player: records.Player) -> views.PlayerView:
    view: views.PlayerView = {"name": player.name}
    if player.kind is not None:
        view["kind"] = player.kind
    if player.level is not None:
        view["level"] = player.level
    return view


def _dice(record: Record) -> dict[str, object] | None:
    """The proof as it is, the rolls of the moves to hold it against, and what we ourselves find."""
    if not record.dice:
        return None
    shown = {**record.dice, "thrown": fair_dice.thrown(record)}
    try:
        fair = fair_dice.verify(record)
    except BadRecord as error:
        return {**shown, "verified": False, "words": words(error.sentence)}
    return {**shown, "verified": fair.is_proven if fair else None, "words": words(fair.sentence) if fair else None}


@router.post("/api/study/hint", responses=refusals(403, 409))
async def hint(asked: requests.StudyLine, server: TheServer, visitor: Visitor) -> views.HintView:
    """What the engine would play after a line."""
    position = await _line(server, asked, visitor, records.replay)
    if position.is_over:
        raise Refusal("table/over")
    await check_help(server, visitor, position)
    return await hinted(server, visitor, position)


@router.post("/api/study/export", responses=refusals())
async def export(asked: requests.ExportRequest, server: TheServer, visitor: Visitor) -> Response:
    """A line as a file."""
    return await _line(server, asked, visitor, lambda record: _exported(record, asked))


def _exported(record: Record, asked: requests.ExportRequest) -> Response:
    if asked.format == "svg":
        line = records.positions(record)
        turn = len(line) - 1 if asked.turn is None else min(asked.turn, len(line) - 1)
        return Response(line[turn].svg(), media_type="image/svg+xml", headers=attachment("position.svg"))
    if asked.comments:
        texts = {turn: text for turn, text in asked.comments.items() if text.strip()}
        record = Record(**{**vars(record), "comments": texts})
        records.replay(record)
    name = ludejo.game(record.spec).name
    return written(record, asked.format, name)


@router.post("/api/study", status_code=201, responses=refusals())
async def upload(asked: requests.UploadRequest, server: TheServer, visitor: Visitor) -> views.UploadAnswer:
    """Keep a record under an address of its own."""
    server.admit(visitor, len(asked.record))
    text = await _line(server, requests.StudyLine(record=asked.record), visitor, records.write)
    return {"id": await asked_store(server.store.keep_study, text)}


@router.get("/api/study/{id}", responses={200: {"model": views.LookView}, **refusals(404)})
async def study(
    id: GameId, server: TheServer, visitor: Visitor, first: Annotated[int, Query(ge=0)] = 0,
    most: Annotated[int, Query(ge=1, le=requests.MOST_POSITIONS)] = requests.MOST_POSITIONS,
) -> Response:  # fmt: skip
    """A record that was uploaded: as many positions as fit into one answer, from a turn on."""
    server.limits.check("look", visitor)
    text = await asked_store(server.store.study, id)
    if text is None:
        raise Refusal("table/no-such-game")
    kept, page = requests.StudyLine.model_construct(record=text), Page(first, most)
    return await _line(server, kept, visitor, lambda record: answered(_look_view(server, record, page)))


# ---------------------------------------------------------------- evaluation


@router.post("/api/study/evaluate", responses={200: {"model": views.JudgementView}, **refusals(403)})
async def evaluate(asked: requests.EvaluateRequest, server: TheServer, visitor: Visitor) -> Response:
    """Each turn of a line judged by the engine, as server-sent events, one when it is ready."""
    last = await _line(server, asked, visitor, records.replay)
    await check_help(server, visitor, last)
    server.thinking.allowance.check_analysis(visitor)
    return StreamingResponse(_judged(server, visitor, last, asked.simulations), media_type="text/event-stream")


async def _judged(server: Server, visitor: str, last: Position, simulations: int) -> AsyncIterator[str]:
    """One question to the engine a turn: others come in between, and the allowance is looked at each time."""
    cancel, about = threading.Event(), new_id()
    try:
        with server.thinking.allowance.analysing(visitor):
            for turn in turns(last.line):
                question = questions.turn(turn.after, simulations, about)
                told = await server.thinking.asked_slowly(visitor, question, cancel)
                yield f"data: {as_text(_judgement_view(Judgement(**told)))}\n\n"
        yield f"event: done\ndata: {json.dumps({'turns': last.turn - 1})}\n\n"
    finally:
        cancel.set()


def _judgement_view(judged: Judgement) -> views.JudgementView:
    after = judged.value + (judged.luck or 0.0)
    return {
        "turn": judged.turn, "seat": judged.seat, "text": judged.text, "before": judged.before, "value": judged.value,
        "best": judged.best, "line": judged.line, "mark": str(judged.mark), "luck": judged.luck,
        "chance": after if judged.seat == 0 else 1 - after,
    }  # fmt: skip


@router.post("/api/qr", responses={200: {"content": {"image/svg+xml": {}}}, **refusals()})
async def qr(asked: requests.QrRequest, server: TheServer, visitor: Visitor) -> Response:
    """A link as a QR code."""
    server.limits.check("look", visitor)
    return Response(await server.reading.do(visitor, _qr_code, asked.text), media_type="image/svg+xml")


def _qr_code(text: str) -> str:
    return segno.make(text, error="m", micro=False).svg_inline(border=2, omitsize=True, svgclass="qr")
