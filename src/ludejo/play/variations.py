"""What a record may hold beside the game: variations with comments, marked cells and arrows. A tree, written flat.

    {"version": 1, "marks": {"3": ["c3", "c3-d5"]}, "lines": [{"from": [0, 2], "moves": ["d4", "e3"]}, …]}

Line 0 is the game itself, line 1 the first of `lines`, and so on. A line begins after a turn of an earlier one, counted
from the start of the game, and so are its own turns: the first of a line from [0, 2] is turn 3. Marks and comments have
the number of their turn. A mark is a cell, or an arrow from one cell to another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from ludejo.games.errors import BadRecord, quoted
from ludejo.games.phrases import phrase
from ludejo.play.files import Document
from ludejo.play.position import Position

VERSION = 1
MOST_LINES = 500
ARROW = "-"

Marks = Mapping[int, tuple[str, ...]]  # by the number of the turn
Step = Callable[[Position, str, int], Position]  # a position, a move's text and the number of its turn: what follows


@dataclass(frozen=True)
class Variation:
    """A line that was not played."""

    line: int  # on which it begins: 0 is the game
    turn: int  # after which it begins
    moves: tuple[str, ...]
    comments: Mapping[int, str] = field(default_factory=dict, hash=False)
    marks: Marks = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Study:
    """All that was added to a game afterwards, comments on its own turns aside."""

    lines: tuple[Variation, ...] = ()
    marks: Marks = field(default_factory=dict, hash=False)  # at turns of the game

    @property
    def turns(self) -> int:
        """How many turns there are in all variations."""
        return sum(len(line.moves) for line in self.lines)

    def __bool__(self) -> bool:
        return bool(self.lines or self.marks)


NO_STUDY = Study()


def to_document(study: Study) -> Document | None:
    """A study as JSON knows it; None if there is nothing to say."""
    if not study:
        return None
    parts = {"version": VERSION, "marks": _by_turn(study.marks), "lines": [_line(one) for one in study.lines]}
    return {key: value for key, value in parts.items() if value}


def _line(line: Variation) -> Document:
    parts = {"from": [line.line, line.turn], "moves": list(line.moves)}
    return parts | {
        key: value for key, value in (("comments", _by_turn(line.comments)), ("marks", _by_turn(line.marks))) if value
    }


def _by_turn(told: Mapping[int, Any]) -> Document:
    return {str(turn): list(told[turn]) if isinstance(told[turn], tuple) else told[turn] for turn in sorted(told)}


def from_document(document: Mapping[str, Any] | None) -> Study:
    """The study that a document describes, whose form has been checked; its moves may be wrong."""
    if document is None:
        return NO_STUDY
    lines = tuple(
        Variation(
            int(line["from"][0]), int(line["from"][1]), tuple(line["moves"]),
            {int(turn): text for turn, text in line.get("comments", {}).items()}, _marks(line),
        )
        for line in document.get("lines", ())
    )  # fmt: skip
    return Study(lines, _marks(document))


def _marks(document: Mapping[str, Any]) -> Marks:
    return {int(turn): tuple(marks) for turn, marks in document.get("marks", {}).items()}


def positions(study: Study, game: Sequence[Position], step: Step) -> list[list[Position]]:
    """For the game and each line the positions from the start to its end; BadRecord, where a move is none."""
    known = [list(game)]
    for number, line in enumerate(study.lines, 1):
        _check_begin(study, number, known)
        way = known[line.line][: line.turn + 1]
        for turn, text in enumerate(line.moves, line.turn + 1):
            if way[-1].is_chance:
                raise BadRecord(phrase("variation {number} goes on where a die has not rolled yet", number=number))
            way.append(_stepped(step, way[-1], text, turn, number))
        known.append(way)
    return known


def _check_begin(study: Study, number: int, known: Sequence[Sequence[Position]]) -> None:
    """A line begins after a turn of its own of an earlier one, and not at the end of a variation: that would go on."""
    line = study.lines[number - 1]
    if 0 <= line.line < number:
        first = study.lines[line.line - 1].turn + 1 if line.line else 0
        if first <= line.turn < len(known[line.line]) - bool(line.line):
            return
    told = {"number": number, "line": line.line, "turn": line.turn}
    raise BadRecord(phrase("variation {number} begins at turn {turn} of line {line}, where none can", **told))


def in_order(lines: Sequence[Variation]) -> tuple[Variation, ...]:
    """The same lines in the order that all formats have: those of the game by their turns, then theirs, and so on."""
    children: dict[int, list[int]] = {}
    for number, line in enumerate(lines, 1):
        children.setdefault(line.line, []).append(number)
    order, new = [0], {0: 0}
    for parent in order:
        for child in sorted(children.get(parent, ()), key=lambda number: lines[number - 1].turn):
            new[child] = len(order)
            order.append(child)
    return tuple(replace(lines[number - 1], line=new[lines[number - 1].line]) for number in order[1:])


def _stepped(step: Step, position: Position, text: str, turn: int, number: int) -> Position:
    try:
        return step(position, text, turn)
    except BadRecord as error:
        raise BadRecord(phrase("variation {number}: {problem}", number=number, problem=error.sentence)) from None


def checked(study: Study, game: Sequence[Position], step: Step) -> Study:
    """A study with every move legal and in its canonical form, and every comment and mark at a place that is there."""
    known = positions(study, game, step)
    cells = frozenset(game[0].game.grid.names)
    _check_turns(study.marks, 0, len(game) - 1, cells)
    lines = []
    for line, way in zip(study.lines, known[1:], strict=True):
        _check_turns(line.marks, line.turn + 1, len(way) - 1, cells)
        _check_turns(line.comments, line.turn + 1, len(way) - 1)
        texts = (_text(before, after) for before, after in pairwise(way[line.turn :]))
        lines.append(replace(line, moves=tuple(texts)))
    return replace(study, lines=in_order(lines))


def _text(before: Position, after: Position) -> str:
    """The entry that leads from one position to the next, a drop together with its roll."""
    assert after.move is not None
    assert after.parent is not None
    if after.parent is before:
        return before.move_text(after.move)
    assert after.parent.move is not None
    return f"{before.move_text(after.parent.move)}:{after.parent.move_text(after.move)}"


def _check_turns(told: Mapping[int, Any], first: int, last: int, cells: frozenset[str] = frozenset()) -> None:
    for turn, marks in told.items():
        if not first <= turn <= last:
            raise BadRecord(
                phrase(
                    "something stands at turn {turn}, expected turns {first} to {last}",
                    turn=turn,
                    first=first,
                    last=last,
                )
            )
        for mark in marks if cells else ():
            if mark not in cells and not is_arrow(mark, cells):
                raise BadRecord(
                    phrase("{mark} is no mark, expected a cell, or two with a - between", mark=quoted(mark))
                )


def is_arrow(mark: str, cells: frozenset[str]) -> bool:
    """Whether a mark leads from one cell to another."""
    tail, _, head = mark.partition(ARROW)
    return tail in cells and head in cells and tail != head
