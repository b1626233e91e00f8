"""Scores, intervals and the sequential test, against figures worked out by hand."""

import math

import pytest

from ludejo.lab.scores import (
    PAIR_SCORES,
    BadTest,
    Sprt,
    SprtTrial,
    Standing,
    elo_of,
    elo_text,
    expected_score,
    log_likelihood_ratio,
    wilson,
)


def test_elo_and_score_are_each_other_s_inverse() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.5) == 0
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)


def test_wilson_s_interval() -> None:
    # 8 of 10 at 95 %: centre (0.8 + 1.92073 / 10) / 1.384146, half-width √(0.384146 · (0.16 + 0.0960365)) / 1.384146
    low, high = wilson(0.8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0.5, 0) == (0.0, 1.0)
    assert wilson(1.0, 20)[1] == 1.0


def test_a_standing_counts_unfinished_games_as_half() -> None:
    standing = Standing(wins=3, draws=1, losses=1, unfinished=1)
    assert (standing.games, standing.points, standing.score) == (6, 4.0, 4 / 6)
    assert "1 unfinished" in str(standing)
    assert elo_text(Standing(wins=2).elo).startswith("∞ (")


def test_nothing_is_neither_more_nor_less() -> None:
    assert elo_text((-10.4, -0.3, 9.6)) == "0 (-10 to +10) Elo"
    assert elo_text((-math.inf, 0.0, math.inf)) == "0 (-∞ to ∞) Elo"
    assert str(Standing()) == "no game yet"


def test_with_two_outcomes_the_ratio_is_wald_s_own() -> None:
    # 60 wins and 40 losses, an expected score of 0.5 against one of 0.6: 60 ln(0.6 / 0.5) + 40 ln(0.4 / 0.5)
    by_hand = 60 * math.log(1.2) + 40 * math.log(0.8)
    assert by_hand == pytest.approx(2.013551, abs=1e-6)
    assert log_likelihood_ratio([40, 60], [0.0, 1.0], 0.5, 0.6) == pytest.approx(by_hand)


def test_with_draws_the_free_part_is_as_likely_as_can_be() -> None:
    # 10 wins, 20 draws, no loss; mean 1/2 against mean 3/4. Where the mean is m and losses are possible but not seen,
    # the likeliest are wins w, draws d with w + d/2 = m, so that d = 2m − 2w and losses 1 − 2m + w. By calculus on
    # 10 ln w + 20 ln(2m − 2w): w = m / 3, for m = 1/2: losses 1/6. For m = 3/4 no losses fit w = 1/4 (they would be
    # −1/4), so losses are 0 and w = 1/2. Ratio: 10 ln((1/2) / (1/6)) + 20 ln((1/2) / (2/3)).
    by_hand = 10 * math.log(3) + 20 * math.log(3 / 4)
    seen_a_little = [1e-9, 20, 10]
    assert log_likelihood_ratio(seen_a_little, [0, 0.5, 1], 0.5, 0.75) == pytest.approx(by_hand, abs=1e-4)


def test_the_bounds_are_wald_s() -> None:
    low, high = Sprt(0, 50, alpha=0.05, beta=0.1).bounds
    assert low == pytest.approx(math.log(0.1 / 0.95))
    assert high == pytest.approx(math.log(0.9 / 0.05))


@pytest.mark.parametrize(("pair_score", "verdict"), [(0.75, "H1"), (0.5, "H0"), (0.25, "H0")])
def test_a_trial_comes_to_a_verdict_and_keeps_it(pair_score: float, verdict: str) -> None:
    trial = SprtTrial(Sprt(0, 100))
    scores = [0.0, 1.0, pair_score, pair_score]  # some spread, so that the pairs have a variance
    heard = 0
    while trial.verdict is None and heard < 2000:
        trial.hear(scores[heard % 4])
        heard += 1
    assert trial.verdict == verdict
    assert heard < 2000
    trial.hear(1.0)
    assert trial.pairs == heard


def test_no_pairs_say_nothing() -> None:
    assert Sprt(0, 50).ratio([0] * len(PAIR_SCORES)) == 0


@pytest.mark.parametrize("text", ["", "1", "a,b", "50,0", "0,50,0.6,0.05", "0,50,0.05,0", "nan,1", "0,1,.1,.1,.1"])
def test_a_bad_test_gets_a_sentence(text: str) -> None:
    with pytest.raises(BadTest, match="expected"):
        Sprt.read(text)


def test_a_test_as_text() -> None:
    assert Sprt.read("0, 50") == Sprt(0, 50, 0.05, 0.05)
    assert Sprt.read("-10,10,0.01,0.02") == Sprt(-10, 10, 0.01, 0.02)
