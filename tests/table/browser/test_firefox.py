"""The table in Debian's Firefox: what people do at it, clicked. One Firefox for all, and a window of one's own."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from table.browser.people.test_persons_page import days_game
from table.browser.test_studies_page import finished_game

from benchmarks import browsers, walk
from benchmarks.browsers import Firefox
from ludejo.games.gestures import gestures
from ludejo.play import sgf
from ludejo.table.reading import lessons, puzzles

PHONE, LAPTOP, TABLET, LARGE = (360, 740), (1366, 657), (820, 1180), (1920, 1080)
ENTER, ESCAPE = "\ue007", "\ue00c"
WORDS = "me.fafaf-fafaf-fafaf-fafaf-fafaf-fafaf"
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


def text_of(window: Firefox, selector: str) -> str:
    window.see(selector)
    return window.read(f"document.querySelector({json.dumps(selector)}).textContent")


def says(window: Firefox, selector: str, words: str) -> None:
    """Wait until something says so."""
    where, said = json.dumps(selector), json.dumps(words)
    window.wait_for(f"document.querySelector({where})?.textContent.includes({said})", words)


def has(window: Firefox, selector: str, count: int) -> None:
    """Wait until there are so many of something."""
    window.wait_for(f"document.querySelectorAll({json.dumps(selector)}).length === {count}", f"{count} {selector}")


def select(window: Firefox, selector: str, word: str) -> None:
    """Choose from a list what is called so."""
    window.see(selector)
    window.read(
        f"(() => {{ const list = document.querySelector({json.dumps(selector)});"
        f" list.value = [...list.options].find((one) => one.textContent === {json.dumps(word)}).value;"
        " list.dispatchEvent(new Event('change', { bubbles: true })); })()"
    )


def write(window: Firefox, selector: str, text: str) -> None:
    """Click into a field and type."""
    window.click(selector)
    window.type(text)


def middle(window: Firefox, cell: str) -> list[int]:
    box = f"document.querySelector('.stage-board .hit[data-cell=\"{cell}\"]').getBoundingClientRect()"
    return window.read(f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2].map(Math.round))({box})")


def is_in_sight(window: Firefox, selector: str) -> bool:
    return window.read(f"document.querySelector({json.dumps(selector)}).getBoundingClientRect().bottom <= innerHeight")


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


def test_two_people_and_a_watcher_through_an_evening(arrive: Arrive, address: str) -> None:
    ada, bo = arrive(name="Ada"), arrive(PHONE, language="eo", theme="dark")
    watcher, later = arrive(TABLET), arrive(LARGE, theme="contrast")
    ada.go(f"{address}/lobby")
    select(ada, "[data-ask=spec]", "Atoll · Hex 9, with swap")
    ada.click("[data-challenge-all]")
    ada.see(".invite [data-withdraw]")
    bo.go(f"{address}/lobby")
    bo.click("[data-challenge] [data-take]")
    write(bo, "[data-my-name]", f"Bo{ENTER}")  # asked once
    says(ada, ".player.above", "Bo")
    watcher.go(f"{address}/lobby")
    watcher.click("[data-played] a")
    says(bo, ".watchers", "1 spektanto")
    first, second = (ada, bo) if ada.read("!!document.querySelector('.hit.live')") else (bo, ada)
    choose(first, "e5")
    choose(second, "d5")
    sees_turns(watcher, 2)
    bo.click(".company summary")
    bo.click("[data-say=hello]")
    says(ada, ".heard", "Bo: Hello!")
    ada.click("[data-act=draw]")
    bo.click("[data-act=decline]")
    says(ada, ".toast", "Your offer was declined.")
    bo.click("[data-act=resign]")
    bo.click("[data-sure]")
    says(ada, ".prompt .status", "You have won")
    says(watcher, ".prompt .status", "has won")
    played = ada.read("location.pathname").rpartition("/")[2]
    ada.click("[data-act=rematch]")
    bo.click("[data-act=accept]")
    ada.wait_for(f"!location.pathname.endsWith('{played}')", "the next game")
    ada.go(f"{address}/study/{played}")  # what they have played, together
    ada.click(".sharing summary")
    ada.click("[data-share]")
    ada.see("[data-edit-link]")
    look, join = (ada.read(f"document.querySelector('[data-{kind}-link]').value") for kind in ("look", "edit"))
    ada.click("[data-open]")
    has(ada, ".chapters a", 1)
    bo.go(join)
    bo.see(".stage-board .hit.live")
    write(bo, ".panel textarea", "Jen.")
    says(bo, ".shared-status", "Konservita.")
    ada.come_forward()  # a page that nobody sees does not look for what others change
    ada.wait_for("document.querySelector('.panel textarea').value === 'Jen.'", "what the other has written")
    watcher.go(look)
    watcher.wait_for("document.querySelector('.panel textarea')?.value === 'Jen.'", "what they have written")
    ada.go(f"{address}/games")
    ada.see("[data-public]")  # which pushes down what stands below it
    ada.click("[data-words]")
    ada.see("dialog .qr-box path")
    later.go(ada.read("document.querySelector('dialog .copy input').value"))  # the next day, elsewhere
    later.click(".game-rows li a")
    says(later, ".player.below .score", "1")
    later.go(f"{address}/study")
    later.click("[data-shelved] a")
    later.see("[data-add-chapter]")


def test_a_game_that_waits_is_found_in_the_list(arrive: Arrive, address: str) -> None:
    game = days_game(address, WORDS.removeprefix("me."))
    window = arrive()
    window.before_pages(f"if (location.host) localStorage['ludejo.me'] ??= '{WORDS}'")
    window.go(f"{address}/")
    says(window, ".continued li", "Bo")
    assert is_in_sight(window, ".continued li")
    window.wait_for("document.title === '(1) Ludejo'", "the number in the title")
    window.click(".continued-head a")
    has(window, ".game-rows li", 8)
    assert window.read("document.querySelector('.game-rows li').dataset.id") == game["id"]
    select(window, "[data-filter=opponent]", "Engine")
    has(window, ".game-rows li", 7)
    window.click("[data-remove]")
    has(window, ".game-rows li", 6)
    select(window, "[data-filter=opponent]", "All opponents")
    write(window, "[data-filter=words]", "bo")
    has(window, ".game-rows li", 1)
    window.see("[data-public]")
    window.click("[data-feed]")
    window.wait_for("document.querySelector('.telling .copy input')?.value.includes('/feed/')", "the feed")


def test_a_study_goes_into_a_file_and_comes_back(arrive: Arrive, address: str) -> None:
    window = arrive(theme="dark")
    window.before_pages(
        "globalThis.saved = []; const make = URL.createObjectURL;"
        " URL.createObjectURL = (blob) => {"
        " blob.text().then((text) => saved.push(text)); return make.call(URL, blob); }"
    )
    window.go(f"{address}/study/{finished_game(address)}")
    choose(window, "a1", "a2")
    write(window, ".study-table textarea", "A try.")
    write(window, ".mark-text", f"a1-a2{ENTER}")
    window.click("details.files summary")
    window.click("[data-format=sgf]")
    text = window.wait_for("saved[0]", "the file")
    assert sgf.read(text).study.lines[0].marks == {2: ("a1-a2",)}
    window.go(f"{address}/study")
    window.see(".shelf textarea")
    window.read(f"(document.querySelector('.shelf textarea').value = {json.dumps(text)}, 1)")
    window.click("[data-look]")
    window.click(".tree .variation [data-turn='2']")
    window.wait_for("document.querySelector('.study-table textarea').value === 'A try.'", "the comment")


def test_habits_of_hand_and_keys(arrive: Arrive, address: str, start: Callable[..., dict]) -> None:
    window = arrive(TABLET, theme="contrast", language="eo")
    game = start("atoll:hex-13", "e5 d5 c5")
    window.go(f"{address}/g/{game['id']}#{game['secret']}")
    sees_turns(window, 3)
    window.see(".goal")
    assert is_in_sight(window, ".acts button")
    window.stroke([middle(window, "c3"), middle(window, "f6")], button=2)
    window.see("[data-pen-mark='c3-f6']")
    choose(window, "a1")  # wipes the arrow
    has(window, "[data-pen-mark]", 0)
    sees_turns(window, 4)
    window.click(".stage-board .hit[data-cell=a1]")
    window.see(".now.answer-line")  # why nothing happens
    window.type("z")
    sees_turns(window, 3)
    there = middle(window, "a1")
    window.type("f")
    window.wait_for("!!document.querySelector('.board.flipped')", "the board turned round")
    assert middle(window, "a1") != there
    window.type("r")
    window.see("dialog .rules h2")
    window.type(ESCAPE)
    has(window, "dialog", 0)
    window.type("?")
    window.see("dialog .keys")
    window.click("dialog .close")
    window.resize(*PHONE)
    small = window.read("document.querySelector('.stage-board .hit').getBoundingClientRect().width")
    window.click("[data-zoom]")
    window.wait_for(
        f"document.querySelector('.stage-board .hit').getBoundingClientRect().width > {2 * small}", "larger cells"
    )
    assert window.read(walk.OVERFLOW) <= 0


def test_a_piece_is_dragged_and_dice_are_explained(arrive: Arrive, address: str, start: Callable[..., dict]) -> None:
    window = arrive()
    game = start("almatafl")
    window.go(f"{address}/g/{game['id']}#{game['secret']}")
    window.see(".stage-board .hit.live")
    window.stroke([middle(window, "b3"), middle(window, "b3"), middle(window, "c3")])
    sees_turns(window, 1)
    game = start("atmalof", "R1")
    window.go(f"{address}/g/{game['id']}#{game['secret']}")
    window.click(".die-button")
    window.see("dialog .facts")
    window.click("dialog .close")
    has(window, "dialog", 0)
    window.click("[data-line]")
    sees_turns(window, 2)


def test_a_game_is_set_up_once_and_two_engines_are_watched(arrive: Arrive, address: str) -> None:
    window = arrive(opponent="friend", game="atoll")
    window.go(f"{address}/")
    window.see(".setup-picture .board")
    button = "document.querySelector('[data-play=atoll]').getBoundingClientRect()"
    place = window.read(f"(({{ x, y }}) => [Math.round(x + 20), Math.round(y + 10)])({button})")
    window.press(*place)
    window.press(*place)
    window.see(".invite .reach-line")
    assert is_in_sight(window, ".player.below")
    window.click(".invite .copy button")
    window.see(".toast")
    window.go(f"{address}/games")
    has(window, ".game-rows li", 1)
    window.go(f"{address}/")
    window.click(".setup label:has(input[value=engines])")
    window.click("[data-start]")
    window.wait_for("document.querySelectorAll('.moves .turn').length > 1", "two turns of engines")


def test_the_puzzle_of_the_day_and_openings(arrive: Arrive, address: str) -> None:
    window = arrive(PHONE, language="eo")
    window.go(f"{address}/puzzles/atoll")
    window.click("[data-daily]")
    window.click("[data-solution]")
    window.see(".answer [data-again]")
    window.click("[data-into-study]")
    window.see(".study-table .stage-board .pile")
    window.go(f"{address}/study?spec=atoll:hex-11")
    window.click("details.explorer summary")
    window.see(".openings table button")
    window.click(".openings table button")
    sees_turns(window, 1, ".tree")


def test_pages_to_read_are_there_and_nothing_sticks_out(arrive: Arrive, address: str) -> None:
    window = arrive()
    window.go(address)
    paths = ("/learn", "/puzzles", "/rules/mammalath", "/about", "/reports", "/g/abcdefghjkmn", "/nowhere")
    for path, look in zip(paths, walk.LOOKS[::5] * 2, strict=False):
        assert not walk.look_at(window, address, path, walk.PAGES[path], walk.Look(*look))
