"""Studies in a browser: what is added to a game stays, goes into files whole and comes back from them."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from table.browser.visitors import DESKTOP, LAPTOP, PATIENCE, PHONE, Visitor, new_words

from ludejo.play import records, sgf
from ludejo.table.client import Client

Visit = Callable[..., Visitor]
SPEC = "atoll:rhombus,size=4"


def finished_game(address: str, moves: tuple[str, ...] = ("b2", "c2")) -> str:
    """A game on one device that was resigned."""
    with Client(address, PATIENCE / 1000) as client:
        seat = client.start(SPEC)
        for move in moves:
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
    visitor.write(".mark-text", "a1-a2")
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


def test_a_face_that_the_table_does_not_hear_of_leaves_the_die_as_it_is(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/study?spec=atmalof")
    turns = visitor.page.locator(".tree .turn")
    visitor.announce("R1")
    expect(turns).to_have_text(["R1"])
    visitor.page.route("**/api/study/look", lambda route: route.abort())
    visitor.press("[data-face='3']")
    expect(visitor.page.locator(".toast")).to_contain_text("cannot be reached")
    expect(turns).to_have_text(["R1"])
    visitor.page.unroute("**/api/study/look")
    visitor.press("[data-face='3']")
    expect(turns).to_have_text(["R1:3"])


def test_a_game_that_was_resigned_before_its_first_turn_is_over(visit: Visit, address: str) -> None:
    visitor = visit()
    visitor.go(f"/study/{finished_game(address, moves=())}")
    expect(visitor.page.locator(".stage .status strong")).to_contain_text("resigned")


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
    ada.write(".mark-text", "b2-c3")
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
    bo.press("[data-make-chapter]")
    expect(bo.page.locator(".chapters a")).to_have_count(2)


@pytest.mark.parametrize("size", [LAPTOP, DESKTOP], ids=["laptop", "desktop"])
def test_a_study_can_be_shared_without_being_scrolled(visit: Visit, address: str, size: tuple[int, int]) -> None:
    visitor = visit(size=size)
    visitor.go(f"/study/{finished_game(address)}")
    share = visitor.page.locator(".sharing summary")
    visitor.press("[data-evaluate]")  # what is known of the game takes its place, too
    expect(visitor.page.locator(".graph")).to_be_visible()
    expect(share).to_be_in_viewport(ratio=1)
    _, edit = shared_by(visitor)
    visitor.go(edit)
    expect(visitor.pile("b2")).to_have_count(0)
    expect(share).to_be_in_viewport(ratio=1)


def test_links_to_pictures_show_the_position_that_is_looked_at(visit: Visit) -> None:
    visitor = visit()
    visitor.go(f"/study?spec={SPEC}")
    visitor.choose("b2")
    visitor.choose("c2")
    shared_by(visitor)
    picture = visitor.page.locator("[data-picture]").first
    expect(picture).to_have_attribute("href", re.compile(r"\.svg\?turn=2$"))
    visitor.press("[data-turn='1']")
    expect(picture).to_have_attribute("href", re.compile(r"\.svg\?turn=1$"))
    address = picture.get_attribute("href") or ""
    shown, whole = (visitor.page.request.get(one).text() for one in (address, address.partition("?")[0]))
    assert shown.startswith("<svg")
    assert shown != whole
    visitor.choose("a1")
    expect(picture).to_have_attribute("href", re.compile(r"\.svg$"))


def test_a_frame_shows_the_board_its_moves_and_the_way_to_the_table(visit: Visit, address: str) -> None:
    visitor = visit()
    visitor.go(f"/embed/study/{finished_game(address)}")
    expect(visitor.page.locator(".embedded .tree .turn")).to_have_count(2)
    heading = visitor.page.locator(".embedded .framed")
    expect(heading).to_have_text("Black – White 0 – 1")
    expect(visitor.page.locator("h1")).to_contain_text("by Mark Steere")
    expect(visitor.pile("c2")).to_be_visible()
    visitor.page.locator(".embedded .turn").first.click()
    expect(visitor.pile("c2")).to_have_count(0)
    expect(visitor.page.locator("header.top")).to_have_count(0)


def test_openings_can_be_looked_up_and_chosen(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/study?spec=atoll:hex-11")
    visitor.page.locator("details.explorer summary").click()
    opening = visitor.page.locator("[data-opening]").first
    move = opening.inner_text()
    opening.click()
    expect(visitor.page.locator(".tree .turn")).to_have_text([move])
    expect(visitor.pile(move)).to_be_visible()


def test_openings_of_ones_own_are_of_games_that_were_played_out_with_a_swap_or_without(
    visit: Visit, address: str
) -> None:
    words = new_words()

    def play(spec: str, *moves: str) -> None:
        with Client(address, PATIENCE / 1000) as client:
            game = client.ask("POST", "/api/play", f"me.{words}", json={"spec": spec, "opponent": "same-device"})
            seat = client.seat(f"/g/{game['id']}#me.{words}")
            for move in moves:
                seat.move(move)
            seat.act("resign")

    play("atoll:hex-11,pie=yes", "b4", "c7")
    play("atoll:hex-11,pie=yes", "b4", "swap", "c7")
    play("atoll:hex-11", "a2", "c7")
    visitor = visit()
    visitor.remember("me", f"me.{words}")
    visitor.go("/study?spec=atoll:hex-11")
    visitor.page.locator("details.explorer summary").click()
    visitor.press("[data-own]")
    openings = visitor.page.locator("[data-opening]")
    expect(openings).to_have_text(["b4", "a2"])
    openings.first.click()
    expect(openings).to_have_text(["c7"])
    visitor.go("/about")
    play("atoll:hex-11", "k11")
    visitor.press("a[href='/study']")
    visitor.press("a[href='/study?spec=atoll%3Ahex-11']")
    visitor.page.locator("details.explorer summary").click()
    visitor.press("[data-own]")
    expect(openings).to_have_text(["b4", "k11", "a2"])


def test_openings_of_ones_own_are_of_games_that_began_as_the_one_under_study_did(visit: Visit, address: str) -> None:
    words = new_words()

    def play(*moves: str) -> str:
        with Client(address) as client:
            asked = {"spec": "mammalath", "opponent": "same-device"}
            game = client.ask("POST", "/api/play", f"me.{words}", json=asked)
            seat = client.seat(f"/g/{game['id']}#me.{words}")
            for move in moves:
                seat.move(move)
            seat.act("resign")
            return game["id"]

    play("a1")
    latest = play("c3")
    visitor = visit()
    visitor.remember("me", f"me.{words}")
    visitor.go(f"/study/{latest}")
    visitor.page.locator("details.explorer summary").click()
    visitor.press("[data-own]")
    expect(visitor.page.locator("[data-opening]")).to_have_text(["c3"])
    visitor.go("/puzzles/mammalath")
    visitor.press("[data-daily]")
    visitor.press("[data-into-study]")
    visitor.page.locator("details.explorer summary").click()
    visitor.press("[data-own]")
    expect(visitor.page.locator(".openings p")).to_have_text("No game that is known came here.")


def test_reports_and_documentation_are_a_click_away(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/about")
    visitor.press("footer a[href='/reports']")
    expect(visitor.page.locator("main")).to_contain_text("ludejo serve --reports FOLDER")
    visitor.press("footer a[href='/docs/']")
    expect(visitor.page.locator("h1")).to_contain_text("Ludejo: documentation")
    visitor.page.locator("main a, article a").get_by_text("The table", exact=True).first.click()
    expect(visitor.page.locator("h1")).to_contain_text("The table")


@pytest.mark.parametrize(("size", "place"), [(LAPTOP, "header"), (PHONE, "footer")], ids=["laptop", "phone"])
def test_at_a_study_too_reports_and_documentation_are_a_click_away(visit: Visit, size: tuple, place: str) -> None:
    visitor = visit(size=size)
    visitor.go(f"/study?spec={SPEC}")
    expect(visitor.page.locator(".tree")).to_be_visible()
    other = {"header": "footer", "footer": "header"}[place]
    for address in ("/docs/", "/reports"):
        expect(visitor.page.locator(f"{place} a[href='{address}']")).to_be_visible()
        expect(visitor.page.locator(f"{other} a[href='{address}']")).to_be_hidden()


def test_a_hint_belongs_to_the_place_that_it_was_asked_for(visit: Visit) -> None:
    visitor = visit()
    visitor.go(f"/study?spec={SPEC}")
    held = visitor.hold("**/study/hint")
    hints, judged = visitor.page.locator("circle.hint"), visitor.page.locator(".judged")
    visitor.press("[data-act=hint]")
    visitor.choose("a1")
    expect(visitor.page.locator(".tree .turn")).to_have_count(1)
    with visitor.page.expect_response("**/study/hint"):
        held.first.fulfill(json={"move": "b2", "value": 0.5, "solved": False, "line": ["b2", "c3"]})
    visitor.choose("d4")
    expect(visitor.page.locator(".tree .turn")).to_have_count(2)
    expect(hints).to_have_count(0)
    expect(judged).to_have_text("")
    visitor.press("[title='To the start']")
    expect(hints).to_have_count(1)
    expect(judged).to_contain_text("The engine would play b2")
    visitor.press("[title='To the latest']")
    expect(hints).to_have_count(0)
    expect(judged).to_have_text("")
