"""What a game tells those who sit at it: hints for their own turn, offers declined, the end, notes that pass."""

from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.visitors import PHONE, Visitor
from table.browser.wire import View, through_a_liar

Visit = Callable[..., Visitor]
Start = Callable[..., dict]


def test_no_hint_while_the_engine_thinks(visit: Visit, start: Start) -> None:
    visitor = visit()

    def thinks(view: View) -> None:
        view["acts"] = [act for act in view["acts"] if act != "hint"]

    through_a_liar(visitor.page, thinks)
    visitor.sit(start("atoll:rhombus,size=4", opponent="engine", level=1))
    expect(visitor.page.locator("[data-act=hint]")).to_be_disabled()


def test_a_hint_that_comes_too_late_is_not_shown(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:rhombus,size=4"))
    held = visitor.hold("**/hint")
    visitor.press("[data-act=hint]")
    visitor.choose("a1")
    visitor.sees_turns("a1")
    with visitor.page.expect_response("**/hint"):
        held.first.fulfill(json={"move": "b2", "value": 0.5, "solved": False, "line": []})
    visitor.choose("b1")
    visitor.sees_turns("a1", "b1")
    expect(visitor.page.locator("circle.hint")).to_have_count(0)
    expect(visitor.page.locator(".toast")).to_have_text("")


def test_an_offer_that_is_declined_is_told(visit: Visit, start: Start) -> None:
    game = start("atoll:hex-9", opponent="friend")
    first, second = visit(), visit(language="eo", name="Bo")
    first.sit(game)
    second.go(game["friend"]["link"])
    first.choose("e5")
    second.choose("d5")
    first.sees_turns("e5", "d5")
    first.press("[data-act=draw]")
    second.press("[data-act=decline]")
    expect(first.page.locator(".toast")).to_have_text("Your offer was declined.")
    second.press("[data-act=takeback]")
    first.press("[data-act=decline]")
    expect(second.page.locator(".toast")).to_have_text("Via propono estis rifuzita.")
    second.press("[data-act=draw]")
    first.choose("e6")  # that is an answer, too, and no other is told
    second.sees_turns("e5", "d5", "e6")
    expect(second.page.locator(".toast")).to_be_hidden()


def test_the_chances_and_the_end_are_right_after_a_resignation_in_the_past(visit: Visit, start: Start) -> None:
    game = start("atoll:rhombus,size=3", "b1 a2 b2")
    visitor, other = visit(), visit()
    visitor.sit(game)
    other.sit(game)
    visitor.press("[data-act=evaluate]")
    chances = visitor.page.locator(".win-words")
    expect(chances).to_contain_text("%")
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.status()).to_have_text("After turn 2")
    other.press("[data-act=resign]")
    other.press("[data-sure]")
    expect(visitor.status()).to_contain_text("Black has won: White resigned")
    expect(visitor.page.locator(".choices")).to_contain_text("After turn 2")
    expect(chances).to_have_text("Black 100 % · White 0 %")
    visitor.press("[data-latest]")
    expect(visitor.page.locator(".which-turn")).to_have_count(0)
    visitor.press("[data-study]")
    visitor.press("[data-turn='3']")
    expect(visitor.status()).to_have_text("Black has won: White resigned.")


def test_whoever_has_lost_is_told_what_the_other_has_done(visit: Visit, start: Start) -> None:
    game = start("atoll:rhombus,size=2", opponent="friend", seat=0)
    ada, bo = visit(), visit(name="Bo")
    ada.sit(game)
    bo.go(game["friend"]["link"])
    ada.choose("a1")
    bo.choose("b1")
    ada.choose("a2")
    expect(ada.status()).to_have_text("You have won: joined the top and the bottom: a1 a2")
    expect(bo.status()).to_have_text("You have lost. Black has won: joined the top and the bottom: a1 a2")


def test_fast_keys_lose_no_step(visit: Visit, start: Start) -> None:
    visitor = visit()
    visitor.sit(start("atoll:hex-9", "a1 b1 a2 b2 a3 b3"))
    visitor.sees_turns("a1", "b1", "a2", "b2", "a3", "b3")
    held = visitor.hold("**/study/look")
    for _ in range(4):
        visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("ArrowRight")
    held.first.continue_()
    expect(visitor.status()).to_have_text("After turn 3")
    expect(visitor.pile("a2")).to_be_visible()
    expect(visitor.pile("b2")).to_have_count(0)
    assert len(held.routes) == 1


def test_notes_pass_and_let_clicks_through(visit: Visit, start: Start) -> None:
    visitor = visit(size=PHONE, hand="touch", language="eo")
    visitor.sit(start("atoll:rhombus,size=3", "b2"))
    visitor.page.locator("[name=typed]").fill("b2")
    visitor.press(".typed button")
    toast = visitor.page.locator(".toast")
    expect(toast).to_be_visible()
    box = toast.bounding_box()
    assert box is not None
    inside = f"[...document.querySelectorAll('main button, main .hit')].filter((one) => one.checkVisibility() && \
        one.getBoundingClientRect().top < {box['y'] + box['height']} && \
        one.getBoundingClientRect().bottom > {box['y']}).length"
    assert visitor.page.evaluate(f"scrollTo(0, 0), {inside}") == 0
    visitor.choose("a1")
    expect(toast).to_be_hidden()


def test_what_the_table_does_not_take_is_said_in_words(visit: Visit, start: Start) -> None:
    visitor = visit(language="eo")
    visitor.sit(start("atoll:hex-9"))
    visitor.page.locator("[name=typed]").fill("x" * 401)
    visitor.press(".typed button")
    expect(visitor.page.locator(".toast")).to_have_text("La ago estas tro longa: maksimume 400 signoj")


def test_an_invitation_says_who_can_open_it_and_whether_it_was_copied(visit: Visit) -> None:
    visitor = visit(opponent="friend", game="atoll", language="eo")
    visitor.context.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")  # plain http
    visitor.go("/")
    visitor.press("[data-start]")
    expect(visitor.page.locator(".reach-line")).to_contain_text("Nur ĉi tiu komputilo povas malfermi ĝin.")
    visitor.press(".invite .copy button")
    expect(visitor.page.locator(".toast")).to_have_text("Kopiite")
    visitor.page.evaluate("document.execCommand = () => false")
    visitor.press(".invite .copy button")
    expect(visitor.page.locator(".toast")).to_contain_text("kopiu ĝin mem")
    assert visitor.page.evaluate("getSelection().toString()") in visitor.page.locator(".invite input").input_value()


def test_every_link_says_who_can_open_it(visit: Visit, start: Start) -> None:
    visitor = visit()
    here = "Only this computer can open it."
    dialog = visitor.page.locator("dialog")

    def shown_by(*buttons: str) -> None:
        for selector in buttons:
            visitor.press(selector)
        expect(dialog.locator(".copy input")).to_be_visible()
        expect(dialog.locator(".reach-line")).to_contain_text(here)
        visitor.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)

    visitor.sit(start("mammalath", opponent="friend"))
    visitor.press(".keeping summary")
    shown_by("[data-keep=pages]")
    shown_by("[data-share-setup]")
    shown_by("[data-keep=link]")
    shown_by("[data-keep=renew]", "[data-sure]")
    visitor.go("/games")
    shown_by("[data-words]")
    visitor.press("[data-feed]")
    expect(visitor.page.locator(".telling .copy input")).to_be_visible()
    expect(visitor.page.locator(".telling .reach-line")).to_contain_text(here)
    visitor.go("/study?spec=atoll:hex-9")
    reach = visitor.page.locator(".share-links .reach-line")
    visitor.press(".sharing summary")
    visitor.press("[data-share]")
    expect(reach).to_contain_text(here)
    visitor.press("[data-open]")
    expect(visitor.page.locator("main.shared")).to_be_visible()
    visitor.press(".sharing summary")
    expect(reach).to_contain_text(here)


def test_a_hosts_name_tells_who_can_open_its_links(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/about")
    told = visitor.page.evaluate(
        """async (hosts) => {
          const { whoCanOpen } = await import("/static/js/game/invite.js");
          return hosts.map((host) => whoCanOpen(new URL(`http://${host}/`).hostname).split(" ")[1]);
        }""",
        [
            "localhost", "127.0.0.1:8000", "[::1]", "192.168.1.7", "[fd00::1]", "den.local", "den:8000", "den.lan",
            "play.example.org", "9.9.9.9", "[2001:db8::1]",
        ],
    )  # fmt: skip
    assert told == ["this"] * 3 + ["is"] * 5 + ["has"] * 3


def test_a_move_that_is_being_chosen_is_not_disturbed_by_an_offer(visit: Visit, start: Start) -> None:
    game = start("almatafl", opponent="friend")
    first, second = visit(), visit(name="Bo")
    first.sit(game)
    second.go(game["friend"]["link"])
    expect(first.page.locator(".player.above")).to_contain_text("Bo")
    first.choose("b3")
    second.press("[data-act=draw]")
    expect(first.page.locator("[data-act=decline]")).to_be_visible()
    expect(first.page.locator("circle.chosen")).to_have_count(1)
    first.choose("c3")
    second.sees_turns("b3-c3")
