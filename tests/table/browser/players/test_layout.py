"""Where things stand on a phone, a tablet, a laptop and a desktop: nothing that is needed is out of sight or reach."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect
from table.browser.visitors import DESKTOP, HAIR, LAPTOP, LARGE, PATIENCE, PHONE, TABLET, Visitor, box_of, new_words

from ludejo.table.client import Client

ACROSS = (740, 360)
FINGER = 40  # pixels
Visit = Callable[..., Visitor]
Start = Callable[..., dict]


def bottom(place: Locator) -> float:
    return box_of(place)["y"] + box_of(place)["height"]


def are_level(places: Locator) -> bool:
    """Whether they stand in one row."""
    heights = [box_of(place)["y"] for place in places.all()]
    return max(heights) - min(heights) < HAIR


@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP, LARGE], ids=["phone", "tablet", "laptop", "desktop"])
def test_a_game_has_its_actions_in_sight_and_its_status_by_the_board(visit: Visit, start: Start, size: tuple) -> None:
    visitor = visit(size=size, language="eo")
    visitor.sit(start("atoll", "e5 f5"))
    expect(visitor.page.locator(".goal")).not_to_be_empty()
    acts = visitor.page.locator(".acts button")
    expect(acts).to_have_count(5)
    assert are_level(acts), "one of them stands alone"
    assert bottom(acts.last) <= size[1]
    board, status = box_of(visitor.page.locator(".stage-board .board")), box_of(visitor.status())
    assert -HAIR <= status["y"] - board["y"] - board["height"] < 40
    assert board["x"] <= status["x"] + status["width"] / 2 <= board["x"] + board["width"]


@pytest.mark.parametrize("size", [TABLET, LAPTOP], ids=["tablet", "laptop"])
def test_a_die_and_what_can_be_released_have_their_room(visit: Visit, start: Start, size: tuple) -> None:
    visitor = visit(size=size, language="eo")
    visitor.sit(start("atmalof", "R1 C2"))
    assert_in_sight(visitor, ".die-button", size)
    visitor.sit(start("mammalath", "a1 b3 c4", setup="/".join(["ABCDEF"] * 6)))
    visitor.press("[data-mode=release]")
    assert_in_sight(visitor, ".herds", size)
    visitor.page.locator("[data-release]").first.click()
    assert_in_sight(visitor, "[data-confirm]", size)


def assert_in_sight(visitor: Visitor, control: str, size: tuple) -> None:
    """Something under the board stands there, above the next player's card on a tablet, and nothing is out of sight."""
    expect(visitor.page.locator(".goal")).not_to_be_empty()
    board, prompt = box_of(visitor.page.locator(".stage-board .board")), box_of(visitor.page.locator(".prompt"))
    box = box_of(visitor.page.locator(control))
    assert board["y"] + board["height"] <= box["y"] + HAIR
    assert box["y"] + box["height"] <= prompt["y"] + prompt["height"] + 1
    card = box_of(visitor.page.locator(".player.below"))
    is_above = prompt["y"] + prompt["height"] <= card["y"] + HAIR
    assert is_above or prompt["x"] + prompt["width"] <= card["x"] + HAIR
    assert bottom(visitor.page.locator(".acts button").last) <= size[1]
    assert bottom(visitor.page.locator(".player.below")) <= size[1]
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_every_link_of_the_header_is_in_sight_at_a_game(visit: Visit, start: Start) -> None:
    visitor = visit(size=PHONE, language="eo")
    visitor.sit(start("atmalof", "R1 C2"))
    expect(visitor.page.locator(".goal")).not_to_be_empty()
    links = visitor.page.locator("#links")
    expect(links.locator("a")).to_have_count(6)  # the lobby's comes a little later
    assert links.evaluate("one => one.scrollWidth <= one.clientWidth"), "one has to be looked for"
    assert bottom(visitor.page.locator(".acts button").last) <= PHONE[1]


@pytest.mark.parametrize("spec", ["atoll:hex-11", "almatafl", "atmalof", "mammalath"])
def test_a_phone_held_across_shows_the_whole_board_whose_turn_it_is_and_the_actions(
    visit: Visit, start: Start, spec: str
) -> None:
    visitor = visit(size=ACROSS, language="eo")
    visitor.sit(start(spec))
    expect(visitor.page.locator(".goal")).not_to_be_empty()
    acts = visitor.page.locator(".acts button")
    for seen in (visitor.page.locator(".stage-board .board"), visitor.status(), acts.last):
        assert bottom(seen) <= ACROSS[1]


def test_on_a_phone_the_link_for_a_friend_is_in_sight(visit: Visit) -> None:
    visitor = visit(size=PHONE, language="eo", game="atoll", opponent="friend")
    visitor.go("/")
    visitor.press("[data-start]")
    expect(visitor.page.locator(".goal")).not_to_be_empty()
    visitor.page.evaluate("scrollTo(0, 0)")
    assert bottom(visitor.page.locator(".invite .copy button")) <= PHONE[1]
    assert bottom(visitor.page.locator(".player.below")) <= PHONE[1]


def test_the_number_of_games_that_wait_pushes_no_link_of_a_phone_out_of_sight(visit: Visit, start: Start) -> None:
    visitor = visit(size=PHONE, language="eo")
    visitor.remember("me", f"me.{new_words()}")
    visitor.page.route("**/api/me/waiting*", lambda route: route.fulfill(json={"waiting": 12, "is_known": True}))
    visitor.sit(start("atoll:hex-9"))
    links = visitor.page.locator("#links")
    expect(links.locator("a")).to_have_count(6)
    expect(links.locator(".badge")).to_have_text("12")
    assert links.evaluate("one => one.scrollWidth <= one.clientWidth"), "one has to be looked for"
    assert are_level(links.locator("a")), "one stands higher"


def test_a_finger_hits_the_cells_of_a_large_board(visit: Visit, start: Start) -> None:
    visitor = visit(size=PHONE, hand="touch", confirm="small")
    visitor.sit(start("atoll:hex-13", "g7"))
    assert box_of(visitor.cell("f8"))["width"] < FINGER
    visitor.press("[data-zoom]")
    assert box_of(visitor.cell("f8"))["width"] >= FINGER
    expect(visitor.cell("g7")).to_be_in_viewport()
    visitor.choose("f8")
    visitor.sees_turns("g7", "f8")
    visitor.cell("a13").scroll_into_view_if_needed()
    visitor.choose("a13")
    visitor.press("[data-zoom]")
    assert box_of(visitor.cell("f8"))["width"] < FINGER
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_others_play_is_seen_on_a_board_made_larger(visit: Visit, start: Start, address: str) -> None:
    visitor = visit(size=PHONE, hand="touch")
    game = start("atoll:hex-13", "g7")
    visitor.sit(game)
    visitor.press("[data-zoom]")
    expect(visitor.cell("g7")).to_be_in_viewport()
    expect(visitor.cell("m13")).not_to_be_in_viewport()
    with Client(address, PATIENCE / 1000) as client:
        seat = client.seat(f"{address}/g/{game['id']}#{game['secret']}")
        seat.move("m13")
        expect(visitor.cell("m13")).to_be_in_viewport(ratio=1)
        here = box_of(visitor.cell("m13"))
        seat.move("l13")  # beside it: nothing moves under the hand
        visitor.sees_turns("g7", "m13", "l13")
    there = box_of(visitor.cell("m13"))
    assert all(abs(there[side] - here[side]) < HAIR for side in here)


@pytest.mark.parametrize("spec", ["atoll:hex-13", "atoll"])
def test_the_way_to_larger_cells_stands_under_the_board_in_words(visit: Visit, start: Start, spec: str) -> None:
    visitor = visit(size=PHONE, hand="touch", language="eo")
    visitor.sit(start(spec, "e5 f5"))
    expect(visitor.page.locator(".goal")).not_to_be_empty()
    zoom = visitor.page.locator("[data-zoom]")
    expect(zoom).to_have_text("Pligrandigi")
    board, way, status = (box_of(one) for one in (visitor.page.locator(".stage-board"), zoom, visitor.status()))
    assert 0 <= way["y"] - board["y"] - board["height"] < FINGER
    assert abs(way["y"] + way["height"] / 2 - status["y"] - status["height"] / 2) < FINGER / 2
    assert bottom(visitor.page.locator(".acts button").last) <= PHONE[1]


def test_on_a_tall_phone_a_broad_board_lies_on_its_side(visit: Visit, start: Start) -> None:
    visitor = visit(size=(412, 740), language="eo")
    visitor.sit(start("atoll:hex-13", "g7"))
    upright = box_of(visitor.cell("g7"))["width"]
    visitor.page.set_viewport_size({"width": 412, "height": 915})
    expect(visitor.page.locator(".board.flipped")).to_be_visible()
    assert box_of(visitor.cell("g7"))["height"] > 1.2 * upright
    assert bottom(visitor.page.locator(".acts button").last) <= 915
    visitor.choose("f8")
    visitor.sees_turns("g7", "f8")
    visitor.cell("f8").focus()
    visitor.page.keyboard.press("ArrowUp")  # up is where it is seen
    focused = visitor.page.locator(":focus").get_attribute("data-cell") or ""
    assert box_of(visitor.cell(focused))["y"] < box_of(visitor.cell("f8"))["y"]
    visitor.press("[data-flip]")
    visitor.choose("c3")
    visitor.sees_turns("g7", "f8", "c3")
    visitor.page.set_viewport_size({"width": 1366, "height": 657})
    visitor.press("[data-flip]")
    expect(visitor.page.locator(".board.flipped")).to_have_count(0)


def test_dialogs_can_be_closed_on_a_phone(visit: Visit, start: Start) -> None:
    visitor = visit(size=PHONE, language="eo")
    visitor.sit(start("atmalof"))
    visitor.press(".die-button")
    visitor.press("dialog .close")
    expect(visitor.page.locator("dialog")).to_have_count(0)
    visitor.page.get_by_role("button", name="Agordoj").click()
    done = visitor.page.locator("dialog .row.end button")
    assert bottom(done) <= PHONE[1]
    done.click()
    expect(visitor.page.locator("dialog")).to_have_count(0)


def test_what_is_prepared_pushes_nobody_out_of_sight(visit: Visit, start: Start) -> None:
    visitor = visit(size=DESKTOP)
    visitor.page.route("**/api/preparing", lambda route: route.fulfill(json={"done": 1, "of": 4, "game": "atoll"}))
    visitor.sit(start("atoll"))
    expect(visitor.page.locator("#preparing")).to_be_visible()
    expect(visitor.page.locator(".goal")).not_to_be_empty()
    assert bottom(visitor.page.locator(".player.below strong")) <= DESKTOP[1]


def test_the_typeface_of_names_comes_with_the_page(visit: Visit) -> None:
    visitor = visit(language="eo")
    visitor.go("/")
    expect(visitor.page.locator("h1")).to_be_visible()
    visitor.page.evaluate("document.fonts.ready")
    assert visitor.page.evaluate("[...document.fonts].map((font) => [font.family, font.status])") == [
        ["Vollkorn", "loaded"]
    ]
