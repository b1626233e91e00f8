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
    found = puzzles.puzzles("atoll")[0]
    wrong = next(move for move in found.start.moves() if move != found.answer)
    visitor = visit()
    visitor.go("/puzzles/atoll")
    visitor.press("[data-next]")
    visitor.choose(wrong)
    expect(visitor.page.locator(".answer .wrong")).to_be_visible()
    visitor.press("[data-again]")
    visitor.choose(found.answer)
    expect(visitor.page.locator(".answer .right")).to_be_visible()
    visitor.go("/puzzles/atoll")
    expect(visitor.page.locator(".numbers .done")).to_have_text("1")
