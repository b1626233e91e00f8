"""Every measure on games made by hand, whose value can be worked out on paper."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludejo.games.contract import CHANCE, DRAW
from ludejo.lab.measures.decisive import decisive, endings, settled
from ludejo.lab.measures.deep import changes, deep, ladder
from ludejo.lab.measures.fair import FirstMoves, fair, fair_first_moves
from ludejo.lab.measures.figures import clopper_pearson, mean, quantile, ratio, score, share, spread
from ludejo.lab.measures.lively import differing, lead_changes, lively, swing, uncertainty
from ludejo.lab.measures.sample import UNFINISHED, Kept, Sample
from ludejo.lab.measures.size import playouts, positions, size, tree_size, widest
from ludejo.play.game import game


def kept(winner: int, before: list[float], who: list[int] | None = None, **more) -> Kept:
    plies = len(before) - 1
    seats = np.array(who if who is not None else [ply % 2 for ply in range(plies)])
    return Kept(winner, seats, np.arange(plies), more.pop("choices", np.full(plies, 10)), np.array(before), **more)


def sample(winners: list[int], games: list[Kept] = [], **more) -> Sample:  # noqa: B006  never changed
    count = len(winners)
    columns: dict[str, Any] = {
        "turns": np.full(count, 10),
        "options": np.full(count, 35),
        "forced": np.full(count, 2),
        "trace": np.arange(count),
        "opening": np.arange(count),
        "number": np.arange(count),
    }
    columns |= {name: np.array(column) for name, column in more.items() if name in columns}
    rest = {name: value for name, value in more.items() if name not in columns}
    players = rest.pop("players", ("random", "random"))
    return Sample("x", players, np.array(winners), kept=tuple(games), **columns, **rest)


#                  the first seat leads, is behind, leads, has won
COMEBACK = kept(0, [0.5, 0.7, 0.3, 0.6, 1.0])
#               a choice that changes nothing, a roll that costs the first seat 30 points, a choice that ends it
DICEY = kept(1, [0.5, 0.5, 0.2, 0.0], who=[0, CHANCE, 1])


# ------------------------------------------------------------ intervals


def test_a_share_has_the_exact_interval_of_the_binomial() -> None:
    low, high = clopper_pearson(5, 10)
    assert (low, high) == pytest.approx((0.18709, 0.81291), abs=1e-4)  # as in the tables
    assert clopper_pearson(0, 10) == pytest.approx((0, 1 - 0.025**0.1))
    assert clopper_pearson(10, 10) == pytest.approx((0.025**0.1, 1))


def test_a_bootstrap_holds_the_true_mean_about_as_often_as_it_says() -> None:
    chance = np.random.default_rng(3)
    means = [mean(chance.random(60)) for _ in range(200)]
    held = sum((figure.low or 0) <= 0.5 <= (figure.high or 0) for figure in means)
    assert 180 <= held <= 199


def test_one_game_says_nothing_of_others() -> None:
    assert mean([0.3]).value == 0.3
    assert mean([0.3]).low is None
    assert mean([]).value is None


def test_ratios_are_not_whole_numbers() -> None:
    assert ratio([7, 0], [1, 1]).value == 3.5
    assert share(1, 3).value == pytest.approx(1 / 3)


def test_quantiles_and_spread() -> None:
    assert [quantile([4, 1, 3, 2], q).value for q in (0.25, 0.5, 0.9)] == [1, 2, 4]
    assert spread([1, 3]).value == 1


def test_a_difference_has_an_interval_of_its_own() -> None:
    step = share(80, 100) - share(20, 100)
    assert step.value == pytest.approx(0.6)
    assert step.low is not None
    assert 0.4 < step.low < 0.5


# ------------------------------------------------------------ fair


def test_the_first_seat_scores_half_for_a_draw_and_nothing_for_what_was_cut_short() -> None:
    assert sample([0, 1, DRAW, UNFINISHED, 0, 0]).results.tolist() == [1, 0, 0.5, 1, 1]
    assert score(sample([0, 1, 1]).results).value == pytest.approx(1 / 3)


def test_a_player_has_its_points_wherever_it_sits() -> None:
    both = sample([0, 0, 1, 1], players=("strong", "weak"))  # it sits first, second, first, second
    assert both.points_of_first.tolist() == [1, 0, 0, 1]


def test_who_swapped_plays_the_first_colour() -> None:
    pie = game("atoll:rhombus,size=3,pie=yes")
    after = pie.start().play("a1")
    swap = after.legal[after.moves().index("swap")]
    plain = Kept(0, np.array([0, 1]), np.array([0, 4]), np.array([9, 9]))
    swapped = Kept(0, np.array([0, 1]), np.array([0, swap]), np.array([9, 9]))
    found = fair(sample([0, 0], [plain, swapped]), pie)
    assert found["swaps"].value == 0.5
    assert found["first_seat"].value == 1.0
    if pie.capabilities.swaps_seats:
        assert found["first_side"].value == 0.5  # the second game was won by the colour that the first player gave away


def test_first_moves_and_what_a_swap_leaves() -> None:
    #        swapped after the first and the third: there it is worth more than not
    start = FirstMoves("", ("a", "b", "c"), np.array([0.9, 0.4, 0.55]), np.array([0.9, 0.35, 0.55]))
    found = fair_first_moves([start])
    assert found["first_moves_best"].value == pytest.approx(0.9)
    # about their mean of 37/60 the three lie 17/60, 13/60 and 4/60 off
    assert found["first_moves_spread"].value == pytest.approx(np.sqrt((17**2 + 13**2 + 4**2) / 3) / 60)
    assert found["swap_right"].value == pytest.approx(2 / 3)
    assert found["swap_left"].value == pytest.approx(-0.05)  # with c, which the other swaps
    other = FirstMoves("", ("a",), np.array([0.7]), None)
    assert fair_first_moves([start, other])["starts_spread"].value == pytest.approx(0.1)


# ------------------------------------------------------------ decisive


def test_when_the_loser_last_had_a_chance() -> None:
    assert settled(COMEBACK, 0.5) == 2 / 4
    assert settled(COMEBACK, 0.25) == 3 / 4
    assert settled(kept(0, [0.95, 0.97, 1.0]), 0.1) == 0.0
    assert settled(DICEY, 0.5) == 1 / 3  # the loser is the first seat here


def test_draws_are_of_the_games_that_ended() -> None:
    found = decisive(sample([0, DRAW, UNFINISHED, 1], turns=[5, 10, 500, 6]))
    assert found["draws"].value == pytest.approx(1 / 3)
    assert found["cut_short"].value == 1 / 4
    assert [found[f"turns_{q}"].value for q in (10, 50, 90)] == [5, 6, 500]


def test_kinds_of_end() -> None:
    found = endings(sample([0, 1, 1], endings=("line", "count", "line")))
    assert [(kind, figure.value) for kind, figure in found.items()] == [("line", 2 / 3), ("count", 1 / 3)]


# ------------------------------------------------------------ lively


def test_what_happens_along_a_game() -> None:
    assert lead_changes(COMEBACK) == 2
    assert lead_changes(kept(0, [0.5, 0.52, 0.48, 0.53, 1.0])) == 0  # nobody led before the end
    assert uncertainty(COMEBACK) == pytest.approx((1 + 0.6 + 0.6 + 0.8) / 4)
    assert swing(COMEBACK) == pytest.approx(0.4)
    assert swing(DICEY) == pytest.approx(0.2)  # the roll's 30 points are nobody's choice


def test_how_far_and_how_long_winners_were_behind() -> None:
    found = lively(sample([0], [COMEBACK]))
    assert found["behind"].value == pytest.approx(0.2)
    assert found["behind_long"].value == 1 / 4
    assert found["killers"].value == 1


def test_choices_that_matter() -> None:
    probed = COMEBACK._replace(probed=0, values=np.array([0.2, 0.6, 0.58, 0.5]), taken=0)
    even = COMEBACK._replace(probed=0, values=np.array([0.5, 0.45]), taken=0)
    found = lively(sample([0, 0], [probed, even]))
    assert found["matters"].value == 0.5
    assert found["narrowness"].value == pytest.approx((2 / 4 + 2 / 2) / 2)
    assert deep(sample([0, 0], [probed, even]))["regret"].value == pytest.approx((0.4 + 0) / 2)


def test_how_often_two_games_differ() -> None:
    assert differing(np.array([7, 7, 8])).value == pytest.approx(2 / 3)
    assert differing(np.array([7])).value is None
    found = lively(sample([0, 1, 0], opening=[3, 3, 3]))
    assert found["forced"].value == 0.2
    assert found["different_games"].value == 1
    assert found["different_openings"].value == 0


# ------------------------------------------------------------ deep


def test_luck_is_what_rolls_change() -> None:
    assert changes(DICEY) == pytest.approx((0.09, 0.04))
    assert deep(sample([1, 0], [DICEY, COMEBACK]))["luck"].value == pytest.approx(0.09 / (0.13 + 0.45))
    assert deep(sample([0], [COMEBACK]))["luck"].value == 0


def test_a_rung_is_76_per_cent() -> None:
    names = ("search:simulations=50", "search:simulations=200")
    won = [number % 2 for number in range(1000)]  # the stronger player's own seat …
    winners = [seat if number < 760 else 1 - seat for number, seat in enumerate(won)]  # … in 760 of the games
    match = replace(sample(winners, players=names[::-1]), spec="atoll:hex-11")
    found = ladder(names, [match])[names[1]]
    assert found["rungs"].value == pytest.approx(1, abs=0.01)
    assert found["per_doubling"].value == pytest.approx(100, abs=1)  # two doublings


# ------------------------------------------------------------ size


def test_size() -> None:
    found = size(sample([0, 1], [kept(0, [0.5, 0.5, 1.0], choices=np.array([100, 10]))]))
    assert found["branching"].value == 3.5
    assert found["turns"].value == 10
    assert found["tree"].value == pytest.approx(3)
    rolled = kept(1, [0.5, 0.5, 0.2, 0.0], who=[0, CHANCE, 1], choices=np.array([100, 6, 10]))
    assert tree_size(rolled) == pytest.approx(3)  # a roll is no choice


def test_positions_by_how_often_games_meet() -> None:
    # after one ply two of four games share a position: 6 pairs, 1 meeting; after two, three are left and none meet
    keys = np.array([[7, 1], [7, 2], [8, 3], [9, 0]], np.uint64)
    assert widest(keys).value == pytest.approx(np.log10(6))
    assert widest(keys[:, 1:]).value == pytest.approx(np.log10(3))  # a lower bound: as if one pair had met
    assert widest(keys[:, 1:]).high is None
    assert widest(np.zeros((4, 2), np.uint64)).value is None
    # four cells: twelve ways to lay a black and a white stone, after which half of the games are over with the third
    assert positions(game("atoll:rhombus,size=2"), games=1000).value == pytest.approx(np.log10(12), abs=0.1)


def test_playouts_a_second_by_the_clock() -> None:
    ticks = iter(range(100))
    # each look at this clock is a sixteenth of a second later: 100 games take one, and 0.2 s are passed after four
    assert playouts(game("atoll:rhombus,size=2"), clock=lambda: next(ticks) / 16) == 400 / (4 / 16)
