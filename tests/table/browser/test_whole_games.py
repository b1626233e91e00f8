"""A whole game of each kind, by mouse, keyboard and finger, at desktop and phone size, in both languages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from table.browser.visitors import DESKTOP, PATIENCE, PHONE, Visitor

from ludejo.table.client import Client

HANDS = {
    "mouse": {"hand": "mouse", "size": DESKTOP, "language": "en"},
    "keyboard": {"hand": "keyboard", "size": DESKTOP, "language": "eo"},
    "touch": {"hand": "touch", "size": PHONE, "language": "eo", "confirm": "never"},
}
each_hand = pytest.mark.parametrize("kind", HANDS.values(), ids=HANDS.keys())
Visit = Callable[..., Visitor]
Start = Callable[..., dict]


@each_hand
def test_a_whole_game_of_atoll(visit: Visit, start: Start, kind: dict) -> None:
    visitor = visit(**kind)
    visitor.sit(start("atoll:rhombus,size=3"))
    turns = ("b1", "a2", "b2", "c2", "b3")  # Black joins top and bottom
    for cell in turns:
        visitor.choose(cell)
        expect(visitor.pile(cell)).to_be_visible()
    visitor.sees_turns(*turns)
    expect(visitor.page.locator(".winning")).to_have_count(3)
    expect(visitor.page.locator("[data-act=rematch]")).to_be_visible()


@each_hand
def test_a_whole_game_of_almatafl_with_a_bounce(visit: Visit, start: Start, kind: dict) -> None:
    visitor = visit(**kind)
    visitor.sit(start("almatafl", "b5-c5 f6-e6 d2-c2 e7-f7 e2-f3"))
    for step in (("f5", "e4"), ("b4", "c4")):
        visitor.choose(*step)
    visitor.choose("e6", "c4")  # the King lands on black, and may stop or go on
    expect(visitor.page.locator("[data-stop]")).to_be_visible()
    visitor.choose("c2", "c5", "a3")
    visitor.sees_turns("b5-c5", "f6-e6", "d2-c2", "e7-f7", "e2-f3", "f5-e4", "b4-c4", "e6-c4-c2-c5-a3")
    expect(visitor.page.locator(".way.over")).to_be_visible()
    expect(visitor.page.locator("[data-act=rematch]")).to_be_visible()


@each_hand
def test_a_whole_game_of_mammalath_with_swap_and_releases(visit: Visit, start: Start, kind: dict) -> None:
    visitor = visit(**kind)
    visitor.sit(start("mammalath", setup="ABCDEF/ABCDEF/ABCDEF/ABCDEF/ABCDEF/ABCDEF"))
    visitor.choose("a1")
    visitor.press("[data-move=swap]")
    visitor.choose("b3")
    visitor.press("[data-mode=release]")  # all of a kind
    visitor.press("[data-release=xA]")
    expect(visitor.page.locator(".pile.released")).to_have_count(6)
    visitor.press("[data-confirm=xA]")
    expect(visitor.page.locator("[data-cell=a2].pile")).to_have_count(0)
    visitor.choose("b4")
    visitor.press("[data-mode=release]")  # a shape, by its two ends
    visitor.choose("d1", "f3")
    expect(visitor.page.locator(".pile.released")).to_have_count(3)
    visitor.press("[data-confirm]")
    visitor.choose("b5")  # three in a column, and badgers on it: the maker loses
    visitor.sees_turns("a1", "swap", "b3", "xA", "b4", "xd1-f3", "b5")
    expect(visitor.page.locator(".prompt.over")).to_be_visible()


@each_hand
def test_a_whole_game_of_atmalof_by_dice(visit: Visit, start: Start, kind: dict) -> None:
    visitor = visit(**kind)
    visitor.sit(start("atmalof:R=2,C=2,X=1,Y=1,N=3,P=3"))
    for turn in range(40):
        if visitor.page.locator(".prompt.over").count():
            break
        visitor.announce(f"{'RC'[turn % 2]}{turn % 3 + 1}")
        expect(visitor.page.locator(".moves .turn")).to_have_count(turn + 1)
    expect(visitor.page.locator(".prompt.over")).to_be_visible()
    visitor.press(".die-button")
    expect(visitor.page.locator(".verdict[data-verified=true]")).to_be_visible()


def test_a_die_that_waits_is_rolled(visit: Visit, start: Start, address: str) -> None:
    game = start("atmalof")
    with Client(address, PATIENCE / 1000) as client:
        client.seat(f"{game['id']}#{game['secret']}").move("R4", roll=False)
    visitor = visit()
    visitor.sit(game)
    expect(visitor.page.locator(".last.announced")).to_be_visible()
    visitor.press("[data-act=roll]")
    expect(visitor.page.locator(".moves .turn")).to_have_text(re.compile("R4:[1-6]"))


def test_a_piece_of_atmalof_is_dragged(visit: Visit, start: Start) -> None:
    visitor = visit(animation=True)
    visitor.sit(start("atmalof", "R1 R6"))
    home = visitor.page.locator(".layer-piles .pile").first.get_attribute("data-cell") or ""
    end = home.replace("1.", "2.", 1)
    visitor.cell(home).drag_to(visitor.cell(end))
    expect(visitor.pile(end)).to_be_visible()
    expect(visitor.pile(home)).to_have_count(0)
    expect(visitor.page.locator(".moves .turn").last).to_have_text(f"{home}-{end}")


def test_a_king_stops_on_his_way(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("almatafl", "h2-g2 f6-e6 b3-c4"))
    visitor.choose("e6", "c4", "e6")  # back home: nothing is chosen any more
    expect(visitor.page.locator("[data-stop]")).to_have_count(0)
    visitor.choose("e6", "c4", "c2")
    visitor.press("[data-stop]")
    expect(visitor.page.locator(".moves .turn").last).to_have_text("e6-c4-c2")


def test_a_far_landing_is_chosen_at_once(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("almatafl", "h2-g2 f6-e6 b3-c4"))
    visitor.choose("e6", "c2")
    expect(visitor.page.locator(".moves .turn").last).to_have_text("e6-c4-c2")


def test_moves_can_be_typed_and_bad_ones_are_explained(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:rhombus,size=3", "b2"))
    field = visitor.page.locator("[name=typed]")
    field.fill("b2")
    field.press("Enter")
    expect(visitor.page.locator(".toast")).to_contain_text("is taken by Black")
    field.fill(" A1 ")
    field.press("Enter")
    visitor.sees_turns("b2", "a1")
    expect(field).to_have_value("")


def test_small_cells_ask_a_finger_again(visit: Visit, start: Start) -> None:
    visitor = visit(hand="touch", size=PHONE)
    visitor.sit(start("atoll"))
    visitor.choose("e5")
    expect(visitor.page.locator(".pile.ghost")).to_be_visible()
    expect(visitor.page.locator(".moves .turn")).to_have_count(0)
    visitor.press("[data-confirm]")
    visitor.sees_turns("e5")


def test_the_keyboard_keeps_its_place(visit: Visit, start: Start) -> None:
    visitor = visit(hand="keyboard")
    focus = visitor.page.locator(":focus")
    visitor.sit(start("atmalof"))
    visitor.announce("C3")
    expect(visitor.page.locator(".moves .turn")).to_have_count(1)
    expect(focus).to_have_attribute("data-line", "C3")
    visitor.sit(start("mammalath", "c3"))
    visitor.press("[data-mode=release]")
    expect(focus).to_have_attribute("data-mode", "release")
    visitor.press("[data-release=xA]")
    expect(focus).to_have_attribute("data-confirm", "xA")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".moves .turn")).to_have_count(2)
    expect(focus).to_have_attribute("data-cell", "a1")  # back on the board
    visitor.choose("e2")
    expect(focus).to_have_attribute("data-cell", "e2")
