"""Links renewed, names changed, games deleted, aborted and cut short, in the browser; what can be taken home
or shown elsewhere."""

import re
from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.visitors import Visitor
from table.browser.wire import View, through_a_liar

from ludejo.play import records

Visit = Callable[..., Visitor]
Start = Callable[..., dict]


def keep(visitor: Visitor, what: str) -> None:
    """Press one of the buttons under "Seat and game", and say that it is meant."""
    if visitor.page.locator(".keeping[open]").count() == 0:
        visitor.press(".keeping summary")
    visitor.press(f"[data-keep={what}]")


def test_a_link_is_renewed_and_the_old_one_turned_out(visit: Visit, start: Start) -> None:
    game = start("atoll:hex-9")
    owner, thief = visit(), visit()
    owner.sit(game)
    thief.sit(game)
    keep(owner, "renew")
    owner.press("dialog [data-sure]")
    field = owner.page.locator("dialog .copy input")
    expect(field).to_be_visible()
    link = field.input_value()
    expect(thief.page.locator(".wrong")).to_contain_text("has been renewed")
    owner.page.keyboard.press("Escape")
    owner.choose("e5")
    owner.sees_turns("e5")
    owner.page.reload()  # the browser keeps the new one
    owner.choose("d5")
    owner.sees_turns("e5", "d5")
    thief.go(link)
    thief.sees_turns("e5", "d5")
    thief.choose("c5")
    owner.sees_turns("e5", "d5", "c5")


def test_a_name_is_changed_in_a_game_and_in_all_games(visit: Visit, start: Start) -> None:
    visitor = visit(name="Eva")
    visitor.sit(start("atoll:hex-9", opponent="engine", name="Ada", level=1))
    below = visitor.page.locator(".player.below")
    expect(below).to_contain_text("Ada")
    keep(visitor, "name")
    visitor.page.locator("dialog input").fill("Ivo")
    visitor.press("dialog [data-sure]")
    expect(below).to_contain_text("Ivo")
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.press("[data-rename]")
    expect(visitor.page.locator(".toast")).to_contain_text("1 game changed")
    expect(below).to_contain_text("Eva")


def test_a_game_is_deleted_by_both(visit: Visit, start: Start) -> None:
    game = start("atoll:hex-9", opponent="friend")
    first, second = visit(), visit(name="Bo")
    first.sit(game)
    second.go(game["friend"]["link"])
    first.choose("e5")
    second.choose("d5")
    first.sees_turns("e5", "d5")
    keep(first, "delete")
    first.press("dialog [data-sure]")
    expect(second.page.locator(".asked")).to_contain_text("would like to delete this game")
    second.press("[data-act=accept]")
    for player in (first, second):
        expect(player.page.locator(".wrong")).to_contain_text("This game has been deleted")
        expect(player.page.locator(".toast")).not_to_contain_text("deleted")  # it is said once, on the page
    first.go("/")
    expect(first.page.locator(".game-card").first).to_be_visible()
    expect(first.page.locator(".continued li")).to_have_count(0)


def test_a_game_against_the_engine_is_deleted_alone(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9", opponent="engine", level=1))
    keep(visitor, "delete")
    visitor.press("dialog [data-sure]")
    expect(visitor.page.locator(".wrong")).to_contain_text("This game has been deleted")


def told(how: str, template: str, **values: object) -> Callable[[View], None]:
    """The table says that the game is over."""

    def lie(view: View) -> None:
        words = {"template": template, "values": values}
        view["result"] = {"winner": None, "how": how, "reason": "so", "reason_words": words, "kind": how}

    return lie


def test_what_became_of_a_game_without_a_winner_is_said(visit: Visit, start: Start) -> None:
    visitor = visit()
    game = start("atoll:hex-9")
    reason = "{side} made no first move; the game counts for nothing"
    through_a_liar(visitor.page, told("aborted", reason, side="White"))
    visitor.sit(game)
    expect(visitor.status()).to_contain_text("Aborted: White made no first move; the game counts for nothing")
    other = visit(language="eo")
    through_a_liar(other.page, told("length", "cut short after {n} turns", n=462))
    other.sit(game)
    expect(other.status()).to_contain_text("ĉesigita post 462 ludvicoj")


def test_deadlines_are_shown(visit: Visit, start: Start) -> None:
    visitor = visit()
    game = start("atoll:hex-9", opponent="friend", clock={"kind": "sudden", "seconds": 300, "increment": 0})
    visitor.sit(game)
    expect(visitor.status()).not_to_contain_text("aborted")
    friend = visit(name="Bo")
    friend.go(game["friend"]["link"])
    for player in (visitor, friend):
        expect(player.status()).to_contain_text("Without a first move the game is aborted in")
    visitor.choose("e5")
    friend.choose("d5")
    expect(visitor.status()).not_to_contain_text("aborted")

    def nearly_over(view: View) -> None:
        view["most_turns"] = 12

    late = visit()
    through_a_liar(late.page, nearly_over)
    late.go(f"/g/{game['id']}")
    expect(late.status()).to_contain_text("10 turns until the game is cut short as a draw")


# ---------------------------------------------------------------- to take home, and for other pages


def taken_home(visitor: Visitor, form: str) -> bytes:
    """What is saved by one of the buttons under "Download"."""
    with visitor.page.expect_download() as waiting:
        visitor.press(f"dialog [data-format='{form}']")
    assert waiting.value.suggested_filename.endswith(f".{form}")
    return waiting.value.path().read_bytes()


def test_a_running_game_is_taken_home_and_comes_back(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atmalof", "R1", opponent="friend", name="Ada"))
    keep(visitor, "files")
    record = records.read(taken_home(visitor, "json").decode())
    assert [player.name for player in record.players or ()] == ["Ada", "Blue"]
    assert (len(record.moves), record.result.is_finished, record.started is not None) == (1, False, True)
    assert record.dice
    assert (len(record.dice["commitment"]), "secret" in record.dice) == (64, False)
    assert taken_home(visitor, "svg").startswith(b"<svg")
    assert taken_home(visitor, "png").startswith(b"\x89PNG")
    assert taken_home(visitor, "ap.json").startswith(b"{")
    text = taken_home(visitor, "sgf").decode()
    visitor.go("/study")
    visitor.page.locator(".shelf textarea").fill(text)
    visitor.press("[data-look]")
    expect(visitor.page.locator(".tree .turn")).to_have_text(list(record.moves))


def test_another_page_shows_a_game_or_the_turn_that_is_looked_at(visit: Visit, start: Start) -> None:
    game = start("atoll:hex-9", "e5 d5 c5")
    watcher = visit()
    watcher.go(f"/g/{game['id']}")
    keep(watcher, "pages")
    frame = watcher.page.locator("dialog .copy input")
    expect(frame).to_have_value(re.compile(f'src="{watcher.address}/embed/g/{game["id"]}"'))
    watcher.page.keyboard.press("Escape")
    watcher.press("[data-turn='2']")
    expect(watcher.page.locator(".which-turn")).to_be_visible()
    keep(watcher, "pages")
    expect(frame).to_have_value(re.compile(r"\?turn=2"))
    for form, turn in (("svg", "?turn=2"), ("png", "?turn=2"), ("gif", "")):
        link = watcher.page.locator(f"dialog [data-shot={form}]").get_attribute("href")
        assert link == f"/shots/g/{game['id']}.{form}{turn}"
        assert watcher.page.request.get(watcher.address + link).ok
    watcher.go(frame.input_value().split('"')[1])
    expect(watcher.pile("d5")).to_be_visible()
    expect(watcher.pile("c5")).to_have_count(0)
    expect(watcher.page.locator("h1")).to_have_text("Atoll · Hex 9 by Piet Hein, John Nash")


def test_what_is_asked_at_a_game_is_not_asked_over_another_page(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9", "e5"))
    visitor.press("#links a[href='/learn']")
    expect(visitor.page.locator(".game-links")).to_be_visible()
    visitor.page.go_back()
    dialogs = visitor.page.locator("dialog")
    visitor.press("[data-act=resign]")
    expect(dialogs).to_be_visible()
    visitor.page.go_forward()
    expect(visitor.page.locator(".game-links")).to_be_visible()
    expect(dialogs).to_have_count(0)
    visitor.press("header .icon")
    expect(dialogs).to_be_visible()
    visitor.page.go_back()
    expect(visitor.page.locator(".stage-board .hit").first).to_be_visible()
    expect(dialogs).to_have_count(0)
