"""Two browsers at one table, by link; reloads, lost connections, offers, watchers, clocks."""

from collections.abc import Callable

from playwright.sync_api import expect
from table.browser.visitors import LAPTOP, PHONE, Visitor, box_of
from table.browser.wire import Wire

Visit = Callable[..., Visitor]


def invited(visit: Visit, preset: str = "", **guest: object) -> tuple[Visitor, Visitor]:
    """A host who set up a game on the start page, as Black, and the friend who followed the link."""
    host = visit(opponent="friend", game="atoll", name="Ada", size=LAPTOP)
    host.go("/")
    host.page.locator(".setup input[name=seat][value='0']").check(force=True)
    if preset:
        host.page.locator(f".setup input[name=preset][value='{preset}']").check(force=True)
    host.press("[data-start]")
    link = host.page.locator(".invite input").input_value()
    expect(host.page.locator(".qr-box path")).to_be_visible()
    own = box_of(host.page.locator(".player.below"))
    assert own["y"] + own["height"] <= LAPTOP[1], "the invitation pushes one's own name out of sight"
    friend = visit(name="Bo", **guest)
    friend.go(link)
    expect(friend.status()).to_contain_text("Black's turn")
    expect(host.page.locator(".invite")).to_have_count(0)
    return host, friend


def test_two_browsers_play_by_link(visit: Visit) -> None:
    host, friend = invited(visit, "hex-9", hand="touch", size=PHONE, confirm="never")
    assert "#" not in friend.page.url, "the secret must not stay in the address"
    expect(host.page.locator(".player.above")).to_contain_text("Bo")
    expect(friend.page.locator(".player.above")).to_contain_text("Ada")
    host.choose("e5")
    friend.choose("d5")
    host.sees_turns("e5", "d5")
    friend.sees_turns("e5", "d5")
    expect(host.page.locator("[data-act=hint]")).to_have_count(0)
    friend.page.reload()  # in the middle: the seat is kept
    friend.sees_turns("e5", "d5")
    host.choose("e6")
    friend.choose("a1")
    host.sees_turns("e5", "d5", "e6", "a1")


def test_offers_are_answered(visit: Visit) -> None:
    host, friend = invited(visit, "hex-9")
    host.choose("e5")
    friend.choose("d5")
    host.press("[data-act=takeback]")
    friend.press("[data-act=decline]")
    friend.press("[data-act=takeback]")
    host.press("[data-act=accept]")
    host.sees_turns("e5")
    friend.press("[data-act=resign]")
    friend.press("[data-sure]")
    expect(host.status()).to_contain_text("You have won")
    expect(friend.status()).to_contain_text("You have lost")
    friend.press("[data-act=rematch]")
    host.press("[data-act=accept]")
    expect(friend.status()).to_contain_text("Your turn, Black")  # the starter alternates
    expect(host.page.locator(".player.below .score")).to_have_text("1")


def test_a_draw_by_agreement(visit: Visit) -> None:
    host, friend = invited(visit, "hex-9")
    host.choose("e5")
    host.sees_turns("e5")
    host.press("[data-act=draw]")
    friend.press("[data-act=accept]")
    for player in (host, friend):
        expect(player.status()).to_contain_text("A draw")


def test_a_lost_connection_comes_back(visit: Visit, address: str, start: Callable[..., dict]) -> None:
    wire = Wire(address)
    try:
        game = start("atoll:hex-9")
        far, near = visit(), visit()
        near.sit(game)
        far.go(f"{wire.address}/g/{game['id']}#{game['secret']}")
        far.choose("e5")
        near.sees_turns("e5")
        wire.cut()
        expect(far.page.locator(".connection-lost")).to_be_visible()
        near.choose("d5")
        near.sees_turns("e5", "d5")
        wire.mend()
        far.sees_turns("e5", "d5")
        expect(far.page.locator(".connection-lost")).to_be_hidden()
        far.choose("c3")
        near.sees_turns("e5", "d5", "c3")
    finally:
        wire.close()


def test_a_move_that_cannot_be_sent_is_not_shown_as_made(
    visit: Visit, address: str, start: Callable[..., dict]
) -> None:
    wire = Wire(address)
    try:
        game = start("atoll:hex-9")
        visitor = visit()
        visitor.go(f"{wire.address}/g/{game['id']}#{game['secret']}")
        expect(visitor.cell("e5")).to_be_visible()
        wire.cut()
        expect(visitor.page.locator(".connection-lost")).to_be_visible()
        visitor.choose("e5")
        expect(visitor.page.locator(".toast")).to_contain_text("cannot be reached")
        expect(visitor.page.locator(".pile.ghost")).to_have_count(0)
        wire.mend()
        expect(visitor.page.locator(".connection-lost")).to_be_hidden()
        visitor.choose("e5")
        visitor.sees_turns("e5")
    finally:
        wire.close()


def test_a_move_whose_answer_was_lost_is_made_once(visit: Visit, address: str, start: Callable[..., dict]) -> None:
    wire = Wire(address)
    try:
        game = start("atoll:hex-9")
        far, near = visit(), visit()
        near.sit(game)
        far.go(f"{wire.address}/g/{game['id']}#{game['secret']}")
        expect(far.cell("e5")).to_be_visible()
        wire.lose_answers()
        far.choose("e5")
        near.sees_turns("e5")  # the table has it, and the player does not know
        wire.cut()
        expect(far.page.locator(".connection-lost")).to_be_visible()
        wire.mend()
        far.sees_turns("e5")
        near.choose("d5")
        far.sees_turns("e5", "d5")
        expect(far.page.locator(".toast")).to_have_text("")  # nothing was refused
    finally:
        wire.close()


def test_a_move_that_the_table_never_heard_is_made_when_it_can_be(
    visit: Visit, address: str, start: Callable[..., dict]
) -> None:
    wire = Wire(address)
    try:
        game = start("atoll:hex-9")
        visitor = visit()
        visitor.go(f"{wire.address}/g/{game['id']}#{game['secret']}")
        expect(visitor.cell("e5")).to_be_visible()
        wire.swallow()
        visitor.choose("e5")
        wire.cut()
        expect(visitor.page.locator(".connection-lost")).to_be_visible()
        wire.mend()
        visitor.sees_turns("e5")
    finally:
        wire.close()


def test_watchers_see_and_cannot_act(visit: Visit, start: Callable[..., dict]) -> None:
    game = start("atoll:hex-9")
    player, watcher = visit(), visit()
    player.sit(game)
    watcher.go(f"/g/{game['id']}")
    expect(watcher.status()).to_contain_text("Black to move")
    expect(watcher.page.locator(".hit.live")).to_have_count(0)
    expect(watcher.page.locator(".typed")).to_be_hidden()
    player.choose("e5")
    watcher.sees_turns("e5")


def test_a_clock_runs(visit: Visit, start: Callable[..., dict]) -> None:
    game = start("atoll:hex-9", "e5 d5", clock={"kind": "sudden", "seconds": 20, "increment": 0})
    visitor = visit()
    visitor.sit(game)
    running = visitor.page.locator(".clock.running.low")
    expect(running).to_contain_text("0:1")
    before = running.inner_text()
    expect(running).not_to_have_text(before)
    expect(visitor.page.locator(".clock:not(.running)")).to_have_text("0:20")
