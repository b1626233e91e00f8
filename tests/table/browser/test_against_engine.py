"""Against the engine: one click to a game, hints, chances, taking back, and looking through it afterwards."""

import re
from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.visitors import HAIR, Visitor, box_of

Visit = Callable[..., Visitor]
Start = Callable[..., dict]


def test_one_click_to_a_game_and_the_engine_answers(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.press("[data-play=atoll]")
    turns = visitor.page.locator(".moves .turn")
    expect(visitor.page.locator(".status .mine")).to_be_visible()
    made = turns.count()
    visitor.page.locator(".hit.live").nth(40).click()
    expect(turns).to_have_count(made + 2)
    visitor.press("[data-act=takeback]")
    expect(turns).to_have_count(made)


def test_hint_and_chances(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:rhombus,size=4", opponent="engine", level=1))
    visitor.press("[data-act=hint]")
    expect(visitor.page.locator("circle.hint")).to_have_count(1)
    visitor.press("[data-act=evaluate]")
    expect(visitor.page.locator(".win-words")).to_contain_text("%")


def test_a_hint_is_shown_though_something_else_was_told_before_it_came(visit: Visit, start: Start) -> None:
    visitor = visit()
    game = start("atoll:rhombus,size=4", opponent="engine", level=1)
    visitor.sit(game)
    held = visitor.hold("**/hint")
    visitor.press("[data-act=hint]")
    hint = held.first
    named = visitor.page.request.post(
        f"{visitor.address}/api/play/{game['id']}/name",
        data={"name": "Ada"},
        headers={"Authorization": f"Bearer {game['secret']}"},
    )
    assert named.ok, named.text()
    expect(visitor.page.locator(".card.below")).to_contain_text("Ada")
    hint.continue_()
    expect(visitor.page.locator("circle.hint")).to_have_count(1)


def test_stepping_back_shows_the_past_and_forbids_moves(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9", "e5 d5 c5"))
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.pile("c5")).to_have_count(0)
    expect(visitor.pile("d5")).to_be_visible()
    expect(visitor.page.locator(".hit.live")).to_have_count(0)
    visitor.press(".choices button")
    expect(visitor.pile("c5")).to_be_visible()


def test_looking_through_a_game_with_variations_and_files(visit: Visit, start: Start) -> None:
    game = start("atoll:rhombus,size=3", "b1 a2 b2 c2 b3")
    visitor = visit()
    visitor.sit(game)
    visitor.press("[data-study]")
    turns = visitor.page.locator(".tree .turn")
    expect(turns).to_have_count(5)
    visitor.press("[data-turn='1']")
    visitor.choose("c1")  # instead of a2
    expect(visitor.page.locator(".variation .turn")).to_have_text(["c1"])
    visitor.page.locator(".study-table textarea").fill("Why not here?")
    visitor.press("[data-turn='2']")
    visitor.press("[data-evaluate]")
    expect(visitor.page.locator(".graph-line")).to_be_visible()
    visitor.page.set_viewport_size({"width": 1366, "height": 657})
    steps, graph = (box_of(visitor.page.locator(place)) for place in (".steps", ".graph-box"))
    assert steps["y"] + steps["height"] <= graph["y"] + HAIR, "one covers the other"
    visitor.page.locator(".files summary").click()
    for kind, content in (
        ("json", b'"moves"'),
        ("sgf", b"(;"),
        ("ap.json", b"{"),
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
    ):
        with visitor.page.expect_download() as download:
            visitor.press(f"[data-format='{kind}']")
        assert download.value.suggested_filename.endswith(f".{kind}")
        assert content in download.value.path().read_bytes()


def test_a_record_is_uploaded_and_looked_at(visit: Visit, start: Start, address: str) -> None:
    game = start("atoll:rhombus,size=3", "b1 a2 b2 c2 b3")
    visitor = visit()
    visitor.go("/study")
    record = visitor.page.evaluate(f"fetch('/api/play/{game['id']}/record.sgf').then((answer) => answer.text())")
    visitor.page.locator("textarea").fill("(;nothing")
    visitor.press("[data-look]")
    expect(visitor.page.locator(".wrong")).to_be_visible()
    visitor.page.locator("textarea").fill(record)
    visitor.press("[data-look]")
    expect(visitor.page).to_have_url(re.compile("/study/."))
    expect(visitor.page.locator(".tree .turn")).to_have_count(5)


def test_the_die_is_chosen_in_study(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/study/atmalof")
    visitor.announce("R4")
    visitor.press("[data-face='3']")
    expect(visitor.pile("4.3")).to_be_visible()
    expect(visitor.page.locator(".tree .turn")).to_have_text(["R4:3"])


def test_comments_and_variations_are_kept(visit: Visit, start: Start) -> None:
    game = start("atoll:rhombus,size=3", "b1 a2 b2 c2 b3")
    visitor = visit()
    visitor.go(f"/study/{game['id']}")
    visitor.choose("b2")
    visitor.page.locator(".study-table textarea").fill("The middle")
    visitor.page.reload()
    visitor.press(".variation .turn")
    expect(visitor.pile("b2")).to_be_visible()
    expect(visitor.page.locator(".study-table textarea")).to_have_value("The middle")
