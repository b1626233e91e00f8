"""For the whole suite: the same examples in every run, no limit on their time; what takes long comes first; programs
hear Ctrl-C; browsers."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from benchmarks import browsers

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

TESTS = Path(__file__).parent

# What takes long, a folder or a file before the next; all others come after it and fill what time is left.
LONG = "table/browser examples training test_dist.py table lab terminal search language solve".split()

settings.register_profile(
    "suite", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")

# A shell lets what runs in a script's background ignore Ctrl-C, and the programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only small cases are asked for, files without any are not even imported: that takes longest of all."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    wants_small = config.getoption("markexpr") == "small"
    return True if wants_small and is_test and b"mark.small" not in collection_path.read_bytes() else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever takes long comes first, so that processes that share the work end together."""
    items.sort(key=lambda item: _place(item.path.relative_to(TESTS).as_posix()))


def _place(path: str) -> int:
    return next((place for place, start in enumerate(LONG) if path.startswith(start)), len(LONG))


@pytest.fixture(scope="session")
def playwright() -> Iterator["Playwright"]:
    """Who drives browsers: one for all, as a process can have no second one beside it."""
    from playwright.sync_api import sync_playwright  # slow to import, and most tests need none

    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright: "Playwright") -> Iterator["Browser"]:
    """Debian's Chromium, one for all tests of a process."""
    if browsers.CHROMIUM is None:
        pytest.skip("Chromium is not there: scripts/setup.sh test installs it")
    with browsers.chromium(playwright) as chromium:
        yield chromium


@pytest.fixture
def browser(chromium: "Browser") -> "Browser":
    """The browser of a test: Chromium, where its file says nothing else."""
    return chromium
