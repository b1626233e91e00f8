"""No barrier in what opens over a table: rules, keys, dice, a zoomed board, a turn of the past."""

from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.test_pages import check
from table.browser.visitors import PHONE, Visitor


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
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator("dialog .keys")).to_be_visible()
    check(visitor)
