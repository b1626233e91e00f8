"""python -m benchmarks.page [--visits 10]: how long a visitor waits, from the address to a board that can be used.

The first page is there within a second in the median, with at most 120 KB, and asks at most five times when somebody
comes again; or the status is 1. A warm table,
Debian's Chromium, and a new browser profile for each visit, so that nothing is cached. The time is the
page's own: from the start of the navigation to the moment at which a board is on the screen and takes moves (on the
first page: the board of the game to be set up, and a button that starts it). Bytes are as they came over the wire; who
comes again has the same profile, and what is answered from its cache is no request.
"""

import argparse
import os
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import trial
from benchmarks.browsers import CHROMIUM
from ludejo.lab.puzzles.files import puzzles_of

QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
START_READY = "body:has(.setup-picture .board):has([data-start]:not(:disabled))"
BOARD_READY = ".stage-board .hit.live"
MARK = """(() => {
  const look = () => {
    if (window.readyAt || !document.querySelector(%r)) return;
    window.readyAt = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()"""
MOST_MS, MOST_KB, MOST_AGAIN = 1000, 120, 5  # of the first page


@dataclass(frozen=True)
class Visit:
    """One visit to a page."""

    milliseconds: float
    bytes: int
    again: int  # requests when the same visitor comes again


class Wire:
    """What goes over the wire of a page: the bytes of each request that no cache has answered."""

    def __init__(self, page: Page) -> None:
        self.bytes: dict[str, float] = {}
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on(
            "Network.loadingFinished", lambda told: self.bytes.update({told["requestId"]: told["encodedDataLength"]})
        )
        wire.on("Network.requestServedFromCache", lambda told: self.bytes.update({told["requestId"]: 0.0}))

    def told(self, page: Page) -> tuple[int, int]:
        """Bytes and requests since it was asked last."""
        page.wait_for_load_state("networkidle")
        sizes = [size for size in self.bytes.values() if size]
        self.bytes.clear()
        return round(sum(sizes)), len(sizes)


def visited(browser: Browser, address: str, ready: str, language: str) -> Visit:
    """Open a page as somebody who was never here, and come again twice: then the service worker is there as well."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=language)
    page = context.new_page()
    page.add_init_script(MARK % ready)
    wire, times, told = Wire(page), [], []
    for _ in range(3):
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector(ready, state="attached", timeout=20_000)
        times.append(page.evaluate("window.readyAt"))
        told.append(wire.told(page))
    context.close()
    return Visit(times[0], told[0][0], told[2][1])


def pages(address: str) -> dict[str, tuple[str, str, str]]:
    """What is visited: address, what shows that it is ready, language."""
    game = (
        httpx.post(f"{address}/api/play", json={"spec": "atoll", "opponent": "same-device"}).raise_for_status().json()
    )
    large = {"spec": "atoll:atoll-19", "opponent": "same-device"}
    larger = httpx.post(f"{address}/api/play", json=large).raise_for_status().json()
    puzzle = puzzles_of("mammalath")[0].id
    return {
        "first page": (f"{address}/", START_READY, "en"),
        "first page in Esperanto": (f"{address}/", START_READY, "eo"),
        "a game of Atoll by its link": (game["link"], BOARD_READY, "en"),
        "a game of Atoll 19 by its link": (larger["link"], BOARD_READY, "en"),
        "the first puzzle of Mammalath": (
            f"{address}/puzzles/mammalath/{puzzle}",
            BOARD_READY,
            "en",
        ),
    }


def measured(visits: int) -> bool:
    """Visit all pages and print what it took; whether the first page keeps within its bounds."""
    is_well = True
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with (
        tempfile.TemporaryDirectory() as folder,
        trial.table(f"sqlite:///{Path(folder) / 'table.sqlite'}", "--rate", "0") as table,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *root])
        print(f"{visits} visits a page, load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        for name, (address, ready, language) in pages(table.address).items():
            visited(browser, address, ready, language)
            seen = [visited(browser, address, ready, language) for _ in range(visits)]
            times = sorted(visit.milliseconds for visit in seen)
            size, again = max(visit.bytes for visit in seen) / 1000, max(visit.again for visit in seen)
            middle = statistics.median(times)
            print(
                f"{name:32} median {middle:4.0f} ms, worst {times[-1]:4.0f} ms, {size:3.0f} KB; again {again} requests"
            )
            if name.startswith("first page"):
                is_well &= middle <= MOST_MS and size <= MOST_KB and again <= MOST_AGAIN
        browser.close()
    return is_well


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=10)
    raise SystemExit(not measured(parser.parse_args().visits))


if __name__ == "__main__":
    main()
