"""The vectorised core, each game of it followed by a Position that plays the same moves."""

from typing import Any

import numpy as np
import pytest

import ludejo
from ludejo.games.discovery import names
from ludejo.games.errors import Unusable
from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.play.position import Position

SMALL = {
    "atmalof": "atmalof:R=3,C=3,X=0,Y=0,P=4,N=3", "atoll": "atoll:rhombus,size=3,islands=4,pie=yes",
}  # fmt: skip
SPECS = [SMALL.get(name, name) for name in names()]


def played_on(position: Position, action: int, face: int) -> Position:
    """After an action, and after the given face of the die where one is due."""
    position = position.after(action)
    return position.after(position.legal[face]) if position.is_chance else position


def check_sight(games, number: int, position: Position) -> None:
    sight, view = sight_for(position.game), view_of(position.game.rules)
    planes = np.zeros((len(sight.ground), sight.height * sight.width), np.uint8)
    view.look(position.game.board, sight, position.state, planes)
    assert (games.observations[number].reshape(planes.shape) == planes).all()
    assert tuple(np.flatnonzero(games.legal[number])) == position.legal
    assert games.to_move[number] == position.to_move


@pytest.mark.parametrize("spec", SPECS)
def test_every_game_goes_as_its_moves_say(spec):
    games = ludejo.vector(spec, 3, seed=5)
    sides = 3 if spec.startswith("atmalof") else 1
    positions = [games.position(number) for number in range(3)]
    random, turns = np.random.default_rng(1), [0, 0, 0]
    for _ in range(60):
        actions, rolls = games.random_actions(), random.integers(sides, size=3)
        games.step(actions, rolls)
        for number in range(3):
            after = played_on(positions[number], int(actions[number]), int(rolls[number]))
            turns[number] += 1
            assert games.lengths[number] == turns[number]
            assert games.ended[number] == after.is_over
            winner = after.outcome.winner if after.outcome else None
            assert games.rewards[number].tolist() == [
                0 if winner is None else 1 if seat == winner else -1 for seat in (0, 1)
            ]
            if after.is_over:
                after, turns[number] = games.position(number), 0
                assert not after.is_over
            positions[number] = after
            assert games.position(number) == after
            check_sight(games, number, after)


def test_the_same_seed_gives_the_same_games_and_another_one_others():
    def course(seed):
        games = ludejo.vector(SMALL["atmalof"], 4, seed=seed)
        seen = []
        for _ in range(20):
            games.step(games.random_actions())
            seen.append(games.observations.tobytes())
        return seen

    assert course(3) == course(3) != course(4)


def test_arrangements_differ_from_game_to_game():
    games = ludejo.vector("mammalath", 8, seed=1)
    assert len({games.position(number).text for number in range(8)}) == 8
    first = {games.position(number).text for number in range(8)}
    for _ in range(80):
        games.step(games.random_actions())
    games.reset(seed=1)
    assert {games.position(number).text for number in range(8)} == first
    games.reset(seed=2)
    assert not {games.position(number).text for number in range(8)} & first


@pytest.mark.parametrize("spec", [SMALL["atmalof"], "mammalath"])
def test_what_is_put_back_goes_on_as_it_did(spec):
    games = ludejo.vector(spec, 4, seed=9)
    games.step(games.random_actions())
    kept = games.clone()
    actions, courses = [], []
    for _ in range(40):
        actions.append(games.random_actions())
        games.step(actions[-1])
    courses.append((games.observations.copy(), games.lengths.copy()))
    games.restore(kept)
    for chosen in actions:
        games.step(chosen)
    assert (games.observations == courses[0][0]).all()
    assert (games.lengths == courses[0][1]).all()


def test_what_is_wrong_gets_a_sentence_and_changes_nothing():
    games = ludejo.vector(SMALL["atoll"], 2, seed=1)
    games.step([0, 1])
    before = games.observations.copy()
    with pytest.raises(ludejo.IllegalMove, match=r"no legal action in game 1 \(Atoll\)"):
        games.step([1, 1])
    for wrong in ([0], [0.5, 1.0], [[0, 1]], "ab", [10**6, 0], [-1, 0]):
        with pytest.raises((Unusable, ludejo.IllegalMove)):
            games.step(wrong)
    counts: list[Any] = [0, -1, 10**9, 2.5]
    for count in counts:
        with pytest.raises(Unusable, match="cannot be played at once"):
            ludejo.vector("atoll", count)
    with pytest.raises(Unusable, match="faces counted from 0"):
        games.step([2, 2], rolls=[-2, 0])
    with pytest.raises(Unusable, match="no game 2"):
        games.position(2)
    assert (games.observations == before).all()


def test_planes_have_names():
    games = ludejo.vector("atoll:hex-11", 2)
    assert games.observations.shape == (2, len(games.planes), 11, 11)
    assert games.planes[1] == "own stones"
    assert games.actions == ludejo.game("atoll:hex-11").board.moves


def test_without_restart_a_game_that_ended_stays_as_it_is():
    games = ludejo.vector("atoll:rhombus,size=2,islands=4", 3, seed=1, restart=False)
    games.step([0, 0, 0], only=[True, False, True])
    assert games.lengths.tolist() == [1, 0, 1]
    while not games.ended[[0, 2]].all():
        games.step(games.random_actions(), only=[True, False, True])
    assert games.lengths[1] == 0
    assert not games.ended[1]
    assert games.position(0).is_over
    assert not games.legal[[0, 2]].any()
    kept = games.lengths.copy()
    games.step([-5, 0, 10**6])  # nobody looks at the actions of games that are over
    assert games.lengths.tolist() == [kept[0], 1, kept[2]]
    assert not games.rewards.any()
    games.reset(only=[True, False, False])
    assert games.ended.tolist() == [False, False, True]
    assert games.lengths.tolist() == [0, 1, kept[2]]
    with pytest.raises(Unusable, match="truth values"):
        games.step([0, 0, 0], only=[1, 0, 0])


def test_games_can_be_given_up_and_actions_asked_about():
    games = ludejo.vector(SMALL["atoll"], 3, restart=False)
    games.step([4, 4, 4])
    assert games.are_legal([4, 0, -1]).tolist() == [False, True, False]
    games.give_up([False, True, False])
    assert games.are_legal([0, 0, 0]).tolist() == [True, False, True]
    games.step([0, 0, 0])
    assert games.lengths.tolist() == [2, 1, 2]


def test_a_run_can_be_repeated_from_its_first_seed():
    def third_start():
        games = ludejo.vector("mammalath", 2, seed=4)
        games.reset()
        games.reset()
        return [games.position(number).text for number in range(2)]

    assert third_start() == third_start()
    wild: list[Any] = ["x", -1, 2.5]
    for seed in wild:
        with pytest.raises(Unusable, match="a seed is a whole number"):
            ludejo.vector("mammalath", 2, seed=seed)
