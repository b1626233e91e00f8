"""What is heard: nothing, unless somebody wishes for it; then a move, an offer and the end."""

from collections.abc import Callable

import pytest
from table.browser.visitors import Visitor

Visit = Callable[..., Visitor]
Start = Callable[..., dict]

# In place of the browser's own: it makes no sound, and counts the tones that are begun.
SILENT = """
window.tones = [];
window.AudioContext = class {
  currentTime = 0;
  createOscillator() {
    const tone = { frequency: { value: 0 }, connect: (next) => next, stop() {} };
    tone.start = () => window.tones.push(tone.frequency.value);
    return tone;
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (next) => next };
  }
};
"""


def hears(visitor: Visitor, count: int) -> None:
    """So many tones since the last time."""
    visitor.page.wait_for_function("count => window.tones.length >= count", arg=count)
    assert visitor.page.evaluate("window.tones.splice(0).length") == count


@pytest.fixture
def friends(visit: Visit, start: Start) -> tuple[Visitor, Visitor]:
    """Two who play: one hears what happens, the other has said nothing about sounds."""
    game = start("atoll:rhombus,size=3", opponent="friend")
    listener, other = visit(sounds=True), visit(name="Bo")
    for visitor in (listener, other):
        visitor.context.add_init_script(SILENT)
    listener.sit(game)
    other.go(game["friend"]["link"])
    hears(listener, 2)  # the other has come
    return listener, other


def test_a_move_ones_turn_an_offer_and_the_end_are_heard(friends: tuple[Visitor, Visitor]) -> None:
    listener, other = friends
    listener.choose("b2")
    hears(listener, 1)
    other.choose("a1")
    hears(listener, 1)  # it is one's turn
    other.press("[data-act=draw]")
    hears(listener, 2)
    listener.press("[data-act=accept]")
    hears(listener, 2)
    other.page.locator(".prompt.over").wait_for()
    assert other.page.evaluate("window.tones") == [], "silence, where nobody has wished for sounds"


def test_a_die_is_heard_when_it_rolls(visit: Visit, start: Start) -> None:
    visitor = visit(sounds=True)
    visitor.context.add_init_script(SILENT)
    visitor.sit(start("atmalof"))
    visitor.announce("R1")
    hears(visitor, 4)  # three of the die, one of the piece
