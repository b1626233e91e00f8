"""How the house is built: what belongs to a game is in its folder, and nothing else knows a game by name."""

import re
from pathlib import Path

import pytest

import ludejo
from ludejo.games.discovery import folders

pytestmark = pytest.mark.small

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
