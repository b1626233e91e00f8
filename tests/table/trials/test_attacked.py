"""What is told of attacks: every bound that a round breaks, a file to go on from, tables for the documentation."""

from dataclasses import asdict, replace
from pathlib import Path

import pytest
from loops import run_apart

from benchmarks.hostile.feeling import RETRY_SECONDS, longest
from benchmarks.hostile.results import CONTROL, NOT_ENDED, Conditions, Round, keep, kept, one_by_one, summary

UNDER = Conditions("sqlite", 1, 20, 10.0)
GOOD = Round(
    "frames", 50, moves=100, median=2, p95=20, worst=60, reply=None, entering=30, health=9, peak_mb=310,
    descriptors=90, growth_mb=1.5, answers={"connected": 20}, refused={}, cut_off=0,
)  # fmt: skip


def test_a_round_within_all_bounds_breaks_none() -> None:
    assert GOOD.broken(UNDER) == []


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ({"entering": 1500.0}, "a game was shown after 1500 ms"), ({"health": 2500.0}, "a health check took 2500 ms"),
        ({"answers": {NOT_ENDED: 1}}, NOT_ENDED), ({"p95": 301.0}, "95 % of the moves within 301 ms"),
        ({"worst": 1001.0}, "a move took 1001 ms"), ({"peak_mb": 701.0}, "a process had 701 MB"),
        ({"moves": 49}, "only 49 moves, expected 50"), ({"growth_mb": 1011.0}, "the database grew by 1011 MB"),
        ({"refused": {"limit/rate": 1}}, "players were refused: {'limit/rate': 1}"),
        ({"cut_off": 2}, "2 players were cut off"), ({"lost": ["turn 3"]}, "acknowledged and lost: ['turn 3']"),
        ({"answers": {"500": 1}}, "answers of 500"),
        ({"answers": {"never made: study": 50}}, "the attack attacked nothing, never made: study"),
    ],
)  # fmt: skip
def test_each_bound_that_is_broken_is_told(figures: dict, told: str) -> None:
    assert replace(GOOD, **figures).broken(UNDER) == [told]


def test_a_file_keeps_rounds_by_their_conditions_and_outlives_a_torn_line(tmp_path: Path) -> None:
    file, other = tmp_path / "rounds.jsonl", UNDER._replace(database="postgres", workers=2)
    assert kept(file, UNDER) == kept(None, UNDER) == []
    keep(None, UNDER, GOOD)
    keep(file, UNDER, GOOD)
    keep(file, other, replace(GOOD, attack="pings"))
    with file.open("a") as out:
        out.write('{"under": {"data')
    keep(file, UNDER, replace(GOOD, attack="churn", lost=["turn 3"]))
    assert kept(file, UNDER) == [GOOD, replace(GOOD, attack="churn", lost=["turn 3"])]
    assert [one.attack for one in kept(file, other)] == ["pings"]
    assert set(asdict(GOOD)) == set(asdict(kept(file, other)[0]))


def test_the_tables_tell_the_worst_of_all_attacks_and_every_attack() -> None:
    control, slow = replace(GOOD, attack=CONTROL, visitors=1, p95=7), replace(GOOD, attack="pings", entering=1500)
    assert summary([control, GOOD, slow], UNDER).splitlines()[2:] == [
        "| 50 visitors, SQLite, one worker, 10 s | 2 | 7 ms | 20 ms (`frames`) | 60 ms (`frames`) | 1500 ms (`pings`) "
        "| 9 ms (`frames`) | 310 MB (`frames`) | `pings` |"
    ]
    told = one_by_one([control, GOOD, slow], UNDER).splitlines()
    assert len(told) == 5
    assert len({line.count("|") for line in told}) == 1
    assert told[-1].endswith("| a game was shown after 1500 ms |")


def test_what_is_asked_for_in_vain_is_waited_for() -> None:
    """An answer that does not come is no quick one."""
    answers = iter([OSError(), False, True])

    async def ask() -> bool:
        answer = next(answers, True)
        if isinstance(answer, OSError):
            raise answer
        return bool(answer)

    assert run_apart(longest(ask, 3 * RETRY_SECONDS)) >= 2000 * RETRY_SECONDS
