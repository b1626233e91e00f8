"""What is said of a game, and the numbers by which it is tried: the plain data of its about.py.

A folder's about.py holds one of these as `ABOUT`. Everything has a default, so that a game without about.py is called
by the name of its folder and drawn as stones on tiles of sand. Texts are English, marked by `mark_text`; the folder's
catalogue translates them. Colours are names of the palette (play/render/palette.py), so that they suit light and dark
pages, or plain ones such as "#c4161c".
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from ludejo.games.phrases import mark_text


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


class Entry(NamedTuple):
    """What a preset, a parameter or a value of one is called, and a line about it."""

    name: str
    line: str = ""


class Trials(NamedTuple):
    """On which boards networks are compared and calibrated."""

    boards: tuple[str, ...] = ()  # specs; none: the default
    openings: Mapping[str, int] = {}  # turns drawn at the start, where they differ from a match's usual ones


@dataclass(frozen=True)
class About:
    """All that is said of one game."""

    title: str = ""
    order: int = 100  # where it stands in lists: the lower, the earlier
    tagline: str = ""  # one line that says what happens
    designer: str = ""
    year: int | None = None
    rights: str = ""
    rights_link: str = ""
    presets: Mapping[str, Entry] = field(default_factory=dict)
    other_designers: Mapping[str, str] = field(default_factory=dict)  # of presets that are games of somebody else
    parameters: Mapping[str, Entry] = field(default_factory=dict)
    values: Mapping[str, Entry] = field(default_factory=dict)  # of parameters that are words
    other_words: Mapping[str, str] = field(default_factory=dict)  # what may stand for it as a spec, and what they mean
    look: Look = Look()  # noqa: RUF009  a NamedTuple never changes
    trials: Trials = Trials()  # noqa: RUF009


# ---------------------------------------------------------------- what others call it


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
    """What formats and protocols of others call a game: `FORMATS` of a folder's formats.py, which few games need.

    Our own records are written and read for every game alike. SGF and HTP know Hex by that name, whichever family its
    boards belong to here; Abstract Play has names of its own for games and variants.
    """

    hex_boards: HexBoards | None = None
    abstract_play: AbstractPlay | None = None
