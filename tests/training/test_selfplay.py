"""Self-play: what is learned from is what was played, thought and won."""

import zlib
from typing import Any

import numpy as np
import pytest
from naive import guided as naive

import ludejo
from ludejo.games.atmalof import view as atmalof_view
from ludejo.games.atoll import view as atoll_view
from ludejo.games.kernels import view_of
from ludejo.games.mammalath import view as mammalath_view
from ludejo.games.sight import sight_for
from ludejo.play.position import Position
from ludejo.training.selfplay import Harvest, SelfPlay, SelfPlaySettings

HEX3 = ludejo.game("atoll:rhombus,size=3,islands=4")
HEX4 = ludejo.game("atoll:rhombus,size=4,islands=4")
DICE = ludejo.game("atmalof:R=3,C=3,X=0,Y=0,P=4,N=3")
PLAIN: dict[str, Any] = {"games": 6, "simulations": 8, "random_share": 0.0, "search_share": 0.0}


class Opinion:
    """A made-up network whose answers depend on nothing but what it sees. It watches over the protocol too."""

    def __init__(self, game: ludejo.Game) -> None:
        self.policy = sight_for(game).policy
        self.on_their_way: list[tuple[np.ndarray, ...]] = []
        self.batches = 0

    def room(self, shape: tuple[int, ...], kind: type) -> np.ndarray:
        return np.zeros(shape, kind)

    def submit(self, planes: np.ndarray, logits: np.ndarray, value: np.ndarray) -> np.ndarray:
        self.on_their_way.append((planes, planes.copy(), logits, value))
        assert len(self.on_their_way) <= 2
        self.batches += 1
        return planes

    def wait(self, ticket: np.ndarray) -> None:
        planes, seen, logits, value = self.on_their_way.pop(0)
        assert ticket is planes
        assert (planes == seen).all()  # nobody wrote into a batch that was being evaluated
        logits[:], value[:] = self.evaluate(seen)

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        rows = [np.random.default_rng(zlib.crc32(row.tobytes())) for row in planes]
        logits = np.array([row.normal(0, 1, self.policy) for row in rows], np.float32)
        return logits, np.array([row.uniform(0.2, 0.8) for row in rows], np.float32)

    def of(self, position: Position) -> tuple[dict[int, float], float]:
        sight = sight_for(position.game)
        logits, value = self.evaluate(planes_of(position)[None])
        return {move: float(logits[0, sight.slot[move]]) for move in position.legal}, float(value[0])


def planes_of(position: Position) -> np.ndarray:
    game, sight = position.game, sight_for(position.game)
    planes = np.zeros(sight.ground.shape, np.uint8)
    view_of(game.rules).look(game.board, sight, position.state, planes)
    return planes.reshape(-1, sight.height, sight.width)


def harvested(game: ludejo.Game, positions: int, **changes: Any) -> tuple[Harvest, SelfPlay]:
    selfplay = SelfPlay(game, Opinion(game), SelfPlaySettings(**{**PLAIN, **changes}))
    return selfplay.play(positions), selfplay


def games_in(harvest: Harvest, plane: int, other: int) -> list[slice]:
    """Where each game lies: a board without pieces begins one."""
    empty = harvest.planes[:, [plane, other]].sum(axis=(1, 2, 3)) == 0
    begins = [k for k in range(len(empty)) if empty[k] and (k == 0 or not empty[k - 1])]
    return [slice(first, last) for first, last in zip(begins, [*begins[1:], len(empty)], strict=True)]


def test_without_noise_every_game_is_the_one_that_the_plain_search_plays() -> None:
    """Planes, policies and values of a whole game, against positions and searches made here."""
    harvest, _ = harvested(HEX4, 100, noise=0.0, considered=8)
    games = games_in(harvest, atoll_view.OWN, atoll_view.OTHER)
    opinion, position, sight = Opinion(HEX4), HEX4.start(), sight_for(HEX4)
    expected = []
    while not position.is_over:
        root = naive.search(position, opinion.of, 8, 8, 0.5, 50.0)
        policy = {move: 1 / len(root.wins) for move in root.wins} if root.wins else _policy(root)
        row = np.zeros(sight.policy)
        row[[sight.slot[move] for move in policy]] = list(policy.values())
        expected.append((planes_of(position), row, position.to_move))
        position = position.after(_played(root))
    assert position.outcome is not None
    for game in games:
        assert len(harvest.value[game]) == len(expected)
        for k, (planes, row, mover) in enumerate(expected, game.start):
            assert (harvest.planes[k] == planes).all()
            assert np.abs(harvest.policy[k] - row).max() < 1e-3
            assert harvest.value[k] == (position.outcome.winner == mover)


def _policy(root: naive.Node) -> dict[int, float]:
    won = [move for move, child in root.children.items() if child.certain == 1 - root.mover]
    return {move: 1 / len(won) for move in won} if won else root.improved(0.5, 50.0)


def _played(root: naive.Node) -> int:
    """What wins for certain, else of the most visited the one that scores best; lost moves last."""
    if root.wins:
        return next(move for move in _order(root.position) if move in root.wins)
    scores, values = naive._scores(root, 0.5, 50.0), root.completed()
    lost = [move for move, child in root.children.items() if child.certain == root.mover]
    won = [move for move, child in root.children.items() if child.certain == 1 - root.mover]
    if won:
        return won[0]
    return max(
        root.prior,
        key=lambda move: (
            move not in lost,
            naive._visits(root, move) if move not in lost else values[move],
            scores[move],
        ),
    )


def _order(position: Position) -> list[int]:
    """Legal moves as the rules list them, which is the order in which wins are found."""
    from ludejo.games.kernels import buffer

    out = buffer(position.game.board)
    return out[: position.game.rules.legal_moves(position.game.board, position.state, out)].tolist()


def test_policies_are_over_empty_cells_and_sum_to_one() -> None:
    harvest, selfplay = harvested(HEX3, 400, noise=1.0, random_share=0.5, random_turns=3)
    stones = harvest.planes[:, [atoll_view.OWN, atoll_view.OTHER]].sum(axis=1).reshape(len(harvest.value), -1)
    assert harvest.policy.astype(np.float32).sum(axis=1) == pytest.approx(np.ones(len(harvest.value)), abs=2e-3)
    assert not (harvest.policy[:, :9] * stones).any()
    report = selfplay.report
    assert report.positions == len(harvest.value) >= 400
    assert report.games > 40
    assert report.leaves > report.moves


def test_random_first_moves_are_not_learned_from() -> None:
    harvest, _ = harvested(HEX3, 300, random_share=1.0, random_turns=1)
    stones = harvest.planes[:, [atoll_view.OWN, atoll_view.OTHER]].sum(axis=(1, 2, 3))
    assert stones.min() == 1
    firsts = harvest.planes[stones == 1][:, atoll_view.OTHER].reshape(-1, 9).sum(axis=0)
    assert (firsts > 0).all()  # all over the board


def test_values_follow_from_the_winner_and_alternate() -> None:
    harvest, _ = harvested(HEX4, 300, noise=1.0)
    for game in games_in(harvest, atoll_view.OWN, atoll_view.OTHER)[:-1]:
        values = harvest.value[game]
        assert set(values.tolist()) <= {0.0, 1.0}
        assert (values[1:] == 1 - values[:-1]).all()
        assert values[-1] == 1  # whoever makes the last stone wins


def test_the_search_has_a_share_in_the_values() -> None:
    pure, _ = harvested(HEX4, 60, noise=0.0)
    mixed, _ = harvested(HEX4, 60, noise=0.0, search_share=0.4)
    searched, _ = harvested(HEX4, 60, noise=0.0, search_share=1.0)
    expected = 0.6 * pure.value + 0.4 * searched.value
    assert mixed.value == pytest.approx(expected, abs=1e-5)
    root = naive.search(HEX4.start(), Opinion(HEX4).of, 8, 16, 0.5, 50.0)
    assert searched.value[0] == pytest.approx(root.worth(0.5, 50.0), abs=1e-5)


def test_a_rolled_die_is_learned_from_without_a_policy() -> None:
    harvest, _ = harvested(DICE, 600, noise=1.0)
    rolled = harvest.planes[:, atmalof_view.ANNOUNCED].sum(axis=(1, 2)) > 0
    sums = harvest.policy.astype(np.float32).sum(axis=1)
    assert 0 < rolled.sum() < len(rolled)
    assert not sums[rolled].any()
    assert sums[~rolled] == pytest.approx(np.ones((~rolled).sum()), abs=2e-3)
    before = np.nonzero(rolled)[0] - 1  # the announcement: the same side, the same outcome
    assert (harvest.value[before] == harvest.value[rolled]).all()
    assert (harvest.planes[before][:, atmalof_view.OWN] == harvest.planes[rolled][:, atmalof_view.OWN]).all()
    assert {0.0, 0.5, 1.0} >= set(harvest.value.tolist())


def test_long_games_are_cut_and_worth_what_the_search_says() -> None:
    harvest, selfplay = harvested(HEX4, 60, longest=3, noise=1.0, games=4, simulations=4)
    assert selfplay.report.cut == selfplay.report.games > 0
    assert selfplay.report.length == 3 + 1
    assert (harvest.value > 0).all()
    assert (harvest.value < 1).all()


def test_arranged_games_begin_differently() -> None:
    game = ludejo.game("mammalath")
    harvest, _ = harvested(game, 60, games=8, simulations=2)
    kinds = slice(mammalath_view.FIRST_TYPE, mammalath_view.FIRST_TYPE + 6)
    starts = harvest.planes[harvest.planes[:, mammalath_view.FIRST_TURN].all(axis=(1, 2))][:, kinds]
    assert len(np.unique(starts.reshape(len(starts), -1), axis=0)) > 1


def test_threads_play_the_same_games() -> None:
    alone, _ = harvested(HEX4, 200, noise=1.0, games=8)
    shared, _ = harvested(HEX4, 200, noise=1.0, games=8, threads=3)
    rows = [{row.tobytes() for row in harvest.planes} for harvest in (alone, shared)]
    assert len(rows[0] & rows[1]) > 0.9 * min(map(len, rows))


class Moody(Opinion):
    """Refuses to answer once."""

    refuses = False

    def submit(self, planes: np.ndarray, logits: np.ndarray, value: np.ndarray) -> np.ndarray:
        if self.refuses:
            self.refuses = False
            raise RuntimeError("not now")
        return super().submit(planes, logits, value)


def test_the_crew_is_dismissed_when_something_goes_wrong() -> None:
    opinion = Moody(HEX4)
    selfplay = SelfPlay(HEX4, opinion, SelfPlaySettings(**{**PLAIN, "threads": 3}))
    assert len(selfplay.play(50).value) >= 50
    opinion.refuses = True
    with pytest.raises(RuntimeError, match="not now"):
        selfplay.play(50)


class Stubborn(Opinion):
    """Has given up one slot of the policy; whoever has its cell, or the only stone, stands well."""

    slot = 5

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits, value = super().evaluate(planes)
        logits[:, self.slot] = -40
        stones = planes[:, [atoll_view.OWN, atoll_view.OTHER]].reshape(len(planes), 2, -1)
        decisive = stones[:, :, self.slot] if self.slot < stones.shape[2] else stones.sum(axis=2)
        worth = np.where(decisive[:, 0] > decisive[:, 1], 0.9, np.where(decisive[:, 0] < decisive[:, 1], 0.1, value))
        return logits, worth.astype(value.dtype)


class NeverSwaps(Stubborn):
    """The slot is the swap's."""

    slot = 16


def given_up(pie: str, opinion: type[Stubborn], **changes: Any) -> float:
    """The most that the search ever recommended of what the policy had given up, at the second turn."""
    game = ludejo.game(f"atoll:rhombus,size=4,islands=4,pie={pie}")
    settings = SelfPlaySettings(**{**PLAIN, "games": 16, "simulations": 16, "considered": 17, **changes})
    harvest = SelfPlay(game, opinion(game), settings).play(600)
    second = harvest.planes[:, [atoll_view.OWN, atoll_view.OTHER]].sum(axis=(1, 2, 3)) == 1
    return float(harvest.policy[second][:, opinion.slot].max())


def test_a_move_that_was_given_up_comes_back() -> None:
    """A part of the root's policy is spread over all moves."""
    assert given_up("no", Stubborn, considered=8) < 0.01
    assert given_up("no", Stubborn, evenness=0.5) > 0.5


def test_a_swap_is_never_given_up() -> None:
    assert given_up("yes", NeverSwaps) > 0.5


def test_the_next_call_goes_on_with_the_same_games() -> None:
    selfplay = SelfPlay(HEX4, Opinion(HEX4), SelfPlaySettings(**{**PLAIN, "noise": 1.0}))
    parts = [selfplay.play(1) for _ in range(30)]
    joined = Harvest(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    for game in games_in(joined, atoll_view.OWN, atoll_view.OTHER):
        stones = joined.planes[game][:, [atoll_view.OWN, atoll_view.OTHER]].sum(axis=(1, 2, 3))
        assert stones.tolist() == list(range(len(stones)))


def test_no_time_gives_no_positions() -> None:
    harvest = SelfPlay(HEX4, Opinion(HEX4), SelfPlaySettings(**PLAIN)).play(100, seconds=0)
    assert harvest.planes.shape == (0, 8, 4, 4)
    assert harvest.policy.shape == (0, 17)


def test_one_game_cannot_take_turns_with_itself() -> None:
    with pytest.raises(ValueError, match="too few"):
        SelfPlay(HEX4, Opinion(HEX4), SelfPlaySettings(games=1))


class Sure(Opinion):
    """Is sure of every game from the start."""

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits, value = super().evaluate(planes)
        mover = planes[:, atoll_view.OWN].sum(axis=(1, 2)) == planes[:, atoll_view.OTHER].sum(axis=(1, 2))
        return logits, np.where(mover, 0.99, 0.01).astype(value.dtype)


def test_games_that_are_decided_in_the_opening_are_begun_anew() -> None:
    """Of ten such games nine are thought about once, and not played."""
    searches = []
    for share in (0.0, 0.9):
        selfplay = SelfPlay(HEX4, Sure(HEX4), SelfPlaySettings(**{**PLAIN, "games": 16, "redrawn_share": share}))
        assert len(selfplay.play(2000).value) >= 2000
        searches.append((selfplay.report.moves - selfplay.report.positions) / selfplay.report.games)
    assert searches[0] < 1.5  # moves of games that still go on
    assert 6 < searches[1] < 14


def test_a_result_that_is_far_away_is_worth_less() -> None:
    """By half a ply, so that what is lost becomes worth prolonging."""
    harvest, _ = harvested(HEX4, 100, noise=0.0, considered=8, haste=0.5)
    for game in games_in(harvest, atoll_view.OWN, atoll_view.OTHER):
        plies = np.arange(game.stop - game.start, 0, -1)
        assert np.allclose(np.abs(harvest.value[game] - 0.5), 0.5**plies * 0.5, atol=1e-6)
