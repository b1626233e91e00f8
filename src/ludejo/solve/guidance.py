"""Guidance: what somebody who plays well thinks of a position, kept where proof numbers find it.

A guide is asked about positions that have taken some work already. What it says orders their moves, and makes the first
numbers of what follows higher where it expects little. It proves nothing: a guide that is always wrong costs time and
changes no answer.
"""

import math
from typing import NamedTuple, Protocol

import numpy as np

from ludejo.games.kernels import kernel
from ludejo.play.position import Position

NO_HINT = -1
MOST_LAG = 20  # of a move of which nothing is expected
ASK_FROM, DOUBT, WIDTH = range(3)  # settings
HINT_BYTES = 16  # beside the moves


class Opinion(NamedTuple):
    """What a guide thinks of a position."""

    shares: np.ndarray  # [legal moves]  how likely each is to be the best, in the order of `Position.legal`
    value: float  # the mover's winning probability


class Guide(Protocol):
    """Somebody who plays well, such as a network. Several threads may ask at once."""

    def __call__(self, position: Position, /) -> Opinion:
        """What it thinks of a position in which somebody is to move."""
        ...


class Settings(NamedTuple):
    """How a search heeds its guide."""

    ask_from: int  # it is asked about a position that has taken work of so many bits
    lag: float  # what a move's own first number gains each time that it is half as likely
    doubt: int  # what first numbers gain where the value speaks against it
    width: int  # moves looked at at a time, in a hundred


class Hints(NamedTuple):
    """What the guide has said. A position has one place; who comes later takes it."""

    key: np.ndarray  # [places]         of positions; none where there is no guide
    lag: np.ndarray  # [places, moves]  what is added to the mover's first number after each move
    value: np.ndarray  # [places]         the mover's winning probability
    settings: np.ndarray  # [3]              ASK_FROM, DOUBT, WIDTH


NOBODY_ASKED = Settings(0, 0.0, 0, 100)


def new_hints(moves: int, megabytes: float = 0, settings: Settings = NOBODY_ASKED) -> Hints:
    """Room for what a guide says of positions with moves of such numbers; without megabytes nobody is asked."""
    places = int(megabytes * 1_000_000) // (moves + HINT_BYTES)
    places = 1 << places.bit_length() - 1 if places else 0
    return Hints(
        np.zeros(places, np.uint64), np.zeros((places, moves), np.uint8), np.zeros(places, np.float32),
        np.array([settings.ask_from, settings.doubt, settings.width], np.int64),
    )  # fmt: skip


def note(hints: Hints, key: np.uint64, moves: np.ndarray, opinion: Opinion, lag: float) -> None:
    """Write down what a guide has said of a position, `moves` being the numbers of its legal moves."""
    place = int(key) & len(hints.key) - 1
    shares = np.nan_to_num(np.asarray(opinion.shares, np.float64), nan=0.0, posinf=1.0, neginf=0.0).clip(1e-9, 1.0)
    steps = lag * np.log2(shares.max() / shares)
    hints.lag[place] = MOST_LAG
    hints.lag[place, moves] = np.minimum(np.rint(steps), MOST_LAG).astype(np.uint8)
    hints.value[place] = min(max(opinion.value, 0.0), 1.0) if math.isfinite(opinion.value) else 0.5
    hints.key[place] = key


@kernel
def hint_of(hints, key):
    """Where a position's hint is, or NO_HINT."""
    if len(hints.key) == 0:
        return NO_HINT
    place = np.int64(key & np.uint64(len(hints.key) - 1))
    return place if hints.key[place] == key else NO_HINT


@kernel
def doubts(hints, place):
    """What a hint adds to the mover's first number, and to the other one."""
    against = np.int64(hints.settings[DOUBT] * (1.0 - hints.value[place]) + 0.5)
    return against, hints.settings[DOUBT] - against
