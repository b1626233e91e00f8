"""Events: what happened at a table, in order. They are only ever added; everything else is worked out from them.

Kinds, and what their data holds:

    start     the terms of the game; always the first event
    join      name, nonce             the friend takes the seat
    nonce     nonce                   a player's part of the dice
    move      text, lag?              a move, or the announcement of a drop; milliseconds that are forgiven
    roll      k, face, lag?           the die of the drop
    offer     what                    draw, takeback, rematch or delete
    decline   what
    takeback  plies                   so many moves and rolls are undone
    resign
    agree                             a draw by agreement
    flag                              the seat's time is up
    cut                               the game was too long, and is cut short
    abort                             the seat never made its first turn; the game counts for nothing
    pause     ms                      the server was down so long; no clock ran
    rematch   next                    the id of the next game of the series
    name      name                    the seat is called otherwise; no event before keeps another name of it
    renew     old, new, gone?         hashes of a seat's secrets: the second one holds it from now on, those gone do not
    hold      key                     a person holds the seat too; without a seat, both
    delete                            the game is gone; all events before it are

The last event of an act that brought a ref also has `act`: who did what on which number, and the ref. An act that is
sent again after a lost connection is known by it.
"""

from dataclasses import asdict, dataclass, field
from typing import Final, Literal

from ludejo.play.files import Document
from ludejo.table.sitting.clock import ClockTerms

START, JOIN, NONCE, MOVE, ROLL, OFFER, DECLINE, TAKEBACK, RESIGN, AGREE, FLAG, PAUSE, REMATCH = (
    "start", "join", "nonce", "move", "roll", "offer", "decline", "takeback", "resign", "agree", "flag", "pause",
    "rematch",
)  # fmt: skip
CUT, ABORT, NAME, RENEW, HOLD, DELETE = "cut", "abort", "name", "renew", "hold", "delete"
DRAW = "draw"

BOTH_SEATS: Final = 2  # in the database: of whoever plays on the same device
SAME_DEVICE: Final = "same-device"
ENGINE: Final = "engine"
FRIEND: Final = "friend"
ENGINES: Final = "engines"  # two of them, to be watched
Opponent = Literal["same-device", "engine", "friend", "engines"]


@dataclass(frozen=True)
class Event:
    """One thing that happened, at a time in milliseconds since 1970; by a seat, or by nobody in particular."""

    kind: str
    at: int
    seat: int | None = None
    data: Document = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Series:
    """Where a game stands in a row of games; the score is of the games before it, by its own seats."""

    game: int = 1
    score: tuple[float, float] = (0.0, 0.0)
    previous: str | None = None


@dataclass(frozen=True)
class Terms:
    """What was agreed before the first move."""

    spec: str
    opponent: Opponent
    level: int | None = None
    engine_seat: int | None = None
    clock: ClockTerms | None = field(default=None, hash=False)
    names: tuple[str, str] = ("", "")
    joined: tuple[bool, bool] = (True, True)
    seed: int | None = None
    setup: str | None = None
    commitment: str | None = None
    series: Series = Series()
    first_move: int | None = None  # milliseconds for each player's first turn, else the game is aborted
    lag: int = 0  # milliseconds of a slow connection that each player is forgiven in all
    other_level: int | None = None  # of the second seat, where two engines play

    def level_of(self, seat: int | None) -> int | None:
        """How strong the engine is that has a seat; None for a person's."""
        if self.opponent == ENGINES:
            return {0: self.level, 1: self.other_level}.get(seat) if seat is not None else None
        return self.level if seat is not None and seat == self.engine_seat else None

    def as_json(self) -> Document:
        """As the start event keeps them."""
        return asdict(self)

    @classmethod
    def from_json(cls, parts: Document) -> "Terms":
        """And back."""
        series = parts["series"]
        pairs = {key: tuple(parts[key]) for key in ("names", "joined")}
        return cls(**{**parts, **pairs, "series": Series(series["game"], tuple(series["score"]), series["previous"])})
