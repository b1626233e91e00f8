"""Studies in a browser: what is added to a game stays, goes into files whole and comes back from them."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.visitors import Visitor

from ludejo.play import records, sgf
from ludejo.table.client import Client

Visit = Callable[..., Visitor]
SPEC = "atoll:rhombus,size=4"


def finished_game(address: str) -> str:
    """A game on one device that was resigned."""
    with Client(address) as client:
        seat = client.start(SPEC)
        for move in ("b2", "c2"):
            seat.move(move)
        seat.act("resign")
        return seat.id


def downloaded(visitor: Visitor, form: str) -> str:
    if not visitor.page.locator(f"[data-format='{form}']").is_visible():
        visitor.page.locator("details.files summary").click()
    with visitor.page.expect_download() as waiting:
        visitor.page.locator(f"[data-format='{form}']").click()
    return waiting.value.path().read_text("utf-8")


def test_a_downloaded_study_is_whole_and_comes_back(visit: Visit, address: str) -> None:
    visitor = visit()
    visitor.go(f"/study/{finished_game(address)}")
    visitor.choose("a1")
    visitor.choose("a2")
    visitor.page.locator(".study-table textarea").fill("A try.")
    visitor.page.locator(".mark-text").fill("a1-a2")
    visitor.page.locator(".mark-text").press("Enter")
    expect(visitor.page.locator("[data-pen-mark='a1-a2']")).to_be_attached()
    for form, read in (("json", records.read), ("sgf", sgf.read)):
        record = read(downloaded(visitor, form))
        assert (record.moves, record.result.how) == (("b2", "c2"), "resignation")
        assert record.started is not None
        assert record.ended is not None
        (line,) = record.study.lines
        assert (line.line, line.turn, line.moves) == (0, 0, ("a1", "a2"))
        assert (line.comments, line.marks) == ({2: "A try."}, {2: ("a1-a2",)})
    text = downloaded(visitor, "sgf")
    visitor.go("/study")
    visitor.page.locator(".shelf textarea").fill(text)
    visitor.press("[data-look]")
    variation = visitor.page.locator(".tree .variation .turn", has_text="a2")
    variation.click()
    expect(visitor.page.locator(".study-table textarea")).to_have_value("A try.")
    expect(visitor.page.locator("[data-pen-mark='a1-a2']")).to_be_attached()


def test_a_study_of_an_empty_board_is_there_after_a_reload(visit: Visit) -> None:
    visitor = visit()
    visitor.go(f"/study?spec={SPEC}")
    visitor.choose("b2")
    visitor.choose("c2")
    expect(visitor.page.locator(".tree .turn")).to_have_count(2)
    visitor.page.reload()
    expect(visitor.page.locator(".tree .turn")).to_have_count(2)
    record = json.loads(downloaded(visitor, "json"))
    assert record["moves"] == ["b2", "c2"]


def test_an_arrangement_under_study_is_the_same_after_a_reload(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/study/mammalath")
    visitor.choose("a1")
    expect(visitor.page.locator(".tree .turn")).to_have_count(1)
    arranged = visitor.page.locator(".stage-board .pile").evaluate_all("all => all.map(one => one.dataset.things)")
    visitor.page.reload()
    expect(visitor.page.locator(".tree .turn")).to_have_count(1)
    visitor.page.locator(".tree .turn").click()
    expect(visitor.pile("a1")).to_have_attribute("data-things", re.compile("white"))
    again = visitor.page.locator(".stage-board .pile").evaluate_all("all => all.map(one => one.dataset.things)")
    assert again == arranged


def shared_by(visitor: Visitor) -> tuple[str, str]:
    """The links of a study that somebody shares."""
    visitor.page.locator("details.sharing summary").click()
    visitor.press("[data-share]")
    field = visitor.page.locator("[data-look-link]")
    expect(field).to_be_visible()
    return field.input_value(), visitor.page.locator("[data-edit-link]").input_value()


def test_two_people_study_together_and_a_third_looks_on(visit: Visit) -> None:
    ada, bo, cleo = visit(), visit(), visit()
    ada.go(f"/study?spec={SPEC}")
    ada.choose("b2")
    expect(ada.page.locator(".tree .turn")).to_have_count(1)
    ada.page.locator(".mark-text").fill("b2-c3")
    ada.page.locator(".mark-text").press("Enter")
    look, edit = shared_by(ada)
    ada.press("[data-open]")
    bo.go(edit)
    expect(bo.page.locator(".tree .turn")).to_have_count(1)
    assert "#" not in bo.page.url
    cleo.go(look)
    expect(cleo.page.locator(".tree .turn")).to_have_count(1)
    bo.press("[data-turn='1']")
    bo.choose("c2")
    bo.page.locator(".study-table textarea").fill("What about this?")
    expect(bo.page.locator(".shared-status")).to_have_text("Kept.")
    for other in (ada, cleo):
        expect(other.page.locator(".tree .turn")).to_have_count(2)
    cleo.press("[data-turn='2']")
    expect(cleo.page.locator(".study-table textarea")).to_have_value("What about this?")
    cleo.go(look.replace("/shared/", "/embed/shared/"))
    cleo.page.locator(".embedded .turn").first.click()
    expect(cleo.page.locator("[data-pen-mark='b2-c3']")).to_be_attached()
    bo.press("[data-add-chapter]")
    expect(bo.page.locator(".chapters a")).to_have_count(2)


def test_a_frame_shows_the_board_its_moves_and_the_way_to_the_table(visit: Visit, address: str) -> None:
    visitor = visit()
    visitor.go(f"/embed/study/{finished_game(address)}")
    expect(visitor.page.locator(".embedded .tree .turn")).to_have_count(2)
    expect(visitor.pile("c2")).to_be_visible()
    visitor.page.locator(".embedded .turn").first.click()
    expect(visitor.pile("c2")).to_have_count(0)
    expect(visitor.page.locator("header.top")).to_have_count(0)


def test_openings_can_be_looked_up_and_chosen(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/study?spec=atoll:hex-11")
    visitor.page.locator("details.explorer summary").click()
    expect(visitor.page.locator(".openings").locator("table, p")).to_be_visible()


def test_reports_and_documentation_are_a_click_away(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/about")
    visitor.press("footer a[href='/reports']")
    expect(visitor.page.locator("main")).to_contain_text("ludejo serve --reports FOLDER")
    expect(visitor.page.locator("footer a[href='/docs/']")).to_be_visible()
