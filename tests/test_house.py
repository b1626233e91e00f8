"""How the house is built, as far as a program can watch over it.

What belongs to a game is in its folder, and nothing else knows a game by name. Functions, files and folders stay small.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludejo
from ludejo.games.discovery import folders

SOURCES = Path(ludejo.__file__).parent
KINDS = {".py", ".js", ".css", ".html", ".json", ".svg", ".toml"}  # catalogues quote what others say, so no .po


def sources_outside_the_games() -> list[Path]:
    folders_of_games = {folder.path for folder in folders().values() if folder.is_ours}
    files = [path for path in SOURCES.rglob("*") if path.suffix in KINDS]
    return [path for path in files if folders_of_games.isdisjoint(path.parents)]


def test_no_file_outside_its_folder_names_a_game() -> None:
    names = [folder.name for folder in folders().values() if folder.is_ours]
    assert len(names) == 4
    found = {
        str(path.relative_to(SOURCES)): told
        for path in sources_outside_the_games()
        if (told := re.findall("|".join(names), path.read_text(encoding="utf-8"), re.IGNORECASE))
    }
    assert found == {}


# ------------------------------------------------------------ small things

ROOT = Path(__file__).parent.parent
LONGEST_FUNCTION, MOST_ARGUMENTS, LONGEST_FILE, FULLEST_FOLDER = 70, 7, 500, 16
LONGEST_PART = 400  # of the page
PYTHON_FILES = [
    path for top in ("src", "tests", "benchmarks", "examples") for path in sorted((ROOT / top).rglob("*.py"))
]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path: Path) -> Iterator[Function]:
    """All functions of a file, inner ones too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def asks_for(function: Function) -> int:
    """How many arguments a caller may give. A command has as many as there are options, which nobody gives in a row."""
    given = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return 0 if function.name.endswith("_command") else len(given) - (bool(given) and given[0].arg in ("self", "cls"))


def test_no_function_is_long() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{function.name}" for path in PYTHON_FILES for function in functions(path)
        if (function.end_lineno or 0) - function.lineno >= LONGEST_FUNCTION
    ]  # fmt: skip
    assert long == []


def test_no_function_asks_for_much() -> None:
    package = ROOT / "src" / "ludejo"
    many = {
        f"{path.relative_to(package).as_posix()}:{function.name}" for path in package.rglob("*.py")
        for function in functions(path) if asks_for(function) > MOST_ARGUMENTS
    }  # fmt: skip
    assert many == set()


def test_no_file_is_long() -> None:
    long = {
        path.relative_to(ROOT).as_posix() for path in PYTHON_FILES
        if path.read_text(encoding="utf-8").count("\n") > LONGEST_FILE
    }  # fmt: skip
    assert long == set()


def test_no_part_of_the_page_is_long() -> None:
    files = [path for kind in ("js", "css", "html") for path in (SOURCES / "table" / "static").rglob(f"*.{kind}")]
    assert len(files) > 50
    assert [path.name for path in files if path.read_text(encoding="utf-8").count("\n") > LONGEST_PART] == []


@pytest.mark.parametrize("kind", ["py", "js"])
def test_no_folder_is_full(kind: str) -> None:
    folders = {path.parent for top in ("src", "tests") for path in (ROOT / top).rglob(f"*.{kind}")}
    full = {
        folder.relative_to(ROOT).as_posix() for folder in folders
        if sum(path.name != "__init__.py" for path in folder.glob(f"*.{kind}")) > FULLEST_FOLDER
    }  # fmt: skip
    assert full == set()


def test_every_game_here_lets_mypy_compare_its_modules_with_the_contract() -> None:
    for folder in folders().values():
        if folder.is_ours:
            compared = (folder.path / "__init__.py").read_text(encoding="utf-8")
            for module in ("rules", "face", "heuristics", "view"):
                assert f"] = {module}\n" in compared or f": asks.{module.capitalize()} = {module}\n" in compared, folder


# ------------------------------------------------------------ what may grow fewer, never more

MOST_ANYS = 330  # in annotations; what is left is Numba's, or comes from libraries and files without types
MOST_DOUBLES = 20  # names of classes that mean two things


def modules_of_the_package() -> list[tuple[Path, ast.Module]]:
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCES.rglob("*.py")]


def test_any_is_seldom_said() -> None:
    said = [node for _, module in modules_of_the_package() for node in ast.walk(module) if isinstance(node, ast.Name)]
    assert sum(node.id == "Any" for node in said) <= MOST_ANYS


def test_no_more_names_mean_two_things() -> None:
    """Every game has a Board, a State and a Variant; else a class has its name to itself."""
    games = {folder.path for folder in folders().values()}
    names = Counter(
        node.name for path, module in modules_of_the_package() if games.isdisjoint(path.parents)
        for node in module.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )  # fmt: skip
    doubles = sorted(name for name, count in names.items() if count > 1)
    assert len(doubles) <= MOST_DOUBLES, doubles
