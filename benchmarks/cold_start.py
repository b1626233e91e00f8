"""python -m benchmarks.cold_start [GAME …] [--levels 3 8] [--engine-games 100]: everybody's first minute.

For each game and level an empty cache, a new table as `make play` starts it, and a visitor who clicks as soon as the
page is there: how long until the page is up with its boards, until the click is answered, until the own move is made
and until the engine has replied, all but the first counted from the click. Once more until all games are ready: the
processor time of everything, and the memory of the server then and after games against the engine.

With `--ahead` the other way, which was not chosen (docs/kernels.md): kernels compiled beforehand for every processor of
a kind, as a package could bring them; how large they are, and the same first games with them.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from benchmarks.browsers import CHROMIUM
from benchmarks.trial import Table
from benchmarks.watching import use
from ludejo.games.discovery import whole
from ludejo.table.client import Client

PATIENCE = 300.0
LOOK = "body:has(.setup-picture .board):has(.game-card svg)"


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self.begun = time.monotonic()

    def __str__(self) -> str:
        return f"{time.monotonic() - self.begun:.1f} s"


@contextlib.contextmanager
def cold_table(kept: dict[str, str] | None = None) -> Iterator[tuple[Table, Stopwatch]]:
    """A table whose machine has never compiled anything, or has what is `kept`, as soon as it answers at all."""
    with tempfile.TemporaryDirectory() as folder:
        watch = Stopwatch()
        database = f"sqlite:///{Path(folder) / 'table.sqlite'}"
        environment = kept or {"XDG_CACHE_HOME": folder, "NUMBA_CACHE_DIR": ""}
        table = Table(database, "--rate", "0", warm=False, environment=environment)
        try:
            yield table, watch
        finally:
            table.stop()


def page_up(table: Table, names: list[str]) -> None:
    """All that the first page asks for before its boards are drawn."""
    with httpx.Client(base_url=table.address, timeout=PATIENCE) as http:
        pictures = (f"/covers/{name}.svg" for name in whole())
        for path in ("/", "/symbols.svg", "/api/games", *pictures, f"/api/board?spec={names[0]}"):
            http.get(path).raise_for_status()


def first_game(name: str, level: int, kept: dict[str, str] | None = None) -> str:
    """A visitor's first game, in a line."""
    with cold_table(kept) as (table, up), Client(table.address, PATIENCE) as client:
        page_up(table, [name])
        page, click = str(up), Stopwatch()
        seat = client.start(name, opponent="engine", level=level)
        answered = str(click)
        seat.move(seat.moves[len(seat.moves) // 2])
        moved = str(click)
        while not seat.is_my_turn and not seat.is_over:
            seat.wait(PATIENCE)
        return f"page {page:>6}  click {answered:>6}  own move {moved:>6}  reply {click!s:>6}"


def in_a_browser(name: str) -> str:
    """How long a browser takes until the start page shows its boards, and a click a board that takes moves."""
    from playwright.sync_api import sync_playwright

    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright, cold_table() as (table, up):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=root)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en")
        page.goto(table.address)
        page.wait_for_selector(LOOK, state="attached", timeout=PATIENCE * 1000)
        shown = str(up)
        page.wait_for_selector("#preparing:not([hidden])", timeout=PATIENCE * 1000)
        said, click = page.inner_text("#preparing"), Stopwatch()
        page.click(f"[data-play={name}]")
        page.wait_for_selector(".stage-board .board", timeout=PATIENCE * 1000)
        drawn = str(click)
        browser.close()
    return f"boards {shown}, the game's board after the click {drawn}; it says: {said}"


def memory(table: Table) -> str:
    """Of the server, and of it and its children together."""
    used = use(table)
    return f"server {used.now_mb:.0f} MB, with all its processes {used.together_mb:.0f} MB"


def until_warm(games: int) -> None:
    """All games, without a click; then games against the engine."""
    with cold_table() as (table, watch), Client(table.address, PATIENCE) as client:
        table.wait_until_well()
        table.warm = True
        table.wait_until_well()
        wall = str(watch)
        time.sleep(2)  # puzzles are loaded last, and what compiled is counted when it has ended
        spent = table.processor_seconds()
        print(f"all games ready after {wall}, {spent:.1f} s of processor time, {memory(table)}")
        for number in range(games):
            play_some(client, whole()[number % len(whole())], 1 + number % 8)
        print(f"after {games} games against levels 1 to 8: {memory(table)}")


def play_some(client: Client, name: str, level: int, turns: int = 6) -> None:
    """The first turns of a game, which is then given up."""
    seat = client.start(name, opponent="engine", level=level)
    for number in range(turns + 1):
        while not seat.is_my_turn and not seat.is_over:
            seat.wait(PATIENCE)
        if seat.is_over:
            break
        if number == turns:
            seat.act("resign")
        else:
            seat.act("roll") if "roll" in seat.view["acts"] else seat.move(seat.moves[0])
    seat.close()


@contextlib.contextmanager
def beforehand(games: list[str], processor: str = "") -> Iterator[dict[str, str]]:
    """`ludejo compile`, for this processor or a kind of them; the environment in which what it made is found."""
    with tempfile.TemporaryDirectory() as folder:
        watch = Stopwatch()
        program = [sys.executable, "-c", "import sys; from ludejo.terminal.command import main; sys.exit(main())"]
        kept = {"XDG_CACHE_HOME": folder, "NUMBA_CACHE_DIR": ""} | ({"NUMBA_CPU_NAME": processor} if processor else {})
        subprocess.run([*program, "compile", *games], env={**os.environ, **kept}, check=True, capture_output=True)
        size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()) / 1e6
        print(f"ludejo compile {processor}: {watch}, {size:.1f} MB on disk", flush=True)
        yield kept


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all if none")
    parser.add_argument("--levels", type=int, nargs="*", default=[3, 8])
    parser.add_argument("--engine-games", type=int, default=100)
    parser.add_argument("--ahead", nargs="?", const="x86-64-v3", help="kernels made beforehand (for x86-64-v3)")
    asked = parser.parse_args()
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    if asked.ahead:
        with beforehand(asked.games, asked.ahead) as kept:
            for name in asked.games or whole():
                for level in asked.levels:
                    print(f"{name:10} level {level}  {first_game(name, level, kept)}", flush=True)
        return
    for name in asked.games or whole():
        for level in asked.levels:
            print(f"{name:10} level {level}  {first_game(name, level)}", flush=True)
    if CHROMIUM:
        print(f"in a browser: {in_a_browser((asked.games or whole())[-1])}", flush=True)
    with beforehand(asked.games):
        pass
    until_warm(asked.engine_games)


if __name__ == "__main__":
    main()
