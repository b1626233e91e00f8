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
    expect(visitor.page.locator("h1")).to_have_text("Atoll · Hex 9, with swap by Piet Hein, John Nash")
    visitor.go("/")
    visitor.press("[data-play=almatafl]")  # another game, on the same terms
    expect(visitor.page.locator(".player strong")).to_have_text(["White", "Black"])
    expect(visitor.page.locator("h1")).to_contain_text("AlmaTafl")


def test_a_card_begins_its_game_though_another_was_set_up_wrongly(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="same-device")
    visitor.go("/")
    preset(visitor, "own")
    visitor.write("[data-parameter=islands]", "7")
    expect(visitor.page.locator("[data-start]")).to_be_disabled()
    visitor.press("[data-play=almatafl]")
    expect(visitor.page.locator("h1")).to_contain_text("AlmaTafl")


def test_the_way_back_leads_to_the_panel_as_it_was(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="engine")
    visitor.go("/")
    visitor.page.locator(".setup input[value=own]").check(force=True)
    visitor.write("[data-parameter=size]", "5")
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
    expect(visitor.page.locator("h1")).to_have_text("Atoll · Hex 9 de Piet Hein, John Nash")
    visitor.choose("e5")
    visitor.sees_turns("e5")
    expect(visitor.page.locator('[data-move="swap"]')).to_have_count(0)


def test_the_button_that_begins_says_against_whom(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="engine", level=3, size=(1366, 657))
    visitor.go("/")
    play = visitor.page.locator("[data-start]")
    expect(play).to_have_text("Play engine, level 3")
    expect(play.locator("small")).to_be_in_viewport()
    visitor.page.locator('.setup input[name=opponent][value="same-device"]').check(force=True)
    expect(play).to_contain_text("same device")
    visitor.page.locator('.setup input[name=opponent][value="engines"]').check(force=True)
    expect(play).to_contain_text("engines, levels 3 and 3")


def test_the_level_that_is_chosen_is_explained(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="engine")
    visitor.go("/")
    line = visitor.page.locator(".level-line")
    expect(line).to_contain_text("for a first game")
    visitor.page.locator('.setup input[name=level][value="8"]').check(force=True)
    expect(line).to_contain_text("all the machine can do")


def test_what_a_level_has_learnt_is_said_where_it_plays_by_it(visit: Visit) -> None:
    visitor = visit(game="atmalof", opponent="engine")
    visitor.go("/")
    line, level = visitor.page.locator(".level-line"), '.setup input[name=level][value="{}"]'
    visitor.page.locator(level.format(8)).check(force=True)
    expect(line).to_contain_text("plays with what it has learnt")
    for number in (6, 7):
        visitor.page.locator(level.format(number)).check(force=True)
        expect(line).to_contain_text(f"Level {number}:")
        expect(line).not_to_contain_text("learnt")
    visitor.page.locator(".setup input[value=own]").check(force=True)
    for side in "RC":
        visitor.write(f"[data-parameter={side}]", "8")
    expect(line).to_contain_text("the same, and looks further ahead")
    visitor.page.locator(level.format(6)).check(force=True)
    expect(line).to_contain_text("learnt from many games")


def test_both_levels_are_explained_where_engines_play(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="engines", level=1)
    visitor.go("/")
    lines = visitor.page.locator(".level-line")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("for a first game")
    visitor.page.locator(".setup select[name=otherLevel]").select_option("5")
    expect(lines.last).to_contain_text("Hard for most people")
    expect(lines).to_have_count(2)
    expect(visitor.page.locator(".setup select[name=otherLevel]")).to_have_value("5")


def test_a_preset_is_explained_and_hex_credited(visit: Visit) -> None:
    visitor = visit(game="atoll")
    visitor.go("/")
    line = visitor.page.locator(".setup .preset-line")
    expect(line).to_have_text("Eight islands, the usual board.")
    preset(visitor, "hex-9")
    expect(line).to_have_text("Four islands: Hex, for a short game. by Piet Hein, John Nash")
    visitor.go("/lobby")
    line = visitor.page.locator(".own-challenge .preset-line")
    expect(line).not_to_be_empty()
    visitor.page.locator("[data-ask=spec]").select_option("atoll:hex-11,pie=yes")
    expect(line).to_have_text("Hex as it is mostly played. by Piet Hein, John Nash")


def test_a_handicap_of_time(visit: Visit) -> None:
    visitor = visit(game="atoll", opponent="same-device")
    visitor.go("/")
    visitor.page.locator('.setup input[name=clock][value="sudden"]').check(force=True)
    visitor.page.locator(".setup select[name=otherMinutes]").select_option("3")
    visitor.press("[data-start]")
    expect(visitor.page.locator(".player.below .clock")).to_have_text("10:00")
    expect(visitor.page.locator(".player.above .clock")).to_have_text("3:00")
