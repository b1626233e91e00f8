"""Notices of the browser: it is somebody's turn while they look elsewhere."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from table.browser.visitors import PATIENCE, Visitor, game_with_bo, new_words

from ludejo.table.client import Client

Visit = Callable[..., Visitor]

# A browser without a screen shows no notices, and no window of it is ever hidden: it writes down what it would show.
SHOWN = """
window.Notification = class extends EventTarget {
  static permission = "default";
  static requestPermission = async () => (Notification.permission = "ANSWER");
  constructor(title, { body }) { super(); document.documentElement.dataset.shown = `${title}: ${body}`; }
};
"""
LOOK_AWAY = "Object.defineProperty(document, 'hidden', { get: () => true })"

# Chrome for Android: only a worker can show notices.
WORKERS_ALONE = """
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor() { throw new TypeError("Illegal constructor"); }
};
ServiceWorkerRegistration.prototype.showNotification = async (title, { body }) => {
  document.documentElement.dataset.shown = `${title}: ${body}`;
};
"""


def asking(visit: Visit, words: str, answer: str) -> Visitor:
    """Somebody who asks for notices, and whose browser is told to allow them or not."""
    visitor = visit()
    visitor.remember("me", f"me.{words}")
    visitor.context.add_init_script(SHOWN.replace("ANSWER", answer))
    visitor.page.clock.install()
    visitor.go("/games")
    visitor.page.locator("[data-notify]").click()
    return visitor


@pytest.mark.parametrize("is_at_the_game", [True, False])
def test_a_notice_comes_while_one_looks_elsewhere(visit: Visit, address: str, is_at_the_game: bool) -> None:
    words = new_words()
    with Client(address, PATIENCE / 1000) as client:
        game, friend = game_with_bo(client, words)
        visitor = asking(visit, words, "granted")
        expect(visitor.page.locator("[data-notify]")).to_be_checked()
        if is_at_the_game:
            visitor.page.locator(f".game-rows li[data-id='{game['id']}'] a").first.click()
            expect(visitor.page.locator(".player.above")).to_contain_text("Bo")
        visitor.page.evaluate(LOOK_AWAY)
        friend.move("e5")
    if not is_at_the_game:
        visitor.page.clock.run_for(61_000)  # the list asks once a minute
    expect(visitor.page.locator("html")).to_have_attribute("data-shown", "Ludejo: 1 game waits for you")


def test_a_notice_tells_of_an_offer_and_of_the_end(visit: Visit, address: str) -> None:
    words = new_words()
    with Client(address, PATIENCE / 1000) as client:
        game, friend = game_with_bo(client, words, seat=0)
        visitor = asking(visit, words, "granted")
        visitor.go(f"/g/{game['id']}")
        visitor.choose("e5")
        visitor.sees_turns("e5")
        visitor.page.evaluate("Notification.permission = 'granted'")
        visitor.page.evaluate(LOOK_AWAY)
        friend.look()
        friend.act("draw")
        shown = visitor.page.locator("html")
        expect(shown).to_have_attribute("data-shown", "Ludejo: 1 game waits for you")
        friend.act("resign")
        expect(shown).to_have_attribute("data-shown", re.compile("Ludejo: You have won"))


def test_a_browser_that_allows_none_is_told_of(visit: Visit) -> None:
    visitor = asking(visit, new_words(), "denied")
    expect(visitor.page.locator(".toast")).to_contain_text("The browser does not allow it")
    expect(visitor.page.locator("[data-notify]")).not_to_be_checked()


@pytest.mark.parametrize("workers", ["allow", "block"])
def test_where_a_page_may_show_no_notice_the_worker_does_and_the_game_goes_on(
    visit: Visit, start: Callable[..., dict], address: str, workers: str
) -> None:
    with Client(address, PATIENCE / 1000) as client:
        game = start("atoll:hex-9", opponent="friend", seat=1, name="Ada")
        friend = client.seat(game["friend"]["link"])
        friend.act("join", name="Bo")
        visitor = visit(workers=workers, notify=True)
        visitor.context.add_init_script(WORKERS_ALONE)
        visitor.go("/")
        if workers == "allow":
            visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        visitor.sit(game)
        expect(visitor.page.locator(".player.above")).to_contain_text("Bo")
        expect(visitor.page.locator(".typed")).to_be_visible()
        visitor.page.evaluate(LOOK_AWAY)
        visitor.page.evaluate("document.querySelector('.typed').hidden = true")  # drawn after what is told
        friend.move("e5")
    expect(visitor.page.locator(".typed")).to_be_visible()
    if workers == "allow":
        expect(visitor.page.locator("html")).to_have_attribute("data-shown", "Ludejo: 1 game waits for you")
