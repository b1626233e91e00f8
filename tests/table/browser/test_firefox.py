"""The table in Debian's Firefox: what people do most, clicked. One Firefox for all, and a window of one's own."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from benchmarks import browsers, walk
from benchmarks.browsers import Firefox
from ludejo.games.gestures import gestures
from ludejo.table.reading import lessons, puzzles

PHONE, LAPTOP = (360, 740), (1366, 657)
SPEC = "atoll:rhombus,size=4"
Arrive = Callable[..., Firefox]


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    if browsers.FIREFOX is None:
        pytest.skip("Firefox is not there: scripts/setup.sh test installs it")
    with browsers.firefox() as window:
        yield window


@pytest.fixture
def arrive(firefox: Firefox) -> Iterator[Arrive]:
    """Makes people with a window, preferences and a memory of their own, and sees to it that none met an error."""
    people: list[Firefox] = []

    def come(size: tuple[int, int] = LAPTOP, **likes: Any) -> Firefox:
        window = firefox.stranger()
        people.append(window)
        window.resize(*size)
        kept = {"language": "en", "animation": False, "confirm": "never", "level": 1, **likes}
        window.before_pages(
            f"if (location.host) localStorage['ludejo.preferences'] ??= JSON.stringify({json.dumps(kept)})"
        )
        return window

    yield come
    problems = [problem for window in people for problem in window.problems]
    for window in people:
        window.leave()
    assert not problems


def choose(window: Firefox, *cells: str) -> None:
    for cell in cells:
        window.click(f'.stage-board .hit.live[data-cell="{cell}"]')


def sees_turns(window: Firefox, count: int, where: str = ".moves") -> None:
    window.wait_for(f"document.querySelectorAll('{where} .turn').length === {count}", f"turn {count}")


def test_a_whole_game_against_the_engine_on_a_phone_in_esperanto(arrive: Arrive, address: str) -> None:
    window = arrive(PHONE, language="eo", theme="dark")
    window.go(f"{address}/about")
    walk.start(window, address, "engine", level=1)
    assert window.read(walk.OVERFLOW) <= 0
    assert walk.play_out(window) > 3
    assert "venkis" in window.read("document.querySelector('.prompt .status').textContent")


def test_two_people_by_a_link_see_each_others_moves(arrive: Arrive, address: str) -> None:
    ada, bo = arrive(opponent="friend", game="atoll", name="Ada"), arrive(PHONE, name="Bo", language="eo")
    ada.go(f"{address}/")
    ada.click(".setup label:has(input[name=seat][value='0'])")
    ada.click("[data-start]")
    ada.see(".invite input")
    bo.go(ada.read("document.querySelector('.invite input').value"))
    ada.wait_for("!document.querySelector('.invite')", "that somebody has come")
    choose(ada, "e5")
    choose(bo, "d5")
    for window in (ada, bo):
        sees_turns(window, 2)
    assert ada.read("document.querySelector('.player.above').textContent.includes('Bo')")
    assert "#" not in bo.read("location.href")


def test_a_study_with_a_variation_is_there_after_a_reload(arrive: Arrive, address: str) -> None:
    window = arrive(theme="contrast")
    window.go(f"{address}/study?spec={SPEC}")
    choose(window, "b2", "c2")
    sees_turns(window, 2, ".tree")
    window.click(".tree [data-turn='1']")
    choose(window, "b3")
    sees_turns(window, 3, ".tree")
    window.see(".tree .variation .turn")
    window.go(window.read("location.href"))
    sees_turns(window, 3, ".tree")


def test_a_puzzle_is_solved_to_its_end(arrive: Arrive, address: str) -> None:
    number, found = next((k, one) for k, one in enumerate(puzzles.puzzles("atoll"), 1) if one.asked == 2)
    window = arrive(PHONE)
    window.go(f"{address}/puzzles/atoll/{number}")
    choose(window, found.line[0])
    window.see(f'.stage-board .pile[data-cell="{found.line[1]}"]')
    choose(window, found.line[2])
    window.see(".answer [data-next]")


def test_steps_of_a_lesson_in_esperanto(arrive: Arrive, address: str) -> None:
    window = arrive(language="eo")
    window.go(f"{address}/learn/almatafl")
    for step in lessons.steps("almatafl")[:4]:
        title = json.dumps(step.title["eo"])
        window.wait_for(f"document.querySelector('.lesson-words h2')?.textContent === {title}", title)
        if step.accept:
            right = next(gesture for gesture in gestures(step.start) if step.accepts(gesture.text))
            choose(window, *right.cells)
            window.see(".answer .right")
        window.click("[data-step=next]")


def test_what_was_seen_opens_without_the_table(arrive: Arrive, address: str) -> None:
    window = arrive()
    window.go(f"{address}/")
    window.read("await navigator.serviceWorker.ready.then(() => 1)")
    window.go(f"{address}/learn/mammalath")
    window.see(".lesson-words h2")
    window.lose_network()
    window.go(f"{address}/learn/mammalath")
    window.see(".lesson-words h2")
    window.see(".offline")
    window.lose_network(False)
    window.go(f"{address}/rules/atoll")
    window.see(".rules h2")
