"""What is written to the database and read from it: new games, events to be added, games as they are kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludejo.table.sitting.events import Event
from ludejo.table.sitting.sitting import Sitting


@dataclass(frozen=True)
class EnteredGame:
    """A game to be entered with its first event."""

    sitting: Sitting
    start: Event
    hashes: Mapping[str, int]  # of the secrets, with the seats they hold
    dice_secret: bytes | None


@dataclass(frozen=True)
class Entry:
    """Events to be added to a game that has `number` of them, after which it stands as `after` says."""

    game: str
    number: int
    events: Sequence[Event]
    after: Sitting
    following: EnteredGame | None = None  # the next game of the series, entered along with it
    origin: str = ""  # who adds them, so that nobody is told of what they did themselves


@dataclass(frozen=True)
class Kept:
    """A game as the database has it."""

    id: str
    log: tuple[Event, ...]
    hashes: Mapping[str, int]
    dice_secret: bytes | None
