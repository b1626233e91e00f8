"""Small comforts: arrangements of one's own, what is in hand, lists of games, two tabs, the way back."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import httpx
from playwright.sync_api import expect
from table.browser.visitors import Visitor

Visit = Callable[..., Visitor]
ROWS = ["ABCDEF", "BCDEFA", "CDEFAB", "DEFABC", "EFABCD", "FABCDE"]


def test_animals_stand_as_they_are_typed(visit: Visit) -> None:
    visitor = visit(game="mammalath", opponent="same-device")
    visitor.go("/")
    visitor.page.locator(".setup summary").click()
    typed = visitor.page.locator("[data-setup]")
    expect(typed).to_have_value(re.compile("^([A-F]{6}\n){5}[A-F]{6}$"))
    typed.fill("\n".join(["AACDEF", *ROWS[1:]]))
    expect(visitor.page.locator(".setup .wrong")).to_contain_text("7 animals A, expected 6 of each type")
    expect(visitor.page.locator("[data-start]")).to_be_disabled()
    typed.fill("/".join(ROWS).lower())
    expect(visitor.page.locator("[data-start]")).to_be_enabled()
    visitor.press("[data-start]")
    expect(visitor.cell("a6")).to_have_attribute("aria-label", re.compile("armadillo"))
    expect(visitor.cell("f1")).to_have_attribute("aria-label", re.compile("elephant"))


def test_tokens_in_hand_are_counted_beside_the_board(visit: Visit, start: Callable[..., dict]) -> None:
    visitor = visit()
    visitor.sit(start("mammalath", seed=3))
    below = visitor.page.locator(".player.below")
    expect(below).to_contain_text("18 in hand")
    visitor.choose("c3")
    expect(below).to_contain_text("17 in hand")
    expect(visitor.page.locator(".player.above")).to_contain_text("18 in hand")


def test_bounds_of_parameters_are_told_in_the_language_in_use(visit: Visit) -> None:
    visitor = visit(language="eo", game="atmalof")
    visitor.go("/")
    visitor.page.locator('input[name="preset"][value="own"]').check(force=True)
    expect(visitor.page.locator('.field:has([data-parameter="X"]) .bounds')).to_contain_text("0 aŭ pli")


def test_two_tabs_of_one_seat_show_the_same_game(visit: Visit, start: Callable[..., dict]) -> None:
    game = start("atoll:hex-9")
    visitor = visit()
    visitor.sit(game)
    tab = visitor.context.new_page()
    tab.goto(f"{visitor.address}/g/{game['id']}")  # the browser knows the seat
    tab.locator('.stage-board .hit.live[data-cell="e5"]').click()
    visitor.sees_turns("e5")
    visitor.choose("d4")
    expect(tab.locator(".moves .turn")).to_have_text(["e5", "d4"])


def test_the_way_back_leads_to_a_list_that_knows_whose_turn_it_is(visit: Visit, address: str) -> None:
    visitor = visit(game="atoll", opponent="friend")
    visitor.go("/")
    visitor.page.locator('input[name="seat"][value="0"]').check(force=True)
    visitor.press("[data-start]")
    expect(visitor.page).to_have_url(re.compile("/g/"))
    id = visitor.page.url.rpartition("/")[2]
    link = visitor.page.locator(".invite input").input_value()
    friend = visit(name="Bo")
    friend.go(link)
    expect(visitor.page.locator(".invite")).to_have_count(0)  # the friend is there
    visitor.page.go_back()
    entry = visitor.page.locator(f'.continued a[href="/g/{id}"]')
    expect(entry).to_contain_text("Your turn")
    entry.click()
    visitor.choose("f4")
    visitor.sees_turns("f4")
    visitor.page.go_back()
    expect(entry).to_be_visible()
    expect(entry).not_to_contain_text("Your turn")
    assert httpx.get(f"{address}/api/play/{id}/brief").json()["is_your_turn"] is False  # a watcher's never is


def test_a_draw_on_the_same_device_is_asked_about_and_listed_afterwards(
    visit: Visit, start: Callable[..., dict]
) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9", "e5"))
    visitor.press('[data-act="draw"]')
    visitor.page.get_by_role("button", name="Play on").click()
    expect(visitor.status()).to_contain_text("White to move")
    visitor.press('[data-act="draw"]')
    visitor.press("dialog [data-sure]")
    expect(visitor.status()).to_contain_text("A draw")
    visitor.go("/study")
    expect(visitor.page.locator(".plain-list li").first).to_contain_text("Atoll · Hex 9 draw same device")


def test_the_empty_board_of_any_preset_can_be_studied(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/study")
    visitor.page.get_by_role("link", name="Hex 13").click()
    expect(visitor.page.locator(".stage-board .hit")).to_have_count(169)
    expect(visitor.page.locator("h1")).to_have_text("Study of Atoll · Hex 13 by Piet Hein, John Nash")


def test_a_damaged_record_is_explained_in_esperanto(visit: Visit) -> None:
    visitor = visit(language="eo")
    visitor.go("/study")
    visitor.page.locator(".shelf textarea").fill("(;GM[11]SZ[9]")
    visitor.press("[data-look]")
    expect(visitor.page.locator(".shelf .wrong")).to_have_text("la SGF finiĝas pli frue ol la ludo")


def test_days_on_a_clock_stay_on_one_line_and_dates_are_never_english_in_esperanto(
    visit: Visit, start: Callable[..., dict]
) -> None:
    visitor = visit(hand="touch", size=(360, 740), language="eo")
    visitor.sit(start("atoll:hex-9", opponent="friend", clock={"kind": "days", "days": 3}))
    clock = visitor.page.locator(".player.above .clock")
    expect(clock).to_have_text("3 tagoj 0 h")
    box = clock.bounding_box()
    assert box is not None
    assert box["height"] < 40
    visitor.go("/games")
    listed = visitor.page.locator("main li", has=visitor.page.locator("a[href^='/g/']"))
    expect(listed.first).to_contain_text(re.compile("ĵus|antaŭ"))
    expect(listed.first.locator("[title]").first).to_have_attribute("title", re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d$"))
    visitor.page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=10))
    visitor.go("/games")
    expect(listed.first).to_contain_text(re.compile(r"· \d{4}-\d\d-\d\d"))
