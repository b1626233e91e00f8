"""What clients ask for. Whatever is not described here is refused, with the place of the first problem.

pydantic would find all problems, and make something of each: of a body full of them, a hundred thousand. So of what has
no end it looks no further than the first.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    FailFast,
    Field,
    StringConstraints,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from pydantic_core import PydanticKnownError

from ludejo.table.sitting.acting import ActName
from ludejo.table.sitting.events import Opponent

# Nothing that moves what stands beside a name: control characters, breaks, and those that turn the direction of text;
# and nothing that is no character at all, which a feed in XML could not say.
_NO_CONTROL = (
    r"^[^\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]*$"
)
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40, pattern=_NO_CONTROL)]
Nonce = Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
Spec = Annotated[str, StringConstraints(max_length=200)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Secret = Annotated[str, StringConstraints(max_length=64)]
PositionText = Annotated[str, StringConstraints(max_length=2000)]
RecordText = Annotated[str, StringConstraints(max_length=1_000_000)]
MOST_POSITIONS = 200  # in one answer
MOST_FIELDS = 40  # of a request, unknown ones included
MOST_TURNS = 5000
Moves = Annotated[list[MoveText], FailFast()]


def _check_length(given: object, most: int) -> None:
    if isinstance(given, Mapping) and len(given) > most:
        raise PydanticKnownError("too_long", {"field_type": "Object", "max_length": most, "actual_length": len(given)})


def _one_by_one(given: object, read: ValidatorFunctionWrapHandler) -> object:
    """Read a mapping entry by entry: FailFast knows lists alone."""
    _check_length(given, MOST_TURNS)
    if not isinstance(given, Mapping):
        return read(given)
    return {turn: comment for entry in given.items() for turn, comment in read(dict([entry])).items()}


Comment = Annotated[str, StringConstraints(max_length=20_000)]
Comments = Annotated[dict[int, Comment], Field(max_length=MOST_TURNS), WrapValidator(_one_by_one)]


class Request(BaseModel):
    """What a client sends: nothing beside the fields named."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _check_fields(cls, given: object) -> object:
        """Each field that nobody knows is an error of its own."""
        _check_length(given, MOST_FIELDS)
        return given


# ---------------------------------------------------------------- starting a game


class SuddenClock(Request):
    """So many seconds for the whole game, and an increment for each turn."""

    kind: Literal["sudden"]
    seconds: int = Field(ge=10, le=6 * 3600)
    increment: int = Field(default=0, ge=0, le=180)
    other_seconds: int | None = Field(default=None, ge=10, le=6 * 3600)
    """for the other player, as a handicap; the same if none are given"""


class DaysClock(Request):
    """So many days for each turn."""

    kind: Literal["days"]
    days: int = Field(ge=1, le=30)


ClockTerms = Annotated[SuddenClock | DaysClock, Field(discriminator="kind")]


class NewGame(Request):
    """What is to be played, against whom, and on what terms."""

    spec: Spec
    """the game and its variant, in short"""
    opponent: Opponent
    """`engines`: two of them, to be watched; they move while anybody is connected"""
    level: int | None = Field(default=None, ge=1, le=8)
    """of the engine; 3 if none is given"""
    other_level: int | None = Field(default=None, ge=1, le=8)
    """of the engine that moves second, where two of them play; the same if none is given"""
    seat: Literal[0, 1, "toss"] = 0
    """0 moves first"""
    clock: ClockTerms | None = None
    """so much for the whole game, with an increment a turn, or days for each turn"""
    name: Name = ""
    """how you are called; may be empty"""
    seed: int | None = Field(default=None, ge=0, lt=1 << 63)
    """of the arrangement, in games that draw one"""
    setup: PositionText | None = None
    """the arrangement itself"""


# ---------------------------------------------------------------- acts


class ActRequest(Request):
    """Anything a player does."""

    number: int = Field(ge=0)
    """of the latest view: an act on an outdated position is refused"""


class MoveAct(ActRequest):
    """Make a move. An announced drop is rolled at once."""

    text: MoveText
    """one of `position.moves`"""
    roll: bool = True
    """false: the die waits for a `roll`"""


class JoinAct(ActRequest):
    """Take the seat that a link gives. The first act joins too."""

    name: Name = ""
    """how to be called"""
    nonce: Nonce = ""
    """your part of the dice"""


class NonceAct(ActRequest):
    """Add your part to the dice: once, after their commitment was shown and before the first roll."""

    nonce: Nonce
    """up to 64 letters, digits, `-` and `_`; send a random one as soon as `acts` lists this"""


class RollAct(ActRequest):
    """Roll the die of the announced drop."""


class ResignAct(ActRequest):
    """Give the game up."""


class DrawAct(ActRequest):
    """Offer a draw; accepts one that the other has offered."""


class TakebackAct(ActRequest):
    """Take back your last turn: at once against the engine and on the same device, else an offer."""


class DeleteAct(ActRequest):
    """Delete the game: at once unless both of two people have played in it, else an offer. Nothing of it is kept."""


class AcceptAct(ActRequest):
    """Accept the offer that stands."""


class DeclineAct(ActRequest):
    """Decline it."""


class RematchAct(ActRequest):
    """After the end: at once against the engine and on the same device, else an offer; `series.next` is the game."""


ACTS: dict[ActName, type[ActRequest]] = {
    "move": MoveAct, "roll": RollAct, "join": JoinAct, "nonce": NonceAct, "resign": ResignAct, "draw": DrawAct,
    "takeback": TakebackAct, "delete": DeleteAct, "accept": AcceptAct, "decline": DeclineAct, "rematch": RematchAct,
}  # fmt: skip


# ---------------------------------------------------------------- the websocket


class Hello(Request):
    """The first message of a connection. Whoever brings a name or a nonce joins the seat."""

    type: Literal["hello"]
    secret: Secret = ""
    """of the seat; empty for a watcher"""
    name: Name = ""
    nonce: Nonce = ""


# ---------------------------------------------------------------- study


class StudyLine(Request):
    """A line of play: moves from a start, or a whole record as text (.json, .sgf or .ap.json)."""

    spec: Spec | None = None
    moves: Moves = Field(default_factory=list, max_length=MOST_TURNS)
    setup: PositionText | None = None
    """the arrangement, in games that have one"""
    seed: int | None = Field(default=None, ge=-(1 << 63), lt=1 << 64)
    """of the arrangement"""
    start: PositionText | None = None
    """a position text to start from"""
    record: RecordText | None = None
    """instead of everything else"""


class LookRequest(StudyLine):
    """A line, and what to show of it."""

    whole: bool = True
    """its positions in pages; false: the last one alone"""
    first: int = Field(default=0, ge=0)
    """the turn of the first position wanted; 0 is the start"""
    most: int = Field(default=MOST_POSITIONS, ge=1, le=MOST_POSITIONS)
    """how many positions are wanted"""


class EvaluateRequest(StudyLine):
    """A line, and how hard to look at each of its positions."""

    simulations: int = Field(default=2000, ge=100, le=20_000)


class ExportRequest(StudyLine):
    """A line to be written as a file."""

    format: Literal["json", "sgf", "ap.json", "svg"]
    comments: Comments = Field(default_factory=dict)
    """by turn"""
    study: RecordText | None = None
    """variations, marked cells and arrows, as records have them, as JSON"""
    turn: int | None = Field(default=None, ge=0)
    """of an SVG: after which turn"""


class UploadRequest(Request):
    """A record to be kept under an address of its own: /study/ID."""

    record: Annotated[RecordText, StringConstraints(min_length=1)]


Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=_NO_CONTROL)]


class ChapterRequest(Request):
    """A chapter of a study that is shared."""

    title: Title
    record: Annotated[RecordText, StringConstraints(min_length=1)]
    """with variations, comments and marks"""


class ShareRequest(ChapterRequest):
    """A study to be shared, with its first chapter."""

    study: Title
    """what it is called"""


class ChangeRequest(ChapterRequest):
    """A chapter as it shall be now."""

    version: int = Field(ge=1)
    """of the study, that this one follows"""


class ChapterPlace(Request):
    """A chapter that stays."""

    id: int = Field(ge=1)
    """by which it is known"""
    title: Title


class ArrangeRequest(Request):
    """The chapters of a study as they shall be: in this order, called so; what is not named goes."""

    version: int = Field(ge=1)
    """of the study, that this one follows"""
    study: Title
    """what it is called"""
    chapters: Annotated[list[ChapterPlace], FailFast()] = Field(min_length=1, max_length=32)


class RenewRequest(Request):
    """Another secret for a seat. The client draws it, and keeps it before asking: no lost answer loses a seat."""

    secret: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{24,64}$")]
    """random: at least 24 letters, digits, `-` and `_`"""


class NameRequest(Request):
    """Another name of a player, in a game that is kept; empty to have none there."""

    name: Name


class QrRequest(Request):
    """A link to be drawn as a QR code."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=r"^[\x21-\x7e]+$")]


class TryRequest(Request):
    """A move in a lesson or puzzle."""

    move: MoveText


class PuzzleTryRequest(TryRequest):
    """A move in a puzzle, after right ones and their answers."""

    before: Moves = Field(default_factory=list, max_length=40)
    """the moves so far, those of the other side included"""
