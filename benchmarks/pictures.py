"""python -m benchmarks.pictures: the pictures of the table in docs/pictures, made anew by Debian's Chromium."""

import argparse
import json
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image

from benchmarks import trial
from benchmarks.browsers import Window, window
from ludejo.table.client import Client

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
LAPTOP, PHONE, DESKTOP = (1366, 657), (360, 740), (1280, 800)
BOUNCE = "b5-c5 f6-e6 d2-c2 e7-f7 e2-f3 f5-e4 b4-c4"  # the King stands on e6, and can go by c4 to c2
STUDIED = "e5 d6 f4 g3 g4 h3 h4 i3 e4 c5 c6 b7 d5 c8 d7"


def look(browser: Window, address: str, size: tuple[int, int], language: str = "en", theme: str = "light") -> None:
    """Come to the table as somebody who has never been there, and likes it so."""
    kept = {"language": language, "theme": theme, "animation": False, "game": "atoll"}
    browser.resize(*size)
    browser.go(f"{address}/api/preparing")  # no page, whose script would remember what it likes itself
    browser.read(f"(localStorage.clear(), localStorage['ludejo.preferences'] = {json.dumps(json.dumps(kept))})")


def played(address: str, spec: str, moves: str) -> str:
    """The way to a seat of a game on one device, some moves made."""
    with Client(address) as client:
        seat = client.start(spec)
        for move in moves.split():
            seat.move(move)
        return f"/g/{seat.id}#{seat.secret}"


def cell(name: str) -> str:
    """Where to click for a cell."""
    return f'.stage-board .hit[data-cell="{name}"]'


def first_page(browser: Window, address: str) -> None:
    """Four games, and one set up."""
    look(browser, address, LAPTOP)
    browser.go(address)
    browser.see(".setup .board")


def phone(browser: Window, address: str) -> None:
    """The first page on a phone, in Esperanto and dark."""
    look(browser, address, PHONE, "eo", "dark")
    browser.go(address)
    browser.see(".game-card .picture svg")


def bounce(browser: Window, address: str) -> None:
    """A King on his way."""
    look(browser, address, DESKTOP)
    browser.go(address + played(address, "almatafl", BOUNCE))
    for name in ("e6", "c4", "c2"):
        browser.click(cell(name))
    browser.see(".choices button")


def engines(browser: Window, address: str) -> None:
    """Two engines, some turns after they began."""
    look(browser, address, LAPTOP)
    with Client(address) as client:
        id = client.start("atoll:hex-9", opponent="engines", level=5, other_level=4).id
    browser.go(f"{address}/g/{id}")
    browser.wait_for("document.querySelectorAll('.moves .turn').length >= 12", "the twelfth turn")


def study(browser: Window, address: str) -> None:
    """A game under study, in high contrast, with a variation."""
    look(browser, address, DESKTOP, theme="contrast")
    id = played(address, "atoll:hex-9", STUDIED).partition("#")[0].rpartition("/")[2]
    browser.go(f"{address}/study/{id}")
    browser.click("[data-turn='9']")
    browser.wait_for("document.querySelector('.prompt .status')?.textContent.includes('White')", "turn 9")
    browser.click(cell("e6"))
    browser.wait_for("document.querySelectorAll('.panel [data-turn]').length > 15", "the variation")
    browser.click("[data-turn='15']")  # of the game: what is evaluated is the line that one looks at
    browser.click("[data-evaluate]")
    browser.see(".graph")
    browser.wait_for("!document.querySelector('[data-evaluate]')?.disabled", "what the engine thinks of all turns")
    browser.click("[data-turn='13']")


def person(name: str) -> str:
    """Whoever has these words."""
    return "me." + "-".join(f"{name:b<5}"[:5].lower() for _ in range(6))


def lobby(browser: Window, address: str) -> None:
    """Three who wait, and a game that goes on."""
    look(browser, address, LAPTOP)
    waits = (
        ("Ada", "atoll", {"kind": "sudden", "seconds": 300, "increment": 3}),
        ("Bo", "mammalath", {"kind": "sudden", "seconds": 600, "increment": 5}),
        ("Cleo", "almatafl", {"kind": "days", "days": 3}),
        ("Dora", "atoll:hex-11", {"kind": "days", "days": 1}),
    )
    with Client(address) as client:
        for name, spec, clock in waits:
            client.ask("POST", "/api/me", person(name), json={"name": name})
            asked = client.ask("POST", "/api/lobby", person(name), json={"spec": spec, "clock": clock})
        client.ask("POST", f"/api/lobby/{asked['id']}/take", person("Eva"), json={"name": "Eva"})
    browser.go(f"{address}/lobby")
    browser.see("[data-challenge]")
    browser.see("[data-played]")


def own_games(browser: Window, address: str) -> None:
    """One game that waits, one that goes on, some that are over."""
    look(browser, address, LAPTOP)
    me = person("Vera")
    with Client(address) as client:
        for spec, seat, moves in (("atoll:hex-9", 1, "e5"), ("almatafl", 0, "b3-c3")):
            terms = {"spec": spec, "opponent": "friend", "seat": seat, "name": "Vera"}
            game = client.ask("POST", "/api/play", me, json=terms)
            friend = client.seat(game["friend"]["link"])
            friend.act("join", name="Ada")
            (friend if seat else client.seat(f"/g/{game['id']}#{me}")).move(moves)
        for spec, level in (("mammalath", 3), ("atoll:hex-11", 4), ("atmalof", 5)):
            terms = {"spec": spec, "opponent": "engine", "level": level, "seat": 0, "name": "Vera"}
            game = client.ask("POST", "/api/play", me, json=terms)
            client.seat(f"/g/{game['id']}#{me}").act("resign")
    browser.read(f"localStorage['ludejo.me'] = {json.dumps(me)}")
    browser.go(f"{address}/games")
    browser.wait_for("document.querySelectorAll('.game-rows li').length >= 5", "five games")


def puzzle(browser: Window, address: str) -> None:
    """A puzzle, not solved yet."""
    look(browser, address, LAPTOP, theme="dark")
    browser.go(f"{address}/puzzles/atoll/3")
    browser.see(".stage-board .hit")


def lesson(browser: Window, address: str) -> None:
    """A step of an introduction."""
    look(browser, address, LAPTOP)
    browser.go(f"{address}/learn/atmalof")
    browser.see(".lesson-words h2")
    browser.see(".stage-board .hit")


PICTURES: dict[str, Callable[[Window, str], None]] = {
    "table-start": first_page, "table-phone": phone, "table-bounce": bounce, "table-engines": engines,
    "table-study": study, "table-lobby": lobby, "table-games": own_games, "table-puzzle": puzzle,
    "table-lesson": lesson,
}  # fmt: skip
COLOURS = {"table-puzzle": 128}  # where 256 make a large file


def main() -> None:
    """Make them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pictures", description="Pictures of the table.")
    parser.add_argument("--only", choices=PICTURES, action="append", help="as often as one likes")
    parser.add_argument("--into", type=Path, default=FOLDER, help="a folder that is there")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        trial.table(f"sqlite:///{Path(folder) / 't.sqlite'}", "--rate", "0", "--lobby") as table,
        window("chromium") as browser,
    ):
        for name in asked.only or PICTURES:
            PICTURES[name](browser, table.address)
            browser.read("await new Promise((done) => setTimeout(done, 700))")  # until everything stands still
            few = Image.open(BytesIO(browser.picture())).convert("RGB").quantize(COLOURS.get(name, 256))
            few.save(asked.into / f"{name}.png", optimize=True)
            print(name, flush=True)


if __name__ == "__main__":
    main()
