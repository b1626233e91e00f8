"""OpenSpiel's own tests of our games, and its algorithms on them."""

from typing import Any

import numpy as np
import pytest

import ludejo
from ludejo.games.discovery import names

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `environments`")
from benchmarks.conformance import open_spiel_api_test  # noqa: E402  # which registers all games

SMALL = {
    "atmalof": "ludejo_atmalof(spec=R:3;C:3;X:0;Y:0;P:4;N:3)", "atoll": "ludejo_atoll(spec=rhombus;size:3;islands:4)",
}  # fmt: skip
TINY = "ludejo_atoll(spec=rhombus;size:2;islands:4)"


@pytest.mark.parametrize("name", names())
def test_openspiel_plays_at_random_and_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(SMALL.get(name, f"ludejo_{name}")), 2, True, False, True)


@pytest.mark.parametrize("name", names())
def test_what_openspiel_asks_of_its_own_games(name: str) -> None:
    """Its api_test; for every preset, and with all that other libraries ask: benchmarks.conformance."""
    open_spiel_api_test(pyspiel.load_game(SMALL.get(name, f"ludejo_{name}")))


def test_a_game_is_what_its_specification_says() -> None:
    for asked in (SMALL["atoll"], "ludejo_atoll(spec=atoll:rhombus;size:3;islands:4)"):
        assert pyspiel.load_game(asked).game == ludejo.game("atoll:rhombus,size=3,islands=4")
    given = pyspiel.load_game("ludejo_atoll", {"spec": "atoll:rhombus,size=3,islands=4"})
    assert pyspiel.load_game(str(given)).game == given.game
    assert pyspiel.load_game("ludejo_atoll").game == ludejo.game("atoll")
    starts = [str(pyspiel.load_game(f"ludejo_mammalath(seed={seed})").new_initial_state()) for seed in (1, 1, 2)]
    assert starts[0] == starts[1] != starts[2]


def test_dice_are_chance_nodes() -> None:
    game = pyspiel.load_game(SMALL["atmalof"])
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    state.apply_action(outcomes[-1][0])
    assert state.current_player() == 1


def test_a_game_without_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludejo.environments.openspiel.LONGEST", 4)
    state = pyspiel.load_game("ludejo_mammalath").new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_its_algorithms_run() -> None:
    """MCTS as OpenSpiel has it in Python: the one in C++ crashes with every game in Python, its own ones too (2.0)."""
    from open_spiel.python.algorithms import cfr, expected_game_score, mcts, minimax

    game = pyspiel.load_game(TINY)  # on 2 × 2 the first player wins
    solver: Any = cfr.CFRSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert expected_game_score.policy_value(game.new_initial_state(), [average] * 2)[0] > 0.6
    assert minimax.alpha_beta_search(game, maximum_depth=9, value_function=lambda state: 0)[0] == 1
    chance = np.random.RandomState(7)
    bot = mcts.MCTSBot(game, 2.0, 50, mcts.RandomRolloutEvaluator(1, chance), solve=True, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert state.returns() == [1, -1]


@pytest.mark.parametrize("asked", [TINY, SMALL["atmalof"]])
def test_a_playthrough_says_the_same_twice(asked: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    told = generate_playthrough.playthrough(asked, action_sequence=None, seed=5)
    assert told == generate_playthrough.playthrough(asked, action_sequence=None, seed=5)
    assert "IsTerminal() = True" in told
