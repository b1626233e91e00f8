"""How formats and protocols of others call a game: the plain data of a folder's formats.py, which few games need.

Our own records are written and read for every game alike. SGF and HTP know Hex by that name, whichever family its
boards belong to here; Abstract Play has names of its own for games and variants.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class HexBoards:
    """The boards of a family on which Hex is played: Black joins top and bottom, White left and right."""

    spec: Callable[[int, bool], str]  # of the board so many cells wide, with or without the swap
    size: Callable[[Any], int | None]  # of a variant that is Hex; None: it is another board


@dataclass(frozen=True)
class AbstractPlay:
    """What a game is called at Abstract Play."""

    name: str
    spec: Callable[[Sequence[str]], str | None]  # that variants there, in small letters, ask for; None: nothing here


@dataclass(frozen=True)
class Formats:
    """All that a folder says of this."""

    hex_boards: HexBoards | None = None
    abstract_play: AbstractPlay | None = None
