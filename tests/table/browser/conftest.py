"""Visitors who sit down at the table of the tests."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser
from table.browser.visitors import PATIENCE, Visitor

from benchmarks import trial
from ludejo.table.client import Client


@pytest.fixture(scope="session")
def address(table: trial.Table) -> str:
    """Where the tests' own table is served."""
    return table.address


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors, and sees to it that none of them met an error."""
    visitors: list[Visitor] = []

    def arrive(**kind: object) -> Visitor:
        visitors.append(Visitor(browser, address, **kind))  # type: ignore[arg-type]
        return visitors[-1]

    yield arrive
    problems = [problem for visitor in visitors for problem in visitor.problems]
    for visitor in visitors:
        with suppress(Exception):
            visitor.context.close()
    assert not problems


@pytest.fixture
def start(address: str) -> Callable[..., dict]:
    """Starts a game over the interface, with some moves made already on the same device."""

    def begin(spec: str, moves: str = "", **terms: Any) -> dict:
        with Client(address, PATIENCE / 1000) as client:
            seat = client.start(spec, **terms)
            for text in moves.split():
                seat.move(text)
            return {"id": seat.id, "secret": seat.secret, "friend": seat.friend}

    return begin
