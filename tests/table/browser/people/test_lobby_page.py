"""Meeting people on the page: pages and ratings, whom one does not want to meet or to hear, and a steady lobby."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect
from sqlalchemy import update
from table.browser.test_pages import check
from table.browser.visitors import PATIENCE, Visitor, new_words

from benchmarks import trial
from ludejo.table.client import Client
from ludejo.table.people.challenges import SOON_MS
from ludejo.table.storage.database import opened
from ludejo.table.storage.people_schema import challenges

Visit = Callable[..., Visitor]
Start = Callable[..., dict]
DAYS = {"kind": "days", "days": 3}


def somebody(visit: Visit, name: str) -> Visitor:
    """Somebody who is known here."""
    visitor = visit(name=name)
    visitor.remember("me", f"me.{new_words()}")
    return visitor


def with_page(visitor: Visitor) -> None:
    """Have a page and ratings that others see."""
    visitor.go("/games")
    visitor.page.locator("[data-public]").check()
    expect(visitor.page.locator("[data-my-page]")).to_be_visible()


def test_a_rated_game_from_the_lobby_to_the_page_of_whoever_won(visit: Visit) -> None:
    ada, bo, watcher = somebody(visit, "Ada"), somebody(visit, "Bo"), visit()
    for visitor in (ada, bo):
        with_page(visitor)
    ada.page.locator("nav a[href='/lobby']").click()
    ada.page.locator("[data-ask=spec]").select_option(label="Atoll · Hex 9, with swap")
    ada.page.locator("[data-ask=rated]").check()
    ada.page.locator("[data-ask=near]").check()
    ada.press("[data-challenge-all]")
    expect(ada.page.locator(".invite [data-withdraw]")).to_be_visible()
    id = ada.page.url.rpartition("/")[2]
    bo.go("/lobby")
    row = bo.page.locator(f"[data-challenge='{id}']")
    expect(row).to_contain_text("rated · rating within 200")
    assert "5\u00a0min\u00a0+\u00a03\u00a0s" in (row.text_content() or ""), "in one line"
    row.locator("[data-take]").click()
    for visitor, other in ((ada, "Bo"), (bo, "Ada"), (watcher, "Bo")):
        if visitor is watcher:
            watcher.go(f"/g/{id}")
        expect(visitor.page.locator(".player a[href^='/player/']", has_text=other)).to_be_visible()
    check(watcher)
    watcher.go("/lobby")
    played = watcher.page.locator(f"[data-played='{id}']")
    expect(played.locator("a[href^='/player/']")).to_have_count(2)
    check(watcher)
    first, second = (ada, bo) if ada.page.locator(".hit.live").count() else (bo, ada)
    first.choose("e5")
    second.choose("d5")
    first.sees_turns("e5", "d5")
    bo.press("[data-act=resign]")
    bo.press("[data-sure]")
    expect(ada.status()).to_contain_text("You have won")
    ada.go("/games")
    ada.press("[data-my-page]")
    expect(ada.page.locator(f"[data-played='{id}']")).to_be_visible()
    expect(counted(ada)).to_contain_text("Atoll")
    ada.go(f"/g/{id}")
    expect(ada.page.locator(".player.below .soft").first).to_contain_text("?")  # a rating that says little yet


def counted(visitor: Visitor) -> Locator:
    """The ratings on a page, which is looked at until they have been counted."""
    for _ in range(600):
        ratings = visitor.page.locator(".ratings li")
        expect(visitor.page.locator("h2").first).to_be_visible()
        if ratings.count():
            return ratings.first
        visitor.page.reload()
    raise AssertionError("no rating is counted")


def test_whom_one_has_blocked_can_be_met_again(visit: Visit, address: str) -> None:
    ada = somebody(visit, "Ada")
    with Client(address, PATIENCE / 1000) as client:
        bo = client.ask("POST", "/api/me", f"me.{new_words()}", json={"name": "Bo"})["id"]
        ada.go("/games")
        words = ada.page.evaluate("localStorage['ludejo.me']")
        client.ask("POST", f"/api/people/{bo}/block", words)
        ada.page.reload()
        check(ada)
        ada.press(f"[data-unblock='{bo}']")
        expect(ada.page.locator(".toast")).to_contain_text("You may meet in the lobby again")
        expect(ada.page.locator("[data-unblock]")).to_have_count(0)
        assert client.ask("GET", "/api/me/blocked", words) == {"people": []}


def test_phrases_that_nobody_wants_to_hear_are_not_heard_after_a_reload(visit: Visit, start: Start) -> None:
    game = start("atoll:hex-9", opponent="friend", name="Ada")
    ada, bo = visit(), visit(name="Bo")
    ada.sit(game)
    bo.go(game["friend"]["link"])
    ada.press("[data-deaf]")
    expect(ada.page.locator("[data-deaf]")).to_have_text("Hear phrases again")
    ada.page.reload()
    expect(ada.page.locator("[data-deaf=true]")).to_be_visible()
    expect(bo.page.locator(".player.above .presence")).to_contain_text("here")
    say(bo, "hello")
    expect(bo.page.locator(".heard")).to_contain_text("Hello!")
    ada.press("[data-deaf=true]")
    say(bo, "luck")
    expect(ada.page.locator(".heard")).to_have_text("Bo: Have a good game!")


def say(visitor: Visitor, phrase: str) -> None:
    """Say one of the set phrases."""
    visitor.page.locator(".company summary").click()
    visitor.press(f"[data-say={phrase}]")


def test_whoever_is_at_a_button_of_the_lobby_stays_there(visit: Visit, address: str) -> None:
    visitor = visit()
    with Client(address, PATIENCE / 1000) as client:
        ada, bo = (f"me.{new_words()}" for _ in range(2))
        wanted = {"spec": "atoll:hex-9", "clock": DAYS}
        id = client.ask("POST", "/api/lobby", ada, json=wanted)["id"]
        visitor.page.clock.install()
        visitor.go("/lobby")
        visitor.page.locator(f"[data-take='{id}']").focus()
        later = client.ask("POST", "/api/lobby", bo, json=wanted)["id"]
        visitor.page.clock.run_for(6_000)
        expect(visitor.page.locator(f"[data-take='{later}']")).to_be_visible()
        expect(visitor.page.locator(f"[data-take='{id}']")).to_be_focused()
        client.ask("DELETE", f"/api/lobby/{id}", ada)
        client.ask("DELETE", f"/api/lobby/{later}", bo)


def test_whoever_does_not_say_their_name_does_not_play(visit: Visit, address: str, start: Start) -> None:
    game = start("atoll:hex-9", opponent="friend", name="Ada")
    visitor, host = visit(), visit()
    host.sit(game)
    visitor.go(game["friend"]["link"])
    expect(visitor.page.locator("[data-my-name]")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".toast")).to_contain_text("You have not sat down")
    with Client(address, PATIENCE / 1000) as client:
        ada = f"me.{new_words()}"
        id = client.ask("POST", "/api/lobby", ada, json={"spec": "atoll:hex-9", "clock": DAYS})["id"]
        visitor.go("/lobby")
        for press in (f"[data-take='{id}']", "[data-challenge-all]"):
            visitor.press(press)
            visitor.press("dialog .close")
            expect(visitor.page.locator("dialog")).to_have_count(0)
        visitor.page.reload()  # what would have been asked for would be there by now
        expect(visitor.page.locator(f"[data-take='{id}']")).to_be_visible()
        expect(visitor.page.locator("[data-own]")).to_have_count(0)
        client.ask("DELETE", f"/api/lobby/{id}", ada)
    host.page.reload()
    expect(host.page.locator(".player.above")).to_contain_text("not here yet")
    visitor.go(f"/g/{game['id']}")
    visitor.page.locator("[data-my-name]").fill("Bo")
    visitor.press("[data-sit]")
    expect(host.page.locator(".player.above")).to_contain_text("Bo")


def test_on_another_device_there_is_an_invitation_again(visit: Visit) -> None:
    here, there, friend = visit(opponent="friend", game="atoll", name="Ada"), visit(), visit(name="Bo")
    here.go("/")
    here.page.locator(".setup input[name=preset][value='hex-9']").check(force=True)
    here.press("[data-start]")
    old = here.page.locator(".invite input").input_value()
    check(here)
    there.remember("me", here.page.evaluate("localStorage['ludejo.me']"))
    there.go(here.page.url)
    there.press("[data-invite]")
    link = there.page.locator(".invite input").input_value()
    check(there)
    friend.go(old)
    expect(friend.page.locator(".wrong")).to_contain_text("The secret of this seat is wrong")
    here.press("[data-invite]")  # where the old one is still shown
    expect(here.page.locator(".invite input")).not_to_have_value(old)
    friend.go(link)
    expect(friend.page.locator(".wrong")).to_contain_text("The secret of this seat is wrong")
    friend.go(here.page.locator(".invite input").input_value())
    for visitor in (here, there):
        expect(visitor.page.locator(".player.above")).to_contain_text("Bo")
        expect(visitor.page.locator(".invite")).to_have_count(0)


def test_words_that_hold_a_seat_make_a_link_for_it_and_change_its_name(visit: Visit, address: str) -> None:
    words = f"me.{new_words()}"
    with Client(address, PATIENCE / 1000) as client:
        wanted = {"spec": "atoll:hex-9", "opponent": "same-device", "name": "Ada"}
        game = client.ask("POST", "/api/play", words, json=wanted)
    visitor = visit(name="Eva")
    visitor.remember("me", words)
    visitor.go(f"/g/{game['id']}")
    expect(visitor.page.locator(".player.below")).to_contain_text("Ada")
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.press("[data-rename]")
    expect(visitor.page.locator(".toast")).to_contain_text("1 game changed")
    expect(visitor.page.locator(".player.below")).to_contain_text("Eva")
    visitor.page.keyboard.press("Escape")
    visitor.press(".keeping summary")
    visitor.press("[data-keep=link]")
    visitor.press("dialog [data-sure]")
    link = visitor.page.locator("dialog .copy input").input_value()
    other = visit()
    other.go(link)
    other.choose("e5")
    visitor.sees_turns("e5")


def test_a_challenge_that_runs_out_says_so_and_can_be_set_up_again(visit: Visit, table: trial.Table) -> None:
    ada, bo = somebody(visit, "Ada"), somebody(visit, "Bo")
    ada.page.clock.install()
    ada.go("/lobby")
    ada.press("[data-challenge-all]")
    expect(ada.page.locator(".invite")).to_contain_text("It stands in the lobby for anybody until")
    id = ada.page.url.rpartition("/")[2]
    engine = opened(table.database)
    with engine.begin() as connection:
        lasted = {"created": challenges.c.created - SOON_MS, "until": challenges.c.until - SOON_MS}
        connection.execute(update(challenges).where(challenges.c.game == id).values(lasted))
    engine.dispose()
    ada.page.clock.fast_forward(SOON_MS)
    expect(ada.page.locator(".invite")).to_contain_text("It has run out: nobody has come in time")
    expect(ada.page.locator(".toast")).to_contain_text("Your challenge has run out")
    ada.page.reload()  # whoever looks later is told as well
    expect(ada.page.locator(".invite")).to_contain_text("It has run out")
    check(ada)
    bo.go("/lobby")
    expect(bo.page.locator(f"[data-take='{id}']")).to_have_count(0)
    ada.press(".invite [data-again]")
    expect(ada.page.locator(".invite")).to_contain_text("It stands in the lobby")
    bo.go("/lobby")
    bo.press(f"[data-take='{id}']")
    expect(ada.page.locator(".player.above")).to_contain_text("Bo")
    expect(ada.page.locator(".invite")).to_have_count(0)
