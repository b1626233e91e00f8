"""An introduction from its first step to its last, and a puzzle tried wrongly and rightly."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from table.browser.visitors import PHONE, Visitor

from ludejo.games.gestures import gestures
from ludejo.table.reading import lessons, puzzles

Visit = Callable[..., Visitor]


def test_a_whole_introduction(visit: Visit) -> None:
    visitor = visit(hand="touch", size=PHONE, language="eo", confirm="never")
    visitor.go("/learn/atoll")
    steps = lessons.steps("atoll")
    for number, step in enumerate(steps):
        expect(visitor.page.locator(".lesson-words h2")).to_have_text(step.title["eo"])
        if step.accept:
            right = next(gesture for gesture in gestures(step.start) if step.accepts(gesture.text))
            if right.kind == "swap":
                visitor.press("[data-move=swap]")
            else:
                visitor.choose(*right.cells)
            expect(visitor.page.locator(".answer .right")).to_be_visible()
        if number < len(steps) - 1:
            visitor.press("[data-step=next]")
    expect(visitor.page.locator(".dots .done")).to_have_count(sum(bool(step.accept) for step in steps))


def test_a_puzzle_is_tried_wrongly_then_rightly(visit: Visit) -> None:
    number, found = next((k, one) for k, one in enumerate(puzzles.puzzles("atoll"), 1) if one.asked > 1)
    wrong = next(move for move in found.start.moves() if move not in (found.answer, *found.later))
    visitor = visit()
    visitor.go(f"/puzzles/atoll/{found.id}")
    visitor.choose(wrong)
    expect(visitor.page.locator(".answer .wrong")).to_be_visible()
    visitor.press("[data-again]")
    for turn in range(found.asked):
        visitor.choose(found.line[2 * turn])
        expect(visitor.pile(found.line[min(2 * turn + 1, len(found.line) - 1)])).to_be_visible()
        expect(visitor.page.locator(".answer .right")).to_be_visible()
    expect(visitor.page.locator(".answer [data-next]")).to_be_visible()
    visitor.go("/puzzles/atoll")
    expect(visitor.page.locator(".numbers .done")).to_have_text(str(number))


def test_the_verdict_on_a_wrong_move_does_not_wait_for_what_is_shown_of_it(visit: Visit) -> None:
    found = next(one for one in puzzles.puzzles("atoll") if len(one.line) > 3)
    right, wrong = found.answer, next(move for move in found.start.moves() if move not in (found.answer, *found.later))
    visitor = visit()
    visitor.page.clock.install(time=0)
    visitor.go(f"/puzzles/atoll/{found.id}")
    pieces = visitor.page.locator(".stage-board .pile")
    expect(pieces.first).to_be_visible()
    visitor.page.clock.pause_at(3600)  # of a line only the first move is seen from now on
    before = pieces.count()
    visitor.choose(wrong)
    expect(visitor.page.locator(".answer .wrong")).to_be_visible()
    visitor.press("[data-again]")
    visitor.page.clock.run_for(10_000)
    expect(pieces).to_have_count(before)  # what was shown of the answer to it is not gone on with
    visitor.choose(right)
    expect(pieces).to_have_count(before + 1)
    visitor.page.clock.run_for(10_000)  # the answer is shown before the next move is asked for
    expect(visitor.page.locator(".answer .right")).to_be_visible()


def test_what_was_solved_is_known_in_another_edition_and_old_links_lead_to_the_list(visit: Visit) -> None:
    found = puzzles.puzzles("atoll")[4]
    visitor = visit()
    visitor.remember("puzzles", f'{{"atoll": [1, 2, "{found.id}", "p0000000a"]}}')
    visitor.go("/puzzles/atoll/2")
    expect(visitor.page.locator("main .wrong")).to_contain_text("Here are all")
    expect(visitor.page.locator(".numbers .done")).to_have_text("5")
    expect(visitor.page.locator("main")).to_contain_text(f"1 of {len(puzzles.puzzles('atoll'))} solved")
    visitor.press(".numbers .done")
    expect(visitor.page.locator("h1")).to_contain_text("puzzle 5")
    expect(visitor.page.locator(".stage-board .hit").first).to_be_visible()


def test_a_puzzle_of_the_day_its_solution_and_the_way_into_study(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/puzzles/atoll")
    visitor.press("[data-daily]")
    visitor.press("[data-solution]")
    expect(visitor.page.locator(".answer [data-again]")).to_be_visible()
    pieces = visitor.page.locator(".stage-board .pile").count()
    visitor.press("[data-into-study]")
    expect(visitor.page.locator(".study-table")).to_be_visible()
    expect(visitor.page.locator(".stage-board .pile").first).to_be_visible()
    assert 0 < visitor.page.locator(".stage-board .pile").count() < pieces


def test_puzzles_are_there_without_the_one_of_the_day(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/api/puzzles/*", lambda route: route.abort())
    visitor.go("/puzzles")
    expect(visitor.page.locator("main a[href='/puzzles/atoll']")).to_be_visible()
    expect(visitor.page.locator("[data-daily]")).to_have_count(0)


def test_puzzles_solved_in_a_row_are_counted(visit: Visit) -> None:
    found = puzzles.puzzles("atoll")[0]
    visitor = visit()
    visitor.go(f"/puzzles/atoll/{found.id}")
    for turn in range(found.asked):
        visitor.choose(found.line[2 * turn])
        expect(visitor.pile(found.line[min(2 * turn + 1, len(found.line) - 1)])).to_be_visible()
        expect(visitor.page.locator(".answer .right")).to_be_visible()
    expect(visitor.page.locator(".streak")).to_contain_text("1 solved in a row")


def test_a_move_that_wins_too_but_later_is_no_failure(visit: Visit) -> None:
    found = next(one for one in puzzles.puzzles("atoll") if one.later)
    visitor = visit()
    visitor.remember("streak", '{"run": 3, "best": 3}')
    visitor.go(f"/puzzles/atoll/{found.id}")
    visitor.choose(found.later[0])
    expect(visitor.page.locator(".answer")).to_contain_text("Wins too, but not the soonest.")
    expect(visitor.page.locator(".answer [data-again]")).to_be_visible()
    assert streak(visitor)["run"] == 3


def streak(visitor: Visitor) -> dict:
    return visitor.page.evaluate("JSON.parse(localStorage['ludejo.streak'] ?? '{}')")


def test_a_puzzle_tried_without_the_table_is_not_wrong(visit: Visit) -> None:
    found = next(one for one in puzzles.puzzles("atoll") if one.asked > 1)
    visitor = visit()
    visitor.remember("streak", '{"run": 3, "best": 3}')
    visitor.go(f"/puzzles/atoll/{found.id}")
    for turn in range(found.asked):
        answer = found.line[2 * turn]
        expect(visitor.cell(answer)).to_have_class(re.compile("live"))
        visitor.context.set_offline(True)
        visitor.choose(answer)
        expect(visitor.page.locator(".toast")).to_contain_text("cannot be reached")
        visitor.press("[data-solution]")
        expect(visitor.page.locator(".toast")).to_contain_text("cannot be reached")
        expect(visitor.page.locator(".answer .wrong")).to_have_count(0)
        visitor.context.set_offline(False)
        visitor.choose(answer)
        expect(visitor.pile(found.line[min(2 * turn + 1, len(found.line) - 1)])).to_be_visible()
    expect(visitor.page.locator(".answer [data-next]")).to_be_visible()
    assert streak(visitor)["run"] == 4
    visitor.press("[data-solution]")
    expect(visitor.page.locator(".answer [data-again]")).to_be_visible()
    assert streak(visitor)["run"] == 4, "it is solved: to see how is no failure"


def test_a_row_begins_with_the_first_puzzle_that_is_solved_without_an_error(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/about")
    told = visitor.page.evaluate("""async () => {
      const { broken, keepSolved, streak } = await import("/static/js/study/streak.js");
      broken();
      keepSolved("game", "p0000000a", false);
      const before = streak().best;
      keepSolved("game", "p0000000b", true);
      return [before, streak().best];
    }""")
    assert told == [0, 1]


def test_a_step_tried_without_the_table_is_not_wrong(visit: Visit) -> None:
    steps = lessons.steps("atoll")
    number, step = next((k, one) for k, one in enumerate(steps) if one.accept)
    right = next(gesture for gesture in gestures(step.start) if step.accepts(gesture.text) and gesture.kind != "swap")
    visitor = visit()
    visitor.go("/learn/atoll")
    for _ in range(number):
        visitor.press("[data-step=next]")
    visitor.context.set_offline(True)
    visitor.choose(*right.cells)
    expect(visitor.page.locator(".toast")).to_have_text("To try a move, the table is needed.")
    expect(visitor.page.locator(".answer p")).to_have_count(0)
    visitor.context.set_offline(False)
    visitor.choose(*right.cells)
    expect(visitor.page.locator(".answer .right")).to_be_visible()


def test_a_reading_of_our_own_leads_to_the_notes(visit: Visit) -> None:
    number = next(k for k, step in enumerate(lessons.steps("atoll")) if "†" in step.text["en"])
    visitor = visit()
    visitor.go("/learn/atoll")
    expect(visitor.page.locator(".lesson-words h2")).to_be_visible()
    expect(visitor.page.locator("[data-notes]")).to_have_count(0)
    visitor.page.locator(".dots button").nth(number).click()
    expect(visitor.page.locator(".lesson-words")).to_contain_text("a cell that touches both.†")
    visitor.press("[data-notes]")
    expect(visitor.page.locator("#notes")).to_have_class("pointed-out")


def test_rules_keys_and_the_board_turned_round_in_an_introduction(visit: Visit) -> None:
    visitor = visit()
    with visitor.page.expect_response("**/api/guide*"):
        visitor.go("/learn/atmalof")
    expect(visitor.page.locator(".stage-board .board:not(.flipped)")).to_be_visible()
    visitor.page.keyboard.press("f")
    expect(visitor.page.locator(".board.flipped")).to_be_visible()
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator("dialog .keys")).not_to_contain_text("take back")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("dialog")).to_have_count(0)
    visitor.page.keyboard.press("r")
    expect(visitor.page.locator("dialog .rules")).to_be_visible()


@pytest.mark.parametrize("page", ["study", "puzzles"])
def test_rules_keys_and_answers_are_at_every_board(visit: Visit, page: str) -> None:
    found = puzzles.puzzles("atoll")[0]
    taken = next(cell for cell in found.start.game.grid.names if cell not in found.start.moves())
    visitor = visit()
    with visitor.page.expect_response("**/api/guide*"):
        visitor.go(f"/puzzles/atoll/{found.id}" if page == "puzzles" else "/study?spec=atoll:rhombus,size=4")
    if page == "study":
        visitor.choose("b2")
        expect(visitor.pile("b2")).to_be_visible()
        expect(visitor.page.locator(".study-players a")).to_have_attribute("href", "/rules/atoll")
        taken = "b2"
    else:
        expect(visitor.page.locator(".guide-line .goal")).not_to_be_empty()
    visitor.cell(taken).click()
    expect(visitor.page.locator(".prompt .answer-line")).not_to_be_empty()
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator("dialog .keys")).not_to_contain_text("take back")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("dialog")).to_have_count(0)
    visitor.page.keyboard.press("r")
    expect(visitor.page.locator("dialog .rules")).to_be_visible()
