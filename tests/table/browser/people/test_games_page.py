"""The list of somebody's games: it follows what happens, is searched through, and knows whose it is."""

import re
from collections.abc import Callable
from threading import Event
from typing import Any

from playwright.sync_api import Route, expect
from table.browser.people.test_persons_page import ada, days_game
from table.browser.visitors import HAIR, PATIENCE, Visitor, box_of, game_with_bo, new_words

from ludejo.table.client import Client

Visit = Callable[..., Visitor]
__all__ = ["ada"]


def test_lists_follow_what_waits(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    with Client(address, PATIENCE / 1000) as client:
        _, friend = game_with_bo(client, words)
        at_list, at_start = ada(words), ada(words)
        for visitor, path in ((at_list, "/games"), (at_start, "/")):
            visitor.page.clock.install()
            visitor.go(path)
        headings = at_list.page.locator(".my-games h2").first
        expect(headings).to_have_text("Running")
        expect(at_start.page.locator(".continued-head")).to_contain_text("Your games in progress")
        friend.move("e5")
    for visitor in (at_list, at_start):
        visitor.page.clock.run_for(61_000)
    expect(headings).to_have_text("1 game waits for you")
    expect(at_start.page.locator(".continued-head")).to_contain_text("1 game waits for you")


def test_an_offer_and_an_end_wait_in_the_list(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    with Client(address, PATIENCE / 1000) as client:
        game, bo = game_with_bo(client, words)
        bo.move("e5")
        visitor = ada(words)
        visitor.go(f"/g/{game['id']}")
        visitor.choose("d5")
        visitor.sees_turns("e5", "d5")
        visitor.go("/games")
        expect(visitor.page.locator(".my-games h2").first).to_have_text("Running")
        bo.look()
        bo.act("draw")
        visitor.go("/")
        expect(visitor.page.locator(".continued-head")).to_contain_text("1 game waits for you")
        expect(visitor.page.locator(".continued li")).to_contain_text("Bo offers a draw.")
        visitor.go("/games")
        waiting = visitor.page.locator(".my-games section", has_text="1 game waits for you").locator("li")
        expect(waiting).to_contain_text("Bo offers a draw.")
        expect(waiting).to_have_attribute("data-id", game["id"])
        visitor.press(".game-rows li a")
        visitor.press("[data-act=decline]")
        visitor.page.clock.install()
        visitor.go("/games")
        while bo.look()["seats"][1]["present"]:
            visitor.page.wait_for_timeout(50)
        bo.act("resign")
    visitor.page.clock.run_for(61_000)
    expect(waiting).to_contain_text("won")
    visitor.press(".game-rows li a")
    expect(visitor.status()).to_contain_text("You have won")
    expect(visitor.page).to_have_title(re.compile("^[^(]*$"))
    visitor.go("/games")
    expect(visitor.page.locator(".my-games h2").first).to_have_text("Finished")


def test_games_against_the_engine_wait_too_but_call_nobody(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    days_game(address, words)
    visitor = ada(words)
    visitor.go("/games")
    headings = visitor.page.locator(".stack h2")
    expect(headings).to_have_text(["1 game waits for you", "Your turn against the engine"])
    expect(visitor.page).to_have_title("(1) My games · Ludejo")
    visitor.page.locator("[data-filter=opponent]").select_option("engine")
    expect(headings).to_have_text(["Your turn against the engine"])
    visitor.go("/")
    expect(visitor.page.locator(".continued li")).to_have_count(4)
    expect(visitor.page.locator(".continued li .turn-word")).to_have_count(4)


def test_a_heading_counts_what_stands_below_it(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    for _ in range(2):
        days_game(address, words)
    visitor = ada(words)
    visitor.go("/games")
    heading = visitor.page.locator(".stack h2").first
    expect(heading).to_have_text("2 games wait for you")
    visitor.page.locator("[data-filter=words]").fill("mammalath")
    expect(heading).to_have_text("Your turn against the engine")
    visitor.page.locator("[data-filter=words]").fill("atoll")
    expect(heading).to_have_text("2 games wait for you")


def listed(place: int) -> dict[str, Any]:
    """A finished game in a list that the table never made."""
    return {
        "id": f"game{place}", "spec": "atoll:hex-9", "opponent": "engine", "level": 1, "other_level": None,
        "names": ["Ada", ""], "joined": [True, True], "clock": None, "turns": 3, "how": "resignation", "winner": 0,
        "you": 0, "is_waiting": False, "is_your_turn": False, "offered": None, "latest": 1, "due": None,
    }  # fmt: skip


def answer_with(route: Route, games: list[dict[str, Any]]) -> None:
    """Tell of a page of games."""
    first = int(route.request.url.partition("first=")[2].partition("&")[0])
    told = {"games": games[first : first + 100], "count": len(games), "waiting": 0, "is_known": True}
    route.fulfill(json=told)


def test_the_list_says_where_it_ends_and_what_is_over_is_found_behind_what_goes_on(
    ada: Callable[..., Visitor], address: str
) -> None:
    words = new_words()
    with Client(address, PATIENCE / 1000) as client:
        client.ask("POST", "/api/me", f"me.{words}", json={})
    games = [listed(place) | {"how": None} for place in range(150)] + [listed(place) for place in range(150, 1100)]
    visitor = ada(words)
    visitor.page.route("**/api/me/games?*", lambda route: answer_with(route, games))
    visitor.go("/games")
    visitor.page.locator("[data-filter=words]").press_sequentially("ato")
    expect(visitor.page.locator(".game-rows li")).to_have_count(1000)
    last = visitor.page.get_by_text("You have 1100 games; those after the first 1000 are not listed here.")
    expect(last).to_be_visible()
    visitor.go("/study")
    expect(visitor.page.locator(".plain-list li a").first).to_have_attribute("href", "/study/game150")


def test_quick_typing_doubles_no_rows_and_every_game_can_be_chosen(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    with Client(address, PATIENCE / 1000) as client:
        client.ask("POST", "/api/me", f"me.{words}", json={})
    games, held, is_typed = [listed(place) for place in range(150)], list[Route](), Event()

    def answer(route: Route) -> None:
        answer_with(route, games)

    def hold(route: Route) -> None:
        if "first=0" in route.request.url or is_typed.is_set():
            answer(route)
        else:
            held.append(route)

    visitor = ada(words)
    visitor.page.route("**/api/me/games?*", hold)
    visitor.go("/games")
    rows = visitor.page.locator(".game-rows li")
    expect(rows).to_have_count(100)
    expect(visitor.page.locator("[data-filter=game] option[value=mammalath]")).to_have_count(1)
    with visitor.page.expect_request("**/api/me/games?first=100*"):
        visitor.page.locator("[data-filter=words]").press_sequentially("ato")
    is_typed.set()
    for route in held:
        answer(route)
    expect(rows).to_have_count(150)
    expect(visitor.page.locator("[data-more]")).to_be_hidden()


def test_how_a_game_ended_stands_in_its_row(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    with Client(address, PATIENCE / 1000) as client:
        terms = {"spec": "atoll:hex-9", "opponent": "engine", "level": 1, "seat": 0}
        for _ in range(2):
            client.seat(client.ask("POST", "/api/play", f"me.{words}", json=terms)["link"]).act("resign")
    visitor = ada(words)
    for path, row in (("/games", ".game-rows li"), ("/study", ".plain-list li")):
        visitor.go(path)
        rows = visitor.page.locator(row, has_text="lost")
        expect(rows).to_have_count(2)
        for one in rows.all():
            around, ending = box_of(one), box_of(one.locator(".ending"))
            assert around["y"] <= ending["y"] + HAIR
            assert ending["y"] + ending["height"] <= around["y"] + around["height"] + HAIR


def test_finished_games_are_not_said_to_go_on(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    with Client(address, PATIENCE / 1000) as client:
        game = client.ask("POST", "/api/play", f"me.{words}", json={"spec": "atoll:hex-9", "opponent": "same-device"})
        client.seat(game["link"]).act("resign")
    visitor = ada(words)
    visitor.go("/")
    head = visitor.page.locator(".continued-head")
    expect(head).to_contain_text("All my games")
    expect(head).not_to_contain_text("in progress")


def test_words_that_were_replaced_elsewhere_come_to_stand_for_nobody(ada: Callable[..., Visitor], address: str) -> None:
    words = new_words()
    game = days_game(address, words)
    here, there, away = (ada(words) for _ in range(3))
    for visitor in (here, there, away):
        visitor.go("/games")
        expect(visitor.page.locator(f"[data-id='{game['id']}']")).to_be_visible()
    there.press("[data-words]")
    there.press("[data-new-words]")
    expect(there.page.locator(".toast")).to_contain_text("You have new words")
    new = there.page.locator("dialog .six-words").last.inner_text()
    for visitor in (here, away):
        visitor.page.locator("nav a[href='/learn']").click()
        visitor.page.locator("nav a[href='/games']").click()
    away.press("[data-go-on]")
    expect(away.page.locator("[data-lost-words]")).to_have_count(0)
    lost = here.page.locator("[data-lost-words]")
    expect(lost).to_contain_text("Your words do not work any more")
    expect(here.page.locator("[data-feed]")).to_be_visible()
    here.press("[data-new-to-type]")
    here.page.locator("[data-typed-words]").fill(new)
    here.press("[data-become]")
    expect(here.page.locator(f"[data-id='{game['id']}']")).to_be_visible()
    expect(lost).to_have_count(0)
    with Client(address, PATIENCE / 1000) as client:
        assert not client.ask("GET", "/api/me/games", f"me.{words}")["is_known"]


def test_what_is_told_of_a_person_goes_with_the_person(ada: Callable[..., Visitor], address: str) -> None:
    shown, shy = new_words(), new_words()
    with Client(address, PATIENCE / 1000) as client:
        client.ask("POST", "/api/me", f"me.{shown}", json={"name": "Ada", "is_public": True})
        client.ask("POST", "/api/me", f"me.{shy}", json={"name": "Shy"})
    visitor = ada(shown)
    visitor.go("/games")
    expect(visitor.page.locator("[data-my-page]")).to_be_visible()
    visitor.press("[data-have-words]")
    visitor.page.locator("[data-typed-words]").fill(shy.replace("-", " "))
    visitor.press("[data-become]")
    expect(visitor.page.locator("[data-my-page]")).to_have_count(0)
    expect(visitor.page.locator("[data-public]")).not_to_be_checked()
    visitor.press("[data-feed]")
    visitor.page.locator("nav a[href='/learn']").click()
    visitor.page.locator("nav a[href='/games']").click()
    expect(visitor.page.locator("[data-stop-feed]")).to_be_visible()
