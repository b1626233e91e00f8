"""An introduction from its first step to its last, and a puzzle tried wrongly and rightly."""

from collections.abc import Callable

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
    wrong = next(move for move in found.start.moves() if move != found.answer)
    visitor = visit()
    visitor.go(f"/puzzles/atoll/{number}")
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


def test_puzzles_solved_in_a_row_are_counted(visit: Visit) -> None:
    found = puzzles.puzzles("atoll")[0]
    visitor = visit()
    visitor.go("/puzzles/atoll/1")
    for turn in range(found.asked):
        visitor.choose(found.line[2 * turn])
        expect(visitor.pile(found.line[min(2 * turn + 1, len(found.line) - 1)])).to_be_visible()
        expect(visitor.page.locator(".answer .right")).to_be_visible()
    expect(visitor.page.locator(".streak")).to_contain_text("1 solved in a row")
