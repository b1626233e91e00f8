"""A window of Debian's Firefox or Chromium, with the same verbs: real clicks at real places, and what went wrong.

Firefox is driven by WebDriver BiDi, the protocol that it speaks itself; Chromium by Playwright, as in the tests.
"""

import base64
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The one without windows is less work; it is what the suite has.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 120.0  # seconds; a watchdog
HARMLESS = (
    "NetworkError", "404", "Content-Security-Policy", "WebSocket", "can’t establish a connection",
    "the server responded with a status of 4", "net::ERR_",
)  # fmt: skip


class Wrong(Exception):
    """Something is not as it should be."""


class Window(ABC):
    """One window of a browser, and what went wrong in it."""

    name: str
    version: str

    def __init__(self) -> None:
        self.problems: list[str] = []

    @abstractmethod
    def go(self, address: str) -> None:
        """Open a page."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Have another size of window."""

    @abstractmethod
    def read(self, expression: str) -> Any:
        """What a script on the page comes to."""

    @abstractmethod
    def press(self, x: int, y: int) -> None:
        """Press the mouse at a place, and let it go."""

    @abstractmethod
    def picture(self) -> bytes:
        """What the window shows, as PNG."""

    def hear(self, text: str) -> None:
        """Keep what a page complains of."""
        if not any(harmless in text for harmless in HARMLESS):
            self.problems.append(text)

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
        self.press(*place)


class Bidi:
    """A connection by which Firefox is asked for things; what pages complain of goes to their windows."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.numbers = itertools.count(1)
        self.windows: dict[str, Firefox] = {}  # by context
        self.version = self.ask("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.ask("session.subscribe", events=["log.entryAdded"])

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command, and wait for what comes of it."""
        number = next(self.numbers)
        self.wire.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self.wire.recv(PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                window = self.windows.get(told["params"]["source"].get("context"))
                if window and told["params"].get("stackTrace"):  # what Firefox itself stumbles over has none
                    window.hear(told["params"].get("text") or "")
            if told.get("id") == number:
                if told["type"] == "error":
                    raise Wrong(f"{method}: {told['message']}")
                return told["result"]


class Firefox(Window):
    """By BiDi."""

    name = "Firefox"

    def __init__(self, bidi: Bidi, context: str) -> None:
        super().__init__()
        self.bidi, self.context, self.version = bidi, context, bidi.version
        bidi.windows[context] = self

    def stranger(self) -> "Firefox":
        """A window of somebody else, who shares nothing with this one; closed by `leave`."""
        whose = self.bidi.ask("browser.createUserContext")["userContext"]
        return Firefox(self.bidi, self.bidi.ask("browsingContext.create", type="tab", userContext=whose)["context"])

    def before_pages(self, script: str) -> None:
        """Have a script run in every page before its own."""
        self.bidi.ask("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}", contexts=[self.context])

    def lose_network(self, is_lost: bool = True) -> None:
        """Be offline, or online again."""
        conditions = {"type": "offline"} if is_lost else None
        self.bidi.ask("emulation.setNetworkConditions", networkConditions=conditions, contexts=[self.context])

    def come_forward(self) -> None:
        """Be the window that is seen."""
        self._ask("browsingContext.activate")

    def leave(self) -> None:
        """Close the window."""
        del self.bidi.windows[self.context]
        self._ask("browsingContext.close")

    def _ask(self, method: str, **parameters: Any) -> Any:
        return self.bidi.ask(method, context=self.context, **parameters)

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", viewport={"width": width, "height": height})

    def read(self, expression: str) -> Any:
        script = f"(async () => JSON.stringify({expression}))()"
        target = {"context": self.context}
        told = self.bidi.ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        if told["type"] != "success":
            raise Wrong(f"{expression}: {told['exceptionDetails']['text']}")
        value = told["result"].get("value")
        return None if value is None else json.loads(value)

    def press(self, x: int, y: int) -> None:
        moves = [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]  # fmt: skip
        self._ask("input.performActions", actions=[{"type": "pointer", "id": "hand", "actions": moves}])

    def stroke(self, places: list[list[int]], button: int = 0) -> None:
        """Press the mouse at the first of some places, draw it over the others, and let it go at the last."""
        over = [{"type": "pointerMove", "x": x, "y": y} for x, y in places]
        down, up = ({"type": f"pointer{way}", "button": button} for way in ("Down", "Up"))
        self._ask(
            "input.performActions",
            actions=[{"type": "pointer", "id": "hand", "actions": [over[0], down, *over[1:], up]}],
        )

    def type(self, text: str) -> None:
        """Press keys, one a letter; Enter and Escape as WebDriver writes them."""
        keys = [{"type": way, "value": letter} for letter in text for way in ("keyDown", "keyUp")]
        self._ask("input.performActions", actions=[{"type": "key", "id": "keys", "actions": keys}])

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("browsingContext.captureScreenshot")["data"])


class Chromium(Window):
    """By Playwright."""

    name = "Chromium"

    def __init__(self, page: "Page", version: str) -> None:
        super().__init__()
        self.page, self.version = page, version
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.hear(str(error)))
        page.on("console", lambda message: self.hear(message.text) if message.type == "error" else None)

    def go(self, address: str) -> None:
        self.page.goto(address)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def read(self, expression: str) -> Any:
        text = self.page.evaluate(f"(async () => JSON.stringify({expression}))()")
        return None if text is None else json.loads(text)

    def press(self, x: int, y: int) -> None:
        self.page.mouse.click(x, y)

    def picture(self) -> bytes:
        return self.page.screenshot()


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Debian's Firefox with a profile of its own, without a screen."""
    if FIREFOX is None:
        sys.exit("Firefox is not installed, expected Debian's package firefox-esr")
    with tempfile.TemporaryDirectory(prefix="ludejo-firefox-") as profile:
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        said = Path(profile) / "said"  # a pipe that nobody empties would stop it
        with said.open("w") as out:
            running = subprocess.Popen(command, stderr=out, stdout=out, env={**os.environ, "HOME": profile})
        try:
            while not (place := re.search(r"WebDriver BiDi listening on (ws://\S+)", said.read_text())):
                time.sleep(0.1)
            with connect(f"{place[1]}/session", max_size=None, compression=None) as wire:
                bidi = Bidi(wire)
                yield Firefox(bidi, bidi.ask("browsingContext.getTree")["contexts"][0]["context"])
        finally:
            running.terminate()
            running.wait(PATIENCE)


@contextmanager
def chromium() -> Iterator[Chromium]:
    """Debian's Chromium with a profile of its own, without a screen."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        sys.exit("Chromium is not installed, expected Debian's package chromium-headless-shell or chromium")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=root)
        yield Chromium(browser.new_page(), browser.version)
        browser.close()


BROWSERS = {"chromium": chromium, "firefox": firefox}
