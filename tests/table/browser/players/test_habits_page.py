"""What players are used to: a board turned round, coordinates off, moves ahead, arrows, keys."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect
from table.browser.visitors import PHONE, Visitor

Visit = Callable[..., Visitor]
Start = Callable[..., dict]


def place(visitor: Visitor, cell: str) -> tuple[float, float]:
    box: Any = visitor.cell(cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_board_is_turned_round(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9", "e5"))
    visitor.sees_turns("e5")
    one, other = place(visitor, "a1"), place(visitor, "i9")
    visitor.press("[data-flip]")
    for cell, was in (("a1", other), ("i9", one)):
        assert abs(place(visitor, cell)[0] - was[0]) < 40
        assert abs(place(visitor, cell)[1] - was[1]) < 40
    expect(visitor.page.locator(".player.below strong")).to_have_text("White")
    visitor.choose("d4")  # a click still means the cell that is seen there
    visitor.sees_turns("e5", "d4")
    visitor.cell("c3").focus()
    visitor.page.keyboard.press("ArrowUp")  # up is where it is seen
    focused = visitor.page.locator(":focus").get_attribute("data-cell") or ""
    assert place(visitor, focused)[1] < place(visitor, "c3")[1]
    visitor.page.keyboard.press("f")
    expect(visitor.page.locator(".player.below strong")).to_have_text("Black")
    assert abs(place(visitor, "a1")[1] - one[1]) < 2


def test_a_piece_is_dragged_on_a_board_that_is_turned_round(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("almatafl"))
    visitor.press("[data-flip]")
    visitor.cell("b3").drag_to(visitor.cell("c3"))
    visitor.sees_turns("b3-c3")


def test_coordinates_can_be_hidden(visit: Visit, start: Start) -> None:
    visitor = visit(language="eo")
    visitor.sit(start("atoll:hex-9"))
    labels = visitor.page.locator(".stage-board .labels")
    expect(labels).to_be_visible()
    visitor.page.get_by_role("button", name="Agordoj").click()
    visitor.page.get_by_label("Montri koordinatojn").uncheck()
    expect(labels).to_be_hidden()


def test_moves_are_confirmed_where_somebody_wants_it(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9"))
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.locator("dialog label").filter(has_text="Always").click()
    visitor.page.get_by_role("button", name="Done").click()
    visitor.choose("e5")
    confirm = visitor.page.locator("[data-confirm]")
    expect(confirm).to_have_attribute("data-confirm", "e5")
    visitor.page.get_by_role("button", name="Cancel").click()
    expect(confirm).to_have_count(0)
    visitor.choose("d4")
    visitor.press("[data-confirm=d4]")
    visitor.sees_turns("d4")


def test_a_move_ahead_is_played_when_its_turn_comes(visit: Visit, start: Start) -> None:
    game = start("atoll:hex-9", opponent="friend")
    first, second = visit(), visit(premove=True, name="Bo")
    first.sit(game)
    second.go(game["friend"]["link"])
    expect(second.status()).to_contain_text("Black's turn")
    second.cell("d4").click()
    expect(second.page.locator(".premove")).to_have_count(1)
    second.page.keyboard.press("Escape")
    expect(second.page.locator(".premove")).to_have_count(0)
    second.cell("d5").click()
    first.choose("e5")
    first.sees_turns("e5", "d5")
    second.cell("c3").click()
    first.choose("c3")  # what cannot be played any more is forgotten
    second.sees_turns("e5", "d5", "c3")
    expect(second.page.locator(".premove")).to_have_count(0)
    expect(second.page.locator(".toast")).to_have_text("Not possible any more: c3. Choose another move.")
    second.choose("c4")
    first.sees_turns("e5", "d5", "c3", "c4")
    second.cell("b2").click()
    expect(second.page.locator(".premove")).to_have_count(1)
    first.press("[data-act=resign]")
    first.press("[data-sure]")
    expect(second.status()).to_contain_text("You have won")
    expect(second.page.locator(".premove")).to_have_count(0)


def test_a_piece_is_moved_ahead(visit: Visit, start: Start) -> None:
    game = start("almatafl", opponent="friend", seat=1)
    first, second = visit(premove=True), visit(name="Bo")
    first.sit(game)
    second.go(game["friend"]["link"])
    first.cell("f6").click()
    first.cell("f5").click()
    expect(first.page.locator(".premove")).to_have_count(1)
    second.choose("b3", "c3")
    first.sees_turns("b3-c3", "f6-f5")
    expect(first.page.locator(".premove")).to_have_count(0)


def test_where_dice_drop_the_pieces_only_moves_are_chosen_ahead(visit: Visit, start: Start) -> None:
    game = start("atmalof", opponent="friend")
    first, second = visit(premove=True), visit(premove=True, name="Bo")
    first.sit(game)
    second.go(game["friend"]["link"])
    expect(second.status()).to_contain_text("Red's turn")
    later = second.page.locator("[data-premove]")
    with second.page.expect_response("**/api/guide*"):
        second.page.reload()
    expect(second.page.locator(".guide-line .goal")).not_to_be_empty()
    second.cell("3.3").click()  # pieces come there by the die alone
    expect(second.page.locator(".now")).to_have_text("It is not your turn yet.")
    expect(later).to_have_count(0)
    first.announce("R1")
    expect(second.status()).to_contain_text("Your turn")
    (red,) = second.page.locator(".stage-board .pile").evaluate_all("all => all.map((one) => one.dataset.cell)")
    second.announce("R5")
    expect(first.status()).to_contain_text("Your turn")
    second.cell(red).click()  # of the other side
    expect(later).to_have_count(0)
    blue = next(name for name in piles(second) if name != red)
    row, column = blue.split(".")
    beside = f"{row}.{int(column) + 1}"
    second.cell(blue).click()
    second.cell(beside).click()
    expect(later).to_contain_text(f"For your turn: {blue}–{beside}")
    first.announce("R1")
    second.page.locator(".moves .turn").nth(3).wait_for()
    expect(second.pile(beside)).to_be_visible()


def piles(visitor: Visitor) -> list[str]:
    """Where something stands."""
    return visitor.page.locator(".stage-board .pile").evaluate_all("all => all.map((one) => one.dataset.cell)")


def test_arrows_and_rings_are_drawn_and_cleared(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9"))
    mouse = visitor.page.mouse
    mouse.move(*place(visitor, "c3"))
    mouse.down(button="right")
    mouse.move(*place(visitor, "f6"), steps=4)
    mouse.up(button="right")
    expect(visitor.page.locator("[data-pen-mark='c3-f6']")).to_have_count(1)
    visitor.cell("e5").click(button="right")
    expect(visitor.page.locator("[data-pen-mark='e5']")).to_have_count(1)
    visitor.cell("e5").click(button="right")
    expect(visitor.page.locator("[data-pen-mark='e5']")).to_have_count(0)
    expect(visitor.page.locator(".moves .turn")).to_have_count(0)  # nothing was played
    visitor.choose("a1")
    expect(visitor.page.locator("[data-pen-mark]")).to_have_count(0)
    visitor.sees_turns("a1")


def test_a_long_press_draws_too(visit: Visit, start: Start) -> None:
    visitor = visit(size=PHONE, hand="touch", confirm="never")
    visitor.sit(start("atoll:rhombus,size=4"))
    finger = {"pointerType": "touch", "pointerId": 7, "bubbles": True, "isPrimary": True}
    x, y = place(visitor, "b2")
    at = {"clientX": x, "clientY": y, **finger}
    visitor.cell("b2").dispatch_event("pointerdown", at)
    expect(visitor.page.locator(".board.draws")).to_be_visible()
    visitor.cell("b2").dispatch_event("pointerup", at)
    expect(visitor.page.locator("[data-pen-mark='b2']")).to_have_count(1)
    expect(visitor.page.locator(".moves .turn")).to_have_count(0)


def test_keys_take_back_in_steps_and_are_explained(visit: Visit, start: Start) -> None:
    visitor = visit(language="eo")
    visitor.sit(start("atoll:hex-9", "e5 d5 c5"))
    visitor.sees_turns("e5", "d5", "c5")
    visitor.page.keyboard.press("z")
    visitor.sees_turns("e5", "d5")
    visitor.page.keyboard.press("z")
    visitor.sees_turns("e5")
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator("dialog .keys")).to_contain_text("turni la tabulon")
    visitor.page.keyboard.press("z")  # not behind a dialog
    visitor.page.keyboard.press("Escape")
    visitor.sees_turns("e5")
