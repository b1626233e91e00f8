"""Studies: sequential tests that keep their promise, files that are refused in a sentence, verdicts that stand."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludejo.games.errors import Unusable
from ludejo.lab.measures.fair import FirstMoves
from ludejo.lab.runs.batched import arrays_file, as_arrays
from ludejo.lab.runs.playing import play_chunk
from ludejo.lab.studies.deciding import trials
from ludejo.lab.studies.sequential import ALPHA, OPEN, REFUTED, SUPPORTED, capital, decide, interval
from ludejo.lab.studies.series import between, of_starts
from ludejo.lab.studies.study import read_study
from ludejo.terminal.command import main

STUDY = """
title = "Small"
by = "search:simulations=8,memory_mb=2"
games = 24
judge = "search:simulations=10,memory_mb=2"

[[claim]]
text = "nobody draws"
spec = "atoll:rhombus,size=3"
measure = "draws"
below = 0.3

[[claim]]
text = "the middle is too strong"
spec = "atoll:rhombus,size=3"
measure = "best_first_move"
above = 0.6
games = 2

[[claim]]
text = "a larger board takes longer"
spec = "atoll:rhombus,size=5"
against = "atoll:rhombus,size=3"
measure = "turns"
above = 0.5
"""


# ------------------------------------------------------------ the test


def test_a_clear_series_is_decided_soon() -> None:
    assert decide([1.0] * 20, 0.5).answer == SUPPORTED
    assert decide([1.0] * 100, 0.5, is_above=False).answer == REFUTED
    assert decide([0.0] * 100, 0.5).answer == REFUTED
    assert decide([0.5] * 100, 0.5).answer == OPEN
    assert decide([], 0.5).answer == OPEN


def test_what_is_bet_comes_from_the_results_before_alone() -> None:
    one, other = (capital(np.array([0.2, 0.9, last]), np.array([0.5]), 1) for last in (0.0, 1.0))
    assert one[:2].tolist() == other[:2].tolist()
    # the first bet of the one is √(2 ln 40 / (¼ · ln 2)), cut so that at most ¾ can be lost: it pays
    # 1 + 1.5 · (0.2 − 0.5); the other sees a mean of a half and bets nothing
    assert one[0, 0] == pytest.approx(np.log((0.55 + 1) / 2))


def test_a_small_difference_is_found_with_many_games() -> None:
    values = (np.random.default_rng(4).random(2048) < 0.4).astype(float)
    assert decide(values, 0.45).answer == REFUTED
    assert decide(values, 0.45, is_above=False).answer == SUPPORTED


@pytest.mark.parametrize("share", [0.5, 0.1])
def test_a_true_null_is_seldom_refuted_however_often_one_looks(share: float) -> None:
    chance, wrong = np.random.default_rng(1), 0
    for _ in range(200):
        values = (chance.random(400) < share).astype(float)
        most = max(capital(values, np.array([share]), side).max() for side in (1, -1))  # at the worst time to look
        wrong += most >= np.log(2 / ALPHA)
        assert (decide(values, share).answer == OPEN) or most >= np.log(2 / ALPHA)
    assert wrong <= 15  # 10 at most are expected


def test_a_lucky_beginning_is_forgotten_when_more_games_are_there() -> None:
    beginning = [1.0] * 5 + [0.0] + [1.0] * 5  # of which a mean of 0.4 makes one in 1,400
    assert decide(beginning, 0.5).answer == SUPPORTED
    all_games = decide(beginning + [1.0, 0.0, 0.0, 1.0, 0.0] * 400, 0.5)
    assert all_games.answer == REFUTED
    assert all_games.games == 2011
    assert all_games.low < all_games.mean < all_games.high < 0.5


def test_the_interval_holds_the_mean_and_shrinks() -> None:
    values = (np.random.default_rng(2).random(1000) < 0.3).astype(float)
    (low, high), (early_low, early_high) = interval(values), interval(values[:100])
    assert low < 0.3 < high
    assert high - low < 0.15 < early_high - early_low


def test_an_open_claim_says_how_many_games_would_settle_it() -> None:
    values = (np.random.default_rng(3).random(60) < 0.55).astype(float)
    verdict = decide(values, 0.5)
    assert verdict.answer == OPEN
    assert verdict.needed is None or verdict.needed > 60
    never = decide([0.0] * 20, 0.01, is_above=False)  # each game without one pays 1 + ¾ · 0.01 / 0.99
    assert never.answer == OPEN
    assert never.needed == pytest.approx(np.log(80) / np.log1p(0.75 * 0.01 / 0.99), rel=0.05)
    assert decide([0.0] * (never.needed or 0), 0.01, is_above=False).answer == SUPPORTED


def test_what_was_asked_for_by_one_claim_counts_for_others(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(STUDY.replace("games = 24", "games = 30000"))
    one, _, other = trials(read_study(file))
    assert one.lines[0] == other.lines[1]  # the games of the smaller board
    assert one.shared(set()) == 0
    assert one.shared({*other.next_chunks(2)}) == 2
    assert other.shared({*one.next_chunks(2)}) == 0  # the larger board was not asked for
    assert replace(other, reached=1).heard == other.next_chunks(1)
    assert one.shared({chunk for line in other.lines for chunk in line}) == len(one.lines[0])
    one.verdict = decide([0.0] * 20, 0.3, is_above=False)
    free = replace(one, is_free=True)
    assert (one.is_over, free.is_over) == (True, False)


def test_what_starts_and_pairs_of_games_say() -> None:
    start = FirstMoves("", ("a", "b"), np.array([0.7, 0.45]), None)
    assert of_starts([start], "best_first_move").tolist() == [0.7]
    assert of_starts([start], "too_strong").tolist() == [1.0]
    assert of_starts([start], "swap_left").tolist() == pytest.approx([0.05])
    assert of_starts([start], "swap_right").tolist() == [0.5]
    assert between(np.array([5.0, 7, 9]), np.array([6.0, 7]), "turns").tolist() == [0.0, 0.5]
    assert between(np.array([1.0]), np.array([0.0]), "draws").tolist() == [1.0]


# ------------------------------------------------------------ files


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('measure = "draws"', 'measure = "beauty"', "beauty"),
        ("below = 0.3", "", "above or below"),
        ("below = 0.3", "below = 3", "above or below"),
        ('against = "atoll:rhombus,size=3"', "", "on turns"),
        ("games = 24", "games = 1", "2 or more"),
        ('spec = "atoll:rhombus,size=5"', 'spec = "go"', "no game"),
        ('by = "search:simulations=8,memory_mb=2"', 'by = "8"', "by the clock"),
        ('text = "nobody draws"', 'colour = "red"', "colour"),
        ("[[claim]]", "[claim]", "no TOML|no claims"),
        ('title = "Small"', "title =", "no TOML"),
        ('title = "Small"', 'game = "atoll"', "means nothing"),
        ('judge = "search:simulations=10,memory_mb=2"', 'judge = "random"', "a judge searches"),
        ('measure = "draws"', 'measure = "ending"', "a kind of end"),
        ('measure = "draws"', 'measure = "score"', "two players"),
    ],
)
def test_a_bad_study_is_refused_in_a_sentence(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in STUDY
    file = tmp_path / "study.toml"
    file.write_text(STUDY.replace(before, after))
    with pytest.raises(Unusable, match=said):
        read_study(file)


def test_a_study_is_decided_and_comes_to_the_same_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("duckdb")
    file, out = tmp_path / "study.toml", tmp_path / "out"
    file.write_text(STUDY)
    command = ["lab", "study", str(file), "--out", str(out), "--processes", "0", "--plain"]
    assert main(command) == 0
    verdicts = json.loads((out / "verdicts.json").read_text())
    assert [claim["verdict"]["answer"] for claim in verdicts["claims"]] == [SUPPORTED, OPEN, SUPPORTED]
    assert "| nobody draws | **supported**" in (out / "verdicts.md").read_text()
    chunks = {path.name: path.stat().st_mtime_ns for path in (out / "chunks").iterdir()}
    assert main(command) == 0
    assert json.loads((out / "verdicts.json").read_text()) == verdicts
    assert {path.name: path.stat().st_mtime_ns for path in (out / "chunks").iterdir()} == chunks
    assert "are not there" not in capsys.readouterr().out
    played = tmp_path / "played"
    played.mkdir()
    (chunk,) = trials(read_study(file))[0].lines[0]
    (played / arrays_file(chunk)).write_bytes(as_arrays(chunk, play_chunk(chunk)))
    taken = ["lab", "study", str(file), "--out", str(tmp_path / "taken"), "--on", f"played:{played}", "--plain"]
    assert main(taken) == 0
    assert "1. supported: nobody draws" in (said := capsys.readouterr().out)
    assert "2 of 3 chunks are not there" in said


@pytest.mark.parametrize("where", ["pool", "played:nowhere"])
def test_a_study_that_nobody_can_play_leaves_nothing(
    tmp_path: Path, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb")
    file = tmp_path / "study.toml"
    file.write_text(STUDY.replace('by = "search:simulations=8,memory_mb=2"', 'by = "network:simulations=2"'))
    command = ["lab", "study", str(file), "--on", where, "--processes", "0"]
    assert main([*command, "--out", str(tmp_path / "new" / "out")]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]
    (empty := tmp_path / "empty").mkdir()
    assert main([*command, "--out", str(empty)]) == 2
    assert list(empty.iterdir()) == []
    assert "Traceback" not in capsys.readouterr().err


def test_the_studies_that_are_shipped_can_be_read() -> None:
    folder = Path(__file__).parents[3] / "docs" / "evidence" / "studies"
    studies = [read_study(path) for path in sorted(folder.glob("*.toml"))]
    assert len(studies) == 5
    assert all(len(study.claims) >= 4 for study in studies)
