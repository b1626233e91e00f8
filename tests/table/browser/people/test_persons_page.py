"""Who somebody is and where their games are: the list, names, and the same person on another device."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from table.browser.test_pages import check
from table.browser.visitors import LAPTOP, PATIENCE, PHONE, Visitor, new_words

from ludejo.table.client import Client

Visit = Callable[..., Visitor]


@pytest.fixture
def ada(visit: Visit) -> Callable[..., Visitor]:
    """A visitor who is the person of these words."""

    def arrive(words: str, **kind: object) -> Visitor:
        visitor = visit(**kind)
        visitor.remember("me", f"me.{words}")
        return visitor

    return arrive


def days_game(address: str, words: str, turn: bool = True) -> dict:
    """A game of days between a person and Bo, in which the person is to move, and engine games begun since."""
    with Client(address, PATIENCE / 1000) as client:
        terms = {"spec": "atoll:hex-9", "opponent": "friend", "clock": {"kind": "days", "days": 3}, "seat": 1}
        game = client.ask("POST", "/api/play", f"me.{words}", json={**terms, "name": "Ada"})
        bo = client.seat(game["friend"]["link"])
        bo.act("join", name="Bo")
        bo.move("e5")
        for _ in range(7):
            later = {"spec": "mammalath", "opponent": "engine", "level": 1, "seat": 0}
            client.ask("POST", "/api/play", f"me.{words}", json=later)
        return game


def test_a_game_that_waits_is_not_hidden_behind_others(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    game = days_game(address, words)
    visitor = ada(words, size=LAPTOP)
    visitor.go("/")
    line = visitor.page.locator(".continued")
    expect(line).to_contain_text("1 game waits for you")
    box = line.locator("li").first.bounding_box()
    assert box
    assert box["y"] + box["height"] < LAPTOP[1], "above the fold"
    expect(line.locator("li").first).to_contain_text("Bo")
    expect(visitor.page).to_have_title("(1) Ludejo")
    line.get_by_text("All my games").click()
    rows = visitor.page.locator(".game-rows li")
    expect(rows).to_have_count(8)
    expect(rows.first).to_have_attribute("data-id", game["id"])
    visitor.page.locator("[data-filter=opponent]").select_option("engine")
    expect(rows).to_have_count(7)
    visitor.page.locator("[data-filter=opponent]").select_option("")
    visitor.page.locator("[data-filter=words]").fill("bo")
    expect(rows).to_have_count(1)
    visitor.page.locator("[data-filter=words]").fill("")
    visitor.page.locator("[data-filter=game]").select_option("mammalath")
    visitor.press("[data-remove]")
    expect(visitor.page.locator("dialog")).to_contain_text("The game goes on.")
    check(visitor)
    visitor.page.keyboard.press("Escape")
    expect(rows).to_have_count(7)
    visitor.press("[data-remove]")
    visitor.press("dialog [data-sure]")
    expect(rows).to_have_count(6)
    visitor.page.reload()
    expect(rows).to_have_count(7)


def test_on_a_phone_what_waits_comes_before_the_cards(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    game = days_game(address, words)
    visitor = ada(words, size=PHONE, hand="touch", language="eo")
    visitor.go("/")
    first = visitor.page.locator(".continued li a").first
    expect(first).to_have_attribute("href", f"/g/{game['id']}")
    place, card = first.bounding_box(), visitor.page.locator(".game-card").first.bounding_box()
    assert place
    assert card
    assert place["y"] + place["height"] < card["y"]
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the window"


def test_who_joins_is_asked_for_a_name_once_and_a_watcher_reads_the_truth(
    visit: Visit, start: Callable[..., dict]
) -> None:
    game = start("atoll:hex-9", opponent="friend", name="Ada")
    watcher, friend = visit(), visit()
    watcher.go(f"/g/{game['id']}")
    expect(watcher.page.locator(".player.above")).to_have_text("Empty seatWhite")
    friend.go(game["friend"]["link"])
    friend.page.locator("[data-my-name]").fill("Bo")
    friend.press("[data-sit]")
    expect(watcher.page.locator(".player.above")).to_contain_text("Bo")
    expect(watcher.page.locator(".player.above .presence")).to_contain_text("here")
    friend.go(start("atoll:hex-9", opponent="friend", name="Cy")["friend"]["link"])
    expect(friend.page.locator(".player.below")).to_contain_text("Bo")


def test_the_same_person_on_another_device(visit: Visit) -> None:
    here, there = visit(opponent="friend", game="atoll", name="Ada"), visit(size=PHONE, hand="touch", confirm="never")
    here.go("/")
    here.page.locator(".setup input[name=seat][value='0']").check(force=True)
    here.page.locator(".setup input[name=preset][value='hex-9']").check(force=True)
    here.press("[data-start]")
    expect(here.cell("e5")).to_be_visible()
    here.go("/games")
    here.press("[data-words]")
    link = here.page.locator("dialog .copy input").input_value()
    expect(here.page.locator("dialog .qr-box path")).to_be_visible()
    there.go(link)
    there.press(".game-rows li a")
    assert "#" not in there.page.url, "the words must not stay in the address"
    there.choose("e5")
    there.sees_turns("e5")
    here.page.evaluate("localStorage.clear()")  # what a browser forgets is not lost
    here.go("/games")
    here.press("[data-have-words]")
    here.page.locator("[data-typed-words]").fill("tiaj vortoj ne ekzistas")
    here.press("[data-become]")
    expect(here.page.locator("dialog .wrong")).to_be_visible()
    here.page.locator("[data-typed-words]").fill(link.partition("#me.")[2].replace("-", " ").upper())
    here.press("[data-become]")
    here.press(".game-rows li a")
    here.sees_turns("e5")
    expect(here.page.locator(".player.below")).to_contain_text("Ada")


def test_a_seat_has_a_link_in_the_menu_and_games_of_before_come_into_the_list(
    visit: Visit, start: Callable[..., dict]
) -> None:
    game = start("atoll:hex-9")
    visitor = visit()
    visitor.sit(game)
    visitor.page.locator(".keeping summary").click()
    visitor.press("[data-keep=link]")
    expect(visitor.page.locator("dialog .copy input")).to_have_value(
        f"{visitor.address}/g/{game['id']}#{game['secret']}"
    )
    visitor.go("/games")
    expect(visitor.page.locator(f".game-rows li[data-id='{game['id']}']")).to_be_visible()


def test_misspelt_words_make_nobody_new(ada: Callable[..., Visitor], visit: Visit, address: str) -> None:
    words, others = new_words()[:-1] + "h", new_words()
    misspelt = words[:-1] + "j"
    game = days_game(address, words)
    visitor = ada(others)
    visitor.go("/games")
    visitor.press("[data-have-words]")
    typed = visitor.page.locator("[data-typed-words]")
    typed.fill(misspelt)
    typed.press("Enter")
    expect(visitor.page.locator("dialog .wrong")).to_contain_text("Nobody here has these words")
    assert visitor.page.evaluate("localStorage['ludejo.me']") == f"me.{others}"
    typed.fill(words.replace("-", ", "))
    typed.press("Enter")
    expect(visitor.page.locator(".game-rows li").first).to_have_attribute("data-id", game["id"])
    expect(visitor.page.locator(".game-rows li").last).to_contain_text(re.compile("just now|minutes? ago"))
    visitor.go("/learn")
    visitor.go(f"/games#me.{misspelt}")
    expect(visitor.page.locator(".toast")).to_contain_text("Nobody here has these words")
    expect(visitor.page.locator(".game-rows li").first).to_have_attribute("data-id", game["id"])


def test_words_are_known_before_the_first_game(visit: Visit) -> None:
    here, there = visit(), visit(size=PHONE)
    here.go("/games")
    with here.page.expect_response("**/api/me"):
        here.press("[data-words]")
    there.go(here.page.locator("dialog .copy input").input_value())
    expect(there.page.locator(".toast")).to_have_text("This browser has your games now.")
    tick = there.page.locator("label.tick input").last.bounding_box()
    assert tick
    assert tick["width"] >= 18, "a long sentence beside it leaves it its size"
