"""The panel in which a game is set up: begun once, as it is shown, and there again for whoever comes back."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Request, expect
from table.browser.visitors import Visitor

Visit = Callable[..., Visitor]
GAME = re.compile("/g/")


def preset(visitor: Visitor, name: str) -> None:
    visitor.page.locator(f'.setup input[name=preset][value="{name}"]').check(force=True)


def started(page: Page) -> list[dict]:
    """What the page has asked the table to start, from now on."""
    asked: list[dict] = []

    def hear(request: Request) -> None:
        if request.url.endswith("/api/play"):
            asked.append(request.post_data_json or {})

    page.on("request", hear)
    return asked


def test_two_clicks_begin_one_game(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="same-device")
    visitor.go("/")
    asked = started(visitor.page)
    visitor.page.locator("[data-start]").dblclick()
    expect(visitor.page).to_have_url(GAME)
    visitor.go("/")
    visitor.page.locator("[data-play=atoll]").dblclick()
    expect(visitor.page).to_have_url(GAME)
    assert len(asked) == 2


def test_a_card_plays_what_the_panel_shows(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="same-device")
    visitor.go("/")
    preset(visitor, "hex-9")
    visitor.press("[data-play=atoll]")
    expect(visitor.page.locator("h1")).to_have_text("Atoll · Hex 9, with swap by Mark Steere")
    visitor.go("/")
    visitor.press("[data-play=almatafl]")  # another game, on the same terms
    expect(visitor.page.locator(".player strong")).to_have_text(["White", "Black"])
    expect(visitor.page.locator("h1")).to_contain_text("AlmaTafl")


def test_the_way_back_leads_to_the_panel_as_it_was(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="engine")
    visitor.go("/")
    visitor.page.locator(".setup input[value=own]").check(force=True)
    visitor.page.locator("[data-parameter=size]").fill("5")
    visitor.page.locator('.setup input[name=opponent][value="same-device"]').check(force=True)
    visitor.page.locator('.setup input[name=clock][value="sudden"]').check(force=True)
    visitor.page.locator(".setup select[name=minutes]").select_option("20")
    visitor.press("[data-start]")
    expect(visitor.page).to_have_url(GAME)
    visitor.page.go_back()
    expect(visitor.page.locator("[data-parameter=size]")).to_have_value("5")
    expect(visitor.page.locator(".setup select[name=minutes]")).to_have_value("20")
    expect(visitor.page.locator('.setup input[name=opponent][value="same-device"]')).to_be_checked()


def test_hex_begins_with_the_swap_unless_it_is_switched_off(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="same-device", language="eo")
    visitor.go("/")
    asked = started(visitor.page)
    switch = visitor.page.locator("[data-switch]")
    expect(switch).not_to_be_checked()  # as its designer has it
    preset(visitor, "hex-9")
    expect(switch).to_be_checked()
    visitor.press("[data-start]")
    visitor.choose("e5")
    expect(visitor.page.locator('[data-move="swap"]')).to_be_visible()
    visitor.page.go_back()
    switch.uncheck()
    visitor.press("[data-start]")
    expect(visitor.page.locator("h1")).to_have_text("Atoll · Hex 9 de Mark Steere")
    assert [terms["spec"] for terms in asked] == ["atoll:hex-9,pie=yes", "atoll:hex-9"]


def test_the_level_that_is_chosen_is_explained(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="engine")
    visitor.go("/")
    line = visitor.page.locator(".level-line")
    expect(line).to_contain_text("for a first game")
    visitor.page.locator('.setup input[name=level][value="8"]').check(force=True)
    expect(line).to_contain_text("all the machine can do")


def test_a_handicap_of_time(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="same-device")
    visitor.go("/")
    visitor.page.locator('.setup input[name=clock][value="sudden"]').check(force=True)
    visitor.page.locator(".setup select[name=otherMinutes]").select_option("3")
    visitor.press("[data-start]")
    expect(visitor.page.locator(".player.below .clock")).to_have_text("10:00")
    expect(visitor.page.locator(".player.above .clock")).to_have_text("3:00")
