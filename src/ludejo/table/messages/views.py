"""What the table answers, described once: typed dictionaries that are built as they are and written as JSON.

Mypy checks that they are built as described, the interface describes itself by them (GET /api/openapi.json), and the
tables of docs/api.md are made of them. A class is a message; the line below a field says what it means.
"""

from typing import Annotated, Literal, NotRequired, TypeVar

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from ludejo.games.gestures import Gesture, Threats
from ludejo.play.render.paper import Frame
from ludejo.play.render.position import Placed
from ludejo.table.refusals import ErrorAnswer
from ludejo.table.sitting.acting import Doable
from ludejo.table.sitting.clock import ClockKind
from ludejo.table.sitting.events import Opponent
from ludejo.table.sitting.sitting import Offer, Roll

Seat = Annotated[int, Field(ge=0, le=1)]
Pair = tuple[int, int]
You = Seat | Literal["both", "watcher"]
View = TypeVar("View", bound=type)


def _described(view: View) -> View:
    """The lines below its fields are part of the interface's description, and there are no other fields."""
    return with_config(ConfigDict(use_attribute_docstrings=True, extra="forbid"))(view)


@_described
class Words(TypedDict):
    """A sentence for those who translate: a template and what fills its gaps, which may be words again."""

    template: str
    values: dict[str, object]


# ---------------------------------------------------------------- a game


@_described
class FriendLink(TypedDict):
    """What the friend is to be given: whoever has it holds the other seat."""

    secret: str
    link: str


@_described
class NewGameAnswer(TypedDict):
    """A game that was started."""

    id: str
    you: You
    secret: str
    """of your seat, told this once"""
    link: str
    """of the page, with your secret in its fragment"""
    friend: FriendLink | None


@_described
class SeatView(TypedDict):
    """Who sits there."""

    name: str
    kind: Literal["person", "program"]
    level: int | None
    """of a program"""
    side: str
    """the colour that the seat plays now"""
    joined: bool
    present: bool
    """connected at this moment"""


@_described
class OutcomeView(TypedDict):
    """What the rules say of a finished game."""

    winner: Seat | None
    reason: str
    reason_words: Words
    kind: str
    """the reason for programs"""
    cells: tuple[str, ...]
    """the cells that ended it"""


@_described
class CellView(TypedDict):
    """A place on the board. Lengths are those of the drawing."""

    name: str
    at: Pair
    """its middle"""
    outline: str
    """an SVG path"""
    word: str | None
    """what is special about it, for those who do not see it"""


@_described
class LabelView(TypedDict):
    """A word beside the board."""

    text: str
    at: Pair


@_described
class ThingView(TypedDict):
    """Something that can stand on a cell."""

    symbol: str
    """of the symbols in /symbols.svg"""
    word: str
    rides: bool
    """on top of others"""


@_described
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


@_described
class PileView(TypedDict):
    """What stands on one cell, from bottom to top."""

    cell: str
    things: tuple[str, ...]
    placed: NotRequired[list[Placed]]
    """of several things: which, how far below the middle of the cell, how large"""


@_described
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


@_described
class CommonView(TypedDict):
    """What everybody may see of a position."""

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
    threats: Threats
    """the cells that win at once: `wins` for the side to move, `dangers` for the other one"""
    in_hand: Pair | None
    """what each seat has still to place, in games that count it"""


@_described
class MovesView(TypedDict):
    """What can be done in a position; empty for those who may not move."""

    moves: tuple[Gesture, ...]
    """gestures, one for each legal move"""
    hops: dict[str, tuple[str, ...]]
    """from each cell where a move may go on, the next landings"""


@_described
class PositionView(CommonView, MovesView):
    """A position."""


@_described
class ClockView(TypedDict):
    """Both players' time, in milliseconds."""

    kind: ClockKind
    remaining: Pair
    """what was left at `server_time`"""
    running: Seat | None
    """whose time passes"""
    server_time: int
    increment: int


@_described
class ResultView(TypedDict):
    """How the game ended."""

    winner: Seat | None
    how: str
    """rules, resignation, time, agreement or forfeit"""
    reason: str | None
    reason_words: Words | None
    kind: str | None
    """the reason for programs"""


@_described
class SeriesView(TypedDict):
    """Where the game stands in a row of games."""

    game: int
    """counted from 1"""
    score: tuple[float, float]
    """by seat of this game, this game's result included"""
    previous: str | None
    """a game's id"""
    next: str | None
    """a game's id, when a rematch has begun"""


@_described
class DiceView(TypedDict):
    """Fair dice; see below how to verify them."""

    commitment: str
    nonces: tuple[str, str]
    rolls: tuple[Roll, ...]
    """all of them: those that were taken back stay in the list"""
    secret: str | None
    """null while the game lasts"""


@_described
class EngineView(TypedDict):
    """The engine that plays."""

    thinking: bool
    """it owes a move"""


@_described
class GameView(TypedDict):
    """All there is to know of a game, as one viewer may see it."""

    id: str
    spec: str
    game: str
    """the family's name"""
    title: str
    opponent: Opponent
    number: int
    """of events so far"""
    board: NotRequired[SheetView]
    """in the first view of a connection, and when the view is asked for"""
    seats: tuple[SeatView, SeatView]
    you: You
    acts: list[Doable]
    """what you may do now"""
    position: PositionView
    history: tuple[str, ...]
    """a text for each turn"""
    clock: ClockView | None
    offers: tuple[Offer, ...]
    result: ResultView | None
    series: SeriesView
    dice: DiceView | None
    """in games with dice"""
    engine: EngineView | None
    setup: str | None
    """the arrangement, in games that have one"""
    started: int
    """milliseconds since 1970"""
    ended: int | None


@_described
class BriefView(TypedDict):
    """How a game stands, for a list of games."""

    id: str
    you: You
    is_your_turn: bool
    turns: int
    result: ResultView | None


# ---------------------------------------------------------------- what the websocket says

Ref = str | int | None


@_described
class ViewMessage(TypedDict):
    """The game as it stands: at once, and after every event."""

    type: Literal["view"]
    view: GameView


@_described
class PresentMessage(TypedDict):
    """Somebody has connected or left."""

    type: Literal["present"]
    present: tuple[bool, bool]


@_described
class DoneMessage(TypedDict):
    """An act is done: its events are on disk, and the view that shows them was sent before."""

    type: Literal["done"]
    ref: Ref
    """what the act brought"""
    number: int
    """of events after it"""


@_described
class ErrorMessage(TypedDict):
    """An act or message is refused; without a `ref` it may be the connection."""

    type: Literal["error"]
    ref: Ref
    error: ErrorAnswer


@_described
class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]
    ref: Ref
    server_time: int
    """milliseconds since 1970"""


# ---------------------------------------------------------------- the engine's word


@_described
class HintView(TypedDict):
    """What the engine would play. Probabilities are of the player to move."""

    move: str
    value: float
    solved: bool
    line: tuple[str, ...]
    """what it expects to follow"""


@_described
class EvaluationView(TypedDict):
    """How a game stands."""

    value: float
    """the winning probability of seat 0, a draw counting half"""
    solved: bool
    turn: int


@_described
class JudgementView(TypedDict):
    """One turn of an evaluated game."""

    turn: int
    seat: Seat
    text: str
    before: float
    """the player's chance with the best move"""
    value: float
    """and with this one"""
    best: str
    line: tuple[str, ...]
    mark: str
    """?!, ? or ??, or empty"""
    luck: float | None
    """what the die added"""
    chance: float
    """seat 0's winning probability after the turn"""


# ---------------------------------------------------------------- families and boards


@_described
class ParameterView(TypedDict):
    """One parameter of a family."""

    name: str
    word: str
    """what it is called; empty: as it is written"""
    line: str
    """a line about it, perhaps none"""
    default: int | str
    bounds: str
    """of a whole number, in words"""
    choices: tuple[str, ...] | None
    """where it is a word"""


@_described
class PresetView(TypedDict):
    """A variant that has a name. The first of a family is its default."""

    name: str
    word: str
    """what it is called; empty: as it is written"""
    line: str
    """a line about it, perhaps none"""
    spec: str
    """the short specification"""
    parameters: dict[str, int | str]


@_described
class FamilyView(TypedDict):
    """A game with all its variants, and all that is said of it. Texts are keys of the catalogues."""

    name: str
    title: str
    tagline: str
    designer: str
    year: int | None
    rights: str
    rights_link: str
    sides: tuple[str, ...]
    has_dice: bool
    has_choices: bool
    """some moves are chosen beside the board"""
    is_arranged: bool
    has_rules: bool
    """a page of rules"""
    has_lesson: bool
    has_puzzles: bool
    presets: list[PresetView]
    parameters: list[ParameterView]
    values: dict[str, str]
    """what words that parameters can be are called"""


@_described
class FamiliesView(TypedDict):
    """All games."""

    games: list[FamilyView]
    levels: list[int]
    """of the engine"""


@_described
class Heading(TypedDict):
    """What is played, and on which board."""

    spec: str
    game: str
    """the family's name"""
    title: str
    sides: tuple[str, ...]
    setup: str | None
    """the arrangement, in games that have one"""
    seed: int | None
    """that gives it"""
    board: SheetView


@_described
class BoardView(Heading):
    """A variant's board with its start, for pictures."""

    position: PositionView


# ---------------------------------------------------------------- study


@_described
class PlayerView(TypedDict):
    """Who sat where, as a record says."""

    name: str
    kind: NotRequired[str]
    level: NotRequired[str]


@_described
class LookView(Heading):
    """The positions of a line: the start, then one after each turn. Only the last one brings its moves."""

    start: str | None
    """a position text, where the line begins at one"""
    players: list[PlayerView]
    history: tuple[str, ...]
    comments: dict[int, str]
    """by turn"""
    result: ResultView | None
    dice: dict[str, object] | None
    """of a record with fair dice, with `verified`: whether every roll is right"""
    positions: list[PositionView]


@_described
class UploadAnswer(TypedDict):
    """Where a record is kept."""

    id: str


@_described
class VerifyAnswer(TypedDict):
    """Whether every roll is what secret and nonces give."""

    verified: bool
    sentence: str


# ---------------------------------------------------------------- to read and to learn


@_described
class RulesView(TypedDict):
    """The rules of a game."""

    game: str
    lang: str
    title: str
    designer: str
    html: str
    """each rule can be linked to by its number: #R3"""


@_described
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


@_described
class LessonView(TypedDict):
    """The introduction to a game."""

    game: str
    lang: str
    title: str
    designer: str
    steps: list[StepView]


@_described
class StepTried(TypedDict):
    """What comes of a move in a step."""

    right: bool
    text: str
    moves: list[str]
    """the one that was tried, and the replies"""
    positions: list[PositionView]
    """after each of them"""
    done: bool


@_described
class PuzzleTried(StepTried):
    """What comes of a move in a puzzle."""

    text_words: Words


@_described
class PuzzleSummary(TypedDict):
    """A puzzle in the list."""

    number: int
    spec: str
    grade: int
    """1 to 5, a fifth of a game's puzzles each"""
    plies: int | None
    """to the end, where it is known"""
    side: str | None
    """to move"""


@_described
class PuzzleList(TypedDict):
    """What there is to solve."""

    game: str
    puzzles: list[PuzzleSummary]


@_described
class PuzzleView(PuzzleSummary):
    """One puzzle, without its answer."""

    seat: Seat | None
    """to move"""
    board: SheetView
    position: PositionView
