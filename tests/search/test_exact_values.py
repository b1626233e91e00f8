"""What a search with the shipped networks says of small boards, against what is certain of them."""

import numpy as np

import ludejo
from ludejo.search import selection
from ludejo.search import tree as trees
from ludejo.search.engine import Engine, Settings
from ludejo.search.evaluation import ByNetwork
from ludejo.search.network import network_for


def test_what_self_play_learns_of_a_root_is_near_its_exact_value() -> None:
    """Every opening of Hex 5: the mean of a halved root calls lost ones won, its improved policy does not."""
    game = ludejo.game("atoll:rhombus,size=5,islands=4")
    settings = Settings(root="halving", inner="improved", batch=1, evenness=0.05)
    means, worths = [], []
    for position in game.start().children():
        engine = Engine(game, settings, network_for(game))
        engine.think(position, simulations=49)
        exact = 1 - ludejo.solve(position).low  # the second seat is to move
        means.append(abs(trees.mean_of(engine.tree, 0) - exact))
        worths.append(abs(improved_worth(engine) - exact))
    assert max(worths) < 0.25
    assert np.mean(worths) < 0.1
    assert max(means) > 0.5


def improved_worth(engine: Engine) -> float:
    assert isinstance(engine.evaluation, ByNetwork)
    values, shares = np.zeros((2, engine.evaluation.sight.choices), np.float32)
    selection.recommend(engine.tree, engine.evaluation.plan(engine.tree, 2), values, shares)
    return float(selection.improved_worth(engine.tree, values, shares))


def test_where_dice_level_out_moves_the_best_is_found() -> None:
    """C2 and R3 win 3 of 7 games, the next best move 1 of 3, as exact values say."""
    game = ludejo.game("atmalof:R=3,C=3,X=0,Y=0,P=4,N=3")
    engine = Engine(game, Settings(variety=0.0), network_for(game))
    choices = engine.think(game.position("b.b/.rr/.br b"), simulations=400).choices
    visits = {choice.text: choice.visits for choice in choices}
    assert (visits["C2"] + visits["R3"]) / sum(visits.values()) > 0.8
