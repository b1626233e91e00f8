"""Exploring a family: members within bounds, wishes, a race that goes on, a Pareto set."""

import csv
from pathlib import Path

import numpy as np
import pytest

from ludejo.games.errors import Unusable
from ludejo.lab.exploring.family import members, read_bounds
from ludejo.lab.exploring.objectives import Standing, at_random, behind, by_players, pareto
from ludejo.lab.exploring.racing import Stage, better_than, perhaps_better_than
from ludejo.lab.measures.figures import NOTHING, Figure
from ludejo.lab.measures.sample import Sample
from ludejo.terminal.command import main

BOUNDS = "shape=rhombus,size=2-4,islands=4,pie=no|yes"


def test_bounds_are_ranges_steps_and_words() -> None:
    values = read_bounds("atmalof", "R=5-7,p=12-20/4,N=4|6,tie=either|both")
    assert values["R"] == [5, 6, 7]
    assert values["P"] == [12, 16, 20]
    assert values["N"] == [4, 6]
    assert values["tie"] == ["either", "both"]
    assert values["C"] == [6]  # its default


def test_members_are_those_that_the_rules_allow() -> None:
    named = [f"atoll:rhombus,size={size}{pie}" for size in (2, 3, 4) for pie in ("", ",pie=yes")]
    assert members("atoll", BOUNDS) == named
    assert len(members("atoll", "shape=classic,size=5-8")) == 2  # an even size is no board


@pytest.mark.parametrize(
    "bounds", ["R=8-5", "R=many", "Z=1", "R", "size=5-8/0", "R=2-26,C=2-26,P=1-99,X=0-9,Y=0-9", "N=20-26"]
)
def test_bad_bounds_are_refused_in_a_sentence(bounds: str) -> None:
    with pytest.raises(Unusable):
        members("atmalof", bounds)


def test_wishes_on_paper() -> None:
    row = {"spec": "x", "first": 60, "second": 20, "draws": 10, "unfinished": 10, "turns": 2000}
    standing = at_random(row, wish=40)  # type: ignore[arg-type]
    assert standing.games == 100
    assert standing.figures["first_seat"] == pytest.approx(65 / 90)
    assert standing.values == pytest.approx({"fair": 1 - (130 / 90 - 1), "decisive": 0.8, "length": 20 / 40})


def test_nobody_in_the_pareto_set_is_beaten() -> None:
    def member(name: str, fair: float, skill: float) -> Standing:
        return Standing(name, 1, "x", {"fair": fair, "skill": skill})

    best, other, beaten, twin = (
        member("a", 0.9, 0.5),
        member("b", 0.5, 0.9),
        member("c", 0.8, 0.4),
        member("d", 0.9, 0.5),
    )
    assert [standing.spec for standing in pareto([best, other, beaten, twin])] == ["a", "b", "d"]


def test_better_than_all_of_some_others_is_better_in_every_wish() -> None:
    def member(name: str, *values: float) -> Standing:
        return Standing(name, 1, "x", dict(zip(("fair", "skill"), values, strict=True)))

    standings = (member("a", 0.9, 0.6), member("b", 0.8, 0.9), member("c", 0.8, 0.5), member("d", 0.7, 0.6))
    assert [one.spec for one in better_than(Stage("x", standings), ("c", "d"))] == ["a", "b"]
    assert [one.spec for one in better_than(Stage("x", standings), ("a", "c"))] == []
    assert better_than(Stage("x", standings), ("z",)) == []  # who was never measured


def test_who_is_surely_behind_in_a_wish_is_not_better() -> None:
    def member(name: str, fair: Figure, lively: Figure) -> Standing:
        return Standing(name, 100, "x", {}, {}, {"fair": fair, "lively": lively})

    known, vague = Figure(0.9, 0.85, 0.95, 100), Figure(0.6, 0.2, 0.99, 100)
    one, other = member("one", known, known), member("other", Figure(0.7, 0.65, 0.75, 100), vague)
    assert behind(other, one) == ["fair"]  # by 0.2, and at least by 0.2 less the root of 0.05² + 0.05²
    assert behind(one, other) == []
    stage = Stage("x", (one, other, member("third", vague, known), member("fourth", vague, NOTHING)))
    assert [standing.spec for standing in perhaps_better_than(stage, ("one",))] == ["third", "fourth"]
    assert perhaps_better_than(stage, ("nobody",)) == []


def test_wishes_have_the_intervals_of_what_they_come_from() -> None:
    winner = np.array([0] * 60 + [1] * 30 + [2] * 10)
    turns = np.array([30, 50] * 50)
    nothing = np.zeros(100, int)
    own = Sample("x", ("a", "a"), winner, turns, nothing, nothing, nothing, nothing, np.arange(100))
    wishes = by_players(own, None, "a", wish=40.0).ends
    seat, fair, length = wishes["first_seat"], wishes["fair"], wishes["length"]
    assert (seat.value, fair.value) == pytest.approx((0.65, 0.7))
    assert (fair.low, fair.high) == pytest.approx((2 - 2 * (seat.high or 0), 2 - 2 * (seat.low or 0)))
    assert (length.value, length.high) == (1.0, 1.0)  # 40 turns on average, as wished
    assert (length.low or 0) < 1
    assert wishes["decisive"].value == 0.9
    assert not wishes["skill"].is_known


def test_a_family_is_explored_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("duckdb")
    command = ["lab", "explore", "atoll", "--bounds", BOUNDS, "--out", str(tmp_path), "--processes", "0"]
    command += ["--by", "search:simulations=4,memory_mb=2", "--games", "4", "--random-games", "100", "--wish", "9"]
    command += ["--judge", "search:simulations=8,memory_mb=2", "--keep", "6", "--beside", "atoll:rhombus,size=2"]
    assert main(command) == 0
    with (tmp_path / "family.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["stage"] for row in rows].count("random") == 6
    assert len(rows) == 6 + 3 + ("atoll:rhombus,size=2" not in [row["spec"] for row in rows[6:9]])
    assert "atoll:rhombus,size=2" in [row["spec"] for row in rows[6:]]  # whatever it was worth
    said = capsys.readouterr().out
    assert "Better than atoll:rhombus,size=2 in every wish: " in said
    assert f"in any wish: {sum(not row['behind'] for row in rows[6:]) - 1} of {len(rows) - 7}\n" in said
    assert any(row["pareto"] == "True" for row in rows)
    assert all(row["lively"] and row["skill"] for row in rows[6:])
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "chunks").iterdir()}
    assert main(command) == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "chunks").iterdir()} == written
    assert "<svg" in (tmp_path / "family.eo.html").read_text("utf-8")
    in_batches = ["--by", "network:simulations=2", "--out", str(tmp_path / "none")]
    assert main([*command, *in_batches]) == 2  # said before all members play at random
    assert "expected --on gpu" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    assert main([*command, "--judge", "random"]) == 2
    assert main([*command[:-1], "mammalath"]) == 2
    assert "'mammalath' is no member of atoll" in capsys.readouterr().err.replace('"', "'")
