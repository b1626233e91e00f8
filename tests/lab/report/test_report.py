"""The report: all that a run tells, in two languages, in files that need nothing else."""

import csv
import json
import re
from pathlib import Path

import pytest

from ludejo.lab.measures.all_measures import SECTIONS, Entry, Evidence
from ludejo.lab.measures.figures import Figure
from ludejo.lab.report.charts import Dot, axis, columns, intervals
from ludejo.lab.report.numbers import number, whole, written
from ludejo.lab.report.page import _rows
from ludejo.lab.report.words import MEASURES, PLAIN, SIGNED, TENS
from ludejo.lab.runs.plan import Run
from ludejo.terminal.command import main

SMALL = ("atoll:rhombus,size=3", "atoll:rhombus,size=3,pie=yes")
RUN = ("--by", "random,search:simulations=8,memory_mb=2", "--games", "100,6", "--every", "2", "--processes", "0")
JUDGE = ("--judge", "search:simulations=10,memory_mb=2", "--arrangements", "1", "--plain")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("duckdb")
    place = tmp_path_factory.mktemp("lab") / "run"
    assert main(["lab", "measure", *SMALL, "--out", str(place), *RUN, *JUDGE]) == 0
    return place


def test_the_page_asks_for_nothing_outside(folder: Path) -> None:
    for language in ("en", "eo"):
        page = (folder / f"report.{language}.html").read_text("utf-8")
        assert not re.search(r'(src|href)="(?!#|report\.)', page)
        assert "url(http" not in page
        assert "@import" not in page
        assert page.count('class="board"') == 4  # two maps of each variant
        for section in SECTIONS:
            assert f"<section id={section}>" in page


def test_the_page_speaks_both_languages(folder: Path) -> None:
    english, esperanto = ((folder / f"report.{each}.html").read_text("utf-8") for each in ("en", "eo"))
    assert "Score of the first seat" in english
    assert "Score of the first seat" not in esperanto
    assert 'lang="eo"' in esperanto


def test_every_figure_says_by_whom_and_of_how_many_games(folder: Path) -> None:
    document = json.loads((folder / "report.json").read_text("utf-8"))
    rows = document["measures"]
    assert document["run"]["specs"] == list(SMALL)
    assert {row["measure"] for row in rows} <= set(MEASURES)
    assert {row["section"] for row in rows} == set(SECTIONS)
    assert all(row["by"] and (row["games"] > 0 or row["measure"] == "playouts") for row in rows)
    with (folder / "report.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == len(rows)


def test_the_same_command_plays_nothing_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in (folder / "chunks").iterdir()}
    assert main(["lab", "measure", *SMALL, "--out", str(folder), *RUN, *JUDGE]) == 0
    assert {path: path.stat().st_mtime_ns for path in (folder / "chunks").iterdir()} == before
    told = capsys.readouterr().out
    assert "weak" in told  # players of eight simulations are nobody to trust


@pytest.mark.parametrize(
    ("wrong", "said"),
    [(("--by", "nobody"), "no player"), (("--games", "many"), "no numbers"), (("--on", "moon"), "no place"),
     (("--by", "8"), "by the clock")],
)  # fmt: skip
def test_bad_input_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: tuple[str, ...], said: str
) -> None:
    assert main(["lab", "measure", SMALL[0], "--out", str(tmp_path / "run"), *wrong]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


# ------------------------------------------------------------ figures as people read them


def test_numbers() -> None:
    assert whole(Figure(0.532, 0.51, 0.554, 10), "first_seat") == "53.2\u00a0% (51.0 – 55.4)"
    assert number(-0.049, SIGNED) == "−4.9"
    assert number(1234567, PLAIN) == "1 234 567"
    assert number(3.0, PLAIN) == "3"
    assert written(Figure(14.46, 14, 15, 3), "tree") == "10^14.5"
    assert written(None, "tree") == "–"
    assert MEASURES["tree"].form == TENS


def test_rows_of_one_kind_of_end_stand_together() -> None:
    ends = [Entry("atoll", "decisive", "ending", by, Figure(0.5, 0.4, 0.6, 9), kind)
            for by, kinds in (("random", ("line", "count")), ("3", ("count", "line"))) for kind in kinds]  # fmt: skip
    rows = _rows(Evidence(Run(("atoll",), ("random", "3"), (9, 9)), {}, {}, tuple(ends)), "decisive", "ending", str)
    assert [title.split(": ")[1] for title in re.findall('rowspan="2">([^<]*)<', rows)] == ["line", "count"]


def test_charts_hold_what_they_are_given() -> None:
    drawn = intervals([Dot("a & b", Figure(0.5, 0.4, 0.6, 9))], "score", 100, 0.5)
    assert "a &amp; b" in drawn
    assert drawn.count("<circle") == 1
    assert intervals([Dot("none", Figure(None, None, None, 0))], "score") == ""
    assert columns([[0.5, 0.5], [1.0, 0.0]], ["1", "2"], "turns").count("<rect") == 4


@pytest.mark.parametrize(("low", "high"), [(0.0, 0.0), (41.2, 58.9), (-3.0, 900.0), (5.0, 5.0)])
def test_an_axis_holds_all_values(low: float, high: float) -> None:
    first, last, step = axis(low, high)
    assert first <= low <= high <= last
    assert first < last
    assert step > 0
