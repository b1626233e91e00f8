"""Positions that stand on a board between people now: the engine says nothing about them, wherever it is asked.

A running game between people guards the position on its board, in whichever way that is turned or mirrored. Whoever
asks about a line of play asks about every position of it, and about all that can come next: so the position itself is
refused, the one before it, and every line that leads on from it. It makes no difference whether the moves are given or
the position is typed in as a text, nor which variant is said to be played on such a board. A position further on that
is typed in, without the way that led there, is not recognised.

The first turns are everybody's: what stands on a thousand boards is no help to anyone in particular. And a game guards
nothing before both people are there, nor when it has been left: with a clock it ends, without one it is forgotten here
after GUARDED_DAYS without an event.
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from ludejo.games.contract import StateTuple
from ludejo.play.fingerprint import position_key, state_key
from ludejo.play.position import Position
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.sitting import Sitting

FREE_TURNS = 6
GUARDED_DAYS = 14


def guarded_key(sitting: Sitting) -> int | None:
    """The key of the position that a game guards; None where it guards none."""
    is_between_people = sitting.terms.opponent == ev.FRIEND and all(sitting.joined) and not sitting.is_over
    return position_key(sitting.position) if is_between_people and sitting.position.turn > FREE_TURNS else None


class LineKeys(NamedTuple):
    """The keys of the positions of a line, with these: by them a game that has gone on is known again."""

    line: list[Position]
    keys: list[int]


NO_KEYS = LineKeys([], [])


def keys_of_line(position: Position, known: LineKeys = NO_KEYS) -> LineKeys:
    """The keys of a position and of those before it, as far as they are not known; nothing stays in the positions."""
    line = position.line
    same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(line, known.line, strict=False)))
    states: Iterable[StateTuple] = position.states(same) if same < len(line) else ()
    return LineKeys(line, known.keys[:same] + [state_key(position.game, state) for state in states])


def keys_asked_about(position: Position) -> list[int]:
    """The keys of all positions about which somebody learns something who asks about a line of play."""
    following = [] if position.is_over else [position.after(move) for move in position.legal]
    return [position_key(one) for one in (*position.line, *following)]
