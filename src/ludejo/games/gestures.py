"""What a hand does on the board to make a move, as data: a page that knows no rules can offer exactly the legal moves.

>>> Gesture("a1", PLACE, ("a1",), PLACE_LABEL, {"cell": "a1"}).sentence
'Place on a1'
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TypeVar, cast

from ludejo.games.contract import AnyGame, AnyPosition, HopsFace, StateTuple
from ludejo.games.phrases import mark_text

AnyState = TypeVar("AnyState", bound=tuple)

PLACE, STEP, BOUNCE, ANNOUNCE, ROLL, RELEASE, SWAP, PASS = (
    "place", "step", "bounce", "announce", "roll", "release", "swap", "pass",
)  # fmt: skip
ENDING = (PLACE, STEP, BOUNCE, ROLL)  # the kinds that end on a cell, and can win there


@dataclass(frozen=True)
class Gesture:
    """A legal move as it is made by hand.

    The cells mean, by kind: place: where; step: from and to; bounce (every move of a King who may go on): from, then
    each landing in turn; announce: what the die can give; roll: where this face leads; release: the animals set free;
    swap: the stone or token taken over; pass: none.
    """

    text: str  # the move, as Position.play() reads it
    kind: str
    cells: tuple[str, ...]
    label: str  # a sentence with {gaps}; untranslated, so that it is a key of the catalogues
    values: Mapping[str, str] = field(default_factory=dict)  # what fills the gaps
    touches: tuple[str, ...] = ()  # the cells on which something changes, or may by the die
    stops: tuple[str, ...] = ()  # of a bounce: the move that stopping at each landing makes, the last one this

    @property
    def sentence(self) -> str:
        """The label in English."""
        return self.label.format(**self.values)

    def as_json(self) -> Mapping[str, object]:
        """Plain lists and texts; what is empty is left out. Worked out once: many gestures are made again and again."""
        return self._told

    @cached_property
    def _told(self) -> dict[str, object]:
        return {key: value for key, value in vars(self).items() if value or key == "cells"}


@dataclass(frozen=True)
class DecidingCells:
    """Cells that decide: where the side to move wins at once, and where the other one would if it had the turn.

    While a die is due, the first are the cells that would win if the die gives them.
    """

    wins: tuple[str, ...] = ()
    dangers: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Plain lists."""
        return asdict(self)


def gestures(position: AnyPosition) -> tuple[Gesture, ...]:
    """What can be done now, in the order of Position.moves()."""
    if "_gestures" not in vars(position):  # a position never changes, and a page that shows it asks more than once
        vars(position)["_gestures"] = () if position.is_over else position.game.face.gestures(position)
    return vars(position)["_gestures"]


def hops(position: AnyPosition) -> dict[str, tuple[str, ...]]:
    """From where a move starts, and from each landing where it may go on, all cells on which it can land next.

    It may stop on any of them, so the move is where it started and where it stopped. Empty in games without such moves.
    """
    if position.is_over or not position.game.capabilities.hops:
        return {}
    return cast(HopsFace, position.game.face).hops(position)


def threats(position: AnyPosition) -> DecidingCells:
    """The cells that win at once, for either side."""
    if position.is_over:
        return DecidingCells()
    game = position.game

    def end_of(move: int) -> int | None:  # rarely asked: most positions have no move that wins at once
        gesture = gestures(position)[position.legal.index(move)]
        return game.cell[gesture.cells[-1]] if gesture.kind in ENDING else None

    wins = winning_ends(game, position.state, position.to_move, end_of)
    dangers = () if position.is_chance else game.face.threatened(position)
    return DecidingCells(_in_order(game, wins), _in_order(game, dangers))


def winning_ends(
    game: AnyGame, state: StateTuple, seat: int | None, end_of: Callable[[int], int | None]
) -> tuple[str, ...]:
    """The cells where a legal move of a state wins for a seat; `end_of` gives the cell of a move, if it has one."""
    from ludejo.games.plain_heuristics import winning_moves

    if seat is None:
        return ()
    ends = [end_of(move) for move in winning_moves(game, state, copied(state), seat)]
    return tuple(game.grid.names[end] for end in ends if end is not None)


def copied(state: AnyState) -> AnyState:
    """The same state in arrays of its own."""
    return type(state)(*(array.copy() for array in state))


def _in_order(game: AnyGame, cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(cells), key=game.cell.__getitem__))


PLACE_LABEL = mark_text("Place on {cell}")
STEP_LABEL = mark_text("From {start} to {end}")
