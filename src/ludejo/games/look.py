"""How a game is drawn, as data that its about.py has: `Look`. Whoever says nothing gets tiles of sand, and stones.

Colours are names of the palette (play/render/palette.py), so that they suit light and dark pages, or plain ones such as
"#c4161c".
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from ludejo.games.words import mark_text


class Thing(NamedTuple):
    """Something that can stand on a cell. Its picture is the symbol of its name: symbols.svg has it."""

    word: str  # what it is called; a key of the catalogues
    letter: str  # in text pictures
    colour: str  # in a terminal
    chip: str = ""  # in a terminal: show its letter, in these colours, "#101010 on #ffffff", instead of a disc
    rides: bool = False  # it stands upon the topmost piece and does not raise the stack


# What every game may put on its board.
PIECES: Mapping[str, Thing] = MappingProxyType(
    {
        "black": Thing(mark_text("black"), "b", "#101010"),
        "white": Thing(mark_text("white"), "w", "#ffffff"),
        "red": Thing(mark_text("red"), "r", "#c4161c"),
        "blue": Thing(mark_text("blue"), "b", "#1b3fb5"),
    }
)


class Ground(NamedTuple):
    """The colours of a board in the terminal."""

    plain: str = "#efe6d2"
    darker: str = "#e4d8bd"  # every other cell
    special: str = "#c9bda2"  # cells with a mark
    lines: str = "#6f6046"  # dots and brackets


class Look(NamedTuple):
    """How a game is drawn."""

    style: Literal["tiles", "points"] = "tiles"  # pieces stand in cells, or on points joined by lines
    ground: str = "sand"
    terminal: Ground = Ground()
    colours: tuple[str, str] = ("black", "white")  # the things that are the sides' own pieces
    others: Mapping[str, Thing] = {}  # what can stand on a cell beside PIECES
    choices: bool = False  # some moves are not made on the board, and are chosen beside it
    buried: int = 0  # in text pictures: discs of a stack that can stand to the left of the top one
    beside: int = 0  # in text pictures: things that can stand to the right of the first one

    @property
    def things(self) -> Mapping[str, Thing]:
        """All that can stand on a cell."""
        return {**PIECES, **self.others}
