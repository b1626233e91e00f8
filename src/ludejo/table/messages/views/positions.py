"""A position and its board, as they are shown."""

from typing import NotRequired

from typing_extensions import TypedDict

from ludejo.games.gestures import DecidingCells, Gesture
from ludejo.play.render.paper import Frame
from ludejo.play.render.position import Placed
from ludejo.table.messages.views.describing import Pair, Seat, described


@described
class Words(TypedDict):
    """A sentence for those who translate: a template and what fills its gaps, which may be words again."""

    template: str
    values: dict[str, object]


@described
class OutcomeView(TypedDict):
    """What the rules say of a finished game."""

    winner: Seat | None
    reason: str
    reason_words: Words
    kind: str
    """the reason for programs"""
    cells: tuple[str, ...]
    """the cells that ended it"""


@described
class CellView(TypedDict):
    """A place on the board. Lengths are those of the drawing."""

    name: str
    at: Pair
    """its middle"""
    outline: str
    """an SVG path"""
    word: str | None
    """what is special about it, for those who do not see it"""


@described
class LabelView(TypedDict):
    """A word beside the board."""

    text: str
    at: Pair


@described
class ThingView(TypedDict):
    """Something that can stand on a cell."""

    symbol: str
    """of the symbols in /symbols.svg"""
    word: str
    rides: bool
    """on top of others"""


@described
class SheetView(TypedDict):
    """The empty board, drawn."""

    svg: str
    """the finished picture"""
    inner: Frame
    """the part of it without the labels: left, top, breadth and height"""
    cells: list[CellView]
    labels: list[LabelView]
    things: dict[str, ThingView]
    pieces: dict[str, str]
    """the colour of each side"""
    faces: NotRequired[dict[str, int]]
    """in games with dice: of the die for each announcement, as the rules have it"""


@described
class PileView(TypedDict):
    """What stands on one cell, from bottom to top."""

    cell: str
    things: tuple[str, ...]
    placed: NotRequired[list[Placed]]
    """of several things: which, how far below the middle of the cell, how large"""


@described
class DrawingView(TypedDict):
    """What stands on the board, and the cells to point out."""

    piles: list[PileView]
    last: tuple[str, ...]
    """the cells of the last move"""
    path: tuple[str, ...]
    """of a move with several landings: each in turn"""
    winning: tuple[str, ...]
    """the cells that ended the game"""
    under: str
    """SVG to be put under the pieces"""
    over: str
    """SVG to be put over them"""


@described
class DrawnView(TypedDict):
    """What everybody may see of a position, whoever asks."""

    text: str
    """of the position, in one line"""
    drawing: DrawingView
    turn: int
    to_move: Seat | None
    """who rolls, while a die is due; null at the end"""
    side_to_move: str | None
    is_chance: bool
    """a die is due"""
    outcome: OutcomeView | None
    in_hand: Pair | None
    """what each seat has still to place, in games that count it"""


@described
class ThreatsView(TypedDict):
    """What wins at once; empty where that is not told."""

    threats: DecidingCells
    """the cells that win at once: `wins` for the side to move, `dangers` for the other one"""


@described
class MovesView(TypedDict):
    """What can be done in a position; empty for those who may not move."""

    moves: tuple[Gesture, ...]
    """gestures, one for each legal move"""
    hops: dict[str, tuple[str, ...]]
    """from each cell where a move may go on, the next landings"""


@described
class PositionView(DrawnView, ThreatsView, MovesView):
    """A position."""


@described
class ResultView(TypedDict):
    """How the game ended."""

    winner: Seat | None
    how: str
    """rules, resignation, time, agreement, forfeit, length (cut short) or aborted (it counts for nothing)"""
    reason: str | None
    reason_words: Words | None
    kind: str | None
    """the reason for programs"""
