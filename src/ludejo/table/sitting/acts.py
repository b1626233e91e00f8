"""What players can want: an act, and what deciding about it needs beside the sitting."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ludejo.table.sitting.sitting import Ref, Sitting

BOTH: Literal["both"] = "both"
ActName = Literal[
    "join", "nonce", "move", "roll", "resign", "draw", "takeback", "rematch", "delete", "accept", "decline", "name",
    "renew", "invite", "hold",
]  # fmt: skip
Doable = ActName | Literal["hint", "evaluate"]  # the last two are questions to the engine, and add no events
Rolled = Callable[[Sitting, int], int]  # the face that the dice give for a number of faces
NAMELESS = ""


@dataclass(frozen=True)
class Act:
    """What a player wants: `number` is that of the view it was decided on."""

    kind: ActName
    number: int
    text: str = ""
    roll: bool = True
    name: str = NAMELESS
    nonce: str = ""
    ref: Ref = None  # how the client calls it, so that it can be sent again
    key: str = ""  # the hash of the secret it came with, where that may be renewed meanwhile
    new_key: str = ""  # of a renewed seat, or of a person who takes it into their list
    gone: tuple[str, ...] = ()  # whoever else held a renewed seat
    lag: int = 0  # milliseconds that the connection was measured to take, there and back


@dataclass(frozen=True)
class Context:
    """What an act needs beside the sitting: the time, the dice, and ids in case of a rematch."""

    now: int
    rolled: Rolled
    new_id: Callable[[], str]
