"""The board on the page and the picture in a file are one drawing."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect
from table.browser.visitors import PATIENCE, PHONE, Visitor

GAMES = {
    "atmalof": "R4 C5 R2",
    "atmalof:junior": "R1",
    "mammalath": "c3 d3 xA",
    "mammalath:plus": "c3 d3",
    "atoll": "d2 c2 i7",
    "atoll:hex-9": "a1 b2",
    "almatafl": "b3-c3 f6-f5",
}
# What the page adds: layers of its own, and on the root what makes it a board to play on.
READ_OUT = """board => {
  const copy = board.cloneNode(true);
  for (const name of ["reach", "marks", "drawn", "moving", "hits"])
    for (const own of copy.querySelectorAll(`.layer-${name}`)) own.remove();
  copy.querySelector(".labels").removeAttribute("visibility");
  return [...copy.children].map((layer) => new XMLSerializer().serializeToString(layer)).join("");
}"""
PAINTS = """() => {
  const style = getComputedStyle(document.documentElement);
  return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap((rule) => [...(rule.style ?? [])])
    .filter((name) => name.startsWith("--")).map((name) => [name, style.getPropertyValue(name).trim()]);
}"""


def normalised(markup: str) -> str:
    """Markup without the differences of two writers: names of namespaces, empty elements, blanks between elements."""
    markup = re.sub(r' xmlns="[^"]*"', "", markup)
    markup = re.sub(r"<(\w+)([^>]*?)\s*/>", r"<\1\2></\1>", markup)
    return re.sub(r">\s+<", "><", markup).strip()


def layers_of_file(svg: str) -> str:
    return svg[svg.index('<g class="layer-ground">') : svg.rindex("</svg>")]


def painted(markup: str, paints: dict[str, str]) -> str:
    return re.sub(r"var\((--[a-z-]+)\)", lambda name: paints[name[1]], markup)


@pytest.mark.parametrize("spec", GAMES)
def test_page_and_file_are_the_same_picture(
    visit: Callable[..., Visitor], start: Callable[..., dict], address: str, spec: str
) -> None:
    game = start(spec, GAMES[spec])
    visitor = visit()
    visitor.sit(game)
    shown = visitor.page.locator(".stage-board .board")
    expect(visitor.page.locator("#black")).to_have_count(1)  # the symbols are there
    bearer = {"Authorization": f"Bearer {game['secret']}"}
    file = (
        httpx.get(f"{address}/api/play/{game['id']}/record.svg", headers=bearer, timeout=PATIENCE)
        .raise_for_status()
        .text
    )
    read = painted(shown.evaluate(READ_OUT), dict(visitor.page.evaluate(PAINTS)))
    assert normalised(read) == normalised(layers_of_file(file))
    assert f'viewBox="{shown.get_attribute("viewBox")}"' in file


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_symbol_and_every_colour_on_a_board_is_there(
    visit: Callable[..., Visitor], start: Callable[..., dict], theme: str
) -> None:
    visitor = visit(theme=theme, size=PHONE)
    for spec, moves in GAMES.items():
        visitor.sit(start(spec, moves))
        expect(visitor.page.locator("#black")).to_have_count(1)
        markup = visitor.page.locator(".stage-board .board").evaluate("board => board.outerHTML")
        sheet = visitor.page.locator("body > .unseen svg").first.evaluate("sheet => sheet.outerHTML")
        ids = set(re.findall(r'\bid="([\w-]+)"', sheet))
        asked = set(re.findall(r'(?:href="|url\()#([\w-]+)', markup + sheet))
        assert asked <= ids
        names = set(re.findall(r"var\((--[a-z-]+)\)", markup + sheet))
        assert {name for name, value in visitor.page.evaluate(PAINTS) if value} >= names


def test_what_can_be_chosen_beside_the_board_shows_its_symbol(
    visit: Callable[..., Visitor], start: Callable[..., dict]
) -> None:
    visitor = visit()
    visitor.sit(start("mammalath", "c3 d3"))
    visitor.press("[data-mode=release]")
    expect(visitor.page.locator(".herds use")).to_have_count(6)
    expect(visitor.page.locator("#black")).to_have_count(1)
    lost = (
        "[...document.querySelectorAll('use')].filter(use => !document.querySelector(use.getAttribute('href'))).length"
    )
    assert visitor.page.evaluate(lost) == 0


def test_covers_are_drawn_for_all_games(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/")
    covers = visitor.page.locator(".cover svg")
    expect(covers).to_have_count(visitor.page.locator(".game-card").count())
    for k in range(covers.count()):
        assert covers.nth(k).locator(".pile use").count() > 0
        box = covers.nth(k).bounding_box()
        assert box is not None
        assert box["width"] > 100
        assert box["height"] > 60
