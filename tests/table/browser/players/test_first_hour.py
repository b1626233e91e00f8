"""What somebody new stumbles over in their first hour: each of these has been stumbled over."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.visitors import LAPTOP, PATIENCE, PHONE, TABLET, Visitor, box_of, game_with_bo, new_words

from ludejo.table.client import Client
from ludejo.table.reading import puzzles

Visit = Callable[..., Visitor]
Start = Callable[..., dict]


# ---------------------------------------------------------------- the first page


def test_any_place_of_a_card_chooses_its_game_and_play_is_in_reach(visit: Visit) -> None:
    visitor = visit(size=LAPTOP)
    visitor.go("/")
    expect(visitor.page.locator(".setup .board")).to_be_visible()
    play = box_of(visitor.page.locator("[data-start]"))
    assert play["y"] + play["height"] <= LAPTOP[1]
    visitor.page.locator(".game-card[data-game=atmalof] .tagline").click()
    expect(visitor.page.locator(".setup h2")).to_have_text("Atmalof")
    expect(visitor.page.locator(".game-card[data-game=atmalof]")).to_have_attribute("aria-current", "true")


def test_hex_is_credited_to_those_who_found_it(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9,pie=yes"))
    expect(visitor.page.locator(".game-title")).to_contain_text("Piet Hein")
    expect(visitor.page.locator(".game-title")).not_to_contain_text("Steere")
    visitor.go("/study?spec=atoll:hex-11")
    expect(visitor.page.locator(".game-title")).to_contain_text("Piet Hein")
    visitor.go("/study/atoll")
    expect(visitor.page.locator(".game-title")).to_contain_text("Mark Steere")


def test_back_leads_to_where_one_was(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    visitor.go("/puzzles/atoll")
    visitor.page.locator(".numbers a").last.click()
    expect(visitor.page.locator(".lesson-words h2")).to_be_visible()
    visitor.page.go_back()
    expect(visitor.page.locator(".numbers a").last).to_be_in_viewport()


def test_the_keys_can_be_read_on_a_narrow_screen(visit: Visit, start: Start) -> None:
    visitor = visit(size=PHONE, language="eo")
    visitor.sit(start("atoll:hex-9"))
    visitor.page.keyboard.press("?")
    words = visitor.page.locator("dialog .keys dd")
    expect(words.first).to_be_visible()
    assert all(box_of(one)["width"] > 180 for one in words.all())


# ---------------------------------------------------------------- two people


def test_whoever_waits_is_told_who_has_come_and_until_when_to_move(visit: Visit, start: Start) -> None:
    clock = {"kind": "sudden", "seconds": 300, "increment": 0}
    game = start("atoll:hex-9", opponent="friend", seat=1, clock=clock)
    first, second = visit(), visit(name="Bo")
    first.sit(game)
    expect(first.status()).to_contain_text("Waiting for the other player")
    expect(first.page.locator("[data-act=resign]")).to_have_count(0)  # to nobody
    second.go(game["friend"]["link"])
    expect(first.page.locator(".toast")).to_have_text("Bo has come.")
    expect(first.page.locator("[data-act=resign]")).to_be_visible()
    expect(first.status()).to_contain_text(re.compile(r"Black's turn Without.*aborted in [01]:\d\d"))
    second.choose("e5")
    expect(first.status()).to_contain_text("Your turn")
    second.press("[data-act=takeback]")
    expect(first.page.locator(".asked")).to_have_text("Bo asks to take a turn back.")


def test_what_is_chosen_out_of_turn_is_said_and_can_be_dropped(visit: Visit, start: Start) -> None:
    game = start("atoll:hex-9", opponent="friend")
    first, second = visit(), visit(premove=True, name="Bo")
    first.sit(game)
    second.go(game["friend"]["link"])
    expect(second.status()).to_contain_text("Black's turn")
    second.cell("d5").click()
    later = second.page.locator("[data-premove]")
    expect(later).to_contain_text("For your turn: d5")
    later.locator("button").click()
    expect(later).to_have_count(0)
    expect(second.page.locator(".premove")).to_have_count(0)
    second.cell("c3").click()
    first.choose("e5")
    second.sees_turns("e5", "c3")
    expect(later).to_have_count(0)


def test_a_phrase_is_seen_where_the_panel_is_out_of_sight(visit: Visit, start: Start) -> None:
    game = start("atoll:hex-9", opponent="friend", name="Ada")
    first, second = visit(size=LAPTOP), visit(size=PHONE, hand="touch", name="Bo")
    first.sit(game)
    second.go(game["friend"]["link"])
    first.page.locator(".company summary").click()
    first.press("[data-say=luck]")
    expect(second.page.locator(".toast")).to_have_text("Ada: Have a good game!")
    expect(first.page.locator(".heard")).to_be_visible()
    expect(first.page.locator("[data-say=luck]")).to_be_hidden()  # the menu is closed: one's own clock is in sight


def test_the_number_of_games_that_wait_is_right_at_once(visit: Visit, address: str) -> None:
    words = new_words()
    with Client(address, PATIENCE / 1000) as client:
        game, friend = game_with_bo(client, words)
        friend.move("e5")
        visitor = visit()
        visitor.remember("me", f"me.{words}")
        visitor.go("/games")
        badge = visitor.page.locator("#links .badge")
        expect(badge).to_have_text("1")
        visitor.page.route("**/api/me/waiting*", lambda route: route.abort())  # the table says nothing of it any more
        visitor.page.locator(f".game-rows li[data-id='{game['id']}'] a").first.click()
        visitor.choose("d5")
        visitor.sees_turns("e5", "d5")
        expect(badge).to_be_hidden()
        friend.look()
        friend.move("e4")
        expect(badge).to_have_text("1")
        visitor.page.locator("#links a[href='/learn']").click()
        expect(badge).to_have_text("1")


# ---------------------------------------------------------------- learning


def test_on_a_phone_the_verdict_on_a_puzzle_stands_under_the_board(visit: Visit) -> None:
    found = next(one for one in puzzles.puzzles("atoll") if one.spec == "atoll")
    wrong = next(move for move in found.start.moves() if move not in (found.answer, *found.later))
    visitor = visit(size=PHONE, hand="touch", confirm="never")
    visitor.go(f"/puzzles/atoll/{found.id}")
    expect(visitor.status()).to_be_in_viewport()
    before = box_of(visitor.page.locator(".stage-board .board"))
    visitor.choose(wrong)
    again = visitor.page.locator(".answer [data-again]")
    expect(again).to_be_in_viewport()
    board = box_of(visitor.page.locator(".stage-board .board"))
    assert box_of(again)["y"] > board["y"] + board["height"]
    assert board["y"] <= before["y"], "it is not pushed down"


# ---------------------------------------------------------------- study


def test_fast_steps_are_not_lost_in_study(visit: Visit, start: Start) -> None:
    moves = "e5 d6 f4 g3 g4 h3 h4 i3 e4 c5 c6 b7"
    visitor = visit()
    visitor.go(f"/study/{start('atoll:hex-9', moves)['id']}")
    expect(visitor.page.locator(".tree .turn")).to_have_count(12)
    visitor.page.evaluate(
        """for (let k = 0; k < 7; k += 1)
             document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }))"""
    )
    expect(visitor.page.locator(".tree [aria-current='true']")).to_have_attribute("data-turn", "7")


def test_a_game_under_study_is_called_as_at_the_table_and_leads_back(visit: Visit, start: Start) -> None:
    game = start("atoll:hex-9", opponent="engine", level=1, seat=0)
    visitor = visit()
    visitor.go(f"/study/{game['id']}")
    expect(visitor.page.locator(".study-players")).to_contain_text("Black – Engine, level 1")
    visitor.press("[data-to-game]")
    expect(visitor.page.locator("main.game .stage-board .hit").first).to_be_visible()


def test_a_study_fits_on_a_tablet(visit: Visit, start: Start) -> None:
    visitor = visit(size=TABLET, language="eo")
    visitor.go(f"/study/{start('atoll', 'e5 f5')['id']}")
    expect(visitor.page.locator(".tree .turn")).to_have_count(2)
    expect(visitor.page.locator(".stage-board .board")).not_to_have_class(re.compile(r"\bflipped\b"))
    tools = box_of(visitor.page.locator("[data-evaluate]"))
    assert tools["y"] + tools["height"] <= TABLET[1]


def test_marks_belong_to_their_cells_however_the_board_lies(visit: Visit) -> None:
    visitor = visit(size=(360, 800), hand="touch")
    visitor.go("/study?spec=atoll:hex-9")
    expect(visitor.page.locator(".stage-board .board")).to_have_class(re.compile(r"\bflipped\b"))  # on its side
    visitor.press("[data-pen]")
    visitor.press('.stage-board .hit[data-cell="b7"]')
    ring = visitor.page.locator("[data-pen-mark]")
    expect(ring).to_have_attribute("data-pen-mark", "b7")
    comes_to_stand_over_it(visitor)
    visitor.press("[data-flip]")
    expect(visitor.page.locator(".stage-board .board")).to_have_attribute("style", re.compile("--upright: -90deg"))
    comes_to_stand_over_it(visitor)
    visitor.page.set_viewport_size({"width": 1366, "height": 900})
    expect(visitor.page.locator(".stage-board .board")).to_have_attribute("style", re.compile("--upright: -180deg"))
    comes_to_stand_over_it(visitor)
    kept = json.loads(visitor.page.evaluate("JSON.stringify({...localStorage})"))
    assert any('"b7"' in text for text in kept.values())


OVER = """() => {
  const [ring, cell] = ['[data-pen-mark]', '.hit[data-cell="b7"]'].map((place) =>
    document.querySelector(`.stage-board ${place}`).getBoundingClientRect());
  const apart = (side, size) => Math.abs(ring[side] + ring[size] / 2 - cell[side] - cell[size] / 2);
  return apart("x", "width") < 4 && apart("y", "height") < 4;
}"""


def comes_to_stand_over_it(visitor: Visitor) -> None:
    """The ring stands over its cell as soon as the page has drawn both anew; both are measured at the same moment."""
    visitor.page.wait_for_function(OVER)
