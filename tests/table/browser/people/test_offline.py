"""Installed: what was seen is there without the table, and what needs it is said."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect
from table.browser.visitors import Visitor
from table.browser.wire import Wire

from ludejo.lab.puzzles.files import puzzles_of

Visit = Callable[..., Visitor]
IS_KEPT = """async (path) => {
  for (let frames = 7200; frames && !(await caches.match(path)); frames--) await new Promise(requestAnimationFrame);
  return Boolean(await caches.match(path));
}"""  # beside what somebody does


@pytest.fixture
def wire(address: str) -> Iterator[Wire]:
    """What is cut when there is no network: a browser that is told so still lets its sockets or its worker through."""
    wire = Wire(address)
    yield wire
    wire.close()


def test_what_was_seen_opens_without_the_table(visit: Visit, start: Callable[..., dict], wire: Wire) -> None:
    game = start("atoll:hex-9", "e5")
    visitor = visit(workers="allow")
    visitor.address = wire.address
    visitor.go("/")
    manifest = visitor.page.request.get(f"{visitor.address}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert visitor.page.request.get(visitor.address + icon["src"]).ok
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    seen = {"/learn/mammalath": ".lesson-words h2", f"/puzzles/atoll/{puzzles_of('atoll')[0].id}": ".stage-board .hit"}
    for path, landmark in seen.items():
        visitor.go(path)
        expect(visitor.page.locator(landmark).first).to_be_visible()
    visitor.sit(game)
    visitor.page.goto(f"{visitor.address}/embed/g/{game['id']}")  # a document of its own: it does not become the shell
    expect(visitor.page.locator("body.embed .board").first).to_be_visible()
    visitor.context.set_offline(True)
    wire.cut()
    for path, landmark in seen.items():
        visitor.go(path)
        expect(visitor.page.locator(landmark).first).to_be_visible()
        expect(visitor.page.locator(".offline")).to_contain_text("You are offline")
    visitor.go(f"/g/{game['id']}")
    expect(visitor.pile("e5")).to_be_visible()
    expect(visitor.page.locator(".hit.live")).to_have_count(0)
    visitor.go("/rules/almatafl")
    expect(visitor.page.locator(".wrong")).to_contain_text("cannot be reached")
    visitor.context.set_offline(False)
    wire.mend()
    visitor.go(f"/g/{game['id']}")
    visitor.choose("d5")
    visitor.sees_turns("e5", "d5")


def test_a_lesson_that_was_never_opened_is_there_without_the_table(visit: Visit, wire: Wire) -> None:
    visitor = visit(workers="allow")
    visitor.address = wire.address
    visitor.go("/")
    for game in ("atoll", "atmalof", "almatafl", "mammalath"):
        assert visitor.page.evaluate(IS_KEPT, f"/api/lessons/{game}?lang=en")
        assert visitor.page.evaluate(IS_KEPT, f"/api/puzzles/{game}")
    visitor.context.set_offline(True)
    wire.cut()
    for game in ("atmalof", "mammalath"):
        visitor.go(f"/learn/{game}")
        expect(visitor.page.locator(".lesson-words h2")).to_be_visible()
        expect(visitor.page.locator(".stage-board .hit").first).to_be_visible()
    visitor.go("/puzzles")
    visitor.press("a[data-daily]")
    expect(visitor.page.locator(".wrong")).to_contain_text("cannot be reached")  # only lists are kept unseen
    visitor.go("/puzzles/mammalath")
    expect(visitor.page.locator(".numbers a").first).to_be_visible()
    visitor.context.set_offline(False)  # the device is connected, the table is not there
    visitor.press("header a[href='/study']")
    expect(visitor.page.locator(".wrong")).to_have_text("The table cannot be reached. Is the connection down?")


def test_a_feed_is_made_and_stopped_on_the_page(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/games")
    visitor.press("[data-feed]")
    link = visitor.page.locator(".telling .copy input").input_value()
    assert visitor.page.request.get(link).ok
    visitor.press("[data-stop-feed]")
    expect(visitor.page.locator(".telling .copy")).to_have_count(0)
    assert visitor.page.request.get(link).status == 404
