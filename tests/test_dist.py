"""What is packaged: a wheel, installed into an environment of its own, plays, serves and solves."""

import os
import subprocess
import sys
import venv
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from benchmarks import trial
from hatch_build import SITE, SiteHook, seen_from_elsewhere
from ludejo.table.client import Client

ROOT = Path(__file__).parent.parent
PATIENCE = 600  # seconds: a watchdog, no measure
CORE = {"numpy", "numba", "jsonschema", "onnxruntime", "prompt-toolkit", "rich", "typer", "babel"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, check=True, capture_output=True, cwd=ROOT, timeout=PATIENCE)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel, and borrows what it depends on."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    borrowed = [path for path in sys.path if path.endswith("site-packages")]
    (site / "zz_borrowed.pth").write_text("\n".join(borrowed))  # as paths alone: Ludejo itself is not borrowed
    python = folder / "bin" / "python"
    offline = ["--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    install = [sys.executable, "-m", "pip", f"--python={python}", "install", *offline, str(wheel)]
    subprocess.run(install, check=True, timeout=PATIENCE)
    return python


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(files.read(name))


def test_the_wheel_holds_what_play_needs_and_no_more(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for needed in ("py.typed", "games/atoll/network.onnx", "table/static/index.html", "games/atoll/rules.eo.md"):
        assert f"ludejo/{needed}" in names
    assert not [name for name in names if "master" in name or "deeper" in name or name.startswith(("tests", "docs"))]
    assert wheel.stat().st_size < 15e6


def test_the_games_alone_need_little_and_extras_bring_the_rest(wheel: Path) -> None:
    told = metadata(wheel)
    asked = [line for line in told.get_all("Requires-Dist") or [] if "extra ==" not in line]
    assert {line.split(";")[0].split(">")[0].split("<")[0].strip() for line in asked} == CORE
    assert {"table", "train"} <= set(told.get_all("Provides-Extra") or [])
    assert told["Version"] == "0.2.0"
    assert "Typing :: Typed" in (told.get_all("Classifier") or [])


def test_pictures_of_the_readme_are_seen_from_elsewhere() -> None:
    text = '<img src="docs/a.svg"> ![b](docs/b.svg) [c](docs/c.md) [d](#d) [e](https://e.org/)'
    home = "https://example.org/ludejo"
    assert seen_from_elsewhere(text, home, "1.2") == (
        f'<img src="{home}/raw/v1.2/docs/a.svg"> ![b]({home}/raw/v1.2/docs/b.svg) '
        f"[c]({home}/blob/v1.2/docs/c.md) [d](#d) [e](https://e.org/)"
    )
    assert seen_from_elsewhere(text, "", "1.2") == text


def test_a_wheel_brings_the_documentation_where_it_is_built(tmp_path: Path) -> None:
    unused: Any = None

    def brought(version: str) -> dict[str, str]:
        data: dict[str, dict[str, str]] = {"force_include": {}}
        SiteHook(str(tmp_path), {}, None, unused, "", "wheel").initialize(version, data)
        return data["force_include"]

    assert brought("standard") == {}
    (tmp_path / SITE).mkdir(parents=True)
    (tmp_path / SITE / "index.html").touch()
    assert brought("standard") == {str(tmp_path / SITE): "ludejo/site"}
    assert brought("editable") == {}, "it is found in the checkout"


def test_it_plays_and_solves(python: Path, tmp_path: Path) -> None:
    program = """
import ludejo
assert "site-packages" in ludejo.__file__, ludejo.__file__
position = ludejo.game("atoll:rhombus,size=3").start().play("b2")
print(ludejo.solve(position).value)
print(ludejo.engine(position.game, level=1).choose(position) in position.moves())
"""
    ran = subprocess.run(
        [python, "-c", program], check=True, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE
    )
    assert ran.stdout.splitlines() == ["0.0", "True"]  # whoever is to move has lost


def test_it_serves(python: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.sqlite"
    with (
        trial.table(database, "--rate", "0", "--no-warm", python=str(python)) as table,
        Client(table.address, PATIENCE) as client,
    ):
        seat = client.start("atoll:hex-9")
        seat.move("e5")
        assert "e5" in str(seat.view["history"])


MISSING = """
import importlib.util, sys
found, absent = importlib.util.find_spec, ("fastapi", "sqlalchemy", "duckdb")
importlib.util.find_spec = lambda name, package=None: None if name in absent else found(name, package)
from ludejo.terminal.command import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("command", "missing", "extra"),
    [
        (["serve"], "fastapi, sqlalchemy", "table"),
        (["table", "tidy"], "fastapi, sqlalchemy", "table"),
        (["think", "--database", "postgresql://x/y"], "fastapi, sqlalchemy", "table"),
        (["lab", "measure", "atoll", "--out", str(ROOT / "nowhere")], "duckdb", "lab"),
    ],
)
def test_without_the_extra_a_command_says_which_one_to_install(command: list[str], missing: str, extra: str) -> None:
    program = [sys.executable, "-c", MISSING, *command]
    ran = subprocess.run(
        program, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "LC_ALL": "C.UTF-8"}
    )
    sentence = f"ludejo: this needs {missing}; pip install 'ludejo[{extra}]' brings it.\n"
    assert (ran.returncode, ran.stderr) == (2, sentence)
