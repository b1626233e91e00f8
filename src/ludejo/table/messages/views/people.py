"""What people are told of themselves, of their games and of others: typed dictionaries, as in views/games.py."""

from typing import Literal

from typing_extensions import TypedDict

from ludejo.play.files import Document
from ludejo.table.messages.views.describing import Seat, described
from ludejo.table.sitting.events import Opponent


@described
class ListedView(TypedDict):
    """A game in somebody's list."""

    id: str
    spec: str
    opponent: Opponent
    level: int | None
    other_level: int | None
    """of the engine that moves second, where two of them play"""
    names: tuple[str, str]
    joined: tuple[bool, bool]
    clock: dict[str, int | str] | None
    """as it was asked for"""
    turns: int
    how: str | None
    """how it ended; null while it lasts"""
    winner: Seat | None
    you: Seat | Literal["both"]
    is_waiting: bool
    """for your turn, for your answer to an offer, or for you to see that it has ended"""
    is_your_turn: bool
    """against an engine, too"""
    offered: Literal["draw", "takeback", "rematch", "delete"] | None
    """what the other player has offered"""
    latest: int
    """when something last happened, milliseconds since 1970"""
    due: int | None
    """when a flag falls, or the game is aborted"""


@described
class ListView(TypedDict):
    """A page of somebody's games: those that wait for them first, then running ones, then finished ones."""

    games: list[ListedView]
    count: int
    """in all"""
    waiting: int
    """how many of them wait for you"""
    is_known: bool
    """whether the table has seen your secret before"""


@described
class ShelvedView(TypedDict):
    """A shared study that somebody may change."""

    id: str
    title: str
    since: int
    """when they came to have it, milliseconds since 1970"""


@described
class ShelfView(TypedDict):
    """The shared studies that you may change."""

    studies: list[ShelvedView]


@described
class WaitingView(TypedDict):
    """How many games wait for you: for your turn, for an answer, or to be seen once they have ended."""

    waiting: int


@described
class KnownWaitingView(WaitingView):
    """The same, and whether you are somebody here."""

    is_known: bool
    """whether the table knows your secret: one that it knew before was replaced"""


Offered = Literal["lobby", "push", "passkeys"]


@described
class OffersView(TypedDict):
    """What this table offers beside games, as its host has set it up."""

    can: list[Offered]


@described
class PersonView(TypedDict):
    """What the table knows of you."""

    id: str
    name: str
    is_public: bool
    """with a page and ratings of your own"""
    has_feed: bool
    can: list[Offered]
    """what this table offers"""


@described
class PasskeysView(TypedDict):
    """The keys of devices that stand for you."""

    made: list[int]
    """when each was made, milliseconds since 1970"""


@described
class PasskeyOptionsView(TypedDict):
    """What a browser needs to make or to use a key."""

    options: Document
    """for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`"""


@described
class RatingView(TypedDict):
    """How strong somebody is at a game."""

    game: str
    value: int
    """1500 for whoever begins"""
    games: int
    is_provisional: bool
    """it says little yet"""


@described
class ChallengeView(TypedDict):
    """A game that waits for anybody."""

    id: str
    spec: str
    clock: dict[str, int | str] | None
    name: str
    person: str | None
    """the id of whoever waits, if they have a page"""
    rating: RatingView | None
    is_rated: bool
    reach: int | None
    """how far your rating may be from theirs"""
    is_yours: bool
    until: int
    """milliseconds since 1970"""


@described
class PublicView(TypedDict):
    """A player who has a page."""

    id: str
    rating: RatingView | None
    """in the game that is played"""


@described
class PlayedView(TypedDict):
    """A game between people of the lobby."""

    id: str
    spec: str
    names: list[str]
    public: list[PublicView | None]
    """by seat; null for those without a page"""
    turns: int
    clock: dict[str, int | str] | None
    how: str | None
    winner: Seat | None
    latest: int
    watchers: int
    """at this worker of the table"""


@described
class LobbyView(TypedDict):
    """Who waits for a game, and what is being played."""

    challenges: list[ChallengeView]
    played: list[PlayedView]


@described
class ChallengedView(TypedDict):
    """A challenge that stands, or was taken: the game."""

    id: str


@described
class AtGameView(TypedDict):
    """Who plays a game of the lobby, by seat."""

    people: list[str | None]
    public: list[PublicView | None]
    """those of them who have a page, as anybody may see it"""
    until: int | None
    """until when it waits, or has waited, for somebody, milliseconds since 1970; null where one has come"""
    has_run_out: bool
    """nobody has come in time"""


@described
class BlockedView(TypedDict):
    """Somebody whom you do not meet."""

    id: str
    name: str


@described
class BlockedListView(TypedDict):
    """Whom you have blocked."""

    people: list[BlockedView]


@described
class PlayerView(TypedDict):
    """The page of somebody who wants one."""

    id: str
    name: str
    since: int
    ratings: list[RatingView]
    games: list[PlayedView]


@described
class SaidMessage(TypedDict):
    """A player says one of the set phrases."""

    type: Literal["said"]
    seat: Seat
    phrase: str


@described
class FeedView(TypedDict):
    """Where your feed is; told this once."""

    link: str


@described
class PushKeyView(TypedDict):
    """What a browser needs to subscribe to notices."""

    key: str
    """in base64url"""
