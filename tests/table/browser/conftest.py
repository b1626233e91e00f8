"""A table served for the tests, a browser, and visitors who sit down at it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright
from table.browser.visitors import Visitor

CHROMIUM = "/usr/bin/chromium"
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a table of the tests' own is served."""
    database = tmp_path_factory.mktemp("table") / "games.sqlite"
    command = [sys.executable, "-m", "ludejo.table.command", "--database", f"sqlite:///{database}", "--port", "0"]
    serving = subprocess.Popen([*command, "--rate", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert serving.stdout is not None
    line = next(line for line in serving.stdout if line.startswith("The table is at"))
    drain = subprocess.Popen(["cat"], stdin=serving.stdout, stdout=subprocess.DEVNULL)
    where = line.split()[4].rstrip("/")
    wait_for(where)
    yield where
    serving.terminate()
    serving.wait(20)
    serving.stdout.close()
    drain.wait(5)


def wait_for(where: str) -> None:
    """Until the table answers: it compiles its games first."""
    for _ in range(600):
        with suppress(httpx.TransportError):
            httpx.get(f"{where}/healthz").raise_for_status()
            return
        time.sleep(0.2)
    raise AssertionError(f"{where} does not answer")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    if not Path(CHROMIUM).exists():
        pytest.skip(f"{CHROMIUM} is not there: scripts/setup.sh test installs it")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *root])
        yield chromium
        chromium.close()


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

    def begin(spec: str, moves: str = "", **terms: object) -> dict:
        asked = {"spec": spec, "opponent": "same-device", **terms}
        game = httpx.post(f"{address}/api/play", json=asked).raise_for_status().json()
        bearer = {"Authorization": f"Bearer {game['secret']}"}
        for text in moves.split():
            view = httpx.get(f"{address}/api/play/{game['id']}", headers=bearer).json()
            act = {"number": view["number"], "text": text}
            httpx.post(f"{address}/api/play/{game['id']}/move", json=act, headers=bearer).raise_for_status()
        return game

    return begin
