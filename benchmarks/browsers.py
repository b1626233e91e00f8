"""Debian's Chromium and Firefox, both driven by Playwright; and a window of one of them, for those who walk through
the table: real clicks at real places, and what went wrong.
"""

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

# The one without windows is less work; it is what the suite has.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
GO_BETWEEN = Path(__file__).with_name("go_between.py")
Settings = dict[str, str | float | bool]
AS_ON_A_SCREEN: Settings = {"ui.useOverlayScrollbars": 1}  # there they take no room from a page
PATIENCE = 120.0  # seconds; a watchdog
HARMLESS = (
    "NetworkError", "404", "Content-Security-Policy", "WebSocket", "can’t establish a connection",
    "the server responded with a status of 4", "net::ERR_",
)  # fmt: skip


class Wrong(Exception):
    """Something is not as it should be."""


class Window:
    """One window of a browser, and what went wrong in it."""

    def __init__(self, browser: "Browser") -> None:
        self.name, self.version = browser.browser_type.name.capitalize(), browser.version
        self.problems: list[str] = []
        self.page = browser.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("pageerror", lambda error: self.hear(str(error)))
        self.page.on("console", lambda message: self.hear(message.text) if message.type == "error" else None)

    def go(self, address: str) -> None:
        """Open a page."""
        self.page.goto(address)

    def resize(self, width: int, height: int) -> None:
        """Have another size of window."""
        self.page.set_viewport_size({"width": width, "height": height})

    def read(self, expression: str) -> Any:
        """What a script on the page comes to."""
        text = self.page.evaluate(f"(async () => JSON.stringify({expression}))()")
        return None if text is None else json.loads(text)

    def press(self, x: int, y: int) -> None:
        """Press the mouse at a place, and let it go."""
        self.page.mouse.click(x, y)

    def picture(self) -> bytes:
        """What the window shows, as PNG."""
        return self.page.screenshot()

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


@contextmanager
def chromium(playwright: "Playwright") -> Iterator["Browser"]:
    """Debian's Chromium with a profile of its own, without a screen."""
    if CHROMIUM is None:
        sys.exit("Chromium is not installed, expected Debian's package chromium-headless-shell or chromium")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *root]) as browser:
        yield browser


@contextmanager
def firefox(playwright: "Playwright") -> Iterator["Browser"]:
    """Debian's Firefox with a profile of its own, without a screen."""
    if FIREFOX is None:
        sys.exit("Firefox is not installed, expected Debian's package firefox-esr")
    with tempfile.TemporaryDirectory(prefix="ludejo-firefox-") as folder:
        program = Path(folder) / "firefox"
        program.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{GO_BETWEEN}' '{FIREFOX}' \"$@\"\n")
        program.chmod(0o700)
        home: Settings = {**os.environ, "HOME": folder}  # Firefox refuses the home of somebody else
        with playwright.firefox.launch(
            channel="moz-firefox", executable_path=program, env=home, firefox_user_prefs=AS_ON_A_SCREEN
        ) as browser:
            yield browser


BROWSERS = {"chromium": chromium, "firefox": firefox}


@contextmanager
def window(name: str) -> Iterator[Window]:
    """A window of one of the browsers, for a program that drives no other."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, BROWSERS[name](playwright) as browser:
        yield Window(browser)
