"""The pages under docs/: what is composed is up to date, and what they point at is there."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import ludejo
from ludejo.language.collecting import our_games
from ludejo.language.rule_texts import with_pictures

DOCS = Path(__file__).parent.parent / "docs"
AUDIENCES = ["Play", "Program", "Design", "Host", "Contribute"]
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


def script(name: str) -> ModuleType:
    """A script of docs/, which is no part of the package."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def build() -> ModuleType:
    """docs/build.py."""
    return script("build")


def test_pages_and_pictures_are_what_make_docs_writes_now(build: ModuleType) -> None:
    # In a program of its own, as `make docs` runs it: whatever other tests have said or drawn here is not its business.
    told = subprocess.run([sys.executable, DOCS / "build.py", "--check"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    composed = build.everything()
    drawn = set((DOCS / "games" / "pictures").iterdir())
    assert drawn == {path for path in composed if path.suffix == ".svg"}, "a picture that no page shows"


def test_every_game_has_a_page_with_all_its_rules(build: ModuleType) -> None:
    for family in ludejo.families():
        page = build.compose(family.name)
        rules = [int(number) for number in re.findall(r"^\*\*R(\d+)\*\* ", page, flags=re.MULTILINE)]
        assert rules == list(range(1, len(rules) + 1))
        assert len(rules) >= 7
        assert family.designer in page
        assert "Composed by `make docs`" in page.splitlines()[0]


def test_a_picture_stands_right_under_its_rule(build: ModuleType) -> None:
    page = build.compose("almatafl")
    assert page.index("**R7**") < page.index("pictures/almatafl-bounce.svg") < page.index("**R8**")
    assert page.index("**R11**") < page.index("pictures/almatafl-escape.svg") < page.index("After each move")


def test_a_picture_without_a_place_comes_last(build: ModuleType) -> None:
    lost, rules = build.Picture("atoll", "lost", "R99", "Nowhere to be."), "# Atoll\n\n**R1** The board.\n\n## More\n"
    page = with_pictures(rules, "# Atoll\n", [lost], lambda wanted: "".join(picture.name for picture in wanted))
    assert page.endswith("lost")


@pytest.mark.parametrize("name", our_games())
def test_every_picture_of_ours_has_a_place(build: ModuleType, name: str) -> None:
    page = build.compose(name)
    places = set(re.findall(r"^(?:\*\*(?=R)|## )(R\d+(?=\*\*)|.*)", page, flags=re.MULTILINE))
    assert {picture.under for picture in build.pictures(name)} <= places


@pytest.mark.parametrize("name", our_games())
def test_our_own_readings_are_marked_and_lead_to_the_notes(build: ModuleType, name: str) -> None:
    page = build.compose(name)
    (address,) = set(re.findall(r"\[†\]\(#([\w-]+)\)", page))
    headings = re.findall(r"^## (.*)$", page, flags=re.MULTILINE)
    assert address in [re.sub(r"[^\w -]", "", heading).replace(" ", "-").lower() for heading in headings]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    path = DOCS / page
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert missing == []


# ------------------------------------------------------------ the site


@pytest.fixture(scope="module")
def website() -> ModuleType:
    """docs/website.py."""
    return script("website")


def test_the_site_has_a_place_for_every_page(website: ModuleType) -> None:
    stage = website.Stage()
    stage.fill()
    contents = stage.pages["index.md"]
    assert re.findall(r"^:caption: (.+)$", contents, re.MULTILINE) == [*AUDIENCES, "Reference"]
    listed = {
        line for toctree in re.findall(r"```{toctree}\n(.*?)```", contents, re.DOTALL) for line in toctree.split()
    }
    pages = {page for page in PAGES if page != "README.md"} | {"contributing.md", "reference/python.md"}
    assert pages <= listed
    assert "source/src/ludejo/games/contract.py.md" in stage.pages
    atoll = stage.pages["games/atoll.md"]
    assert "(pictures/atoll-board.svg){.only-light}" in atoll
    assert "(pictures/atoll-board-dark.svg){.only-dark}" in atoll
    assert stage.files["games/pictures/atoll-board-dark.svg"] != (DOCS / "games/pictures/atoll-board.svg").read_text()


def test_what_stands_within_a_page_is_put_into_files(website: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "_static").mkdir()
    (tmp_path / "deep").mkdir()
    page = tmp_path / "deep" / "page.html"
    page.write_text('<style>a{}</style><script src="x.js"></script><script>go()</script>')
    styled = tmp_path / "styled.html"
    styled.write_text('<head></head><p class="a" style="x: y">b</p>')
    website.put_aside(tmp_path)
    files = {path.read_text(): path for path in (tmp_path / "_static").iterdir()}
    css, script_ = files.pop("a{}"), files.pop("go()")
    ((rule, path),) = files.items()
    name = rule.removeprefix(".").partition("{")[0]
    assert rule == f".{name}{{x: y}}"
    head = f'<head><link rel="stylesheet" href="_static/{path.name}"></head>'
    assert styled.read_text() == f'{head}<p class="a {name}">b</p>'
    assert page.read_text() == (
        f'<link rel="stylesheet" href="../_static/{css.name}"><script src="x.js"></script>'
        f'<script src="../_static/{script_.name}"></script>'
    )
    assert list(website.problems(tmp_path)) == ["deep/page.html: x.js is not there"]


@pytest.mark.skipif(importlib.util.find_spec("furo") is None, reason="Sphinx and Furo (ludejo[docs]) are not installed")
def test_the_site_is_made_without_a_warning(website: ModuleType, tmp_path: Path) -> None:
    """In short form: one game's page, one for programmers and one of the reference."""
    stage = website.Stage()
    stage.fill()
    short = ("games/atoll.md", "engine-protocols.md", "reference/exact.md")
    stage.pages = {page: stage.pages[page] for page in short}
    stage.pages["index.md"] = "# Short\n\n" + website.sidebar("Short", list(short))
    assert website.build(tmp_path, stage) == 0
    shown = (tmp_path / "site" / "games" / "atoll.html").read_text(encoding="utf-8")
    assert "only-dark" in shown
    assert not re.search(r"<script(?![^>]*src=)|<style", shown)
    assert "Solution" in (tmp_path / "site" / "reference" / "exact.html").read_text(encoding="utf-8")
    assert (tmp_path / "site" / "searchindex.js").is_file()
