"""Who may ask: by which name, from which page, how often; and what browsers may keep of the answers."""

import asyncio
import json
from typing import Any

import pytest
from loops import run_apart

from ludejo.table.limits import KINDS, Limits
from ludejo.table.web.front.guard import PRICES, REFUSED_SECONDS, Guard, is_own_name, is_own_origin


async def inner(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"{}"})


def answer(guard: Guard, path: str = "/", method: str = "GET", limits: Limits | None = None, **headers: str) -> Any:
    """Status, headers and body that a request gets."""
    given = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http", "method": method, "path": path, "scheme": "http", "headers": given, "client": ("192.0.2.1", 1),
        "state": {"limits": limits},
    }  # fmt: skip
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    run_apart(guard(scope, receive, send))
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], told, json.loads(sent[1]["body"])


@pytest.mark.parametrize(
    ("origin", "host", "public_url", "own"),
    [
        ("http://table.example", "table.example", "", True), ("http://table.example:80", "table.example", "", True),
        ("https://table.example", "table.example", "", False), ("http://table.example:81", "table.example", "", False),
        ("https://table.example", "inside:8765", "https://table.example/", True),
        ("http://table.example", "table.example", "https://table.example", False),
        ("https://inside:8765", "inside:8765", "https://table.example", False),
        ("null", "table.example", "", False), ("table.example", "table.example", "", False),
        ("//table.example", "table.example", "", False), ("http://[", "table.example", "", False),
        ("http://table.example:x", "table.example", "", False), ("", "", "", False),
    ],
)  # fmt: skip
def test_an_origin_is_scheme_name_and_port(origin: str, host: str, public_url: str, own: bool) -> None:
    assert is_own_origin({"origin": origin, "host": host}, "http", public_url) is own
    assert is_own_origin({"origin": origin, "host": host}, "ws", public_url) is own


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:8765", True), ("[::1]:8765", True), ("localhost:8765", True), ("10.1.2.3", True), ("", True),
        ("play.localhost", True), ("MyTable:80", True), ("evil.example", False), ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:8765", False), ("[", False), ("a:b:c", False),
    ],
)  # fmt: skip
def test_a_table_without_a_public_url_goes_by_no_strange_name(host: str, own: bool) -> None:
    assert is_own_name(host, ["mytable"]) is own


def test_a_strange_name_is_refused_unless_there_is_a_public_url() -> None:
    status, _, told = answer(Guard(inner), host="evil.example")
    assert (status, told["code"]) == (403, "request/host")
    assert answer(Guard(inner, "https://table.example"), host="evil.example")[0] == 200
    assert answer(Guard(inner, host="mytable.lan"), host="mytable.lan:8765")[0] == 200


def test_answers_that_may_hold_secrets_are_not_kept() -> None:
    for path in ("/api/play", "/api/play/abc", "/api/study/abc"):
        assert answer(Guard(inner), path)[1]["cache-control"] == "no-store"
    assert "cache-control" not in answer(Guard(inner), "/")[1]


@pytest.mark.parametrize("path", ["/api/games", "/api/openapi.json", "/static/index.html"])
def test_nothing_can_be_asked_for_without_limit(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    limits, guard = Limits(1.0, lambda: 0.0), Guard(inner)
    most = int(KINDS["request"].size / PRICES.get(path, 1.0))
    for _ in range(most):
        assert answer(guard, path, limits=limits)[0] == 200
    status, headers, told = answer(guard, path, limits=limits)
    assert (status, told["code"]) == (429, "limit/rate")
    assert int(headers["retry-after"]) >= 1
    assert slept == [REFUSED_SECONDS], "who does not wait is made to"
