"""Routes for looking at games: boards, lines of play, records, evaluations."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Query
from starlette.responses import Response, StreamingResponse

import ludejo
from ludejo.games.about import About, Entry
from ludejo.games.discovery import folder_of
from ludejo.games.errors import BadRecord
from ludejo.games.words import mark_text, phrase
from ludejo.play import abstractplay, fair_dice, records, sgf
from ludejo.play.position import Position
from ludejo.play.records import Record
from ludejo.play.render.board import board_view
from ludejo.play.variants import Family, Parameter, families, read_spec, write_spec
from ludejo.search.analysis import Analyst, Judgement
from ludejo.search.levels import HIGHEST, LOWEST
from ludejo.table.sitting.refusals import EXPLAINED, Refusal, explained
from ludejo.table.sitting.seats import new_id
from ludejo.table.thinking.engines import MEMORY_MB, thought_of
from ludejo.table.web import messages
from ludejo.table.web.asking import GameId, TheServer, Visitor, answered, refusals
from ludejo.table.web.play_routes import HINT_SECONDS, HINT_SIMULATIONS, attachment, written
from ludejo.table.web.rooms import asked as ask_store
from ludejo.table.web.server import Server
from ludejo.table.web.views import as_text, position_view, result_view

NO_WORDS = Entry("")
TURNS_A_LOOK = 10  # a long line is as much work as several short ones

router = APIRouter()


# ---------------------------------------------------------------- games and boards


@router.get("/api/games", response_model=messages.FamiliesView, responses=refusals())
async def all_games() -> Any:
    """All games, with their variants."""
    return {
        "games": _family_views(),
        "levels": list(range(LOWEST, HIGHEST + 1)),
    }


@lru_cache(maxsize=1)
def _family_views() -> list[dict[str, Any]]:
    """What the page knows of each game; it knows no game by name."""
    return [_family_view(family) for family in families()]


def _family_view(family: Family) -> dict[str, Any]:
    folder = folder_of(family.name)
    about, capabilities = folder.about, folder.rules.CAPABILITIES
    return {
        "name": family.name,
        "title": family.title,
        "tagline": about.tagline,
        "designer": family.designer,
        "year": family.year,
        "rights": about.rights,
        "rights_link": about.rights_link,
        "sides": family.sides,
        "has_dice": capabilities.dice,
        "has_choices": about.look.choices,
        "is_arranged": capabilities.arrangement,
        "has_rules": folder.rules_page("en") is not None,
        "has_lesson": folder.file("lesson.toml").is_file(),
        "has_puzzles": folder.file("puzzles.jsonl").is_file(),
        "presets": [_preset_view(about, family.name, preset, spec) for preset, spec in family.presets.items()],
        "parameters": [_parameter_view(about, one) for one in family.parameters],
        "values": {word: entry.name for word, entry in about.values.items()},
    }


def _preset_view(about: About, name: str, preset: str, spec: str) -> dict[str, Any]:
    _, variant = read_spec(spec)
    word, line = about.presets.get(preset, NO_WORDS)
    return {
        "name": preset, "word": word, "line": line, "spec": write_spec(name, variant),
        "parameters": variant._asdict(),
    }  # fmt: skip


def _parameter_view(about: About, parameter: Parameter) -> dict[str, Any]:
    word, line = about.parameters.get(parameter.name, NO_WORDS)
    return {**vars(parameter), "word": word, "line": line}


@router.get("/api/board", responses={200: {"model": messages.BoardView}, **refusals()})
async def board(
    server: TheServer, visitor: Visitor,
    spec: Annotated[str, Query(max_length=200)],
    seed: Annotated[int | None, Query(ge=0, lt=1 << 63)] = None,
    setup: Annotated[str | None, Query(max_length=2000)] = None,
) -> Response:  # fmt: skip
    """A board and its start, for pictures."""
    server.limits.check("look", visitor)
    await server.warming.ready(spec)
    return answered(await asyncio.to_thread(_board_view, spec, seed, setup))


def _board_view(spec: str, seed: int | None, setup: str | None) -> dict[str, Any]:
    start = ludejo.game(spec).start(seed=seed, setup=setup)
    return {**_heading(start), "position": position_view(start, with_moves=False)}


def _heading(position: Position) -> dict[str, Any]:
    game = position.game
    return {
        "spec": game.spec,
        "game": game.name,
        "title": game.title,
        "sides": game.sides,
        "setup": position.setup,
        "seed": position.seed if game.is_arranged else None,
        "board": board_view(game),
    }


# ---------------------------------------------------------------- lines


def read_record(text: str) -> Record:
    """A record in any format that we know."""
    start = text.lstrip()
    if start.startswith("("):
        return sgf.read(text)
    if '"ludejo-record"' in start:
        return records.read(text)
    if start.startswith("{"):
        return abstractplay.read(text)
    raise BadRecord(phrase("this is no record, expected JSON, SGF or Abstract Play JSON"))


def line_of(asked: messages.StudyLine) -> Record:
    """The line that a request brings, as a record."""
    if asked.record is not None:
        return read_record(asked.record)
    if asked.spec is None:
        raise Refusal("request/bad", mark_text("Expected either a spec and moves, or a record"))
    game = ludejo.game(asked.spec)
    position = game.position(asked.start) if asked.start else game.start(seed=asked.seed, setup=asked.setup)
    for text in asked.moves:
        position = position.play(text)
    return Record.from_position(position)


async def _line(server: Server, asked: messages.StudyLine, visitor: str) -> Record:
    server.limits.check("look", visitor)
    await server.warming.ready(asked.spec or "")
    try:
        record = await asyncio.to_thread(line_of, asked)
    except EXPLAINED as error:
        raise explained(error) from None
    server.limits.pay("look", visitor, len(record.moves) / TURNS_A_LOOK)
    return record


@router.post("/api/study/look", responses={200: {"model": messages.LookView}, **refusals()})
async def look(asked: messages.LookRequest, server: TheServer, visitor: Visitor) -> Response:
    """The positions of a line or record."""
    record = await _line(server, asked, visitor)
    return answered(await asyncio.to_thread(_look_view, record, asked.whole))


def _look_view(record: Record, whole: bool) -> dict[str, Any]:
    line = records.positions(record)
    last = line[-1]
    shown = line if whole else line[-1:]
    return {
        **_heading(last),
        "start": record.start,
        "players": [records.without_gaps(vars(player)) for player in record.players],
        "history": record.moves,
        "comments": dict(record.comments),
        "result": result_view(record.result),
        "dice": _dice(record),
        "positions": [position_view(one, with_moves=one is last) for one in shown],
    }


def _dice(record: Record) -> dict[str, Any] | None:
    if not record.dice:
        return None
    try:
        return {**record.dice, "verified": fair_dice.verify(record) is not None}
    except BadRecord as error:
        return {**record.dice, "verified": False, "problem": str(error)}


@router.post("/api/study/hint", response_model=messages.HintView, responses=refusals(409))
async def hint(asked: messages.StudyLine, server: TheServer, visitor: Visitor) -> Any:
    """What the engine would play after a line."""
    record = await _line(server, asked, visitor)
    position = await asyncio.to_thread(records.replay, record)
    if position.is_over:
        raise Refusal("table/over")
    thought = await server.thinking.do(visitor, thought_of(position, HINT_SECONDS, HINT_SIMULATIONS))
    best = thought.best
    return {"move": best.text, "value": best.value, "solved": best.solved, "line": best.line}


@router.post("/api/study/export", responses=refusals())
async def export(asked: messages.ExportRequest, server: TheServer, visitor: Visitor) -> Response:
    """A line as a file."""
    record = await _line(server, asked, visitor)
    return await asyncio.to_thread(_exported, record, asked)


def _exported(record: Record, asked: messages.ExportRequest) -> Response:
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


@router.post("/api/study", response_model=messages.UploadAnswer, status_code=201, responses=refusals())
async def upload(asked: messages.UploadRequest, server: TheServer, visitor: Visitor) -> Any:
    """Keep a record under an address of its own."""
    server.limits.check("start", visitor)
    record = await _line(server, messages.StudyLine(record=asked.record), visitor)
    id = new_id()
    await ask_store(server.store.keep_study, id, records.write(record))
    return {"id": id}


@router.get("/api/study/{id}", responses={200: {"model": messages.LookView}, **refusals(404)})
async def study(id: GameId, server: TheServer, visitor: Visitor) -> Response:
    """A record that was uploaded."""
    server.limits.check("look", visitor)
    text = await ask_store(server.store.study, id)
    if text is None:
        raise Refusal("table/no-such-game")
    return answered(await asyncio.to_thread(lambda: _look_view(records.read(text), True)))


# ---------------------------------------------------------------- evaluation


@router.post("/api/study/evaluate", responses={200: {"model": messages.JudgementView}, **refusals()})
async def evaluate(asked: messages.EvaluateRequest, server: TheServer, visitor: Visitor) -> Response:
    """Each turn of a line judged by the engine, as server-sent events, one when it is ready."""
    record = await _line(server, asked, visitor)
    last = await asyncio.to_thread(records.replay, record)
    server.thinking.check(visitor)
    return StreamingResponse(_judged(server, visitor, last, asked.simulations), media_type="text/event-stream")


async def _judged(server: Server, visitor: str, last: Position, simulations: int) -> AsyncIterator[str]:
    """One piece of engine work a turn, so that others come in between."""
    cancel = threading.Event()
    analyst = Analyst(simulations=simulations, cancel=cancel, plain=True, memory_mb=MEMORY_MB // 2)
    judgements: Iterator[Judgement] = analyst.judge(last)
    try:
        while True:
            judged = await server.thinking.do(visitor, lambda _: next(judgements, None), cancel, asked=False)
            if judged is None:
                break
            yield f"data: {as_text(_judgement_view(judged))}\n\n"
        yield f"event: done\ndata: {json.dumps({'turns': last.turn - 1})}\n\n"
    finally:
        cancel.set()


def _judgement_view(judged: Judgement) -> dict[str, Any]:
    after = judged.value + (judged.luck or 0.0)
    return {
        "turn": judged.turn, "seat": judged.seat, "text": judged.text, "before": judged.before, "value": judged.value,
        "best": judged.best, "line": judged.line, "mark": str(judged.mark), "luck": judged.luck,
        "chance": after if judged.seat == 0 else 1 - after,
    }  # fmt: skip


@router.post("/api/qr", responses={200: {"content": {"image/svg+xml": {}}}, **refusals()})
async def qr(asked: messages.QrRequest, server: TheServer, visitor: Visitor) -> Response:
    """A link as a QR code."""
    server.limits.check("look", visitor)
    picture = segno.make(asked.text, error="m", micro=False).svg_inline(border=2, omitsize=True, svgclass="qr")
    return Response(picture, media_type="image/svg+xml")
