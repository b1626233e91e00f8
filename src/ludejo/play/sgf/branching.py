"""Variations, comments and marks in SGF: trees of nodes on one side, the lines of a study on the other.

Comments are C, arrows AR, marked cells CR; the other marks of cells that SGF knows are read as the same. SGF takes the
first of several ways to go on as the game; where a study goes on after its last move, LJ says where that was.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from ludejo.play import variations
from ludejo.play.position import Position
from ludejo.play.records import Record
from ludejo.play.sgf.text import Branch, Node, compose, composed, escape, plain
from ludejo.play.variations import ARROW, Marks, Study, Variation

LATE = 1_000_000
CELL_MARKS = ("CR", "MA", "TR", "SQ", "SL")  # the first is the one we write


class Turn(Protocol):
    """A move that was read."""

    @property
    def text(self) -> str:
        """In our words."""
        ...


# The moves of some nodes after which the board is mirrored or not, where it is or is not before them.
Turns = Callable[[list[Node], bool], tuple[Sequence[Turn], bool]]


def goes_on(record: Record) -> bool:
    """Whether a variation begins after the last move of the game."""
    return any(line.line == 0 and line.turn == len(record.moves) for line in record.study.lines)


def written(study: Study, game: Sequence[Position], move: Callable[[Position, str], Node]) -> list[Branch]:
    """The variations of a checked study as branches."""
    ways = variations.positions(study, game, lambda position, text, _: position.play(text))
    found = []
    for line, way in zip(study.lines, ways[1:], strict=True):
        nodes = [move(before, text) for before, text in zip(way[line.turn :], line.moves, strict=False)]
        found.append(Branch(line.line, line.turn + 1, nodes))
        annotate(found[-1], line.comments, line.marks)
    return found


def annotate(branch: Branch, comments: Mapping[int, str], marks: Marks) -> None:
    """Put comments and marks to the nodes of their turns."""
    for turn, comment in comments.items():
        branch.nodes[turn - branch.after]["C"] = [escape(comment)]
    for turn, some in marks.items():
        node = branch.nodes[turn - branch.after]
        arrows = [compose(*mark.split(ARROW, 1)) for mark in some if ARROW in mark]
        cells = [escape(mark) for mark in some if ARROW not in mark]
        node |= {name: values for name, values in ((CELL_MARKS[0], cells), ("AR", arrows)) if values}


def cut(branches: list[Branch], turns: int) -> list[Branch]:
    """What goes on after the last move of the game, as a variation of its own: the first."""
    main, *others = branches
    end = turns + 1
    if len(main.nodes) <= end:
        return branches
    shifted = [
        replace(one, line=one.line + 1 if one.line else int(one.after > end)) for one in others
    ]  # fmt: skip
    return [Branch(nodes=main.nodes[:end]), Branch(0, end, main.nodes[end:]), *shifted]


class _Way(NamedTuple):
    """A line that has been read: its nodes and its positions from the root on."""

    nodes: list[Node]
    line: list[Position]  # where the file is of another program
    number: int  # in the study
    mirrored: int  # nodes after which the board is mirrored


def read(branches: list[Branch], game: list[Position], turns_of: Turns, is_foreign: bool) -> Study:
    """The study that branches hold. In files of other programs what cannot be played is left out."""
    ways: dict[int, _Way] = {0: _Way(branches[0].nodes, game, 0, _mirrored_at(branches[0].nodes))}
    lines: list[Variation] = []
    cells = frozenset(game[0].game.grid.names) if is_foreign else None
    for number, branch in enumerate(branches[1 : variations.MOST_LINES + 2], 1):
        parent = ways.get(branch.line)
        if parent is None or (is_foreign and len(lines) == variations.MOST_LINES):
            continue
        begin = _moves_in(parent.nodes[: branch.after])
        try:
            turns, _ = turns_of(branch.nodes, branch.after > parent.mirrored)
            texts = [turn.text for turn in turns]
            line = _played(parent, begin, texts) if is_foreign else game
        except ValueError:
            if not is_foreign:
                raise
            continue
        lines.append(Variation(parent.number, begin, tuple(texts), *_told(branch.nodes, begin, cells)))
        nodes = [*parent.nodes[: branch.after], *branch.nodes]
        ways[number] = _Way(nodes, line, len(lines), min(parent.mirrored, _mirrored_at(nodes)))
    return Study(tuple(lines), _told(branches[0].nodes, -1, cells)[1])


def _mirrored_at(nodes: Sequence[Node]) -> int:
    """The number of the node that swaps pieces; a large one, if none does. It can only be the second move."""
    swaps = (place for place, node in enumerate(nodes) if "swap-pieces" in (node.get("B") or node.get("W") or ()))
    return next(swaps, LATE)


def _moves_in(nodes: Sequence[Node]) -> int:
    return sum("B" in node or "W" in node for node in nodes)


def _played(parent: _Way, begin: int, texts: Sequence[str]) -> list[Position]:
    """The positions of a variation; ValueError, if it is none."""
    if not texts or begin >= len(parent.line) - bool(parent.number):
        raise ValueError("a variation begins after a turn, not at the end of another, and has a move")
    line = parent.line[: begin + 1]
    for text in texts:
        line.append(line[-1].play(text))
    return line


def _told(nodes: Sequence[Node], turn: int, cells: frozenset[str] | None) -> tuple[dict[int, str], Marks]:
    """Comments and marks by their turns; those of nodes without a move stand at the turn before them."""
    comments: dict[int, list[str]] = {}
    marks: dict[int, tuple[str, ...]] = {}
    first = turn + 1
    for node in nodes:
        turn = max(first, turn + ("B" in node or "W" in node or turn < 0))
        comment, some = plain(node.get("C", [""])[0]), _marks(node, cells)
        if comment:
            comments.setdefault(turn, []).append(comment)
        if some:
            marks[turn] = tuple(dict.fromkeys((*marks.get(turn, ()), *some)))
    return {at: "\n".join(texts) for at, texts in comments.items()}, marks


def _marks(node: Node, cells: frozenset[str] | None) -> tuple[str, ...]:
    """The marks of a node; where cells are given, only what lies on them."""
    found = [plain(value) for name in CELL_MARKS for value in node.get(name, ())]
    pairs = [composed(value) or (value, "") for value in node.get("AR", ())]
    found += [ARROW.join(pair) for pair in pairs]
    return tuple(mark for mark in found if cells is None or mark in cells or variations.is_arrow(mark, cells))
