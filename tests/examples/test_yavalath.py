"""The example of a game in a package of its own, installed and tried as docs/adding-a-game.md tells.

The page quotes the example and lists what to try: all that it quotes is there, and all that it lists is done here.
"""

import os
import re
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from table.browser.visitors import Visitor

import ludejo
from benchmarks import trial
from ludejo.table.client import Client

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "yavalath"
PATIENCE = 600  # seconds: a watchdog, no measure
TRIED = {  # what the page says to try, and the test that does it
    "ludejo games": "test_it_is_listed_and_its_rules_can_be_read",
    "ludejo show yavalath": "test_the_board_is_shown",
    "ludejo play yavalath --level 3": "test_a_game_against_the_engine",
    "ludejo solve yavalath": "test_the_solver_finds_a_forced_win",
    "ludejo match yavalath 3 random": "test_level_3_beats_the_random_mover",
    "ludejo serve": "test_a_whole_game_in_the_browser",
}
FOUR = "e5 swap a1 e6 i1 e8 a5 e7".split()  # Black, who took over e5, fills the gap between e6 and e8
THREE = "e5 a1 e6 i1 e7".split()
BLACK_WINS = ".b.../...w../....w../.b.b..../........w/......../.....w./....b./w.b.w b"
PLAN = ("f5", "f7")  # each threatens four, and White can prevent neither without a worse end

Run = Callable[..., str]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that borrows Ludejo from this one, with the example installed into it."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    borrowed = [path for path in sys.path if path.endswith(("site-packages", "src"))]
    (site / "borrowed.pth").write_text("".join(f"import site; site.addsitedir({path!r})\n" for path in borrowed))
    python = folder / "bin" / "python"
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    install = [sys.executable, "-m", "pip", f"--python={python}", "install", *offline, str(EXAMPLE)]
    subprocess.run(install, check=True, timeout=PATIENCE)
    return python


@pytest.fixture
def run(python: Path, tmp_path: Path) -> Run:
    """Runs the command `ludejo` there; returns what it printed."""

    def running(*words: str, typed: str = "", status: int = 0) -> str:
        environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "COLUMNS": "120"}
        done = subprocess.run(
            [str(python), "-m", "ludejo", *words],
            input=typed, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE, env=environment,
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    return running


def in_python(python: Path, code: str) -> None:
    """Runs a few lines of Python there."""
    done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr


def test_the_page_quotes_the_example() -> None:
    files = [path.read_text(encoding="utf-8") for path in (*EXAMPLE.glob("*.toml"), *EXAMPLE.glob("yavalath/*.py"))]
    quoted = re.findall(r"^```(?:python|toml)\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert len(quoted) >= 4
    for block in quoted:
        assert any(block in text for text in files), block


def test_all_that_the_page_says_to_try_is_tried() -> None:
    section = PAGE.partition("## 4. Try it")[2].partition("\n## ")[0]
    listed = [line.partition("#")[0].strip() for line in section.splitlines() if line.startswith("    ")]
    assert listed == list(TRIED)
    assert set(TRIED.values()) <= set(globals())


def test_it_is_small() -> None:
    """What a designer has to write, beside how to play well."""
    modules = [path for path in (EXAMPLE / "yavalath").glob("*.py") if path.name != "heuristics.py"]
    assert sum(len(path.read_text().splitlines()) for path in modules) <= 250


def test_it_is_not_here_before_it_is_installed() -> None:
    with pytest.raises(ludejo.BadVariant):
        ludejo.game("yavalath")


def test_it_is_listed_and_its_rules_can_be_read(run: Run) -> None:
    told = run("games")
    assert "Yavalath" in told
    assert "Cameron Browne" in told
    assert "R5" in run("rules", "yavalath")
    assert "Celo" in run("rules", "yavalath", "--lang", "eo")


def test_the_board_is_shown(run: Run) -> None:
    assert "e   .   .   .   .   .   .   .   .   ." in run("show", "yavalath")


@pytest.mark.parametrize(
    ("moves", "end"), [(FOUR, "four in a line: e5 e6 e7 e8"), (THREE, "White made three in a line: e5 e6 e7")]
)
def test_a_whole_game_at_the_terminal(run: Run, moves: list[str], end: str) -> None:
    assert end in run("play", "yavalath", typed="\n".join(moves) + "\n")


def test_a_game_against_the_engine(run: Run) -> None:
    told = run("play", "yavalath", "--level", "3", typed="e5\nresign\n")
    assert "resign" in told


def test_nonsense_is_refused_in_a_sentence(run: Run) -> None:
    told = run("play", "yavalath", typed="\n".join(["z9", "swap", *FOUR]) + "\n")
    assert '"z9" is no cell of this board' in told
    assert '"swap" is allowed only as the second player\'s first turn' in told
    assert "side=2 is out of range, expected side from 3 to 8" in run("show", "yavalath:side=2", status=2)


def test_level_3_beats_the_random_mover(run: Run) -> None:
    assert "50 won, 0 drawn, 0 lost" in run("match", "yavalath", "3", "random", "--games", "50")


def test_the_solver_finds_a_forced_win(run: Run, python: Path) -> None:
    told = run("solve", "yavalath", "--position", BLACK_WINS, "--seconds", str(PATIENCE))
    assert "Black wins" in told
    assert PLAN[0] in told
    in_python(python, PROOF)


PROOF = f"""
import ludejo

def wins_at_once(position):
    return any(position.play(move).outcome for move in position.moves() if black_has_won(position.play(move)))

def black_has_won(position):
    return position.outcome is not None and position.outcome.winner == 1

def must_win(position, plan):
    for reply in position.moves():
        after = position.play(reply)
        if black_has_won(after) or (not after.is_over and wins_at_once(after)):
            continue
        assert not after.is_over and plan, (reply, after.text)
        must_win(after.play(plan[0]), plan[1:])

must_win(ludejo.game("yavalath").position({BLACK_WINS!r}).play({PLAN[0]!r}), {PLAN[1:]!r})
"""


def test_positions_records_and_files_come_back(python: Path) -> None:
    in_python(python, ROUND_TRIP)


ROUND_TRIP = """
import random
import ludejo
from ludejo.play import records, sgf
chance, game = random.Random(7), ludejo.game("yavalath")
for _ in range(20):
    position = game.start()
    while not position.is_over:
        position = position.play(chance.choice(position.moves()))
        assert game.position(position.text) == position
        assert game.position(position.text).outcome == position.outcome
    record = records.Record.from_position(position, players=("Ada", "Bo"))
    assert records.replay(records.read(records.write(record))) == position
    assert records.replay(sgf.read(sgf.write(record))) == position
"""


def test_a_whole_game_in_the_browser(python: Path, browser: Browser, tmp_path: Path) -> None:
    options = (f"sqlite:///{tmp_path}/games.sqlite", "--rate", "0", "--no-warm")
    with (
        trial.table(*options, python=str(python)) as table,
        Client(table.address, PATIENCE) as client,
    ):
        visitor = Visitor(browser, table.address)
        visitor.go("/")
        expect(visitor.page.get_by_text("Make four in a line, but not three.").first).to_be_visible()
        seat = client.start("yavalath")
        visitor.sit({"id": seat.id, "secret": seat.secret})
        for cell in THREE:
            visitor.choose(cell)
            expect(visitor.pile(cell)).to_be_visible()
        visitor.sees_turns(*THREE)
        expect(visitor.page.locator(".winning")).to_have_count(3)
        assert not visitor.problems
        visitor.context.close()
