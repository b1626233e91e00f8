"""Routes to read and learn: catalogues, rules, introductions, puzzles."""

import time
from collections.abc import Callable, Mapping
from typing import Annotated, ParamSpec

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ludejo.language.catalogues import page_catalogue
from ludejo.table.messages import requests, views
from ludejo.table.messages.positions import as_text
from ludejo.table.reading.guides import guide
from ludejo.table.reading.lessons import lesson, try_step
from ludejo.table.reading.puzzles import puzzle, puzzle_list, solution, try_puzzle
from ludejo.table.reading.rules_pages import rules_page
from ludejo.table.web.asking import TheServer, Visitor, answered, refusals
from ludejo.table.web.pictures import kept
from ludejo.table.web.server import Server

router = APIRouter()
GameName = Annotated[str, Path(max_length=20)]
Number = Annotated[int, Path(ge=1, le=100_000)]
PuzzleId = Annotated[str, Path(max_length=20)]
Asked = ParamSpec("Asked")
Language = Annotated[str, Query(max_length=10)]


async def _read(
    server: Server, visitor: str, game: str, work: Callable[Asked, Mapping[str, object]],
    *arguments: Asked.args, **details: Asked.kwargs,
) -> Response:  # fmt: skip
    """Do something that may have to play through positions, beside the loop."""
    server.limits.check("look", visitor)
    server.warming.want(game)
    return await server.reading.do(visitor, lambda: answered(work(*arguments, **details)))


@router.get("/api/texts/{lang}", responses={200: {"model": dict[str, str]}, **refusals(404)})
async def texts(
    request: Request, lang: Annotated[str, Path(max_length=10)], server: TheServer, visitor: Visitor
) -> Response:
    """The catalogue of a language."""
    server.limits.check("look", visitor)
    return kept(request, as_text(await server.reading.do(visitor, page_catalogue, lang)), "application/json")


@router.get("/api/rules/{game}", responses={200: {"model": views.RulesView}, **refusals(404)})
async def rules(game: GameName, server: TheServer, visitor: Visitor, lang: Language = "en") -> Response:
    """The rules of a game."""
    return await _read(server, visitor, game, rules_page, game, lang)


@router.get("/api/guide", responses={200: {"model": views.GuideView}, **refusals(404)})
async def beside_the_board(
    spec: Annotated[str, Query(max_length=200)], server: TheServer, visitor: Visitor, lang: Language = "en"
) -> Response:
    """What is told beside the board of a variant: its goal, and what can be done."""
    return await _read(server, visitor, "", guide, spec, lang)


@router.get("/api/lessons/{game}", responses={200: {"model": views.LessonView}, **refusals(404)})
async def introduction(game: GameName, server: TheServer, visitor: Visitor, lang: Language = "en") -> Response:
    """The introduction to a game."""
    return await _read(server, visitor, game, lesson, game, lang)


@router.post("/api/lessons/{game}/{number}/try", responses={200: {"model": views.StepTried}, **refusals(404)})
async def step(
    game: GameName, number: Number, asked: requests.TryRequest, server: TheServer, visitor: Visitor,
    lang: Language = "en",
) -> Response:  # fmt: skip
    """A move tried in a step of an introduction."""
    return await _read(server, visitor, game, try_step, game, number, asked.move, lang)


@router.get("/api/puzzles/{game}", responses={200: {"model": views.PuzzleList}, **refusals(404)})
async def all_puzzles(game: GameName, server: TheServer, visitor: Visitor) -> Response:
    """The puzzles of a game."""
    return await _read(server, visitor, game, puzzle_list, game, time.time())


@router.get("/api/puzzles/{game}/{id}", responses={200: {"model": views.PuzzleView}, **refusals(404)})
async def one_puzzle(game: GameName, id: PuzzleId, server: TheServer, visitor: Visitor) -> Response:
    """One puzzle."""
    return await _read(server, visitor, game, puzzle, game, id)


@router.post("/api/puzzles/{game}/{id}/try", responses={200: {"model": views.PuzzleTried}, **refusals(404)})
async def attempt(
    game: GameName, id: PuzzleId, asked: requests.PuzzleTryRequest, server: TheServer, visitor: Visitor
) -> Response:
    """A move tried in a puzzle."""
    return await _read(server, visitor, game, try_puzzle, game, id, asked.move, asked.before)


@router.get("/api/puzzles/{game}/{id}/solution", responses={200: {"model": views.PuzzleTried}, **refusals(404)})
async def puzzle_solution(game: GameName, id: PuzzleId, server: TheServer, visitor: Visitor) -> Response:
    """How a puzzle goes."""
    return await _read(server, visitor, game, solution, game, id)
