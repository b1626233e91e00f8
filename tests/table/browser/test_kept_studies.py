"""Studies that a browser keeps: listed, opened, removed; and a browser that has no room for them says so."""

from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.test_studies_page import SPEC, finished_game, shared_by
from table.browser.visitors import Visitor

Visit = Callable[..., Visitor]
FILL = """() => {
  let text = "x".repeat(1 << 20);
  for (let k = 0; text.length; k += 1) {
    try { localStorage.setItem(`fill.${k}`, text); } catch { text = text.slice(text.length >> 1 || 1); }
  }
}"""
EMPTY = """() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith("fill.")) localStorage.removeItem(key);
}"""


def test_studies_of_this_browser_are_listed_opened_and_removed(visit: Visit, address: str) -> None:
    visitor = visit()
    turns, rows = visitor.page.locator(".tree .turn"), visitor.page.locator("[data-kept]")
    visitor.go("/study")
    expect(visitor.page.locator(".shelf-columns")).to_be_visible()
    expect(visitor.page.locator("[data-own-studies]")).to_be_hidden()
    visitor.go(f"/study/{finished_game(address)}")
    visitor.page.locator(".study-table textarea").fill("A thought.")
    visitor.go(f"/study?spec={SPEC}")
    visitor.choose("b2")
    expect(turns).to_have_count(1)
    visitor.press("#links a[href='/study']")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Atoll · rhombus, Size 4 just now")
    expect(rows.last).to_contain_text("Atoll · rhombus, Size 4 Black – White")
    rows.first.locator("a").click()
    expect(turns).to_have_text(["b2"])
    visitor.page.go_back()
    rows.last.locator("a").click()
    expect(visitor.page.locator(".study-table textarea")).to_have_value("A thought.")
    visitor.page.go_back()
    rows.first.locator("[data-forget]").click()
    visitor.press("[data-sure]")
    expect(rows).to_have_count(1)
    visitor.go(f"/study?spec={SPEC}")
    expect(visitor.page.locator(".tree .none")).to_be_visible()


def test_a_browser_without_room_says_that_it_keeps_nothing(visit: Visit) -> None:
    visitor = visit()
    visitor.go(f"/study?spec={SPEC}")
    unkept = visitor.page.locator(".unkept")
    visitor.choose("b2")
    expect(visitor.page.locator(".tree .turn")).to_have_count(1)
    expect(unkept).to_be_hidden()
    visitor.page.evaluate(FILL)
    visitor.page.locator(".study-table textarea").fill("A long thought that fits nowhere. " * 20)
    expect(unkept).to_contain_text("no room left")
    visitor.page.evaluate(EMPTY)
    visitor.choose("c2")
    expect(visitor.page.locator(".tree .turn")).to_have_count(2)
    expect(unkept).to_be_hidden()
    visitor.page.reload()
    expect(visitor.page.locator(".tree .turn")).to_have_count(2)
    _, edit = shared_by(visitor)
    visitor.go(edit)
    expect(visitor.page.locator(".shared-status")).to_be_visible()
    visitor.page.evaluate(FILL)
    held = visitor.hold("**/api/studies/*/1")
    visitor.page.locator(".study-table textarea").fill("Another one. " * 20)
    expect(visitor.page.locator(".shared-status")).to_contain_text("leave the page open")
    visitor.page.evaluate(EMPTY)
    held.first.continue_()
    expect(visitor.page.locator(".shared-status")).to_have_text("Kept.")
