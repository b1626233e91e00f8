"""Installed: what was seen is there without the table, and what needs it is said."""

from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.visitors import Visitor

Visit = Callable[..., Visitor]


def test_what_was_seen_opens_without_the_table(visit: Visit, start: Callable[..., dict]) -> None:
    game = start("atoll:hex-9", "e5")
    visitor = visit(workers="allow")
    visitor.go("/")
    manifest = visitor.page.request.get(f"{visitor.address}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert visitor.page.request.get(visitor.address + icon["src"]).ok
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    seen = {"/learn/mammalath": ".lesson-words h2", "/puzzles/atoll/1": ".stage-board .hit"}
    for path, landmark in seen.items():
        visitor.go(path)
        expect(visitor.page.locator(landmark).first).to_be_visible()
    visitor.sit(game)
    visitor.page.goto(f"{visitor.address}/embed/g/{game['id']}")  # a document of its own: it does not become the shell
    expect(visitor.page.locator("body.embed .board").first).to_be_visible()
    visitor.context.set_offline(True)
    visitor.page.route_web_socket("**/live", lambda socket: socket.close())  # Chromium lets them through
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
    visitor.page = visitor.context.new_page()
    visitor.go(f"/g/{game['id']}")
    visitor.choose("d5")
    visitor.sees_turns("e5", "d5")


def test_a_feed_is_made_and_stopped_on_the_page(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/games")
    visitor.press("[data-feed]")
    link = visitor.page.locator(".telling .copy input").input_value()
    assert visitor.page.request.get(link).ok
    visitor.press("[data-stop-feed]")
    expect(visitor.page.locator(".telling .copy")).to_have_count(0)
    assert visitor.page.request.get(link).status == 404
