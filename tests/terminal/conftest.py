"""Games in these tests are kept in a folder of their own; the command speaks English unless told otherwise."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the terminal keeps games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANGUAGE", "en")
    return tmp_path / "data" / "ludejo" / "games"
