"""What people are told of themselves, of their games and of others: typed dictionaries, as in views/games.py."""

from typing import Literal

from typing_extensions import TypedDict

from ludejo.table.messages.views.describing import Seat, described
from ludejo.table.sitting.events import Opponent


@described
class ListedView(TypedDict):
    """A game in somebody's list."""

    id: str
    spec: str
    opponent: Opponent
    level: int | None
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
    """the other player waits for your turn"""
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
    """in how many of them it is your turn"""


@described
class WaitingView(TypedDict):
    """In how many games it is your turn."""

    waiting: int


@described
class PersonView(TypedDict):
    """What the table knows of you."""

    id: str
    name: str
    is_public: bool
    """with a page and ratings of your own"""
    has_feed: bool
    can: list[Literal["lobby", "push", "passkeys"]]
    """what this table offers"""
