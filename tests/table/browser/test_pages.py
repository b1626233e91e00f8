"""Every page, in every theme: no barrier that axe finds, nothing that sticks out, nothing from elsewhere."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from table.browser.visitors import LAPTOP, LARGE, PHONE, TABLET, Visitor

from ludejo.lab.puzzles.files import puzzles_of

PAGES = {
    "start": ("/", ".setup .board"),
    "learn": ("/learn", ".game-links"),
    "lesson": ("/learn/atmalof", ".lesson-words h2"),
    "puzzles": ("/puzzles", ".game-links"),
    "puzzle list": ("/puzzles/atoll", "h1"),
    "puzzle": (f"/puzzles/atoll/{puzzles_of('atoll')[0].id}", ".stage-board .hit"),
    "study": ("/study", ".shelf-columns"),
    "reports": ("/reports", "h1"),
    "study of a game": ("/study/almatafl", ".stage-board .hit"),
    "rules": ("/rules/mammalath", ".rules h2"),
    "about": ("/about", ".credits"),
    "my games": ("/games", ".devices"),
    "lobby": ("/lobby", ".own-challenge"),
    "documentation": ("/docs/", "h1"),
    "no such game": ("/g/abcdefghjkmn", ".wrong"),
    "no such page": ("/nowhere", "h1"),
}
GAMES = {"atmalof": "R1 C2", "mammalath": "c3", "atoll": "e5 f5", "almatafl": "b3-c3"}
SIZES, THEMES = (PHONE, TABLET, LAPTOP, LARGE), ("light", "dark", "contrast")
AXE = Axe()
TAGS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
STILL = """Promise.all(document.getAnimations().map((one) =>
    one.effect.getComputedTiming().endTime === Infinity || !one.effect.target.checkVisibility()
        || one.finished.catch(() => {})))"""  # in what is folded up, Firefox begins them and waits
Visit = Callable[..., Visitor]
Start = Callable[..., dict]


def dealt(size: tuple[int, int], number: int) -> str:
    """A theme for a size, so that each thing that is counted is seen in all of them over all sizes."""
    return THEMES[(SIZES.index(size) + number) % len(THEMES)]


def check(visitor: Visitor) -> None:
    """No barrier, nothing broader than the window, nothing from another place."""
    visitor.page.locator("h1").first.wait_for(state="attached")  # it comes with the page's script
    visitor.page.evaluate(STILL)  # half-way between two colours there is less contrast
    if not visitor.page.evaluate("'axe' in window"):  # half a megabyte: once for each document
        visitor.page.evaluate(AXE.axe_script)
    found = visitor.page.evaluate("async (tags) => (await axe.run(document, tags)).violations", TAGS)
    told = [
        f"{barrier['id']}: {barrier['help']}: {node['html'][:120]}"
        for barrier in found
        for node in barrier["nodes"][:3]
    ]
    assert not told
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the window"
    here = urlsplit(visitor.page.url).netloc
    assert {urlsplit(url).netloc for url in visitor.requests if not url.startswith(("data:", "blob:"))} == {here}


def look(visitor: Visitor, number: int, *sizes: tuple[int, int]) -> None:
    """Look for barriers on the page that is there, in windows of these sizes and the themes that fall to them."""
    for size in sizes:
        visitor.resize(size)
        visitor.page.evaluate(f"document.documentElement.dataset.theme = '{dealt(size, number)}'")
        check(visitor)


def sweep_pages(visitor: Visitor, *sizes: tuple[int, int]) -> None:
    """Look for barriers on every page."""
    visitor.page.emulate_media(reduced_motion="reduce")  # colours are there at once
    for number, (path, landmark) in enumerate(PAGES.values()):
        visitor.go(path)
        expect(visitor.page.locator(landmark).first).to_be_visible()
        look(visitor, number, *sizes)


def sweep_games(visitor: Visitor, start: Start, *sizes: tuple[int, int]) -> None:
    """Look for barriers at a table of every game."""
    visitor.page.emulate_media(reduced_motion="reduce")
    for number, (spec, moves) in enumerate(GAMES.items()):
        visitor.sit(start(spec, moves))
        look(visitor, number, *sizes)


def test_pages_have_no_barriers_on_a_phone_and_a_laptop(visit: Visit) -> None:
    sweep_pages(visit(language="eo"), PHONE, LAPTOP)


def test_pages_have_no_barriers_on_a_tablet_and_a_large_screen(visit: Visit) -> None:
    sweep_pages(visit(), TABLET, LARGE)


def test_games_have_no_barriers_on_a_phone_and_a_laptop(visit: Visit, start: Start) -> None:
    sweep_games(visit(size=PHONE), start, PHONE, LAPTOP)


def test_games_have_no_barriers_on_a_tablet_and_a_large_screen(visit: Visit, start: Start) -> None:
    sweep_games(visit(size=TABLET, language="eo"), start, TABLET, LARGE)


def test_settings_change_colours_and_language_at_once(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.press("header button")
    check(visitor)
    visitor.page.locator("dialog input[value=dark]").check(force=True)
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    visitor.page.locator("dialog input[value=eo]").click(force=True)
    expect(visitor.page.locator("html")).to_have_attribute("lang", "eo")
    expect(visitor.page.locator("nav a").first).to_have_text("Ludi")
    visitor.page.reload()
    expect(visitor.page.locator("nav a").first).to_have_text("Ludi")
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("workers", ["block", "allow"])
def test_the_first_page_is_small_and_a_repeat_visit_asks_for_little(visit: Visit, workers: str) -> None:
    """By what comes over the wire, as the browser counts it: what it has kept weighs nothing."""
    visitor = visit(workers=workers)
    wire = visitor.context.new_cdp_session(visitor.page)
    wire.send("Network.enable")
    asked: dict[str, str] = {}
    weights: dict[str, float] = {}

    def is_kept(told: dict[str, Any]) -> None:
        asked.pop(told["requestId"], None)

    wire.on("Network.requestWillBeSent", lambda told: asked.update({told["requestId"]: told["request"]["url"]}))
    wire.on("Network.requestServedFromCache", is_kept)
    wire.on("Network.loadingFinished", lambda told: weights.update({told["requestId"]: told["encodedDataLength"]}))

    def visits() -> list[str]:
        asked.clear()
        weights.clear()
        visitor.go("/")
        expect(visitor.page.locator(".setup .board")).to_be_visible()
        expect(visitor.page.locator(".game-card .picture svg")).to_have_count(4)
        visitor.page.wait_for_load_state("networkidle")
        return [url for id, url in asked.items() if weights.get(id) and not url.startswith(("data:", "blob:"))]

    first = visits()
    assert sum(weights.values()) < 120_000, sum(weights.values())
    assert len(first) <= 20, first
    visits()  # where there is a worker, it is there now
    again = visits()
    assert len(again) <= 5, again


def test_own_parameters_are_drawn_or_refused(visit: Visit) -> None:
    visitor = visit(game="atoll")
    visitor.go("/")
    visitor.page.locator(".setup input[value=own]").check(force=True)
    visitor.page.locator("[data-parameter=shape]").select_option("hexagon")
    visitor.page.locator("[data-parameter=size]").fill("4")
    visitor.page.locator("[data-parameter=islands]").fill("12")
    expect(visitor.page.locator(".setup .island")).to_have_count(12)
    visitor.page.locator("[data-parameter=islands]").fill("7")
    expect(visitor.page.locator(".setup .wrong")).to_be_visible()
    expect(visitor.page.locator("[data-start]")).to_be_disabled()


ON_ATOLL = next(puzzle for puzzle in puzzles_of("atoll") if puzzle.spec == "atoll")  # others are on boards of Hex


@pytest.mark.parametrize(
    ("path", "designer"),
    [
        ("/learn/atmalof", "Richard S. Forsyth"),
        ("/puzzles/mammalath", "Grant Fikes"),
        (f"/puzzles/atoll/{ON_ATOLL.id}", "Mark Steere"),
        ("/study/almatafl", "Paschalis Antoniou"),
    ],
)
def test_pages_of_a_game_name_its_designer(visit: Visit, path: str, designer: str) -> None:
    visitor = visit(language="eo")
    visitor.go(path)
    expect(visitor.page.locator("h1 .credit")).to_have_text(f"de {designer}")


def test_a_game_at_the_table_names_its_designer(visit: Visit, start: Callable[..., dict]) -> None:
    visitor = visit()
    visitor.sit(start("atoll:atoll-15"))
    expect(visitor.page.locator("h1")).to_have_text("Atoll · Atoll 15 by Mark Steere")


def test_rules_have_pictures_and_their_marks_lead_to_the_notes(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/rules/almatafl")
    pictures = visitor.page.locator(".rules figure img")
    expect(pictures).to_have_count(9)
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 0
    visitor.page.locator("#R8 a").click()
    notes = visitor.page.locator("#notes")
    expect(notes).to_be_in_viewport()
    expect(notes).to_have_class("pointed-out")


def test_the_rules_of_atoll_name_those_who_found_hex(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/rules/atoll")
    expect(visitor.page.locator(".rules .credit")).to_have_text("Hex 9, Hex 11, Hex 13 by Piet Hein, John Nash")


def test_about_says_on_what_terms_each_game_is_here(visit: Visit) -> None:
    visitor = visit(language="eo")
    visitor.go("/about")
    terms = visitor.page.locator(".credits dd")
    expect(terms).to_have_count(4)
    expect(visitor.page.locator(".credits dt", has_text="Atmalof (Kvinigu)")).to_be_visible()
    for term in terms.all():
        expect(term).to_contain_text("permes")
    expect(terms.filter(has_text="Mark Steere")).to_contain_text("Hex 9, Hex 11, Hex 13 de Piet Hein, John Nash")
    link = terms.filter(has_text="La ludo kaj ĝia regularo").locator("a")
    expect(link).to_have_attribute("href", "https://creativecommons.org/licenses/by-sa/3.0/")
