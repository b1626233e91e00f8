"""What can be played, and lines of play to look at."""

from typing import NotRequired

from typing_extensions import TypedDict

from ludejo.table.messages.views.describing import Seat, described
from ludejo.table.messages.views.positions import PositionView, ResultView, SheetView


@described
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
    certain: bool
    """both chances of the player are proven"""


@described
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


@described
class PresetView(TypedDict):
    """A variant that has a name. The first of a family is its default."""

    name: str
    word: str
    """what it is called; empty: as it is written"""
    line: str
    """a line about it, perhaps none"""
    designer: str
    """whose game it is, where that is not the family's designer; else empty"""
    spec: str
    """the short specification"""
    parameters: dict[str, int | str]
    switched: bool
    """whether the table starts it with the family's switch on: so do those who ask for it by that word alone"""


@described
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
    switch: str
    """the parameter, yes or no, that can be switched beside any preset; empty: none"""
    presets: list[PresetView]
    parameters: list[ParameterView]
    values: dict[str, str]
    """what words that parameters can be are called"""


@described
class PreparingView(TypedDict):
    """What is compiled for the machine of the table, the first time only."""

    done: int
    of: int
    game: str | None
    """whose turn it is; null when nothing is left to do"""


@described
class FamiliesView(TypedDict):
    """All games."""

    games: list[FamilyView]
    levels: list[int]
    """of the engine"""


@described
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


@described
class LevelView(TypedDict):
    """What an engine's level is in a variant."""

    level: int
    network: bool
    """whether a network guides its search"""
    simulations: int | None
    """how many it makes at most for a turn"""
    seconds: float | None
    """how long it thinks at most"""


@described
class BoardView(Heading):
    """A variant's board with its start, for pictures, and what the engine's levels are there."""

    position: PositionView
    levels: tuple[LevelView, ...]


@described
class PlayerView(TypedDict):
    """Who sat where, as a record says."""

    name: str
    kind: NotRequired[str]
    level: NotRequired[str]


@described
class LookView(Heading):
    """A line and a page of its positions: the start, then one after each turn. Only the last one brings its moves."""

    start: str | None
    """a position text, where the line begins at one"""
    players: list[PlayerView]
    history: tuple[str, ...]
    comments: dict[int, str]
    """by turn"""
    study: dict[str, object] | None
    """variations, marked cells and arrows, as records have them"""
    record: dict[str, object]
    """the record without its moves and what was added to them: with these it is whole again"""
    result: ResultView | None
    dice: dict[str, object] | None
    """of a record with fair dice, and with it `verified`: whether they are proven fair, null without a proof;
    `words`: what is proven, or what is wrong"""
    first: int
    """the turn of the first of these positions"""
    positions: list[PositionView]
    """as many as fit into one answer; ask again with the next turn as `first` for more"""


@described
class UploadAnswer(TypedDict):
    """Where a record is kept."""

    id: str


@described
class ShareAnswer(TypedDict):
    """Where a shared study is, and what lets others join in."""

    id: str
    secret: str


@described
class SharedView(TypedDict):
    """A shared study without what is in its chapters."""

    id: str
    title: str
    version: int
    """grows with each change"""
    chapters: list[str]
    """their titles"""
    ids: list[int]
    """by which each chapter is known, wherever it stands"""
    may_edit: bool
    """whether the secret that came along is the one, or stands for somebody who keeps the study"""


@described
class OpeningMove(TypedDict):
    """A move that was played in strong games."""

    text: str
    games: int
    score: float
    """the share of the points that its player made"""
    low: float
    """of an interval that holds it with 95 %"""
    high: float


@described
class ExplorerView(TypedDict):
    """What strong games did in a position."""

    spec: str
    games: int
    """that came to it"""
    moves: list[OpeningMove]


@described
class ReportView(TypedDict):
    """A report of the lab."""

    name: str
    """it is at /reports/NAME"""
    title: str
    changed: int
    """seconds since 1970"""


@described
class ReportsView(TypedDict):
    """The reports that the table shows."""

    reports: list[ReportView]
