"""Search with a network: against the same search written plainly, and for what is certain, chance and clocks."""

import threading
import time
import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from clocks import set_clock
from naive import guided as naive

import ludejo
from ludejo.games.atoll.view import OTHER, OWN
from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.play.position import Position
from ludejo.search import selection
from ludejo.search import tree as trees
from ludejo.search.engine import Engine, Settings
from ludejo.search.evaluation import ByNetwork
from ludejo.search.sharing import ALONE, new_ledger

HEX3 = ludejo.game("atoll:rhombus,size=3,islands=4")
HEX4 = ludejo.game("atoll:rhombus,size=4,islands=4,pie=yes")
DICE = ludejo.game("atmalof:R=3,C=3,X=0,Y=0,P=2,N=3")
PAPER: dict[str, Any] = {"root": "halving", "inner": "improved", "batch": 1, "evenness": 0.0}


class Opinion:
    """A made-up network: its answers depend on nothing but what it sees, and are the same on every machine."""

    def __init__(self, game: ludejo.Game, spread: float = 1.0, pause: float = 0.0) -> None:
        self.policy, self.spread, self.pause = sight_for(game).policy, spread, pause
        self.asked = 0

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.asked += len(planes)
        time.sleep(self.pause * len(planes))
        rows = [np.random.default_rng(zlib.crc32(row.astype(np.uint8).tobytes())) for row in planes]
        logits = np.array([row.normal(0, self.spread, self.policy) for row in rows], np.float32)
        return logits, np.array([row.uniform(0.2, 0.8) for row in rows], np.float32)

    def of(self, position: Position) -> tuple[dict[int, float], float]:
        game, sight = position.game, sight_for(position.game)
        planes = np.zeros(sight.ground.shape, np.uint8)
        view_of(game.rules).look(game.board, sight, position.state, planes)
        logits, value = self.evaluate(planes[None])
        return {move: float(logits[0, sight.slot[move]]) for move in position.legal}, float(value[0])


def thinking(game: ludejo.Game, network: Opinion, settings: Settings | None = None) -> Engine:
    return Engine(game, settings, network)


def random_position(game: ludejo.Game, turns: int, seed: int) -> Position:
    chance, position = np.random.default_rng(seed), game.start(seed=seed)
    while not position.is_over and (position.turn <= turns or position.is_chance):
        position = position.after(int(chance.choice(position.legal)))
    return position


# ---------------------------------------------------------------- against the plain one


@pytest.mark.parametrize("simulations", [1, 2, 7, 16, 33, 64])
@pytest.mark.parametrize(("game", "turns"), [(HEX4, 0), (HEX4, 1), (HEX4, 4), (HEX4, 7), (HEX3, 0), (HEX3, 2)])
def test_visits_and_policy_are_those_of_the_plain_search(game: ludejo.Game, turns: int, simulations: int) -> None:
    for seed in range(3):
        position = random_position(game, turns, seed)
        if position.is_over:
            continue
        opinion = Opinion(game)
        engine = thinking(game, opinion, Settings(**PAPER, considered=8))
        engine.think(position, simulations=simulations + 1)
        root = naive.search(position, opinion.of, simulations, 8, 0.5, 50.0)
        visits = dict(zip(engine.root_table().move.tolist(), engine.root_table().visits.tolist(), strict=True))
        assert {move: child.visits for move, child in root.children.items()} == {
            move: count for move, count in visits.items() if count
        }
        assert bool(engine.tree.solved[0]) == (root.certain is not None)
        assert trees.mean_of(engine.tree, 0) == pytest.approx(root.value(0), abs=1e-5)
        if root.certain is None:
            assert recommended(engine) == pytest.approx(root.improved(0.5, 50.0), abs=1e-4)


def recommended(engine: Engine) -> dict[int, float]:
    assert isinstance(engine.evaluation, ByNetwork)
    tree = engine.tree
    values, shares = np.zeros((2, engine.evaluation.sight.choices), np.float32)
    selection.recommend(tree, engine.evaluation.plan(tree, 2), values, shares)
    first, count = int(tree.first[0]), int(tree.children[0])
    return dict(zip(tree.move[first : first + count].tolist(), shares[:count].tolist(), strict=True))


def test_sequential_halving_by_hand() -> None:
    assert selection.halving_schedule(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert selection.halving_schedule(8, 24) == [0] * 8 + [1] * 4 + [2] * 4 + [3] * 2 + [4] * 2 + [5] * 2 + [6] * 2
    assert selection.halving_schedule(1, 3) == [0, 1, 2]
    assert selection.halving_schedule(16, 5) == [0] * 5


def test_the_best_policy_moves_are_the_ones_considered() -> None:
    opinion = Opinion(HEX4, spread=3.0)
    engine = thinking(HEX4, opinion, Settings(**PAPER, considered=4))
    engine.think(HEX4.start(), simulations=17)
    logits, _ = opinion.of(HEX4.start())
    tried = {
        int(move) for move, visits in zip(engine.root_table().move, engine.root_table().visits, strict=True) if visits
    }
    assert tried == set(sorted(logits, key=lambda move: -logits[move])[:4])


def test_gumbel_noise_draws_moves_as_often_as_the_policy_says() -> None:
    """The largest of logit plus noise is a sample from the policy."""
    tree = trees.new_tree(8, 4)
    tree.children[0] = 4
    policy = np.array([0.5, 0.3, 0.15, 0.05])
    dice, drawn = np.array([5], np.uint64), np.zeros(4)
    for _ in range(20_000):
        selection.add_noise(tree, 1.0, dice)
        drawn[np.argmax(np.log(policy) + tree.noise[:4])] += 1
    assert np.abs(drawn / 20_000 - policy).max() < 0.015  # more than four standard deviations


# ---------------------------------------------------------------- what is certain


def test_a_win_at_once_needs_no_network() -> None:
    position = HEX3.start()
    for text in ("b1", "a2", "b2", "a3"):
        position = position.play(text)
    opinion = Opinion(HEX3)
    thought = thinking(HEX3, opinion, Settings()).think(position, simulations=100)
    asked = opinion.asked
    assert thought.solved
    assert thought.value == 1
    assert position.after(thought.best.move).is_over
    assert asked <= 1  # when the kernels are first tried


@pytest.mark.parametrize("settings", [Settings(), Settings(**PAPER), Settings(root="improved")])
def test_small_hex_is_solved_and_the_winning_move_is_played(settings: Settings) -> None:
    thought = thinking(HEX3, Opinion(HEX3), settings).think(HEX3.start(), simulations=20_000)
    assert thought.solved
    assert thought.value == 1  # the first player wins Hex
    assert _winner(HEX3.start().after(thought.best.move)) == 0


def _winner(position: Position) -> int:
    if position.outcome:
        assert position.outcome.winner is not None
        return position.outcome.winner
    assert position.to_move is not None
    replies = (_winner(position.after(move)) for move in position.legal)
    return position.to_move if any(winner == position.to_move for winner in replies) else 1 - position.to_move


def test_a_die_is_worth_the_mean_of_its_faces() -> None:
    """Red's second piece brings the tie-break: a pair wins, two apart draw."""
    position = DICE.start().play("R1:1").play("R3:3")
    thought = thinking(DICE, Opinion(DICE), Settings(exploration=20)).think(position, simulations=600)
    compared = 0
    for choice in thought.choices:
        die = position.after(choice.move)
        if die.is_chance:
            faces = [die.after(face) for face in die.legal]
            if all(face.is_over for face in faces):
                shares = [0.5 if face.outcome.winner is None else 1.0 - face.outcome.winner for face in faces]  # type: ignore[union-attr]
                assert choice.solved
                assert choice.value == pytest.approx(np.mean(shares))
                compared += 1
    assert compared == 2  # R2 and C2: no square of theirs is taken


def test_known_faces_have_their_exact_part_and_need_no_visits() -> None:
    """Red's second piece ends the game on an empty square, and changes nothing on a taken one."""
    position = DICE.start().play("R1:1").play("R3:3")
    engine = thinking(DICE, Opinion(DICE), Settings(exploration=20))
    die = position.play("R1")
    thought = engine.think(die, simulations=200)
    known = [face for face in thought.choices if face.solved]
    assert len(known) == 2
    assert all(face.visits == 1 for face in known)
    (still_open,) = (face for face in thought.choices if not face.solved)
    mean = np.mean([face.value for face in thought.choices])
    assert still_open.visits > 190
    assert thought.value == pytest.approx(mean, abs=0.03)


def test_a_sure_draw_is_worth_half_and_something_else_is_explored() -> None:
    """A tree by hand: of two moves one draws for certain, the other gets worse and worse."""
    tree, ledger = trees.new_tree(8, 4), new_ledger(ALONE, 4)
    tree.first[0], tree.children[0], tree.guess[0], tree.sure[0] = 1, 2, 0.5, trees.NOTHING
    for child in (1, 2):
        trees.plant(tree, child, child)
        trees.open_up(tree, child)
    tree.prior[1:3] = 0.5
    trees.solve(tree, 1, 0.5)
    trees.back_up(tree, walk_to(1), 1, 0.5, ledger)
    values, shares = np.zeros((2, 4), np.float32)
    plan = selection.prior_plan(100, root_rule=selection.PUCT)
    for _ in range(20):
        assert selection.by_prior(tree, 0, plan, values, shares) == 2
        trees.back_up(tree, walk_to(2), 1, 0.1, ledger)
    assert trees.mean_of(tree, 2) == pytest.approx(0.1)
    assert trees.mean_of(tree, 0) == pytest.approx(0.5)
    assert not tree.solved[0]
    trees.solve(tree, 2, 0.0)
    trees.back_up(tree, walk_to(2), 1, 0.0, ledger)
    assert tree.solved[0]
    assert tree.exact[0] == 0.5


def walk_to(child: int) -> trees.Walk:
    """From the root to one of its children."""
    walk = trees.Walk(*(column[0] for column in trees.new_walks(1, 4)))
    walk.node[:2] = 0, child
    return walk


def test_faces_are_tried_alike() -> None:
    game = ludejo.game("atmalof")
    die = game.start().play("R2")
    thought = thinking(game, Opinion(game), Settings()).think(die, simulations=1 + 6 * 20)
    assert [choice.visits for choice in thought.choices] == [20] * 6
    assert thought.value == pytest.approx(np.mean([choice.value for choice in thought.choices]), abs=0.02)


# ---------------------------------------------------------------- an engine


def test_many_leaves_at_once_leave_nothing_pending() -> None:
    engine = thinking(HEX4, Opinion(HEX4), Settings(batch=16))
    thought = engine.think(HEX4.start(), simulations=300)
    assert thought.simulations == 300 == 1 + sum(choice.visits for choice in thought.choices)
    assert_whole(engine)


@pytest.mark.parametrize("seed", range(6))
def test_a_search_that_settles_chooses_what_it_would_have_chosen_anyway(seed: int) -> None:
    position, opinion = random_position(HEX4, 3, seed), Opinion(HEX4)
    whole = thinking(HEX4, opinion, Settings(batch=1, seed=2)).think(position, simulations=400)
    settled = thinking(HEX4, opinion, Settings(batch=1, seed=2, settles=True)).think(position, simulations=400)
    assert settled.best.move == whole.best.move
    if not settled.solved:
        lead = settled.choices[0].visits - settled.choices[1].visits
        assert lead > 400 - settled.simulations
        assert settled.simulations < 400


def test_a_search_that_settles_knows_how_many_simulations_its_time_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)
    game = ludejo.game("atoll:hex-9")
    engine = thinking(game, Opinion(game, pause=0.01), Settings(settles=True, exploration=0.01))
    thought = engine.think(game.start(), seconds=4.0)
    assert thought.simulations >= 32
    assert thought.seconds < 3.0  # hardly anything is explored, so the lead is soon too large


class Blind(Opinion):
    """Gives a cell up, though whoever has it wins."""

    def __init__(self, game: ludejo.Game, move: int) -> None:
        super().__init__(game)
        self.slot = int(sight_for(game).slot[move])

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits, value = super().evaluate(planes)
        logits[:, self.slot] = -40
        own, other = (planes.reshape(*planes.shape[:2], -1)[:, plane, self.slot] for plane in (OWN, OTHER))
        return logits, np.where(own > 0, 0.99, np.where(other > 0, 0.01, value)).astype(value.dtype)


def test_the_best_move_is_found_though_the_policy_gave_it_up() -> None:
    game = ludejo.game("atoll:rhombus,size=4,islands=4,pie=no")
    position = game.start()
    move = position.legal[5]
    for evenness, is_found in ((0.0, False), (0.2, True)):
        engine = thinking(game, Blind(game, move), Settings(batch=1, variety=0.0, evenness=evenness, exploration=1.5))
        assert (engine.think(position, simulations=200).best.move == move) == is_found


class Unaware(Opinion):
    """Knows nothing of swaps: the one stone on the board is all that counts, and a swap is no move at all."""

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits, value = super().evaluate(planes)
        logits[:, -1] = -40
        own, other = (planes[:, plane].reshape(len(planes), -1).sum(axis=1) for plane in (OWN, OTHER))
        return logits, np.where(own > other, 0.8, np.where(own < other, 0.2, 0.6)).astype(value.dtype)


@pytest.mark.parametrize("simulations", [1, 16, 200])
def test_whoever_may_swap_stands_no_worse_than_even_and_does_it_where_it_is_better(simulations: int) -> None:
    offered = HEX4.start().play("b2")
    thought = thinking(HEX4, Unaware(HEX4), Settings()).think(offered, simulations=simulations)
    assert thought.best.text == "swap"
    assert thought.value > 0.5


def test_one_simulation_is_the_policy_alone() -> None:
    opinion = Opinion(HEX4)
    thought = thinking(HEX4, opinion, Settings()).think(HEX4.start(), simulations=1)
    logits, _ = opinion.of(HEX4.start())
    assert thought.best.move == max(logits, key=lambda move: logits[move])
    assert thought.simulations == 1


@pytest.mark.parametrize("batch", [1, 4, 16])
def test_the_same_settings_think_the_same_in_one_piece_or_in_slices(batch: int) -> None:
    game = ludejo.game("atmalof:junior")
    position = random_position(game, 6, 1)
    settings = Settings(playouts=2, playout_share=0.5, batch=batch)
    first, other, sliced = (thinking(game, Opinion(game), settings) for _ in range(3))
    thought = first.think(position, simulations=400)
    assert thought.choices == other.think(position, simulations=400).choices
    if batch == 1:  # a slice that ends within a batch leaves another tree
        parts = [sliced.think(position, simulations=part) for part in (1, 149, 250)]
        assert parts[-1].choices == thought.choices
        assert [part.simulations for part in parts] == [1, 149, 250]


def test_the_tree_is_kept_from_move_to_move() -> None:
    position = HEX4.start()
    opinion = Opinion(HEX4)
    engine = thinking(HEX4, opinion)
    first = engine.think(position, simulations=600)
    move, reply = first.best.line[:2]
    below = position.play(move).play(reply)
    known = int(engine.tree.visits[engine.node_of(below) or 0])
    assert known > 10
    asked = opinion.asked
    thought = engine.think(below, simulations=50)
    assert thought.simulations == 50
    assert opinion.asked - asked <= 50
    assert int(engine.tree.visits[0]) == known + 50
    assert sum(choice.visits for choice in thought.choices) == known + 49
    assert_whole(engine)
    for text in thought.best.line:
        below = below.play(text)


def assert_whole(engine: Engine) -> None:
    """Every node but the root is the child of one, and was visited once more than its children, unless it is solved.

    Nothing that was lent to a visit under way is left: a node's results are its own evaluation's and its children's.
    """
    tree, size = engine.tree, int(engine.tree.counters[trees.SIZE])
    taken = np.zeros(size, np.int32)
    visited = np.nonzero(tree.visits[:size])[0]
    assert (tree.first[visited] >= trees.NO_CHILD).all()  # nothing waits for the network
    for node in visited[tree.first[visited] >= 0]:
        children = slice(int(tree.first[node]), int(tree.first[node]) + int(tree.children[node]))
        taken[children] += 1
        if not tree.solved[node] and tree.sure[node] == trees.NOTHING:
            assert tree.visits[node] == 1 + tree.visits[children].sum()
            results = tree.guess[node] + tree.total[children].sum()
            assert tree.solved[children].any() or tree.total[node] == pytest.approx(results, abs=1e-4)
    assert taken[0] == 0
    assert np.all(taken[1:] == 1)


def test_other_seeds_play_other_games_where_moves_are_alike() -> None:
    seen = set()
    for seed in range(12):
        engine = thinking(HEX4, Opinion(HEX4, spread=0.1), Settings(seed=seed, variety=0.5))
        seen.add(engine.think(HEX4.start(), simulations=20).best.move)
    steady = Settings(variety=0.0)
    alike = {
        thinking(HEX4, Opinion(HEX4, spread=0.1), replace(steady, seed=seed)).think(HEX4.start(), simulations=20)
        .best.move
        for seed in range(4)
    }  # fmt: skip
    assert len(seen) > 1 == len(alike)


def test_another_game_of_positions_starts_afresh() -> None:
    engine, fresh = (thinking(HEX4, Opinion(HEX4)) for _ in range(2))
    engine.think(HEX4.start(), simulations=200)
    other = HEX4.start().play("b2")  # the same position by another way would be another root
    assert engine.think(other, simulations=100).choices == fresh.think(other, simulations=100).choices


def test_threads_see_what_one_sees_with_the_same_batches() -> None:
    one = thinking(HEX4, Opinion(HEX4), Settings(batch=8))
    two = thinking(HEX4, Opinion(HEX4), Settings(batch=4, threads=2))
    position = HEX4.start().play("a1")
    assert one.think(position, simulations=300).choices == two.think(position, simulations=300).choices


class Sociable(Opinion):
    """Until two have been asked at the same time, it gives another a while to come before it answers."""

    def __init__(self, game: ludejo.Game) -> None:
        super().__init__(game)
        self.present, self.have_met = threading.Semaphore(1), threading.Event()

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        is_first = self.present.acquire(blocking=False)
        if not is_first:
            self.have_met.set()
        self.have_met.wait(0.1)
        if is_first:
            self.present.release()
        return super().evaluate(planes)


def test_threads_evaluate_at_the_same_time() -> None:
    opinion = Sociable(HEX4)
    thinking(HEX4, opinion, Settings(batch=4, threads=2)).think(HEX4.start(), simulations=200)
    assert opinion.have_met.is_set()


def test_one_thread_evaluates_one_batch_after_the_other() -> None:
    opinion = Sociable(HEX4)
    thinking(HEX4, opinion, Settings(batch=4)).think(HEX4.start(), simulations=20)
    assert not opinion.have_met.is_set()


def test_playouts_alone_find_a_good_move() -> None:
    """With a network that knows nothing and playouts that decide, the middle of Hex is preferred."""
    game = ludejo.game("atoll:rhombus,size=5,islands=4")
    settings = Settings(playouts=8, playout_share=1.0)
    thought = thinking(game, Opinion(game, spread=0.01), settings).think(game.start(), simulations=800)
    assert thought.best.text in ("c3", "b4", "d2", "b3", "c2", "d3", "c4")
    assert thought.value > 0.5


def test_a_deadline_and_a_cancellation_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)
    engine = thinking(HEX4, Opinion(HEX4, pause=0.004), Settings())
    engine.think(HEX4.start(), simulations=2)
    thought = engine.think(HEX4.start(), seconds=0.2)
    assert thought.seconds < 0.25
    assert thought.simulations > 10
    cancel = threading.Event()
    cancel.set()
    assert engine.think(HEX4.start(), seconds=60, cancel=cancel).seconds < 1


def test_memory_is_never_passed() -> None:
    engine = thinking(HEX4, Opinion(HEX4), Settings(memory_mb=1))
    thought = engine.think(HEX4.start(), simulations=1_000_000)
    assert sum(array.nbytes for array in (*engine.tree, *engine.spare)) < 1_100_000
    assert thought.nodes <= len(engine.tree.visits)
    assert not thought.solved


def test_lines_can_be_played() -> None:
    thought = thinking(HEX4, Opinion(HEX4), Settings()).think(HEX4.start(), simulations=400)
    assert len(thought.best.line) > 2
    position = HEX4.start()
    for text in thought.best.line:
        position = position.play(text)


def test_a_short_look_finds_what_the_network_does_not_expect(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win in five plies, with a network that knows nothing and has no time to find it."""
    set_clock(monkeypatch)
    game = ludejo.game("mammalath")
    position = game.position(".FE.FE/...ED./FF..../D.E.../DDD..E/.E..DF ...w.b/.b.w.w/.b..w./b...../....w./..bww. b")
    for probe, is_found in ((0.0, False), (0.9, True)):
        engine = thinking(game, Opinion(game, pause=0.3), Settings(probe=probe))
        thought = engine.think(position, seconds=1.0)
        assert thought.solved == is_found
        if is_found:
            assert thought.value == 1
            assert thought.best.solved
            assert thought.best.text in ["d3"]


def test_thinking_needs_a_budget() -> None:
    with pytest.raises(ValueError, match="needs seconds or simulations"):
        thinking(HEX4, Opinion(HEX4)).think(HEX4.start())
