"""Plays the fast rules and the slow ones of tests/naive side by side, comparing all that both can tell.

Both are asked for the legal moves as texts, who is to move and whether a die is due; at the end for winner and reason.
"""

import random
from collections.abc import Callable
from typing import Any

from naive import almatafl, atmalof, atoll, mammalath
from pictures import shown

from ludejo import Game, Position


def naive_twin(game: Game, position: Position) -> Any:
    """The slow version of a game, at its start."""
    variant = game.variant
    if game.name == "atmalof":
        return atmalof.Naive(**variant._asdict())
    if game.name == "mammalath":
        assert position.setup is not None
        return mammalath.Naive(variant.game == "plus", position.setup)
    if game.name == "atoll":
        return atoll.Naive(variant.shape, variant.size, variant.islands, variant.pie == "yes")
    return almatafl.Naive(variant.game == "advanced")


def naive_at(position: Position) -> Any:
    """The slow version of a position that was reached by playing from the start."""
    naive = naive_twin(position.game, position)
    for text in position.history:
        naive.play(text)
    return naive


def compare(position: Position, naive: Any, listing: bool = True) -> None:
    """Both agree on a position; listing the moves can be left out to save time."""
    assert position.to_move == naive.to_move, shown(position)
    if not position.is_over:
        assert position.is_chance == naive.is_chance, shown(position)
    if listing:
        moves = position.moves()
        assert len(moves) == len(set(moves)), shown(position)
        assert set(moves) == naive.legal(), shown(position)


def compare_ends(position: Position, naive: Any) -> None:
    """Both agree on who won and why."""
    outcome = position.outcome
    assert outcome is not None, shown(position)
    assert outcome.winner == (None if naive.winner == "draw" else naive.winner), shown(position)
    kind, *details = naive.reason
    assert outcome.kind == kind, shown(position)
    if kind in ("line", "shape", "animal shape"):
        assert set(outcome.cells) == details[0], shown(position)
    elif kind == "count":
        assert f"{max(details)} to {min(details)}" == in_digits(outcome.reason), shown(position)
    elif kind == "connected":
        check_connection(position, naive)
    elif kind in ("king covered", "no defenders", "escape"):
        assert outcome.cells == (king_at(naive),), shown(position)


def in_digits(reason: str) -> str:
    """The two counts of "four lines of four to three", as 4 to 3."""
    words = "no one two three four five six seven eight nine ten eleven twelve".split()
    more, fewer = reason.split()[0], reason.split()[-1].replace("none", "no")
    return " to ".join(str(words.index(word)) if word in words else word for word in (more, fewer))


def king_at(naive: almatafl.Naive) -> str:
    return next(point for point, stack in naive.stacks.items() if "K" in stack)


def check_connection(position: Position, naive: atoll.Naive) -> None:
    """The islands that the reason names win, and the cells it names join them, by the slow version's own flood."""
    outcome = position.outcome
    assert outcome is not None
    told = outcome.reason.partition(":")[0]
    for sides, islands in (("top and the bottom", "0 2"), ("left and the right", "1 3")):  # as Hex is told
        told = told.replace(sides, islands)
    named = {int(word) for word in told.replace(",", " ").split() if word.isdigit()}
    total, joined = len(naive.board.islands), naive.reason[1]
    assert named <= joined, shown(position)
    around = sorted(named)
    gaps = [(around[k] - around[k - 1]) % total or total for k in range(len(around))]
    assert max(gaps) <= total // 2, shown(position)
    colour = atoll.BLACK if min(named) % 2 == 0 else atoll.WHITE
    assert all(naive.stones[cell] == colour for cell in outcome.cells), shown(position)
    alone = atoll.Naive.__new__(atoll.Naive)
    alone.board, alone.stones = naive.board, dict.fromkeys(outcome.cells, colour)
    assert named <= alone._joined_with(min(named), colour), shown(position)


def any_move(position: Position, chance: random.Random) -> int:
    return chance.choice(position.legal)


def play_both(
    position: Position,
    naive: Any,
    chance: random.Random,
    most: int = 3000,
    list_every: int = 1,
    choose: Callable[[Position, random.Random], int] = any_move,
) -> Position:
    """Play one random game with both versions, comparing as it goes; give up after a number of moves and rolls."""
    for ply in range(most):
        compare(position, naive, listing=ply % list_every == 0)
        if position.is_over:
            compare_ends(position, naive)
            break
        move = choose(position, chance)
        naive.play(position.move_text(move))
        position = position.after(move)
    return position
