"""People in front of the page: with a mouse, a keyboard or a finger."""

import json
import random
import re
import string
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Route, expect

from ludejo.table.client import Client, Seat

PATIENCE = 120_000  # milliseconds; a watchdog, not an expectation: the machine may be busy
expect.set_options(timeout=PATIENCE)
LIVE = re.compile(r"\blive\b")
DESKTOP, PHONE = (1280, 800), (360, 740)
TABLET, LAPTOP, LARGE = (820, 1180), (1366, 657), (1920, 1080)
HAIR = 0.5  # of a pixel: browsers place things in fractions of their own, Firefox in sixtieths
HARMLESS = (  # what Chromium says, then Firefox, of what does not come
    "the server responded with a status of 4", "WebSocket connection to", "net::ERR_",
    "can’t establish a connection to the server at ws", "The connection to ws", "Failed to load ‘http",
)  # fmt: skip


class Visitor:
    """A browser window of somebody's own, with their preferences, and the page in it."""

    def __init__(
        self, browser: Browser, address: str, hand: str = "mouse", size: tuple[int, int] = DESKTOP,
        language: str = "en", theme: str = "light", animation: bool = False, workers: str = "block", **preferences: Any,
    ) -> None:  # fmt: skip
        self.address = address
        has_fingers = browser.browser_type.name == "chromium"  # a tap without a touch screen does nothing in Firefox
        self.hand = "mouse" if hand == "touch" and not has_fingers else hand
        self.problems: list[str] = []
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=hand == "touch",
            service_workers="allow" if workers == "allow" else "block",
        )  # fmt: skip
        self.context.set_default_timeout(PATIENCE)
        kept = {"language": language, "theme": theme, "animation": animation, "level": 1, **preferences}
        self.remember("preferences", json.dumps(kept))  # as if chosen before
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self._hear("error", str(error)))
        self.page.on("console", lambda message: self._hear(message.type, message.text))
        self.requests: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error" and not any(harmless in text for harmless in HARMLESS):
            self.problems.append(text)

    def remember(self, name: str, value: str) -> None:
        """Have the table's pages find something in the browser's memory, unless they keep something else there."""
        kept = f"localStorage['ludejo.{name}'] ??= {json.dumps(value)}"
        self.context.add_init_script(f"if (location.host) {kept}")  # a window without a page has no memory

    def go(self, path: str) -> None:
        """Open a page of the table."""
        self.page.goto(path if path.startswith("http") else self.address + path)

    def resize(self, size: tuple[int, int]) -> None:
        """Make the window another one's size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def sit(self, game: dict) -> None:
        """Take the seat of a game that was started elsewhere."""
        self.go(f"/g/{game['id']}#{game['secret']}")
        expect(self.page.locator(".stage-board .hit").first).to_be_visible()

    def hold(self, path: str) -> "Held":
        """Have requests to a path wait."""
        return Held(self.page, path)

    # the board

    def cell(self, name: str) -> Locator:
        """A cell."""
        return self.page.locator(f'.stage-board .hit[data-cell="{name}"]')

    def pile(self, name: str) -> Locator:
        """What stands on a cell."""
        return self.page.locator(f'.stage-board .layer-piles .pile[data-cell="{name}"]')

    def choose(self, *cells: str) -> None:
        """Point at cells, one after the other."""
        for name in cells:
            expect(self.cell(name)).to_have_class(LIVE)  # the board has heard of the last move
            self._press(self.cell(name))

    def announce(self, line: str) -> None:
        """Announce a row or column of Atmalof."""
        self._press(self.page.locator(f'[data-line="{line}"]'))

    def press(self, selector: str) -> None:
        """Press a button beside the board."""
        self._press(self.page.locator(selector).first)

    def write(self, selector: str, text: str) -> None:
        """Type, key by key, in place of what a field holds; filled at once, it tells of no change in Firefox."""
        field = self.page.locator(selector)
        field.press("ControlOrMeta+a")
        field.press_sequentially(text)

    def _press(self, place: Locator) -> None:
        expect(place).to_be_visible()
        if self.hand == "mouse":
            place.click()
        elif self.hand == "touch":
            place.tap()
        elif place.get_attribute("role") == "button":
            self._walk(place)
            self.page.keyboard.press("Enter")
        else:
            place.focus()
            self.page.keyboard.press("Enter")

    def _walk(self, place: Locator) -> None:
        """Over the board by arrow keys, toward a place."""
        if not self.page.evaluate("document.activeElement?.closest('.board') !== null"):
            self.page.locator(".stage-board [tabindex='0']").focus()
        there = _middle(box_of(place))
        for _ in range(60):
            here = self.page.locator(":focus")
            if here.get_attribute("data-cell") == place.get_attribute("data-cell") and (
                here.get_attribute("data-line") == place.get_attribute("data-line")
            ):
                return
            at = _middle(box_of(here))
            right, down = there[0] - at[0], there[1] - at[1]
            sideways = "ArrowRight" if right > 0 else "ArrowLeft"
            upright = "ArrowDown" if down > 0 else "ArrowUp"
            self.page.keyboard.press(upright if abs(down) >= abs(right) else sideways)
        raise AssertionError(f"the arrow keys do not lead to {place}")

    # what is seen

    def sees_turns(self, *turns: str) -> None:
        """The list of moves."""
        expect(self.page.locator(".moves .turn")).to_have_text(list(turns))

    def status(self) -> Locator:
        """The line under the board."""
        return self.page.locator(".prompt .status")


class Held:
    """Requests of a page that wait until they are let through."""

    def __init__(self, page: Page, path: str) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(path, lambda route: self.routes.append(route))

    @property
    def first(self) -> Route:
        """The first that came, or that comes: whoever has just pressed a key is quicker than what the key sets off."""
        return first_of(self.routes, self.page)


def first_of(some: list[Any], page: Page) -> Any:
    """The first of what a page brings, now or when it comes."""
    for _ in range(PATIENCE // 10):
        if some:
            return some[0]
        page.evaluate("new Promise((done) => setTimeout(done, 10))")
    raise AssertionError("the page has brought nothing")


def new_words() -> str:
    """Words of somebody who was never at the table, however often a test is run at it."""
    return "-".join("".join(random.choices(string.ascii_lowercase, k=5)) for _ in range(6))


def game_with_bo(client: Client, words: str, seat: int = 1) -> tuple[dict[str, Any], Seat]:
    """A game on Hex 9 between Ada, the person with these words, in this seat, and Bo, who has come; with Bo's seat."""
    terms = {"spec": "atoll:hex-9", "opponent": "friend", "seat": seat, "name": "Ada"}
    game = client.ask("POST", "/api/play", f"me.{words}", json=terms)
    bo = client.seat(game["friend"]["link"])
    bo.act("join", name="Bo")
    return game, bo


def box_of(place: Locator) -> Any:
    """Where something stands; what is drawn again at that moment is looked for again."""
    for _ in range(100):
        expect(place).to_be_visible()
        if box := place.bounding_box():
            return box
    raise AssertionError(f"{place} comes and goes")


def _middle(box: Any) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
