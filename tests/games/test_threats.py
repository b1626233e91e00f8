"""What games know of threats, against trying every move and every reply."""

from random import Random

import numpy as np
import pytest

import ludejo
from ludejo.games.contract import ALL_MOVES, NO_MOVE
from ludejo.games.kernels import buffer, threats_of
from ludejo.play.position import Position

SPECS = ["mammalath", "mammalath:plus", "almatafl", "almatafl:advanced"]
GAMES, FROM_PLY = 3, 6


def positions(spec: str) -> list[Position]:
    """Those of a few random games, and of some in which nobody leaves a win lying."""
    found = []
    for seed in range(GAMES):
        chance, position = Random(seed), ludejo.game(spec).start(seed=seed)
        while not position.is_over and position.turn < 60:
            if position.turn >= FROM_PLY:
                found.append(position)
            sound = [move for move in position.legal if not wins(position.after(move))] if seed % 2 else position.legal
            position = position.after(chance.choice(sound or position.legal))
    return found


def wins(position: Position) -> list[int]:
    """The moves by which the mover wins at once."""
    rules, seat = position.game.rules, position.to_move
    return [move for move in position.legal if int(rules.outcome(position.after(move).state)) == seat]


@pytest.mark.parametrize("spec", SPECS)
def test_what_wins_at_once_and_what_answers_a_threat(spec: str) -> None:
    threats, out = threats_of(ludejo.game(spec).rules), buffer(ludejo.game(spec).board)
    threatened = won = 0
    for position in positions(spec):
        winning, board = wins(position), position.game.board
        move = int(threats.winning_move(board, position.state, out))
        assert move in (winning or [NO_MOVE]) or not threats.SEES_EVERY_WIN, position.text
        assert move == NO_MOVE or move in winning, position.text
        won += move != NO_MOVE
        count = int(threats.answers(board, position.state, out))
        if move != NO_MOVE or count == ALL_MOVES:
            continue
        threatened += 1
        answers = set(out[:count].tolist())
        assert answers <= set(position.legal), position.text
        for other in set(position.legal) - answers:
            after = position.after(other)
            lost = after.outcome.winner not in (None, position.to_move) if after.outcome else bool(wins(after))
            assert lost, (position.text, position.move_text(other))
    assert threatened > 0, "no threat was met"
    assert won > 0, "no win was met"


@pytest.mark.parametrize("spec", ["mammalath", "mammalath:plus"])
def test_every_move_that_threatens_is_listed(spec: str) -> None:
    game = ludejo.game(spec)
    threats, out = threats_of(game.rules), buffer(game.board)
    listed_any = 0
    for position in positions(spec):
        if wins(position) or threats.answers(game.board, position.state, out) != ALL_MOVES:
            continue
        listed = out[: threats.threatening_moves(game.board, position.state, out)].tolist()
        assert len(set(listed)) == len(listed)
        assert set(listed) <= set(position.legal), position.text
        listed_any += len(listed)
        for other in set(position.legal) - set(listed):
            after = position.after(other)
            if not after.is_over and not wins(after):
                assert threats.answers(game.board, after.state, out) == ALL_MOVES, (position.text, other)
    assert listed_any > 0, "no threat was met"


@pytest.mark.parametrize("spec", ["atoll:rhombus,size=4", "atmalof"])
def test_a_game_without_knowledge_sees_what_its_heuristics_see_and_no_threat(spec: str) -> None:
    game = ludejo.game(spec)
    threats, out = threats_of(game.rules), np.zeros(game.board.room, np.uint32)
    state = game.start().state
    assert int(threats.winning_move(game.board, state, out)) == NO_MOVE
    assert int(threats.answers(game.board, state, out)) == ALL_MOVES
    assert int(threats.threatening_moves(game.board, state, out)) == 0
