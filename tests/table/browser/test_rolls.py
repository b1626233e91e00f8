"""Fair dice in the browser: what is proven is said, and a forgery is named, whether the table or a record brings it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect
from table.browser.test_pages import check
from table.browser.visitors import Visitor
from table.browser.wire import View, through_a_liar

import ludejo
from ludejo.play import fair_dice, records
from ludejo.play.records import Record, Result

Visit = Callable[..., Visitor]
Start = Callable[..., dict]
LINES = ("R2", "C3", "R4", "C5")


def played(visitor: Visitor, game: dict, lines: tuple[str, ...] = LINES) -> None:
    """A game of some rolls, given up, and its dice looked at."""
    visitor.sit(game)
    for turn, line in enumerate(lines):
        rolled(visitor, line, turn + 1)
    given_up(visitor)
    visitor.press(".die-button")


def rolled(visitor: Visitor, line: str, turns: int) -> None:
    """Another roll, after which there are so many turns."""
    visitor.announce(line)
    expect(visitor.page.locator(".moves .turn")).to_have_count(turns)


def given_up(visitor: Visitor) -> None:
    visitor.press('[data-act="resign"]')
    visitor.press("dialog [data-sure]")
    expect(visitor.status()).to_contain_text("has won")


def proven(visitor: Visitor, is_proven: bool, sentence: str) -> None:
    found = visitor.page.locator(f".verdict[data-verified={str(is_proven).lower()}]")
    expect(found).to_contain_text(sentence)


def test_an_honest_game_is_proven_fair_and_what_was_taken_back_is_shown(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(game := start("atmalof"))
    visitor.announce("R1")
    expect(visitor.page.locator(".moves .turn")).to_have_count(1)
    visitor.press("[data-act=takeback]")
    expect(visitor.page.locator(".moves .turn")).to_have_count(0)
    played(visitor, game)
    proven(visitor, True, "one part is yours")
    expect(visitor.page.locator("dialog .facts")).to_contain_text("R1:")
    check(visitor)
    visitor.go(f"/study/{game['id']}")
    expect(visitor.page.locator(".dice-verdict[data-verified=true]")).to_contain_text("every roll checked")


def test_a_roll_that_was_taken_back_behind_the_browser_is_noticed(visit: Visit, start: Start) -> None:
    """By the table or by the same player elsewhere: the browser cannot tell, and says so."""
    visitor, elsewhere = visit(), visit()
    visitor.sit(game := start("atmalof"))
    rolled(visitor, "R1", 1)
    visitor.go("/")
    elsewhere.sit(game)
    rolled(elsewhere, "C2", 2)
    elsewhere.press("[data-act=takeback]")
    expect(elsewhere.page.locator(".moves .turn")).to_have_count(1)
    rolled(elsewhere, "C2", 2)
    visitor.sit(game)
    expect(visitor.page.locator(".toast")).to_contain_text("roll 1, C2:")
    rolled(visitor, "R3", 3)
    given_up(visitor)
    visitor.press(".die-button")
    proven(visitor, False, "was taken back, but not in this browser")


def test_what_friends_agreed_to_take_back_is_no_trick(visit: Visit, start: Start) -> None:
    """Each browser remembers what it asked for or agreed to, also when it is asked anew."""
    game = start("atmalof", opponent="friend", seat=0)
    one, other = visit(name="Ada"), visit(name="Bo")
    one.sit(game)
    other.sit({"id": game["id"], "secret": game["friend"]["secret"]})
    for turn, (visitor, line) in enumerate([(one, "R1"), (other, "C2")], start=1):
        rolled(visitor, line, turn)
    expect(one.page.locator(".moves .turn")).to_have_count(2)
    one.press("[data-act=takeback]")
    other.press("[data-act=accept]")
    expect(one.page.locator(".moves .turn")).to_have_count(0)
    one.sit(game)
    rolled(one, "R3", 1)
    one.press('[data-act="resign"]')
    one.press("dialog [data-sure]")
    for visitor in (one, other):
        expect(visitor.status()).to_contain_text("Red resigned")
        visitor.press(".die-button")
        proven(visitor, True, "one part is yours")


def test_whoever_added_no_part_is_told_that_nothing_is_proven(visit: Visit, start: Start) -> None:
    """The part that stands in this player's place may be the table's."""
    elsewhere, visitor = visit(), visit()
    elsewhere.sit(game := start("atmalof"))
    rolled(elsewhere, "R1", 1)
    visitor.sit(game)
    given_up(visitor)
    visitor.press(".die-button")
    expect(visitor.page.locator(".verdict")).to_contain_text("no part is this browser's")
    expect(visitor.page.locator(".verdict[data-verified]")).to_have_count(0)


def nonces_dropped(view: View) -> None:
    view["dice"]["nonces"] = ["", ""]


def rolls_rewritten(view: View) -> None:
    """What was a six is a one, once the game is over."""
    if view["result"]:
        for roll in view["dice"]["rolls"]:
            roll["face"] = roll["face"] % 6 + 1


def moves_rewritten(view: View) -> None:
    """The pieces lie elsewhere than the dice said."""
    view["history"] = [
        text.partition(":")[0] + f":{int(text[-1]) % 6 + 1}" if ":" in text else text for text in view["history"]
    ]


def part_of_a_program(view: View) -> None:
    """The only part stands at the seat of the table's own program."""
    view["opponent"], view["seats"][0]["kind"] = "engine", "program"


def number_skipped(view: View) -> None:
    for roll in view["dice"]["rolls"]:
        roll["k"] += roll["k"] >= 2
    view["dice"]["kept"] = [roll["k"] for roll in view["dice"]["rolls"]]


def another_secret(view: View) -> None:
    if view["dice"]["secret"]:
        view["dice"]["secret"] = "00" * 32


def no_secret(view: View) -> None:
    if view["dice"]["secret"]:
        view["dice"]["secret"] = ""


def another_commitment(view: View) -> None:
    if view["result"]:
        view["dice"]["commitment"] = "00" * 32


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        (nonces_dropped, "The part that this browser added is not among the dice"),
        (rolls_rewritten, "other rolls than the table showed before"),
        (moves_rewritten, "turn 1 shows another roll than the dice"),
        (part_of_a_program, "no player added a nonce"),
        (number_skipped, "roll 2 is neither in the moves nor among those taken back"),
        (another_secret, "the secret is not the one that the commitment was made to"),
        (another_commitment, "not the one that was shown at the start"),
    ],
)
def test_a_table_that_lies_about_its_dice_is_found_out(
    visit: Visit, start: Start, lie: Callable, sentence: str
) -> None:
    visitor = visit()
    through_a_liar(visitor.page, lie)
    played(visitor, start("atmalof"))
    proven(visitor, False, sentence)


def test_a_die_has_as_many_faces_as_the_board_said_before_the_first_roll(visit: Visit, start: Start) -> None:
    """However many are told with a roll: by another number a table could make it show what it likes."""

    def a_die_of_six(view: View) -> None:
        if "board" in view:
            view["board"]["faces"] = {f"{kind}{line}": 6 for kind in "RC" for line in range(1, 14)}

    visitor = visit()
    through_a_liar(visitor.page, a_die_of_six)
    played(visitor, start("atmalof:R=13,C=13,X=0,Y=0,P=50,N=9"), ("R2", "C3", "R4", "C5", "R6", "C7", "R8", "C9"))
    proven(visitor, False, "of the fair dice is")


def test_a_secret_that_is_withheld_proves_nothing(visit: Visit, start: Start) -> None:
    visitor = visit()
    through_a_liar(visitor.page, no_secret)
    played(visitor, start("atmalof"))
    expect(visitor.page.locator(".verdict")).to_contain_text("The secret is shown when the game is over")
    expect(visitor.page.locator(".verdict[data-verified=true]")).to_have_count(0)


def test_a_secret_that_was_used_before_is_noticed(visit: Visit, start: Start) -> None:
    def same_for_all(view: View) -> None:
        view["dice"]["commitment"] = "ab" * 32

    visitor = visit()
    through_a_liar(visitor.page, same_for_all)
    visitor.sit(start("atmalof"))
    expect(visitor.page.locator(".die-button")).to_be_visible()
    visitor.sit(start("atmalof"))
    visitor.press(".die-button")
    proven(visitor, False, "Another game of yours had the same fingerprint")


def only_sixes(taken_back: list | None) -> str:
    """A record whose first player rolls sixes alone, by numbers that were picked for that."""
    secret, nonces = bytes(range(32)), ["ada", "bo"]
    position, kept, k = ludejo.game("atmalof").start(), [], 0
    for turn, line in enumerate(LINES):
        while turn % 2 == 0 and fair_dice.face(secret, nonces, k, 6) != 6:
            k += 1
        position = position.play(f"{line}:{fair_dice.face(secret, nonces, k, 6)}")
        kept.append(k)
        k += 1
    dice = {**fair_dice.proof(secret, nonces, [], kept, told=True), "taken_back": taken_back}
    if taken_back is None:
        del dice["taken_back"]
    return records.write(Record.from_position(position, result=Result.lost_by(1), dice=dice))


@pytest.mark.parametrize(
    ("taken_back", "sentence"), [(None, "numbers are left out between the rolls"), ([], "is neither in the moves nor")]
)
def test_a_forged_record_is_named(visit: Visit, taken_back: list | None, sentence: str) -> None:
    visitor = visit()
    visitor.go("/study")
    visitor.page.locator(".shelf textarea").fill(only_sixes(taken_back))
    visitor.press("[data-look]")
    expect(visitor.page.locator(".dice-verdict[data-verified=false]")).to_contain_text(sentence)


def test_a_study_takes_the_faces_of_the_die_from_the_rules(visit: Visit) -> None:
    """Not from whoever brings the rolls, the table included."""
    secret, nonces = bytes(range(32)), ["ada", "bo"]
    fair = [fair_dice.face(secret, nonces, k, 6) for k in range(len(LINES))]
    position = ludejo.game("atmalof").start()
    for line, face in zip(LINES, fair, strict=True):
        position = position.play(f"{line}:{face}")
    dice = fair_dice.proof(secret, nonces, [], range(len(LINES)), told=True)
    record = records.write(Record.from_position(position, result=Result.lost_by(1), dice=dice))
    drawn = [(fair_dice.face(secret, nonces, 0, faces), faces) for faces in range(7, 60)]
    shown, faces = next((face, faces) for face, faces in drawn if face <= 6 and face != fair[0])

    def lie(route: Route) -> None:
        response = route.fetch()
        seen = response.json()
        seen["history"][0] = f"{LINES[0]}:{shown}"
        seen["dice"]["thrown"] = [
            {"k": k, "faces": 6, "face": face, "turn": k + 1, "seat": k % 2, "drop": line}
            for k, (line, face) in enumerate(zip(LINES, fair, strict=True))
        ]
        seen["dice"]["thrown"][0] |= {"face": shown, "faces": faces}
        route.fulfill(response=response, json=seen)

    visitor = visit()
    visitor.page.route(re.compile(r"/api/study/[^/]+\?most=1"), lie)
    visitor.go("/study")
    visitor.page.locator(".shelf textarea").fill(record)
    visitor.press("[data-look]")
    expect(visitor.page.locator(".dice-verdict[data-verified=false]")).to_contain_text("turn 1 rolled")
