"""Studies that several people change at once: nothing of anybody is lost, and what was cut stays away."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Route, expect
from table.browser.test_studies_page import SPEC, finished_game, shared_by
from table.browser.visitors import LIVE, Visitor

Visit = Callable[..., Visitor]
MERGED = """async ([mine, theirs, before]) => {
  const { Node, merge, snapshot } = await import("/static/js/study/tree.js");
  const grown = ({ comment = "", marks = [], lines = {} }, node = new Node(null, null)) => {
    for (const [text, child] of Object.entries(lines)) grown(child, node.child(text));
    return Object.assign(node, { comment, marks });
  };
  const tree = grown(mine);
  merge(tree, snapshot(grown(theirs)), snapshot(grown(before)));
  const told = ({ comment, marks, children }) => ({
    ...(comment ? { comment } : {}),
    ...(marks.length ? { marks } : {}),
    ...(children.length ? { lines: Object.fromEntries(children.map((child) => [child.text, told(child)])) } : {}),
  });
  return told(tree);
}"""


def lines(*moves: str) -> dict[str, Any]:
    """A tree in which one may go on in several ways."""
    return {"lines": {move: {} for move in moves}}


@pytest.mark.parametrize(
    ("mine", "theirs", "before", "merged"),
    [
        pytest.param({"marks": ["a1"]}, {"marks": ["b2"]}, {}, {"marks": ["b2", "a1"]}, id="both mark"),
        pytest.param({"marks": ["a1"]}, {"marks": ["a1", "b2"]}, {"marks": ["a1"]}, {"marks": ["a1", "b2"]}, id="they"),
        pytest.param({"marks": ["c3"]}, {"marks": ["a1", "b2"]}, {"marks": ["a1"]}, {"marks": ["b2", "c3"]}, id="I"),
        pytest.param({"comment": "A"}, {"comment": "B"}, {}, {"comment": "A\nB"}, id="both comment"),
        pytest.param({}, {"comment": "A"}, {"comment": "A"}, {}, id="I take a comment away"),
        pytest.param({"comment": "A"}, {}, {"comment": "A"}, {}, id="they take a comment away"),
        pytest.param(lines("a1"), lines("b2"), {}, lines("a1", "b2"), id="both try"),
        pytest.param(lines("a1", "b2"), lines("b2"), lines("a1", "b2"), lines("b2"), id="they cut"),
        pytest.param(lines("b2"), lines("a1", "b2"), lines("a1", "b2"), lines("b2"), id="I cut"),
        pytest.param(
            {"lines": {"a1": lines("c3")}}, {}, lines("a1"), {"lines": {"a1": lines("c3")}}, id="they cut, I go on"
        ),
        pytest.param(
            {}, {"lines": {"a1": {"comment": "A", "marks": ["b2"], **lines("c3")}}},
            {"lines": {"a1": {"comment": "A", "marks": ["b2"]}}},
            {"lines": {"a1": {"comment": "A", "marks": ["b2"], **lines("c3")}}}, id="I cut, they go on",
        ),
    ],
)  # fmt: skip
def test_what_two_have_made_of_a_tree_becomes_one(
    visit: Visit, mine: dict[str, Any], theirs: dict[str, Any], before: dict[str, Any], merged: dict[str, Any]
) -> None:
    visitor = visit()
    visitor.go("/about")
    assert visitor.page.evaluate(MERGED, [mine, theirs, before]) == merged


def turns_are(visitor: Visitor, *turns: str) -> None:
    expect(visitor.page.locator(".tree .turn")).to_have_text(list(turns))


def is_kept(visitor: Visitor) -> None:
    expect(visitor.page.locator(".shared-status")).to_have_text("Kept.")


def test_a_line_that_was_cut_stays_away_whoever_goes_on(visit: Visit) -> None:
    ada, bo = visit(), visit()
    ada.go(f"/study?spec={SPEC}")
    expect(ada.page.locator(".stage-board .hit").first).to_be_visible()
    _, edit = shared_by(ada)
    ada.press("[data-open]")
    expect(ada.page).to_have_url(edit.partition("#")[0])
    ada.choose("b2")
    is_kept(ada)
    bo.go(edit)
    turns_are(bo, "b2")
    ada.page.get_by_role("button", name="Cut this variation").click()
    ada.choose("c3")
    is_kept(ada)
    turns_are(bo, "c3")
    bo.press("[data-turn='1']")
    bo.choose("d4")
    is_kept(bo)
    for one in (ada, bo):
        turns_are(one, "c3", "d4")
    bo.page.reload()
    turns_are(bo, "c3", "d4")


def test_the_turns_of_a_game_that_was_played_stay_as_they_are(visit: Visit, address: str) -> None:
    ada = visit()
    ada.go(f"/study/{finished_game(address)}")
    turns_are(ada, "b2", "c2")
    _, edit = shared_by(ada)
    ada.go(edit)
    ada.press("[data-turn='2']")
    expect(ada.pile("c2")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Cut this variation")).to_be_hidden()
    ada.choose("a1")
    is_kept(ada)
    record = ada.page.request.get(f"{address}/api/studies/{edit.split('/')[4]}/1").json()
    assert (record["history"], record["result"]["how"]) == (["b2", "c2"], "resignation")
    assert record["study"]["lines"] == [{"from": [0, 2], "moves": ["a1"]}]


def test_what_the_table_does_not_hear_of_is_said_and_kept_here_and_comes_later(visit: Visit) -> None:
    ada = visit()
    ada.go(f"/study?spec={SPEC}")
    ada.choose("b2")
    turns_are(ada, "b2")
    _, edit = shared_by(ada)
    bo = visit()
    bo.go(edit)
    turns_are(bo, "b2")
    comment = bo.page.locator(".study-table textarea")
    bo.context.set_offline(True)
    comment.fill("Without the table.")
    expect(bo.page.locator(".shared-status")).to_have_text(
        "Not kept yet. The table cannot be reached. Is the connection down?"
    )
    bo.context.set_offline(False)
    is_kept(bo)

    def refuse(route: Route) -> None:
        if route.request.method == "PUT":
            route.abort()
        else:
            route.continue_()

    bo.page.route("**/api/studies/**", refuse)
    comment.fill("Closed too soon.")
    bo.page.reload()
    expect(comment).to_have_value("Closed too soon.")
    bo.page.unroute("**/api/studies/**")
    is_kept(bo)
    ada.go(edit)
    expect(ada.page.locator(".study-table textarea")).to_have_value("Closed too soon.")
    assert bo.page.evaluate("localStorage['ludejo.unsent']") is None


def test_what_another_window_has_kept_since_is_not_forgotten_with_what_was_sent(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/about")
    kept = visitor.page.evaluate("""async () => {
      const { forgetUnsent, keepUnsent, unsent } = await import("/static/js/study/unsent.js");
      const [sent, more] = [{ comment: "A" }, { comment: "A and B" }];
      keepUnsent("study/1", { mine: more, before: sent });
      forgetUnsent("study/1", sent);
      const first = unsent("study/1");
      forgetUnsent("study/1", more);
      return [first?.mine.comment, unsent("study/1") ?? null];
    }""")
    assert kept == ["A and B", None]


def test_a_look_that_the_table_does_not_answer_takes_no_turn_from_anybody(visit: Visit) -> None:
    ada, bo = visit(), visit()
    ada.go(f"/study?spec={SPEC}")
    for turn in ("b2", "c3", "d4"):
        ada.choose(turn)
        expect(ada.pile(turn)).to_be_visible()
    _, edit = shared_by(ada)
    bo.go(edit)
    turns_are(bo, "b2", "c3", "d4")
    busy = {"code": "table/busy", "sentence": "The table is busy", "template": "", "values": {}}
    bo.page.route("**/api/study/look", lambda route: route.fulfill(status=429, json=busy))
    bo.press("[data-turn='2']")
    expect(bo.page.locator(".toast")).to_have_text("The table is busy")
    bo.choose("a1")  # the board is where it was, and nothing that is tried there goes into the tree
    turns_are(bo, "b2", "c3", "d4")
    bo.page.unroute("**/api/study/look")
    comment = bo.page.locator(".study-table textarea")
    comment.fill("From the start.")
    is_kept(bo)
    turns_are(bo, "b2", "c3", "d4")
    ada.go(edit)
    turns_are(ada, "b2", "c3", "d4")
    expect(ada.page.locator(".study-table textarea")).to_have_value("From the start.")
    bo.press("[data-turn='3']")
    expect(bo.pile("d4")).to_be_visible()


def test_a_chapter_that_comes_too_late_is_told_what_has_happened(visit: Visit) -> None:
    ada = visit()
    ada.go(f"/study?spec={SPEC}")
    expect(ada.page.locator(".stage-board .hit").first).to_be_visible()
    _, edit = shared_by(ada)
    ada.go(edit)
    expect(ada.page.locator("[data-add-chapter]")).to_be_visible()
    stale = {"code": "table/stale", "sentence": "The game has gone on meanwhile", "template": "", "values": {}}
    ada.page.route("**/api/studies/*/2", lambda route: route.fulfill(status=409, json=stale))
    ada.press("[data-add-chapter]")
    ada.press("[data-make-chapter]")
    expect(ada.page.locator(".toast")).to_have_text("Somebody has changed the study meanwhile. Look, and try again.")


def test_a_new_chapter_begins_as_it_is_asked_for(visit: Visit, address: str) -> None:
    ada = visit()
    turns, chapters = ada.page.locator(".tree .turn"), ada.page.locator(".chapters a")

    def add(what: str) -> None:
        ada.press("[data-add-chapter]")
        ada.page.locator(f"[name=chapter-from][value={what}]").check(force=True)

    ada.go(f"/study?spec={SPEC}")
    ada.choose("b2")
    ada.choose("c2")
    _, edit = shared_by(ada)
    ada.go(edit)
    ada.press("[data-turn='1']")
    expect(ada.pile("b2")).to_be_visible()
    add("position")
    ada.page.locator("[data-chapter-title]").fill("The fork")
    ada.press("[data-make-chapter]")
    expect(chapters).to_have_text(["Chapter 1", "The fork"])
    expect(ada.page.locator("dialog")).to_have_count(0)
    expect(ada.page.locator(".tree .none")).to_be_visible()
    expect(ada.pile("b2")).to_be_visible()
    expect(ada.pile("c2")).to_have_count(0)
    add("empty")
    ada.press("[data-make-chapter]")
    expect(chapters).to_have_count(3)
    expect(ada.cell("b2")).to_have_class(LIVE)
    expect(ada.pile("b2")).to_have_count(0)
    add("record")
    ada.page.locator("dialog textarea").fill("(nothing)")
    ada.press("[data-make-chapter]")
    expect(ada.page.locator("dialog .wrong")).not_to_be_empty()
    record = ada.page.request.get(f"{address}/api/play/{finished_game(address)}/record.sgf").body()
    file: FilePayload = {"name": "game.sgf", "mimeType": "application/x-go-sgf", "buffer": record}
    ada.page.locator("dialog input[type=file]").set_input_files(file)
    expect(ada.page.locator("dialog textarea")).to_have_value(record.decode())
    ada.press("[data-make-chapter]")
    expect(chapters).to_have_count(4)
    expect(turns).to_have_text(["b2", "c2"])
    add("all")
    ada.press("[data-make-chapter]")
    expect(chapters).to_have_count(5)
    expect(turns).to_have_text(["b2", "c2"])
