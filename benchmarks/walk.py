"""python -m benchmarks.walk: every page of the table, and whole games, in Debian's Chromium or Firefox.

    python -m benchmarks.walk --browser firefox
    python -m benchmarks.walk --browser chromium --all --pictures FOLDER

What is looked for: each page shows what it is for, in both languages and three themes; nothing sticks out at four sizes
of window, and no link of the header is cut off; a game is clicked to its end against the engine and on one device; a
study is shared and opened by its link; and no page says that something went wrong. Each page is seen twice, in another
look each time, or with --all in every size, language and theme. Needs Debian's package chromium or firefox-esr. It ends
with what was seen, and with all that was not as it should be.
"""

import argparse
import itertools
import json
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import trial
from benchmarks.browsers import BROWSERS, Window, window
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.table.client import Client

SIZES = ((1366, 657), (360, 740), (820, 1180), (1920, 1080))
PUZZLE = puzzles_of("atoll")[0].id
PAGES = {
    "/": ".setup .board", "/learn": ".game-links", "/learn/atmalof": ".lesson-words h2", "/puzzles": ".game-links",
    "/puzzles/atoll": "h1", f"/puzzles/atoll/{PUZZLE}": ".stage-board .hit", "/study": ".shelf-columns",
    "/study/almatafl": ".stage-board .hit", "/rules/mammalath": ".rules h2", "/about": ".credits", "/games": ".devices",
    "/lobby": ".own-challenge", "/reports": "h1", "/g/abcdefghjkmn": ".wrong", "/nowhere": "h1",
}  # fmt: skip
GAMES = {
    "atmalof": "R1 C2", "mammalath": "", "atoll:hex-11": "f6 e7 g5", "almatafl": "b3-c3",
}  # fmt: skip
LOOKS = tuple(itertools.product(SIZES, ("en", "eo"), ("light", "dark", "contrast")))
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT_OFF = """[...document.querySelectorAll("header a, header button")].filter((one) => {
  const box = one.getBoundingClientRect();
  const around = (one.closest("nav") ?? document.documentElement).getBoundingClientRect();
  const isOut = box.left < around.left - 1 || box.right > around.right + 1 || box.right > innerWidth + 1 || box.top < 0;
  return one.checkVisibility() && (isOut || (one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1));
}).map((one) => one.textContent.trim() || one.outerHTML.slice(0, 60))"""


class Look(NamedTuple):
    """How a page is looked at."""

    size: tuple[int, int]
    language: str
    theme: str

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]}-{self.language}-{self.theme}"


def pages_of(address: str) -> dict[str, str]:
    """All pages with what shows that they are there: those that always are, games, a study of one, a player's page."""
    pages = dict(PAGES)
    with Client(address) as client:
        for spec, moves in GAMES.items():
            seat = client.start(spec)
            for move in moves.split():
                seat.move(move)
            pages[f"/g/{seat.id}#{seat.secret}"] = pages[f"/study/{seat.id}"] = ".stage-board .hit"
        somebody = {"name": "Ada", "is_public": True}
        person = client.ask("POST", "/api/me", "me." + "-".join(["babab"] * 6), json=somebody)
    return {**pages, f"/player/{person['id']}": ".player-page h1"}


def looks_at(pages: dict[str, str], is_every: bool) -> Iterator[tuple[str, Look]]:
    """Every page in every look; or twice, each time in another look than the page before."""
    if is_every:
        yield from ((path, Look(*look)) for look in LOOKS for path in pages)
    else:
        for turn, (number, path) in itertools.product(range(2), enumerate(pages)):
            yield (
                path,
                Look(*LOOKS[(5 * number + 11 * turn) % len(LOOKS)]),
            )  # 5: so that all come before one comes again


def look_at(browser: Window, address: str, path: str, landmark: str, look: Look) -> list[str]:
    """Open a page; what is not as it should be."""
    browser.resize(*look.size)
    kept = json.dumps({"language": look.language, "theme": look.theme, "animation": False})
    browser.read(f"(localStorage['ludejo.preferences'] = {json.dumps(kept)}, 1)")
    browser.go("about:blank")  # an address that differs by what follows its # alone would not be loaded again
    browser.go(address + path)
    browser.see(landmark)
    wrong = [f"cut off: {link}" for link in browser.read(CUT_OFF)]
    if browser.read("document.documentElement.dataset.theme") != look.theme:
        wrong.append(f"not {look.theme}")
    if (over := browser.read(OVERFLOW)) > 0:
        wrong.append(f"sticks out by {over} pixels")
    wrong += browser.problems
    browser.problems.clear()
    return [f"{path} at {look}: {each}" for each in wrong]


def look_at_pages(browser: Window, address: str, is_every: bool, pictures: Path | None) -> tuple[int, list[str]]:
    """How many pages were seen, and what was not as it should be."""
    pages, seen, wrong = pages_of(address), 0, []
    for path, look in looks_at(pages, is_every):
        wrong += look_at(browser, address, path, pages[path], look)
        seen += 1
        if pictures:
            name = re.sub(r"\W+", "-", path.partition("#")[0]).strip("-") or "start"
            (pictures / f"{name}-{look}.png").write_bytes(browser.picture())
    return seen, wrong


def start(browser: Window, address: str, opponent: str, **terms: Any) -> str:
    """Start a game over the interface, and sit down at it; its id."""
    body = json.dumps({"spec": "atoll:rhombus,size=4", "opponent": opponent, **terms})
    options = f"{{method: 'POST', headers: {{'Content-Type': 'application/json'}}, body: {json.dumps(body)}}}"
    game = browser.read(f"await (await fetch('/api/play', {options})).json()")
    browser.go(game["link"])
    browser.see(".stage-board .hit")
    return game["id"]


def play_out(browser: Window) -> int:
    """Click cells until the game has ended; how many turns it took."""
    chance = random.Random(7)
    live = "[...document.querySelectorAll('.stage-board .hit.live')].map((one) => one.dataset.cell)"
    over = "!!document.querySelector('.prompt.over')"
    while True:
        browser.wait_for(f"{over} || {live}.length > 0", "a turn")
        if browser.read(over):
            return browser.read("document.querySelectorAll('.moves .turn').length")
        before = browser.read("document.querySelectorAll('.moves .turn').length")
        browser.click(f'.stage-board .hit[data-cell="{chance.choice(browser.read(live))}"]')
        browser.wait_for(f"{over} || document.querySelectorAll('.moves .turn').length > {before}", "the move")


def share_a_study(browser: Window, address: str, id: str) -> None:
    """From the end of a game into study, shared, and opened by its link."""
    browser.go(f"{address}/study/{id}")
    browser.see(".stage-board .hit")
    browser.click(".sharing summary")
    browser.click("[data-share]")
    browser.see("[data-look-link]")
    browser.go(browser.read("document.querySelector('[data-look-link]').value"))
    browser.see(".chapters a")


def main() -> None:
    """Walk through it all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.walk", description="Walk through the table's pages.")
    parser.add_argument("--browser", choices=BROWSERS, default="chromium")
    parser.add_argument("--all", action="store_true", help="every page in every size, language and theme")
    parser.add_argument("--pictures", type=Path, help="a folder for what was seen")
    asked = parser.parse_args()
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        trial.table(f"sqlite:///{Path(folder) / 't.sqlite'}", "--rate", "0", "--lobby", warm=False) as table,
        window(asked.browser) as browser,
    ):
        print(f"{browser.name} {browser.version}", flush=True)
        browser.go(table.address)
        browser.see(".setup .board")
        seen, wrong = look_at_pages(browser, table.address, asked.all, asked.pictures)
        print(f"{seen} pages seen, two languages, three themes, four sizes", flush=True)
        browser.resize(*SIZES[0])
        id = start(browser, table.address, "same-device")
        print(f"a game on one device clicked to its end: {play_out(browser)} turns", flush=True)
        share_a_study(browser, table.address, id)
        print("its study shared, and opened by the link", flush=True)
        start(browser, table.address, "engine", level=1)
        print(f"a game against the engine clicked to its end: {play_out(browser)} turns", flush=True)
        wrong += browser.problems
    if wrong:
        sys.exit("\n".join(["not as it should be:", *wrong]))
    print("nothing went wrong")


if __name__ == "__main__":
    main()
