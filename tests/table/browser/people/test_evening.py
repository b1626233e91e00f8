"""An evening: a challenge, a game with a watcher, a draw refused, a rematch, a study together, another device."""

import re
from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.test_pages import check
from table.browser.visitors import PHONE, Visitor

Visit = Callable[..., Visitor]


def complain(visitor: Visitor) -> None:
    """Report whoever one plays with, and block them."""
    visitor.press("[data-report]")
    visitor.press("[data-reason=stalling]")
    expect(visitor.page.locator(".toast")).to_contain_text("Whoever hosts the table")
    visitor.press("[data-block]")
    expect(visitor.page.locator(".toast").last).to_contain_text("You will not meet in the lobby any more")


def test_two_people_and_a_watcher_through_an_evening(visit: Visit) -> None:
    ada, bo = visit(name="Ada"), visit(size=PHONE, hand="touch", confirm="never", language="eo")
    watcher, later = visit(), visit(size=PHONE, theme="dark")
    ada.go("/lobby")
    ada.page.locator("[data-ask=spec]").select_option(label="Atoll · Hex 9, with swap")
    check(ada)
    for again in (True, False):
        ada.press("[data-challenge-all]")
        expect(ada.page.locator(".player.above")).to_contain_text("not here yet")
        expect(ada.page.locator("[data-act=draw]")).to_have_count(0)  # there is nobody to agree
        if again:
            check(ada)
            ada.press(".invite [data-withdraw]")
            ada.page.locator("[data-ask=spec]").select_option(label="Atoll · Hex 9, with swap")
    bo.go("/")
    bo.press("nav a[href='/lobby']")
    bo.press("[data-challenge] [data-take]")
    bo.page.locator("[data-my-name]").fill("Bo")  # asked once
    bo.press("[data-sit]")
    expect(ada.page.locator(".player.above")).to_contain_text("Bo")
    watcher.go("/lobby")
    check(watcher)
    watcher.press("[data-played] a")
    expect(bo.page.locator(".watchers")).to_have_text("1 spektanto")
    first, second = (ada, bo) if ada.page.locator(".hit.live").count() else (bo, ada)
    first.choose("e5")
    second.choose("d5")
    watcher.sees_turns("e5", "d5")
    bo.page.locator(".company summary").click()
    bo.press("[data-say=hello]")
    expect(ada.page.locator(".heard")).to_have_text("Bo: Hello!")
    ada.press("[data-act=draw]")
    expect(ada.page.locator("[data-act=draw]")).to_be_disabled()  # “Resign” does not come under the hand
    bo.press("[data-act=decline]")
    expect(ada.page.locator("[data-act=accept]")).to_have_count(0)
    bo.press("[data-act=resign]")
    bo.press("[data-sure]")
    expect(ada.status()).to_contain_text("You have won")
    expect(watcher.status()).to_contain_text("has won")
    played = ada.page.url.rpartition("/")[2]
    ada.press("[data-act=rematch]")
    bo.press("[data-act=accept]")
    for player in (ada, bo):  # at the new board: a dialog over the old one closes with its page
        expect(player.page).not_to_have_url(re.compile(played))
        expect(player.page.locator("[data-act=resign]")).to_be_visible()
    complain(ada)  # in a rematch as in the game that was taken, and who came later as well
    ada.go(f"/study/{played}")  # what they have played, together
    ada.page.locator(".sharing summary").click()
    ada.press("[data-share]")
    look, join = (ada.page.locator(f"[data-{kind}-link]").input_value() for kind in ("look", "edit"))
    ada.go(join)
    expect(ada.page.locator(".stage-board .hit").first).to_be_visible()
    bo.go(join)
    bo.page.locator(".panel textarea").fill("Jen mia eraro.")
    expect(ada.page.locator(".panel textarea")).to_have_value("Jen mia eraro.")
    watcher.go(look)
    expect(watcher.page.locator(".panel textarea")).to_have_value("Jen mia eraro.")
    expect(watcher.page.locator("[data-add-chapter]")).to_have_count(0)
    ada.go("/games")
    ada.press("[data-words]")
    later.go(ada.page.locator("dialog .copy input").input_value())  # the next day, elsewhere
    later.press(".game-rows li a")
    expect(later.page.locator(".player.below")).to_contain_text("Ada")
    expect(later.page.locator(".player.below .score")).to_have_text("1")
    later.go("/study")
    expect(later.page.locator(f"a[href='/study/{played}']")).to_be_visible()
    later.press("[data-shelved] a")
    later.page.locator(".panel textarea").fill("It was mine.")
    expect(bo.page.locator(".panel textarea")).to_have_value("It was mine.")
