"""What every game promises, checked by random play on every preset and on members of every family."""

import random
from typing import Any, cast

import numpy as np
import pytest
from pictures import shown

import ludejo
from ludejo import Game, Position
from ludejo.games.contract import CHANCE, DRAW, ONGOING, MaskedRules
from ludejo.games.kernels import buffer, copy_state, view_of
from ludejo.games.sight import sight_for

PRESETS = [f"{family.name}:{preset}" for family in ludejo.families() for preset in family.presets]
MEMBERS = [
    "atmalof:R=2,C=5,X=1,Y=2,N=4,P=6",
    "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4,tie=both",
    "atmalof:R=26,C=2,X=0,Y=3,N=3,P=12",
    "atoll:size=5",
    "atoll:size=25,pie=yes",
    "atoll:rhombus,size=2",
    "atoll:rhombus,size=5,islands=16,pie=yes",
    "atoll:rhombus,size=25,islands=96",
    "atoll:hexagon,size=2,islands=4,pie=yes",
    "atoll:hexagon,size=4,islands=16",
    "atoll:hexagon,size=13,islands=72",
]
SMALL = [
    "atmalof:R=2,C=3,X=1,Y=2,N=3,P=6",
    "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4,tie=both",
    "mammalath:base",
    "mammalath:plus",
    "atoll:size=5",
    "atoll:rhombus,size=3,pie=yes",
    "atoll:hexagon,size=3,islands=12",
    "almatafl:basic",
    "almatafl:advanced",
]


def arrays_equal(one: Any, other: Any) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def duplicate(state: Any) -> Any:
    return type(state)(*(array.copy() for array in state))


def observed(position: Position) -> np.ndarray:
    game, sight = position.game, sight_for(position.game)
    planes = np.full(sight.ground.shape, 77, np.uint8)
    view_of(game.rules).look(game.board, sight, position.state, planes)
    return planes


def check_view(before: Position, after: Position) -> None:
    """A second look into the same planes shows what a first one does."""
    planes = observed(before)
    view_of(after.game.rules).look_again(after.game.board, sight_for(after.game), after.state, planes)
    assert (planes == observed(after)).all(), shown(after)


def check_kernels(position: Position) -> None:
    """The kernels say what they should and change nothing but what they are given to change."""
    game, state = position.game, position.state
    rules, board = game.rules, game.board
    before = duplicate(state)
    out = buffer(board)
    count = rules.legal_moves(board, state, out)
    moves = out[:count].tolist()
    assert len(set(moves)) == count, shown(position)
    assert all(0 <= move < board.moves for move in moves), shown(position)
    assert sorted(moves) == list(position.legal), shown(position)
    if game.capabilities.mask:
        marked = np.ones(board.moves, np.bool_)
        cast(MaskedRules[Any, Any], rules).mark_legal(board, state, marked)
        assert np.flatnonzero(marked).tolist() == sorted(moves), shown(position)
    result = int(rules.outcome(state))
    assert result in (ONGOING, 0, 1, DRAW), shown(position)
    assert (count > 0) == (result == ONGOING), shown(position)
    assert int(rules.to_move(state)) in (0, 1, CHANCE), shown(position)
    assert arrays_equal(before, state), "asking changed the state" + shown(position)


def check_copy(position: Position) -> None:
    """copy() makes any state of the game equal to another, and leaves nothing shared."""
    state, into = position.state, duplicate(position.game.start(seed=1).state)
    for array in into:
        array.fill(1)
    copy_state(into, state)
    assert arrays_equal(into, state), shown(position)
    for mine, theirs in zip(into, state, strict=True):
        assert mine.dtype == theirs.dtype
        assert not np.shares_memory(mine, theirs)


def check_position_text(position: Position) -> None:
    """A position is the same after it has been written and read."""
    again = position.game.position(position.text)
    assert again == position, shown(position)
    assert again.text == position.text, shown(position)
    assert again.legal == position.legal, shown(position)
    assert (again.to_move, again.is_chance) == (position.to_move, position.is_chance), shown(position)
    assert (again.side_of(0), again.side_of(1)) == (position.side_of(0), position.side_of(1)), shown(position)
    assert again.outcome == position.outcome, shown(position)


def check_move_texts(position: Position) -> None:
    """Every legal move is written in one way, and read in any case, with spaces and with other dashes."""
    texts = position.moves()
    assert len(set(texts)) == len(texts), shown(position)
    for move, text in zip(position.legal, texts, strict=True):
        for spelling in (text, text.upper(), text.lower(), f"  {' '.join(text)}\t", text.replace("-", "–")):
            assert position.read(spelling) == [move], f"{spelling!r} {shown(position)}"


def check_step(position: Position, move: int) -> Position:
    """Playing a move leaves the position as it was and shows the next one to somebody else."""
    before, text, outcome = duplicate(position.state), position.text, position.outcome
    after = position.after(move)
    assert arrays_equal(position.state, before), shown(position)
    assert (position.text, position.outcome) == (text, outcome)
    assert after.parent is position
    assert after.move == move
    assert not np.array_equal(observed(position), observed(after)), "two movers see the same" + shown(after)
    check_view(position, after)
    by_text = position.play(position.move_text(move))
    assert arrays_equal(by_text.state, after.state), shown(after)
    return after


def play_through(game: Game, chance: random.Random, most: int, every: int) -> Position:
    """One random game; what is slow to check is checked in one position of `every`, and at the end."""
    position = game.start(seed=chance.getrandbits(32))
    for ply in range(most):
        check_kernels(position)
        if ply % every == 0 or position.is_over:
            check_copy(position)
            check_position_text(position)
            check_move_texts(position)
        if position.is_over:
            break
        position = check_step(position, chance.choice(position.legal))
    return position


@pytest.mark.parametrize("spec", PRESETS + MEMBERS)
def test_random_play(spec: str) -> None:
    game, chance = ludejo.game(spec), random.Random(spec)
    for _ in range(4):
        play_through(game, chance, most=400, every=5)


@pytest.mark.small
@pytest.mark.parametrize("spec", SMALL)
def test_random_play_in_small(spec: str) -> None:
    game, chance = ludejo.game(spec), random.Random(spec)
    play_through(game, chance, most=60, every=4)


@pytest.mark.small
@pytest.mark.parametrize("spec", SMALL)
def test_history_replays_to_the_same_position(spec: str) -> None:
    game, chance = ludejo.game(spec), random.Random(spec)
    end = play_through(game, chance, most=40, every=40)
    replayed = game.start(setup=end.setup) if game.is_arranged else game.start()
    for turn in end.history:
        replayed = replayed.play(turn)
    assert (replayed.text, replayed.history, replayed.turn) == (end.text, end.history, end.turn)
    assert [position.text for position in replayed.line][-1] == end.text


@pytest.mark.small
@pytest.mark.parametrize("spec", SMALL)
def test_the_same_seed_starts_and_plays_the_same_game(spec: str) -> None:
    game = ludejo.game(spec)
    one, other = (play_through(game, random.Random(7), most=30, every=30) for _ in range(2))
    assert one.text == other.text
    assert one.seed == other.seed
    assert one.history == other.history


@pytest.mark.small
def test_a_view_tells_whose_turn_it_is() -> None:
    pairs = [
        ("atmalof:junior", "r...../....../....../....../....../.....b", "r", "b"),
        ("mammalath", "ABCDEF/BCDEFA/CDEFAB/DEFABC/EFABCD/FABCD. w...../....../..b.../....../....../......", "w", "b"),
        ("almatafl", ludejo.game("almatafl").start().text.split()[0], "b", "w"),
    ]
    for spec, board, first, second in pairs:
        game = ludejo.game(spec)
        one, other = (observed(game.position(f"{board} {mover}")) for mover in (first, second))
        assert not np.array_equal(one, other), spec
