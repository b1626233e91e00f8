"""A game as one viewer may see it, what its websocket says, and what the engine says of it."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from ludejo.play.fair_dice import Roll
from ludejo.table.messages.views.describing import Pair, Seat, You, described
from ludejo.table.messages.views.positions import PositionView, ResultView, SheetView, Words
from ludejo.table.refusals import ErrorAnswer
from ludejo.table.sitting.acting import Doable
from ludejo.table.sitting.clock import ClockKind
from ludejo.table.sitting.events import Opponent
from ludejo.table.sitting.sitting import Offer, Ref


@described
class FriendLink(TypedDict):
    """What the friend is to be given: whoever has it holds the other seat."""

    secret: str
    link: str


@described
class NewGameAnswer(TypedDict):
    """A game that was started."""

    id: str
    you: You
    secret: str
    """of your seat, told this once"""
    link: str
    """of the page, with your secret in its fragment"""
    friend: FriendLink | None


@described
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


@described
class ClockView(TypedDict):
    """Both players' time, in milliseconds."""

    kind: ClockKind
    remaining: Pair
    """what was left at `server_time`"""
    running: Seat | None
    """whose time passes"""
    server_time: int
    increment: int


@described
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


@described
class DiceView(TypedDict):
    """Fair dice; see below how to verify them."""

    commitment: str
    nonces: tuple[str, str]
    rolls: tuple[Roll, ...]
    """all of them, 0, 1, 2 …: those that were taken back stay in the list"""
    kept: tuple[int, ...]
    """the k of each roll that was not taken back, in the order of the turns"""
    secret: str | None
    """null while the game lasts"""


@described
class EngineView(TypedDict):
    """The engine that plays."""

    thinking: bool
    """it owes a move"""


@described
class SittingView(TypedDict):
    """What there is to know of a game beside its position, as one viewer may see it."""

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
    most_turns: int
    """after which the game is cut short, as a draw"""
    first_turn_by: int | None
    """when the game is aborted, milliseconds since 1970, if the player to move has made no turn by then"""
    started: int
    """milliseconds since 1970"""
    ended: int | None


@described
class GameView(SittingView):
    """All there is to know of a game, as one viewer may see it."""

    position: PositionView


@described
class BriefView(TypedDict):
    """How a game stands, for a list of games."""

    id: str
    you: You
    is_your_turn: bool
    turns: int
    result: ResultView | None


@described
class ViewMessage(TypedDict):
    """The game as it stands: at once, and after every event."""

    type: Literal["view"]
    view: GameView


@described
class PresentMessage(TypedDict):
    """Somebody has connected or left."""

    type: Literal["present"]
    present: tuple[bool, bool]
    watchers: int
    """how many watch; told every other second at most"""


@described
class DoneMessage(TypedDict):
    """An act is done: its events are on disk, and the view that shows them was sent before."""

    type: Literal["done"]
    ref: Ref
    """what the act brought"""
    number: int
    """of events after it"""


@described
class ErrorMessage(TypedDict):
    """An act or message is refused; without a `ref` it may be the connection."""

    type: Literal["error"]
    ref: Ref
    error: ErrorAnswer


@described
class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]
    ref: Ref
    server_time: int
    """milliseconds since 1970"""


@described
class EchoMessage(TypedDict):
    """To be sent back at once as it is: so the table learns how slow the connection is, and forgives some of that."""

    type: Literal["echo"]
    ref: int


@described
class LinkAnswer(TypedDict):
    """The new link of a seat; the old one is dead."""

    link: str


@described
class DeleteAnswer(TypedDict):
    """Whether a game is gone, or the other player has been asked."""

    deleted: bool


@described
class HintView(TypedDict):
    """What the engine would play. Probabilities are of the player to move."""

    move: str
    value: float
    solved: bool
    line: tuple[str, ...]
    """what it expects to follow"""
    plies: int | None
    """proven to win within so many; the line shows how"""


@described
class EvaluationView(TypedDict):
    """How a game stands."""

    value: float
    """the winning probability of seat 0, a draw counting half"""
    solved: bool
    turn: int


@described
class VerifyAnswer(TypedDict):
    """Whether the rolls are proven fair."""

    verified: bool
    sentence: str
    """what is proven, or what is wrong"""
    words: Words
