"""Two engines to watch, an arrangement that goes round by a link, chapters put into another order."""

from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.test_pages import check
from table.browser.visitors import PHONE, Visitor

Visit = Callable[..., Visitor]


def test_two_engines_are_watched(visit: Visit) -> None:
    visitor = visit(game="atoll", theme="contrast")
    visitor.go("/")
    visitor.page.locator(".setup input[value=own]").check(force=True)
    visitor.page.locator("[data-parameter=shape]").select_option("rhombus")
    visitor.write("[data-parameter=size]", "3")
    visitor.page.locator("input[value=engines]").check(force=True)
    visitor.page.locator("select[name=otherLevel]").select_option("2")
    check(visitor)
    visitor.press("[data-start]")
    expect(visitor.page.locator(".player strong")).to_have_text(["Engine, level 2", "Engine, level 1"])
    expect(visitor.page.locator(".moves .turn").nth(1)).to_be_visible()
    expect(visitor.page.locator("[data-act=resign], [data-act=hint]")).to_have_count(0)
    check(visitor)


def test_an_arrangement_goes_round_by_a_link(visit: Visit) -> None:
    ada, bo = visit(game="mammalath", theme="dark", size=PHONE), visit(game="atoll")
    ada.go("/")
    typed = ada.page.locator("[data-setup]")
    expect(ada.page.locator(".setup .board")).to_be_visible()
    rows = typed.input_value()
    assert len(rows.split()) == 6
    ada.press("[data-share-setup]")
    link = ada.page.locator("dialog .copy input").input_value()
    check(ada)
    bo.go(link)
    expect(bo.page.locator(".setup h2")).to_have_text("Mammalath")
    expect(bo.page.locator("[data-setup]")).to_have_value(rows)
    assert bo.page.url.endswith("/")


def test_chapters_are_arranged_by_whoever_may_join_in(visit: Visit) -> None:
    ada = visit()
    ada.go("/study?spec=atoll:rhombus,size=4")
    ada.choose("b2")
    ada.page.locator(".sharing summary").click()
    ada.press("[data-share]")
    expect(ada.page.locator("[data-look-link]")).to_be_visible()
    check(ada)
    ada.press("[data-open]")
    ada.press("[data-add-chapter]")
    check(ada)
    ada.press("[data-make-chapter]")
    chapters = ada.page.locator(".chapters a")
    expect(chapters).to_have_text(["Chapter 1", "Chapter 2"])
    ada.press("[data-arrange-chapters]")
    ada.page.locator(".arranged-chapters input").nth(1).fill("The end")
    ada.page.locator("[data-up]").nth(1).click()
    check(ada)
    ada.press("[data-arrange]")
    expect(chapters).to_have_text(["The end", "Chapter 1"])
    expect(chapters.first).to_have_attribute("aria-current", "page")
    ada.press("[data-arrange-chapters]")
    ada.page.locator("[data-remove]").first.click()
    ada.press("[data-arrange]")
    expect(chapters).to_have_text(["Chapter 1"])
    ada.press("[data-arrange-chapters]")
    ada.press("[data-delete-study]")
    check(ada)
    ada.press("[data-sure]")
    expect(ada.page.locator(".toast")).to_contain_text("The study has been deleted.")
    assert ada.page.url.endswith("/study")
