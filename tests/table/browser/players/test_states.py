"""No barrier on a player's page, nor in what opens over a table: rules, keys, a zoomed board, a turn of the past."""

from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.test_pages import check
from table.browser.visitors import PATIENCE, PHONE, Visitor
from table.people.test_meeting import challenge, person, play_and_resign, wait_for_rating

from ludejo.table.client import Client


def test_a_players_page_has_no_barriers(visit: Callable[..., Visitor], address: str) -> None:
    with Client(address, PATIENCE / 1000) as client:
        (ada, id), (bo, _) = (person(client, word, is_public=True) for word in ("vivav", "zizaz"))
        play_and_resign(client, challenge(client, ada, is_rated=True), ada, bo)
        wait_for_rating(client, id)
    visitor = visit(size=PHONE, theme="dark", language="eo")
    visitor.context.add_init_script(f"localStorage['ludejo.me'] ??= '{ada}'")
    visitor.go("/games")
    visitor.press("[data-my-page]")
    expect(visitor.page.locator("h1")).to_have_text("vivav")
    expect(visitor.page.locator(".ratings li")).to_contain_text("1 ludo")
    expect(visitor.page.locator(".game-rows li")).to_have_count(1)
    check(visitor)


def test_states_of_a_table_have_no_barriers(visit: Callable[..., Visitor], start: Callable[..., dict]) -> None:
    visitor = visit(size=PHONE, theme="dark", language="eo")
    visitor.sit(start("atoll:hex-13", "g7 f8"))
    visitor.sees_turns("g7", "f8")
    visitor.press("[data-zoom]")
    visitor.press("[data-flip]")
    check(visitor)
    visitor.press("[data-turn='1']")
    expect(visitor.page.locator("[data-latest]")).to_be_visible()
    check(visitor)
    visitor.page.keyboard.press("r")
    expect(visitor.page.locator("dialog .rules h2").first).to_be_visible()
    check(visitor)
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("dialog[open]")).to_have_count(0)
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator("dialog .keys")).to_be_visible()
    check(visitor)
