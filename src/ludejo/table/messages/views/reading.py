"""Rules, introductions and puzzles."""

from typing import Literal

from typing_extensions import TypedDict

from ludejo.table.messages.views.describing import Seat, described
from ludejo.table.messages.views.positions import PositionView, SheetView, Words


@described
class RulesView(TypedDict):
    """The rules of a game."""

    game: str
    lang: str
    title: str
    designer: str
    html: str
    """each rule can be linked to by its number, #R3, and what the sheet leaves open by #notes"""


@described
class GuideView(TypedDict):
    """What is told beside the board, in the language asked for."""

    spec: str
    goal: str
    """of the game, in a line"""
    turn: dict[str, str]
    """what can be done, by the kind of a gesture"""
    nothing: dict[str, str]
    """why {cell} does nothing: by the kind meant; `empty`: only pieces move; `target`, `shape`: not from {start}"""
    kinds: list[str]
    """of all moves that the game has, where it puts them in words of its own; else none"""


@described
class StepView(TypedDict):
    """One small board of an introduction, and what is to be done on it."""

    number: int
    title: str
    text: str
    rule: str
    """that it shows"""
    spec: str
    board: SheetView
    position: PositionView
    asks: bool
    """for a move"""


@described
class LessonView(TypedDict):
    """The introduction to a game."""

    game: str
    lang: str
    title: str
    designer: str
    steps: list[StepView]


@described
class StepMoves(TypedDict):
    """What happens on a small board."""

    moves: list[str]
    """the one that was tried, and the replies"""
    positions: list[PositionView]
    """after each of them"""


@described
class StepTried(StepMoves):
    """What comes of a move in a step."""

    right: bool
    text: str
    done: bool


@described
class PuzzleTried(StepTried):
    """What comes of a move in a puzzle."""

    text_words: Words
    late: bool
    """it is not right, but it is proven to win, too: later than the right one"""


@described
class PuzzleSummary(TypedDict):
    """A puzzle in the list."""

    id: str
    """what it is called in links, in every edition"""
    spec: str
    grade: int
    """1 to 5: the highest level of the engine at which half of the tries or more go wrong, within these bounds"""
    plies: int | None
    """to the end, where it is known"""
    side: str | None
    """to move"""


@described
class PuzzleList(TypedDict):
    """What there is to solve."""

    game: str
    puzzles: list[PuzzleSummary]
    daily: str
    """the id of the puzzle of this day, in UTC; empty where there are none"""


@described
class PuzzleView(PuzzleSummary):
    """One puzzle, without its answer."""

    seat: Seat | None
    """to move"""
    start: str
    """the position as text, for studying it"""
    chance: bool
    """the best chance is asked for, not a win for certain"""
    proof: Literal["only", "soonest", "chance"]
    """what is proven of the answer: no other move wins, no other wins as soon, or no other wins as often"""
    board: SheetView
    position: PositionView
