"""python -m benchmarks.firefox: every page of the table, and whole games, in Debian's Firefox.

Firefox is driven by WebDriver BiDi, the protocol that it speaks itself: real clicks at real places. What is looked
for: each page shows what it is for, in both languages and three themes; nothing sticks out at four sizes of window; a
game is clicked to its end against the engine and on one device; a study is shared and opened by its link; and no page
says that something went wrong. Needs Debian's package firefox-esr. It ends with what was seen, or with the first thing
that was not as it should be.
"""

import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from benchmarks import trial

PATIENCE = 120.0  # seconds; a watchdog
SIZES = ((1366, 657), (360, 740), (820, 1180), (1920, 1080))
PAGES = {
    "/": ".setup .board", "/learn": ".game-links", "/learn/atmalof": ".lesson-words h2", "/puzzles": ".game-links",
    "/puzzles/atoll": "h1", "/puzzles/atoll/1": ".stage-board .hit", "/study": ".shelf-columns",
    "/study/almatafl": ".stage-board .hit", "/rules/mammalath": ".rules h2", "/about": ".credits", "/games": ".devices",
    "/lobby": ".own-challenge", "/reports": "h1", "/g/abcdefghjkmn": ".wrong", "/nowhere": "h1",
}  # fmt: skip
HARMLESS = ("NetworkError", "404", "Content-Security-Policy", "WebSocket", "can’t establish a connection")
LOOKS = tuple(itertools.product(("en", "eo"), ("light", "dark", "contrast")))
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Wrong(Exception):
    """Something is not as it should be."""


class Firefox:
    """One window of Firefox, and what went wrong in it."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.numbers = itertools.count(1)
        self.problems: list[str] = []
        self.version: str = self.ask("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command, and wait for what comes of it."""
        number = next(self.numbers)
        self.wire.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self.wire.recv(PATIENCE))
            if told.get("method") == "log.entryAdded":
                self._hear(told["params"])
            if told.get("id") == number:
                if told["type"] == "error":
                    raise Wrong(f"{method}: {told['message']}")
                return told["result"]

    def _hear(self, entry: dict[str, Any]) -> None:
        text = entry.get("text") or ""
        if entry["level"] == "error" and not any(harmless in text for harmless in HARMLESS):
            self.problems.append(text)

    def go(self, address: str) -> None:
        """Open a page."""
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Have another size of window."""
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def read(self, expression: str) -> Any:
        """What a script on the page comes to."""
        script = f"(async () => JSON.stringify({expression}))()"
        target = {"context": self.context}
        told = self.ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        if told["type"] != "success":
            raise Wrong(f"{expression}: {told['exceptionDetails']['text']}")
        value = told["result"].get("value")
        return None if value is None else json.loads(value)

    def wait_for(self, condition: str, what: str) -> Any:
        """Wait until a script comes to something."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := self.read(condition):
                return found
            time.sleep(0.05)
        raise Wrong(f"{what} does not come: {self.read('location.href')}, {self.read('document.body.innerText')[:300]}")

    def see(self, selector: str) -> None:
        """Wait until something can be seen."""
        self.wait_for(f"!!document.querySelector({json.dumps(selector)})?.getBoundingClientRect().width", selector)

    def click(self, selector: str) -> None:
        """Click in the middle of something, as a hand does."""
        self.see(selector)
        place = self.read(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            " one.scrollIntoView({ block: 'center', behavior: 'instant' }); const box = one.getBoundingClientRect();"
            " return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; })()"
        )
        moves = [
            {"type": "pointerMove", "x": place[0], "y": place[1]}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]  # fmt: skip
        self.ask(
            "input.performActions", context=self.context, actions=[{"type": "pointer", "id": "hand", "actions": moves}]
        )


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Debian's Firefox with a profile of its own, without a screen."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        sys.exit("Firefox is not installed, expected Debian's package firefox-esr")
    with tempfile.TemporaryDirectory(prefix="ludejo-firefox-") as profile:
        command = [program, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        said = Path(profile) / "said"  # a pipe that nobody empties would stop it
        with said.open("w") as out:
            running = subprocess.Popen(command, stderr=out, stdout=out, env={**os.environ, "HOME": profile})
        try:
            while not (place := re.search(r"WebDriver BiDi listening on (ws://\S+)", said.read_text())):
                time.sleep(0.1)
            with connect(f"{place[1]}/session", max_size=None, compression=None) as wire:
                yield Firefox(wire)
        finally:
            running.terminate()
            running.wait(PATIENCE)


# ---------------------------------------------------------------- what is walked through


def look_at_pages(browser: Firefox, address: str) -> int:
    """Every page, each in another language, theme and size than the one before; how many were seen."""
    looks = itertools.cycle(itertools.product(SIZES, LOOKS))
    seen = 0
    for _ in range(2):
        for path, landmark in PAGES.items():
            (width, height), (language, theme) = next(looks)
            browser.resize(width, height)
            kept = json.dumps({"language": language, "theme": theme, "animation": False})
            browser.read(f"(localStorage['ludejo.preferences'] = {json.dumps(kept)}, 1)")
            browser.go(address + path)
            browser.see(landmark)
            if browser.read("document.documentElement.dataset.theme") != theme:
                raise Wrong(f"{path} is not {theme}")
            if (over := browser.read(OVERFLOW)) > 0:
                raise Wrong(f"{path} sticks out by {over} pixels at {width} × {height}, {language}, {theme}")
            seen += 1
    return seen


def start(browser: Firefox, address: str, opponent: str, **terms: Any) -> str:
    """Start a game over the interface, and sit down at it; its id."""
    body = json.dumps({"spec": "atoll:rhombus,size=4", "opponent": opponent, **terms})
    options = f"{{method: 'POST', headers: {{'Content-Type': 'application/json'}}, body: {json.dumps(body)}}}"
    game = browser.read(f"await (await fetch('/api/play', {options})).json()")
    browser.go(game["link"])
    browser.see(".stage-board .hit")
    return game["id"]


def play_out(browser: Firefox) -> int:
    """Click cells until the game has ended; how many turns it took."""
    chance = random.Random(7)
    live = "[...document.querySelectorAll('.stage-board .hit.live')].map((one) => one.dataset.cell)"
    over = "!!document.querySelector('.prompt.over')"
    while True:
        browser.wait_for(f"{over} || {live}.length > 0", "a turn")
        if browser.read(over):
            return browser.read("document.querySelectorAll('.moves .turn').length")
        before = browser.read("document.querySelectorAll('.moves .turn').length")
        browser.click(f'.stage-board .hit[data-cell="{chance.choice(browser.read(live))}"]')
        browser.wait_for(f"{over} || document.querySelectorAll('.moves .turn').length > {before}", "the move")


def share_a_study(browser: Firefox, address: str, id: str) -> None:
    """From the end of a game into study, shared, and opened by its link."""
    browser.go(f"{address}/study/{id}")
    browser.see(".stage-board .hit")
    browser.click(".sharing summary")
    browser.click("[data-share]")
    browser.see("[data-look-link]")
    browser.go(browser.read("document.querySelector('[data-look-link]').value"))
    browser.see(".chapters a")


def main() -> None:
    """Walk through it all."""
    with (
        tempfile.TemporaryDirectory() as folder,
        trial.table(f"sqlite:///{Path(folder) / 't.sqlite'}", "--rate", "0", "--lobby", warm=False) as table,
        firefox() as browser,
    ):
        print(f"Firefox {browser.version}", flush=True)
        browser.go(table.address)
        browser.see(".setup .board")
        print(
            f"{look_at_pages(browser, table.address)} pages seen, two languages, three themes, four sizes", flush=True
        )
        browser.resize(*SIZES[0])
        id = start(browser, table.address, "same-device")
        print(f"a game on one device clicked to its end: {play_out(browser)} turns", flush=True)
        share_a_study(browser, table.address, id)
        print("its study shared, and opened by the link", flush=True)
        start(browser, table.address, "engine", level=1)
        print(f"a game against the engine clicked to its end: {play_out(browser)} turns", flush=True)
        if browser.problems:
            sys.exit("\n".join(["Firefox says:", *browser.problems]))
        print("nothing went wrong")


if __name__ == "__main__":
    main()
