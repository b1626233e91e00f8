"""No barrier on a player's page, nor in what opens over a table: rules, keys, a zoomed board, a turn of the past, what
the menus open; nor after an answer, after the end, in a study that is judged or only looked at, in a frame."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect
from table.browser.test_pages import check
from table.browser.test_studies_page import SPEC, shared_by
from table.browser.visitors import PATIENCE, PHONE, Visitor, new_words
from table.people.test_meeting import challenge, person, play_and_resign, sit, wait_for_rating

from ludejo.games.gestures import gestures
from ludejo.table.client import Client
from ludejo.table.reading import lessons, puzzles

Visit = Callable[..., Visitor]
Start = Callable[..., dict]


def test_a_players_page_has_no_barriers(visit: Visit, address: str) -> None:
    with Client(address, PATIENCE / 1000) as client:
        words = [new_words()[:5] for _ in range(2)]
        (ada, id), (bo, _) = (person(client, word, is_public=True) for word in words)
        play_and_resign(client, challenge(client, ada, is_rated=True), ada, bo)
        wait_for_rating(client, id)
    visitor = visit(size=PHONE, theme="dark", language="eo")
    visitor.remember("me", ada)
    visitor.go("/games")
    visitor.press("[data-my-page]")
    expect(visitor.page.locator("h1")).to_have_text(words[0])
    expect(visitor.page.locator(".ratings li")).to_contain_text("1 ludo")
    expect(visitor.page.locator(".game-rows li")).to_have_count(1)
    check(visitor)


def test_states_of_a_table_have_no_barriers(visit: Visit, start: Start) -> None:
    visitor = visit(size=PHONE, theme="dark", language="eo")
    visitor.sit(start("atoll:hex-13", "g7 f8"))
    visitor.sees_turns("g7", "f8")
    visitor.press("[data-zoom]")
    visitor.press("[data-flip]")
    check(visitor)
    visitor.press("[data-turn='1']")
    expect(visitor.page.locator("[data-latest]")).to_be_visible()
    check(visitor)
    visitor.page.keyboard.press("r")
    expect(visitor.page.locator("dialog .rules h2").first).to_be_visible()
    check(visitor)
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("dialog[open]")).to_have_count(0)
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator("dialog .keys")).to_be_visible()
    check(visitor)


def test_what_opens_from_the_menu_of_a_game_has_no_barriers(visit: Visit) -> None:
    visitor = visit(size=PHONE, theme="dark", language="eo", game="atoll", opponent="friend")
    visitor.go("/")
    visitor.press("[data-start]")
    expect(visitor.page.locator(".invite .qr-box svg")).to_be_visible()
    check(visitor)
    friend = visit(size=PHONE, theme="dark", language="eo")
    friend.go(visitor.page.locator(".invite input").input_value())
    expect(friend.page.locator("dialog [data-my-name]")).to_be_visible()
    check(friend)
    visitor.press(".keeping summary")
    for what in ("files", "pages", "link", "name"):
        visitor.press(f"[data-keep={what}]")
        expect(visitor.page.locator("dialog[open]")).to_be_visible()
        check(visitor)
        visitor.page.keyboard.press("Escape")
    visitor.press("[data-keep=renew]")
    visitor.press("dialog [data-sure]")
    expect(visitor.page.locator("dialog .copy input")).to_be_visible()
    check(visitor)
    visitor.page.keyboard.press("Escape")
    visitor.context.set_offline(True)
    expect(visitor.page.locator(".offline")).to_be_visible()
    check(visitor)


def test_whoever_meets_others_finds_no_barriers(visit: Visit, address: str) -> None:
    with Client(address, PATIENCE / 1000) as client:
        (ada, _), (bo, _) = (person(client, new_words()[:5]) for _ in range(2))
        game = challenge(client, ada)
        client.ask("POST", f"/api/lobby/{game}/take", bo)
        sit(client, game, bo)
    visitor = visit(size=PHONE, theme="dark", language="eo")
    visitor.remember("me", ada)
    visitor.go(f"/g/{game}")
    visitor.press("[data-report]")
    expect(visitor.page.locator("dialog [data-reason]").first).to_be_visible()
    check(visitor)
    visitor.go("/games")
    for what, landmark in (("words", ".six-words"), ("have-words", "textarea")):
        visitor.press(f"[data-{what}]")
        expect(visitor.page.locator(f"dialog {landmark}")).to_be_visible()
        check(visitor)
        visitor.page.keyboard.press("Escape")


def test_a_game_that_is_over_its_study_and_a_frame_have_no_barriers(visit: Visit, start: Start) -> None:
    visitor = visit(size=PHONE, theme="dark", language="eo")
    game = start("atoll:rhombus,size=3", "b1 a2 b2 c2 b3")
    visitor.sit(game)
    expect(visitor.page.locator(".prompt.over")).to_be_visible()
    check(visitor)
    visitor.press("[data-study]")
    visitor.press("[data-evaluate]")
    expect(visitor.page.locator(".graph-line")).to_be_visible()
    visitor.press("details.explorer summary")
    expect(visitor.page.locator(".openings").locator("table, p")).to_be_visible()
    expect(visitor.page.locator("[data-evaluate]")).to_be_enabled()
    check(visitor)
    visitor.go(f"/embed/g/{game['id']}")
    expect(visitor.page.locator(".embedded .turn")).to_have_count(5)
    check(visitor)


def test_answers_have_no_barriers(visit: Visit) -> None:
    visitor = visit(size=PHONE, theme="dark", language="eo", confirm="never")
    found = puzzles.puzzles("atoll")[0]
    wrong = next(move for move in found.start.moves() if move not in (found.answer, *found.later))
    for move, verdict in ((wrong, "wrong"), (found.answer, "right")):
        visitor.go(f"/puzzles/atoll/{found.id}")
        visitor.choose(move)
        expect(visitor.page.locator(f".answer .{verdict}")).to_be_visible()
        check(visitor)
    visitor.go("/learn/atoll")
    number, step = next((k, one) for k, one in enumerate(lessons.steps("atoll")) if one.accept)
    for _ in range(number):
        visitor.press("[data-step=next]")
    expect(visitor.page.locator(".lesson-words h2")).to_have_text(step.title["eo"])
    visitor.choose(*next(gesture for gesture in gestures(step.start) if step.accepts(gesture.text)).cells)
    expect(visitor.page.locator(".answer .right")).to_be_visible()
    check(visitor)


def test_what_is_only_looked_at_has_no_barriers(visit: Visit) -> None:
    ada, visitor = visit(), visit(size=PHONE, theme="contrast", language="eo")
    ada.go(f"/study?spec={SPEC}")
    ada.choose("b2")
    expect(ada.page.locator(".tree .turn")).to_have_count(1)
    look, _ = shared_by(ada)
    visitor.go(look)
    expect(visitor.page.locator(".shared-status")).to_contain_text("Vi rajtas rigardi")
    expect(visitor.page.locator(".tree .turn")).to_have_count(1)
    check(visitor)
    visitor.go("/study?spec=atoll:hex-11")
    visitor.press("details.explorer summary")
    expect(visitor.page.locator(".openings table")).to_be_visible()
    check(visitor)


def test_a_list_of_reports_has_no_barriers(visit: Visit, reports: Path) -> None:
    report = reports / "atoll.html"
    report.write_text("<title>Atoll, measured</title>")
    try:
        visitor = visit(size=PHONE, theme="contrast", language="eo")
        visitor.go("/reports")
        expect(visitor.page.locator(".reports a")).to_have_text("Atoll, measured")
        check(visitor)
    finally:
        report.unlink()
