"""Fuzzed requests and messages, the short form of benchmarks.fuzz: every answer is one that docs/api.md knows."""

import contextlib
import random
from collections.abc import Iterable, Iterator

import pytest
from pydantic import BaseModel
from starlette.routing import BaseRoute, Match, Mount, Route, WebSocketRoute

from benchmarks import trial
from benchmarks.fuzz.parsers import Undocumented
from benchmarks.fuzz.wire import UNFUZZED, NotSent, Request, Wire, make_message, make_request, messages, requests
from ludejo.table.config import Config
from ludejo.table.messages.people import SayMessage
from ludejo.table.messages.requests import ACTS
from ludejo.table.web.app import create
from ludejo.table.web.live import ANSWERS

Answering = Route | WebSocketRoute | Mount


def all_of(routes: Iterable[BaseRoute]) -> Iterator[Answering]:
    """The routes that answer, those of routers within included."""
    for route in routes:
        if isinstance(route, Answering):
            yield route
        else:
            yield from all_of(route.original_router.routes)  # type: ignore[attr-defined]


def route_for(request: Request, routes: Iterable[Answering]) -> Answering | None:
    asked = {"type": "http", "method": request["method"], "path": request["path"].partition("?")[0], "headers": []}
    return next((route for route in routes if route.matches(asked)[0] is Match.FULL), None)


def test_every_route_has_an_example_to_be_fuzzed_or_a_reason_why_not() -> None:
    routes = list(all_of(create(Config("sqlite:///nowhere.db")).routes))
    tried = [route_for(request, routes) for request in requests()]
    assert {route.path for route in routes if route not in tried} == UNFUZZED.keys()


def test_every_kind_of_message_has_an_example_with_all_its_fields() -> None:
    kinds: list[tuple[str, type[BaseModel]]] = [*ACTS.items(), ("say", SayMessage)]
    said = {one.get("act", one["type"]): one for one in messages()}
    assert {one["type"] for one in messages()} == ANSWERS.keys()
    assert said.keys() == ACTS.keys() | ANSWERS.keys() - {"act"}
    for name, kind in kinds:
        assert kind.model_fields.keys() - {"ref"} == said[name].keys() - {"type", "act", "ref"}
    made = [make_message(random.Random(k)) for k in range(2000)]
    assert all(any(f'"{name}"' in one for one in made) for name in said)


def test_phrases_and_echoes_are_heard_and_a_deleted_game_is_followed_by_another(table: trial.Table) -> None:
    with contextlib.closing(Wire(table.address)) as wire:
        while wire.games % 2:
            wire.new_game()
        wire.message('text {"type": "ping"}')
        assert wire.answer["type"] == "pong"
        wire.message('text {"type": "say", "phrase": "hello", "ref": 7}')
        assert (wire.answer["type"], wire.answer["ref"]) == ("done", 7)
        wire.message('echo {"type": "echo", "ref": "%ECHO%"}')
        assert wire.answer["type"] == "pong"
        game = wire.given["%GAME%"]
        wire.message('text {"type": "act", "act": "delete", "number": "%NUMBER%", "ref": 8}')
        wire.message('text {"type": "ping", "ref": 9}')
        assert wire.given["%GAME%"] != game
        assert wire.answer["ref"] == 9


def test_every_answer_to_fuzzed_requests_is_documented(table: trial.Table) -> None:
    with contextlib.closing(Wire(table.address)) as wire:
        for k in range(300):
            with contextlib.suppress(NotSent):
                wire.request(make_request(random.Random(f"short/api/{k}")))


def test_every_fuzzed_message_is_answered_or_ends_the_connection_as_documented(table: trial.Table) -> None:
    with contextlib.closing(Wire(table.address)) as wire:
        for k in range(400):
            wire.message(make_message(random.Random(f"short/websocket/{k}")))


def test_an_answer_that_is_not_documented_is_noticed(table: trial.Table) -> None:
    with contextlib.closing(Wire(table.address)) as wire:
        wire.given['"%NUMBER%"'] = "1"
        wire.address += "/nowhere"
        with pytest.raises(Undocumented):
            wire.message('text {"type": "ping"}')
