"""Wins by continuous threats, against the slow rules: they win whatever the other side replies."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from naive.solving import after
from twins import naive_at

import ludejo
from ludejo.games.kernels import bind
from ludejo.play.position import Position
from ludejo.solve.numbers.threat_sequences import FOUND_NONE, win_by_threats
from ludejo.solve.searches import Tables

SPECS = ["mammalath", "mammalath:plus", "almatafl", "almatafl:advanced"]
GAMES, EVERY, MOST_TURNS = 12, 2, 60
TRIED = 6  # wins of one length


class Chaser:
    """Asks for a win by threats, each time as if for the first time."""

    def __init__(self, spec: str) -> None:
        self.game = ludejo.game(spec)
        self.look = bind(win_by_threats, self.game.rules)

    def win(self, position: Position) -> tuple[int, int]:
        """How many plies it takes, or FOUND_NONE; and the first move."""
        tables = Tables(self.game, position, 1)
        plies = int(self.look(self.game.board, tables.scratch, tables.chase))
        return plies, int(tables.chase.move[0, 0])

    def wins(self, position: Position, naive: Any, seat: int) -> bool:
        """Whether a seat to move wins by its threats, the other one trying every move that the slow rules allow."""
        plies, move = self.win(position)
        if plies == FOUND_NONE:
            return False
        text = position.move_text(move)
        assert text in naive.legal(), (position.text, text)
        position, naive = position.after(move), after(naive, text)
        if naive.winner is not None:
            return bool(naive.winner == seat)
        return all(
            then.winner == seat or (then.winner is None and self.wins(position.play(reply), then, seat))
            for reply, then in ((reply, after(naive, reply)) for reply in sorted(naive.legal()))
        )


@pytest.mark.parametrize("spec", SPECS)
def test_threats_that_are_said_to_win_do_by_the_slow_rules(spec: str) -> None:
    chaser, found = Chaser(spec), Counter[int]()
    for seed in range(GAMES):
        chance, position = Random(seed), chaser.game.start(seed=seed)
        while not position.is_over and position.turn < MOST_TURNS:
            plies, _ = chaser.win(position) if position.turn % EVERY == 0 else (FOUND_NONE, 0)
            if plies != FOUND_NONE and found[plies] < TRIED:
                found[plies] += 1
                assert chaser.wins(position, naive_at(position), position.to_move or 0), (position.text, plies)
            quiet = [move for move in position.legal if position.after(move).outcome is None]
            position = position.after(chance.choice(quiet or position.legal))
    assert max(found, default=0) >= 3, found
    assert found.total() >= TRIED, found
