"""What goes over the wire: requests, views and errors. docs/api.md tells the same to people who write programs."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

_NO_CONTROL = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40, pattern=_NO_CONTROL)]
Nonce = Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
Spec = Annotated[str, StringConstraints(max_length=200)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Secret = Annotated[str, StringConstraints(max_length=64)]
Seat = Literal[0, 1]
You = Literal[0, 1, "both", "watcher"]


class Request(BaseModel):
    """What a client sends: nothing beside the fields named."""

    model_config = ConfigDict(extra="forbid")


# ---------------------------------------------------------------- starting a game


class SuddenClock(Request):
    """So many seconds for the whole game, and an increment for each turn."""

    kind: Literal["sudden"]
    seconds: int = Field(ge=10, le=6 * 3600)
    increment: int = Field(default=0, ge=0, le=180)


class DaysClock(Request):
    """So many days for each turn."""

    kind: Literal["days"]
    days: int = Field(ge=1, le=30)


ClockTerms = Annotated[SuddenClock | DaysClock, Field(discriminator="kind")]


class NewGame(Request):
    """What is to be played, against whom, and on what terms."""

    spec: Spec
    opponent: Literal["same-device", "engine", "friend"]
    level: int | None = Field(default=None, ge=1, le=8)
    seat: Literal[0, 1, "toss"] = 0
    clock: ClockTerms | None = None
    name: Name = ""
    seed: int | None = Field(default=None, ge=0, lt=1 << 63)
    setup: Annotated[str, StringConstraints(max_length=2000)] | None = None


class FriendLink(BaseModel):
    """What the friend is to be given: whoever has it holds the other seat."""

    secret: str
    link: str


class NewGameAnswer(BaseModel):
    """The secret of your seat, told this once."""

    id: str
    you: You
    secret: str
    link: str  # of the page with your secret in its fragment
    friend: FriendLink | None = None


# ---------------------------------------------------------------- acts


class Act(Request):
    """Anything a player does. `number` is that of the latest view: an act on an outdated position is refused."""

    number: int = Field(ge=0)


class MoveAct(Act):
    """Make a move. Unless `roll` is false, the die of a drop is rolled at once."""

    text: MoveText
    roll: bool = True


class JoinAct(Act):
    """Take a seat that a link gives: how to be called, and a nonce for the dice."""

    name: Name = ""
    nonce: Nonce = ""


class NonceAct(Act):
    """Add your part to the dice, before the first roll and after the commitment was shown."""

    nonce: Nonce


ACTS = ("move", "roll", "join", "nonce", "resign", "draw", "takeback", "accept", "decline", "rematch")


# ---------------------------------------------------------------- views


class ErrorAnswer(BaseModel):
    """Why something was refused. The code never changes; `values` fill the gaps of `template` in any language."""

    code: str
    sentence: str
    template: str
    values: dict[str, Any]


class SeatView(BaseModel):
    """Who sits there."""

    name: str
    kind: Literal["person", "program"]
    level: int | None
    side: str  # the colour that the seat plays now
    joined: bool
    present: bool  # connected at this moment


class OutcomeView(BaseModel):
    """What the rules say of a finished game."""

    winner: int | None
    reason: str
    reason_words: dict[str, Any]  # {template, values}, for those who translate
    kind: str
    cells: list[str]


class PositionView(BaseModel):
    """A position. `moves` are gestures and `hops` the King's landings, only for whoever may move.

    `threats` are the cells that win at once: `wins` for the side to move, `dangers` for the other one.
    """

    text: str
    drawing: dict[str, Any]  # piles, last, path, winning
    turn: int
    to_move: int | None
    side_to_move: str | None
    is_chance: bool
    outcome: OutcomeView | None
    moves: list[dict[str, Any]]
    hops: dict[str, list[str]]
    threats: dict[str, list[str]]
    in_hand: list[int] | None  # what each seat has still to place, in games that count it


class ClockView(BaseModel):
    """Times are milliseconds. `running` is the seat whose time passes; `remaining` is right at `server_time`."""

    kind: Literal["sudden", "days"]
    remaining: list[int]
    running: int | None
    server_time: int
    increment: int


class OfferView(BaseModel):
    """What a player has offered and the other has not answered yet."""

    what: Literal["draw", "takeback", "rematch"]
    seat: Seat
    number: int  # of the event


class ResultView(BaseModel):
    """How the game ended."""

    winner: int | None
    how: Literal["rules", "resignation", "time", "agreement", "forfeit"]
    reason: str | None
    reason_words: dict[str, Any] | None
    kind: str | None


class SeriesView(BaseModel):
    """Where the game stands in a row of games. `score` is by seat of this game, this game's result included."""

    game: int
    score: list[float]
    previous: str | None
    next: str | None


class RollView(BaseModel):
    """One roll: the k-th of this game. `turn` is that of the drop; taken-back rolls stay in the list."""

    k: int
    faces: int
    face: int
    turn: int
    seat: Seat


class DiceView(BaseModel):
    """Fair dice: see docs/api.md for how to verify them. `secret` is null while the game lasts."""

    commitment: str
    nonces: list[str]
    rolls: list[RollView]
    secret: str | None


class EngineView(BaseModel):
    """Whether the engine owes a move."""

    thinking: bool


class GameView(BaseModel):
    """All there is to know of a game, as one viewer may see it."""

    id: str
    spec: str
    game: str  # the family
    title: str
    opponent: Literal["same-device", "engine", "friend"]
    number: int
    board: dict[str, Any] | None = None  # cells, labels, marks; in the first view of a connection only
    seats: list[SeatView]
    you: You
    acts: list[str]  # what you may do now
    position: PositionView
    history: list[str]
    clock: ClockView | None
    offers: list[OfferView]
    result: ResultView | None
    series: SeriesView
    dice: DiceView | None
    engine: EngineView | None
    setup: str | None
    started: int  # milliseconds since 1970
    ended: int | None


class BriefView(BaseModel):
    """How a game stands, for a list of games."""

    id: str
    you: You
    is_your_turn: bool
    turns: int
    result: ResultView | None


# ---------------------------------------------------------------- the engine's word


class HintView(BaseModel):
    """What the engine would play, and what it expects to follow. Probabilities are of the player to move."""

    move: str
    value: float
    solved: bool
    line: list[str]


class EvaluationView(BaseModel):
    """The winning probability of seat 0, a draw counting half."""

    value: float
    solved: bool
    turn: int


# ---------------------------------------------------------------- families and boards


class ParameterView(BaseModel):
    """One parameter of a family. `choices` where it is a word; else a whole number, bounds told in words."""

    name: str
    word: str  # what it is called; empty: as it is written
    line: str  # a line about it, perhaps none
    default: int | str
    bounds: str
    choices: list[str] | None


class PresetView(BaseModel):
    """A variant that has a name. The first of a family is its default."""

    name: str
    word: str  # what it is called; empty: as it is written
    line: str  # a line about it, perhaps none
    spec: str  # the short specification
    parameters: dict[str, int | str]


class FamilyView(BaseModel):
    """A game with all its variants, and all that is said of it. Texts are keys of the catalogues."""

    name: str
    title: str
    tagline: str
    designer: str
    year: int | None
    rights: str
    rights_link: str
    sides: list[str]
    has_dice: bool
    has_choices: bool  # some moves are chosen beside the board
    is_arranged: bool
    has_rules: bool  # a page of rules
    has_lesson: bool
    has_puzzles: bool
    presets: list[PresetView]
    parameters: list[ParameterView]
    values: dict[str, str]  # what words that parameters can be are called


class FamiliesView(BaseModel):
    """All games."""

    games: list[FamilyView]
    levels: list[int]


class BoardView(BaseModel):
    """A variant's board with its start, for pictures."""

    spec: str
    game: str
    title: str
    sides: list[str]
    setup: str | None
    seed: int | None
    board: dict[str, Any]
    position: PositionView


# ---------------------------------------------------------------- study


class StudyLine(Request):
    """A line of play: moves from a start, or a whole record as text (.json, .sgf or .ap.json)."""

    spec: Spec | None = None
    moves: list[MoveText] = Field(default_factory=list, max_length=5000)
    setup: Annotated[str, StringConstraints(max_length=2000)] | None = None
    seed: int | None = Field(default=None, ge=-(1 << 63), lt=1 << 64)
    start: Annotated[str, StringConstraints(max_length=2000)] | None = None
    record: Annotated[str, StringConstraints(max_length=1_000_000)] | None = None


class LookRequest(StudyLine):
    """What to show of a line: all its positions (`whole`), or the last one alone."""

    whole: bool = True


class LookView(BaseModel):
    """The positions of a line: the start, then one after each turn. Only the last one brings its moves."""

    spec: str
    game: str
    title: str
    sides: list[str]
    board: dict[str, Any]
    setup: str | None
    seed: int | None
    start: str | None
    players: list[dict[str, Any]]
    history: list[str]
    comments: dict[int, str]
    result: ResultView | None
    dice: dict[str, Any] | None  # of a record with fair dice, with "verified": whether every roll is right
    positions: list[PositionView]


class EvaluateRequest(StudyLine):
    """How hard to look at each position."""

    simulations: int = Field(default=2000, ge=100, le=20_000)


class JudgementView(BaseModel):
    """One turn of an evaluated game; `chance` is seat 0's winning probability after it."""

    turn: int
    seat: Seat
    text: str
    before: float
    value: float
    best: str
    line: list[str]
    mark: Literal["", "?!", "?", "??"]
    luck: float | None
    chance: float


class ExportRequest(StudyLine):
    """Write a line as a file, with comments by turn."""

    format: Literal["json", "sgf", "ap.json", "svg"]
    comments: dict[int, Annotated[str, StringConstraints(max_length=20_000)]] = Field(
        default_factory=dict, max_length=5000
    )
    turn: int | None = Field(default=None, ge=0)  # of an SVG: after which turn


class UploadRequest(Request):
    """A record to be kept under an address of its own: /study/ID."""

    record: Annotated[str, StringConstraints(min_length=1, max_length=1_000_000)]


class UploadAnswer(BaseModel):
    """Where it is kept."""

    id: str


class QrRequest(Request):
    """A link to be drawn as a QR code."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=300)]


class TryRequest(Request):
    """A move in a lesson or puzzle."""

    move: MoveText


class VerifyAnswer(BaseModel):
    """Whether every roll is what secret and nonces give."""

    verified: bool
    sentence: str
