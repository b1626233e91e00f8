"""Ratings, against cases that can be solved by hand."""

import math

import pytest

from ludejo.lab.ladder import file_name, pairings
from ludejo.lab.ratings import Pairing, fit


def test_two_players_stand_apart_as_their_score_says() -> None:
    ratings = fit([Pairing("b", "a", points=75, games=100)], anchor="a", at=1000)
    rating, error = ratings.of("b")
    assert rating == pytest.approx(1000 + 400 * math.log10(3))
    # the information of n games is n·p·(1 − p) in natural units
    assert error == pytest.approx(1.959964 * 400 / math.log(10) / math.sqrt(100 * 0.75 * 0.25))
    assert ratings.of("a") == (1000, 0)


def test_three_players_whose_results_fit_together() -> None:
    # a : b : c = 1 : 2 : 4 in strength, and every pair has played 30 games exactly to expectation
    results = [Pairing("b", "a", 20, 30), Pairing("c", "b", 20, 30), Pairing("c", "a", 24, 30)]
    ratings = fit(results, anchor="a")
    assert ratings.of("b")[0] == pytest.approx(400 * math.log10(2))
    assert ratings.of("c")[0] == pytest.approx(400 * math.log10(4))
    assert ratings.difference("c", "b")[0] == pytest.approx(400 * math.log10(2))


def test_bradley_and_terry_s_condition_holds_where_results_disagree() -> None:
    """At the likeliest ratings everybody's points are what the ratings expect."""
    results = [Pairing("a", "b", 7, 10), Pairing("b", "c", 6.5, 10), Pairing("c", "a", 6, 10), Pairing("c", "d", 9, 10)]
    ratings = fit(results)
    for name in "abcd":
        points = expected = 0.0
        for result in results:
            if name in result[:2]:
                other = result.second if name == result.first else result.first
                points += result.points if name == result.first else result.games - result.points
                gap = ratings.of(other)[0] - ratings.of(name)[0]
                expected += result.games / (1 + 10 ** (gap / 400))
        assert points == pytest.approx(expected, abs=1e-6)


def test_a_clean_sweep_needs_a_prior() -> None:
    results = [Pairing("b", "a", 10, 10)]
    with pytest.raises(ValueError, match="nothing that a won leads to b"):
        fit(results)
    rating, _ = fit(results, anchor="a", prior=1).of("b")
    assert rating == pytest.approx(400 * math.log10(10.5 / 0.5))


def test_players_who_never_met_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="no finite difference"):
        fit([Pairing("a", "b", 1, 2), Pairing("c", "d", 1, 2)], prior=1)


def test_an_anchor_must_have_played() -> None:
    with pytest.raises(ValueError, match="z has played no games"):
        fit([Pairing("a", "b", 1, 2)], anchor="z")


def test_a_ladder_pairs_neighbours_and_next_neighbours() -> None:
    assert pairings("123") == [("2", "1"), ("3", "2"), ("3", "1")]
    assert file_name("search:simulations=20, seed=1") == "search-simulations=20-seed=1"
    assert file_name("../..") == "player"
