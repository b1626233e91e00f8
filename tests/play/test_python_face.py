"""What programmers do with games and positions: copy and pickle them, ask wild things, look at planes."""

import copy
import multiprocessing
import pickle
import random
from typing import Any

import numpy as np
import pytest

import ludejo
from ludejo.games.discovery import names
from ludejo.games.errors import Unusable
from ludejo.play.position import STATES_EVERY

SMALL = {"atmalof": "atmalof:R=4,C=4,X=0,Y=0,P=7,N=4", "atoll": "atoll:rhombus,size=4,islands=4,pie=yes"}
SPECS = [SMALL.get(name, name) for name in names()]
WILD: list[Any] = [
    -1,
    10**6,
    10**30,
    -(2**63),
    True,
    None,
    1.5,
    float("nan"),
    b"a1",
    [],
    object(),
    "",
    "\x00",
    "🎲",
    "a" * 10_000,
]


def some_way_in(spec: str, turns: int = 12, seed: int = 3) -> ludejo.Position:
    chance, position = random.Random(seed), ludejo.game(spec).start(seed=seed)
    while turns and not position.is_over:
        position, turns = position.play(position.random_move(chance)), turns - 1
    return position


@pytest.mark.small
@pytest.mark.parametrize("spec", SPECS)
def test_a_position_survives_pickling_with_its_history(spec):
    position = some_way_in(spec)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert (again.history, again.seed, again.setup, again.given) == (
        position.history, position.seed, position.setup, position.given,
    )  # fmt: skip
    assert again.legal == position.legal
    given = position.game.position(position.text)
    assert pickle.loads(pickle.dumps(given)).given
    assert given == position
    assert hash(given) == hash(position)
    assert len(pickle.dumps(position)) < 5_000


def test_a_position_that_was_pickled_comes_without_the_states_of_its_past():
    game = ludejo.game("atoll:hex-11")
    position = game.start()
    for move in range(100):
        position = position.after(move)
    again = pickle.loads(pickle.dumps(position))
    kept = [one for one in again.line if "state" in vars(one)]
    assert len(again.line) == 101
    assert len(kept) <= 2 + 101 // STATES_EVERY + 1
    assert all(a.text == b.text for a, b in zip(again.line, position.line, strict=True))


def test_what_never_changes_is_its_own_copy():
    position = some_way_in(SPECS[0])
    assert copy.copy(position) is copy.deepcopy(position) is position
    assert copy.deepcopy(position.game) is position.game
    assert pickle.loads(pickle.dumps(position.game)) == position.game


def text_of(position: ludejo.Position) -> str:
    return position.text


def test_positions_travel_to_spawned_processes():
    positions = [some_way_in(spec, turns=3) for spec in SPECS]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(text_of, positions) == [position.text for position in positions]


@pytest.mark.small
@pytest.mark.parametrize("spec", SPECS)
def test_wild_moves_are_refused_and_change_nothing(spec):
    position = some_way_in(spec, turns=2)
    before = [array.copy() for array in position.state]
    for wild in WILD:
        if wild is True and 1 in position.legal:
            continue
        assert not position.is_legal(wild)
        for ask in (position.play, position.after):
            with pytest.raises((ludejo.IllegalMove, ludejo.UnreadableMove)):
                ask(wild)
    assert all((now == old).all() for now, old in zip(position.state, before, strict=True))


@pytest.mark.small
@pytest.mark.parametrize("spec", SPECS)
def test_numbers_and_texts_are_two_names_of_a_move(spec):
    position = some_way_in(spec, turns=4)
    mask = position.legal_mask()
    assert mask.dtype == np.bool_
    assert tuple(np.flatnonzero(mask)) == position.legal
    assert [child.move for child in position.children()] == list(position.legal)
    for number, text in zip(position.legal[:5], position.moves()[:5], strict=True):
        assert position.play(number) == position.play(np.int32(number)) == position.play(text)
        assert position.is_legal(number)
        assert position.is_legal(text)


def test_a_random_move_is_the_same_for_the_same_seed_and_none_after_the_end():
    start = ludejo.game(SPECS[0]).start(seed=1)
    for chance in (random.Random, np.random.default_rng):
        assert start.random_move(chance(5)) == start.random_move(chance(5))
    drawn = {start.random_move(random.Random(seed)) for seed in range(200)}
    assert drawn == set(start.moves()) or len(drawn) > 20
    over = some_way_in("atoll:rhombus,size=2,islands=4", turns=99)
    assert over.is_over
    with pytest.raises(ludejo.IllegalMove, match="after the end"):
        over.random_move(random.Random(1))
    with pytest.raises(ludejo.IllegalMove, match="after the end"):
        over.after(0)


@pytest.mark.small
@pytest.mark.parametrize("spec", SPECS)
def test_planes_have_names_and_two_dimensions(spec):
    position = some_way_in(spec)
    planes, plane_names = position.observe()
    assert planes.ndim == 3
    assert len(planes) == len(plane_names)
    assert planes[0].sum() == position.game.board.cells


@pytest.mark.small
@pytest.mark.parametrize("spec", SPECS)
def test_nobody_can_change_a_position(spec):
    position = some_way_in(spec, turns=3)
    kept, key = position.text, hash(position)
    for array in (*position.state, *(table for table in position.game.board if isinstance(table, np.ndarray))):
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 1
    for thing, name in ((position, "state"), (position, "turn"), (position.game, "board"), (position.game, "spec")):
        with pytest.raises(AttributeError, match="never changes"):
            setattr(thing, name, None)
        with pytest.raises(AttributeError, match="never changes"):
            delattr(thing, name)
    cells: Any = position.game.cell
    with pytest.raises(TypeError):
        cells["a1"] = 5
    assert (position.game.position(kept).text, hash(position)) == (kept, key)


@pytest.mark.parametrize("spec", SPECS)
def test_a_state_that_was_let_go_of_comes_back_read_only(spec):
    position = some_way_in(spec, turns=4)
    for before in position.line[1:]:
        before.let_go()
    assert not any(array.flags.writeable for before in position.line for array in before.state)


@pytest.mark.small
@pytest.mark.parametrize("spec", SPECS)
def test_a_game_whose_moves_are_turned_looks_turned(spec):
    start = ludejo.game(spec).start(seed=1)
    first, *others = start.symmetries()
    assert (first.planes == start.observe().planes).all()
    assert (first.moves == np.arange(start.game.board.moves)).all()
    for number, image in enumerate(others, start=1):
        if not (image.planes == first.planes).all():  # an arrangement that is not symmetric, or whose is which shore
            continue
        position, turned = start, start
        for _ in range(6):
            if position.is_over or position.is_chance:  # faces of a die are not turned
                break
            move = position.legal[len(position.legal) // 3]
            position, turned = position.after(move), turned.after(int(image.moves[move]))
            assert (position.symmetries()[number].planes == turned.observe().planes).all()
            assert sorted(image.moves[list(position.legal)].tolist()) == list(turned.legal)


def test_without_a_view_there_are_no_planes(monkeypatch):
    def none(rules: Any) -> None:
        raise LookupError

    monkeypatch.setattr("ludejo.play.observing.view_of", none)
    with pytest.raises(Unusable, match="has no view"):
        some_way_in(SPECS[0], turns=0).observe()


def test_a_notebook_shows_the_board():
    position = some_way_in(SPECS[0], turns=1)
    assert position._repr_svg_().startswith("<svg")
    assert position._repr_html_() == position.svg()
