"""Calibration: played here and now on a small board, and written into a page."""

import json
from pathlib import Path

import pytest

from ludejo.lab import calibrate

PLAYERS = ("random", "search:simulations=20")


def test_games_are_played_summed_up_and_put_into_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--out", "games", "--preset", "atoll:rhombus,size=4", "--games", "2", "--processes", "0"]
    for player in PLAYERS:
        words += ["--player", player]
    assert calibrate.main(["play", *words]) == 0
    (part,) = json.loads(Path("games/summary.json").read_text())
    assert [rung["player"] for rung in part["ratings"]] == list(PLAYERS)
    Path("docs").mkdir()
    calibrate.PAGE.write_text(f"before\n{calibrate.BEGIN}of yesterday\n{calibrate.END}after\n")
    assert calibrate.main(["docs", "--out", "games"]) == 0
    page = calibrate.PAGE.read_text()
    assert page.startswith("before\n")
    assert page.endswith("after\n")
    assert "of yesterday" not in page
    assert part["spec"] in page
    assert len(list(calibrate.PICTURES.glob("*.svg"))) == 1


def test_a_game_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate.main(["play", "--preset", "chess", "--out", str(tmp_path)]) == 2
    assert "chess" in capsys.readouterr().err
