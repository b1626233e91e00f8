"""What do I do now? The goal, the rules a key away, what can be done, and an answer to a click that means nothing."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect
from table.browser.visitors import Visitor

Visit = Callable[..., Visitor]
Start = Callable[..., dict]


def now(visitor: Visitor) -> Locator:
    return visitor.page.locator(".prompt .now")


def click(visitor: Visitor, cell: str) -> None:
    """On a cell that may mean nothing."""
    visitor.cell(cell).click()


def test_the_goal_and_the_turn_are_told_in_words(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9,pie=yes"))
    expect(visitor.page.locator(".goal")).to_contain_text("Join the two sides of your colour")
    expect(now(visitor)).to_have_text("Place a stone on any empty cell.")
    visitor.choose("e5")
    expect(now(visitor)).to_contain_text("Or take over the stone that lies there")
    other = visit(language="eo")
    other.sit(start("atmalof:atmalos", "R1 C2"))
    expect(other.page.locator(".goal")).to_contain_text("7 siajn pecojn")
    expect(now(other)).to_contain_text("Aŭ movu unu vian pecon")


def test_a_click_that_means_nothing_is_answered(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atmalof"))
    expect(now(visitor)).to_contain_text("Drop a piece")
    click(visitor, "4.4")
    expect(now(visitor)).to_contain_text("Announce a row or column first")
    visitor.sit(start("mammalath", "c3"))
    expect(now(visitor)).to_contain_text("Place a token")
    click(visitor, "c3")
    expect(now(visitor)).to_contain_text("There is a token on c3 already")
    visitor.sit(start("almatafl"))
    expect(now(visitor)).to_contain_text("Move a top disc")
    click(visitor, "c4")
    expect(now(visitor)).to_have_text("Choose one of your discs first, then where it goes.")
    visitor.page.keyboard.press("Escape")
    visitor.sit(start("atoll:hex-9", "e5", opponent="friend"))
    click(visitor, "d4")
    expect(now(visitor)).to_have_text("It is not your turn yet.")


def test_a_piece_that_cannot_go_there_is_answered_and_one_that_is_put_back_is_not(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("almatafl"))
    expect(now(visitor)).to_contain_text("Move a top disc")
    visitor.choose("b3")
    click(visitor, "f6")
    expect(now(visitor)).to_contain_text("From b3 one goes straight, exactly as many points as the stack there is high")
    visitor.choose("b3")
    expect(now(visitor)).to_contain_text("Move a top disc")
    visitor.choose("h2", "h2")  # another of one's own, and put back
    expect(now(visitor)).to_contain_text("Move a top disc")
    visitor.choose("b3")
    visitor.cell("b3").drag_to(visitor.cell("f6"))
    expect(now(visitor)).to_contain_text("From b3 one goes straight")


def test_ends_of_no_shape_are_answered(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("mammalath", "c3"))
    visitor.press("[data-mode=release]")
    visitor.choose("a1", "b3")
    expect(now(visitor)).to_contain_text("No shape that can be released now reaches from a1 to b3.")
    visitor.choose("b5")  # to which one does reach from b3
    expect(visitor.page.locator("[data-confirm]")).to_be_visible()
    expect(now(visitor)).to_be_hidden()


def test_who_cannot_move_yet_is_told_to_announce_also_on_a_piece(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atmalof", "R1"))
    expect(now(visitor)).to_contain_text("Drop a piece")
    piece = visitor.page.locator(".stage-board .layer-piles .pile")
    expect(piece).to_have_count(1)
    click(visitor, piece.get_attribute("data-cell") or "")
    expect(now(visitor)).to_contain_text("Announce a row or column first")


def test_the_rules_are_a_key_away(visit: Visit, start: Start) -> None:
    visitor = visit(language="eo")
    visitor.sit(start("almatafl"))
    expect(visitor.page.locator(".goal")).not_to_be_empty()
    visitor.page.keyboard.press("r")
    box = visitor.page.locator("dialog .rules-box")
    expect(box.locator("figure img")).to_have_count(9)
    box.locator("a[href='#notes']").first.click()
    expect(box.locator("#notes")).to_be_in_viewport()
    visitor.page.locator("dialog .close").click()
    expect(box).to_have_count(0)
    visitor.page.locator("[name=typed]").press_sequentially("r?")  # letters that are typed are no wish for rules
    expect(box).to_have_count(0)
    visitor.press("[data-rules]")
    expect(box).to_be_visible()


def test_a_key_right_after_a_dialog_was_closed_is_heard(visit: Visit, start: Start) -> None:
    """Until the next picture the focus is still in the closed dialog, and keys come from there."""
    visitor = visit()
    visitor.sit(start("mammalath"))
    visitor.press("[data-rules]")
    expect(visitor.page.locator("dialog .rules h2").first).to_be_visible()
    visitor.page.evaluate("""() => {
        const box = document.querySelector("dialog");
        const done = box.querySelector("button");
        box.close();
        done.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
    }""")
    expect(visitor.page.locator("dialog .keys")).to_be_visible()


def test_who_knows_the_game_can_do_without_words(visit: Visit, start: Start) -> None:
    visitor = visit(guide=False)
    with visitor.page.expect_response("**/api/guide*"):
        visitor.sit(start("atmalof"))
    expect(visitor.page.locator(".goal")).to_be_empty()
    expect(now(visitor)).to_be_hidden()
    click(visitor, "4.4")  # an answer is given all the same
    expect(now(visitor)).to_contain_text("Announce a row or column first")
