"""The pieces of all games as fragments of SVG, and the two palettes they are painted with.

A hundred units are the distance between neighbouring cells; a glyph is drawn round the origin and y grows downward.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

DISC = 38  # the radius of a stone or a disc
TOKEN = 44  # of a token, which shares its square with an animal
STACK_STEP = 18  # how much of a disc shows under the next one


@dataclass(frozen=True)
class Palette:
    """The colours of a picture."""

    paper: str
    ink: str  # words
    square: str  # a board of squares
    lagoon: str  # a board with islands
    beyond: str  # hatching
    line: str  # between cells
    rim: str  # round pieces, islands and the board
    last: str  # the cells of the last move
    path: str
    winning: str
    throne: str
    escape: str
    black: str
    black_edge: str  # so that discs in a stack stand apart
    white: str


LIGHT = Palette(
    paper="#fdfcf9", ink="#5c5a55", square="#f4eee1", lagoon="#dfecee", beyond="#cbbfa8", line="#a79f8f",
    rim="#33312e", last="#f5d98b", path="#b5541c", winning="#14865f", throne="#e9c0b0", escape="#bcd9c4",
    black="#2a2b2e", black_edge="#a3a29c", white="#ffffff",
)  # fmt: skip
DARK = Palette(
    paper="#22262b", ink="#b4b8bd", square="#3d434a", lagoon="#33474f", beyond="#5f666d", line="#6a727b",
    rim="#a9b1b9", last="#7d6a30", path="#ffa565", winning="#5fdca9", throne="#6f463f", escape="#3b6247",
    black="#0b0c0e", black_edge="#b9c0c7", white="#f1f0ec",
)  # fmt: skip

_RED, _BLUE, _GOLD = "#c8443a", "#2f62a3", "#f6d365"
_DARK_INK, _PALE_INK = "#26241f", "#fbfaf6"


class _Head(NamedTuple):
    """An animal seen from the front."""

    outline: str
    features: str  # "~" stands for the ink
    letter_at: int  # the middle of its letter, below the origin


_HEADS = {
    "A": _Head(
        "M-39 13C-39-20-22-36 0-36S39-20 39 13C30 19 22 20 14 18C12 28 7 36 0 39C-7 36-12 28-14 18C-22 20-30 19-39 13Z",
        '<path d="M-17-32C-25-20-28-2-25 18M17-32C25-20 28-2 25 18" fill="none" stroke="~" stroke-width="2"/>'
        '<path d="M-14 18C-16 6-7 3 0 5C7 3 16 6 14 18" fill="none" stroke="~" stroke-width="2"/>'
        '<circle cx="-5" cy="19" r="2.4" fill="~"/><circle cx="5" cy="19" r="2.4" fill="~"/>',
        -13,
    ),
    "B": _Head(
        "M-30-20C-36-30-26-37-18-29C-7-35 7-35 18-29C26-37 36-30 30-20C38-2 28 16 13 31C6 38-6 38-13 31"
        "C-28 16-38-2-30-20Z",
        '<path d="M-19-28C-14-8-15 10-8 27C-22 16-27-4-27-21ZM19-28C14-8 15 10 8 27C22 16 27-4 27-21Z" fill="~"/>'
        '<circle cx="-20" cy="-5" r="2.6" fill="#fff"/><circle cx="20" cy="-5" r="2.6" fill="#fff"/>'
        '<ellipse cx="0" cy="31" rx="5" ry="3.4" fill="~"/>',
        1,
    ),
    "C": _Head(
        "M-27-19C-37-26-32-40-19-36C-16-35-13-32-11-29C-4-31 4-31 11-29C13-32 16-35 19-36C32-40 37-26 27-19"
        "C38-2 32 30 0 34C-32 30-38-2-27-19Z",
        '<circle cx="-15" cy="-8" r="3" fill="~"/><circle cx="15" cy="-8" r="3" fill="~"/>'
        '<path d="M-16 15L-38 9M-16 20L-38 22M16 15L38 9M16 20L38 22" stroke="~" stroke-width="2"/>',
        14,
    ),
    "D": _Head(
        "M-9-17C-18-15-34-23-37-13C-36-3-23-3-17-3C-17 12-10 24-9 32C-6 39 6 39 9 32C10 24 17 12 17-3"
        "C23-3 36-3 37-13C34-23 18-15 9-17Z",
        '<path d="M-7-17C-9-26-13-30-24-37M-13-28L-11-39M-19-33L-28-29M7-17C9-26 13-30 24-37M13-28L11-39'
        'M19-33L28-29" fill="none" stroke-width="4" stroke-linecap="round"/>'
        '<circle cx="-11" cy="-8" r="2.6" fill="~"/><circle cx="11" cy="-8" r="2.6" fill="~"/>'
        '<ellipse cx="0" cy="33" rx="5" ry="3" fill="~"/>',
        10,
    ),
    "E": _Head(
        "M-16-27C-30-38-42-26-40-6C-38 12-28 19-19 8C-14 14-10 15-9 20C-9 30-8 39 2 39C10 39 12 32 9 29"
        "C7 32 5 32 5 29C5 25 9 22 11 15C14 13 17 11 19 8C28 19 38 12 40-6C42-26 30-38 16-27C8-34-8-34-16-27Z",
        '<path d="M-16-27C-22-16-22-4-19 8M16-27C22-16 22-4 19 8" fill="none" stroke="~" stroke-width="2"/>'
        '<circle cx="-12" cy="5" r="2.4" fill="~"/><circle cx="12" cy="5" r="2.4" fill="~"/>',
        -9,
    ),
    "F": _Head(
        "M-35-38C-24-36-16-29-11-23C-4-26 4-26 11-23C16-29 24-36 35-38C37-22 36-10 33-2C28 10 12 22 5 34"
        "C3 38-3 38-5 34C-12 22-28 10-33-2C-36-10-37-22-35-38Z",
        '<path d="M-29-29L-27-13L-18-21ZM29-29L27-13L18-21Z" fill="~"/>'
        '<circle cx="-17" cy="-4" r="2.8" fill="~"/><circle cx="17" cy="-4" r="2.8" fill="~"/>'
        '<ellipse cx="0" cy="33" rx="4.6" ry="3.4" fill="~"/>',
        3,
    ),
    "G": _Head(
        "M-12-25L-14-33C-18-40-7-41-8-34L-6-26H6L8-34C7-41 18-40 14-33L12-25C18-24 33-31 36-22C32-13 22-12 16-13"
        "C15 0 12 8 13 14C20 24 14 38 0 38C-14 38-20 24-13 14C-12 8-15 0-16-13C-22-12-32-13-36-22C-33-31-18-24-12-25Z",
        '<path d="M-5-24L4-25L6-18L-2-15ZM-14-2L-9-4L-8 5L-12 6ZM14-2L9-4L8 5L12 6Z" fill="~" opacity=".35"/>'
        '<circle cx="-11" cy="-13" r="2.4" fill="~"/><circle cx="11" cy="-13" r="2.4" fill="~"/>'
        '<circle cx="-8" cy="24" r="1.8" fill="~"/><circle cx="8" cy="24" r="1.8" fill="~"/>',
        5,
    ),
    "H": _Head(
        "M-21-23C-29-31-21-39-14-31C-6-34 6-34 14-31C21-39 29-31 21-23C23-16 23-10 24-5C42 1 41 34 0 35"
        "C-41 34-42 1-24-5C-23-10-23-16-21-23Z",
        '<circle cx="-11" cy="-18" r="3" fill="~"/><circle cx="11" cy="-18" r="3" fill="~"/>'
        '<circle cx="-20" cy="5" r="2.4" fill="~"/><circle cx="20" cy="5" r="2.4" fill="~"/>',
        14,
    ),
}
_COATS = {
    "A": "#dd6054", "B": "#ee9a45", "C": "#f2d35a", "D": "#79b56c", "E": "#6a9fd4", "F": "#a98bc6", "G": "#fbf9f2",
    "H": "#4b4e54",
}  # fmt: skip


def heads(things: Iterable[str]) -> str:
    """Definitions of the animals among some things; the rim is painted where a head is used."""
    letters = sorted({thing.removeprefix("animal ") for thing in things if thing.startswith("animal ")})
    return "".join(_head(letter) for letter in letters)


def _head(letter: str) -> str:
    head = _HEADS[letter]
    ink = _PALE_INK if letter == "H" else _DARK_INK
    word = (
        f'<text y="{head.letter_at + 9}" fill="{ink}" stroke="none" font-size="26" font-weight="bold" '
        f'text-anchor="middle">{letter}</text>'
    )
    body = f'<path d="{head.outline}" fill="{_COATS[letter]}" stroke-width="3" stroke-linejoin="round"/>'
    return f'<g id="animal-{letter}">{body}{head.features.replace("~", ink)}{word}</g>'


def pile(things: tuple[str, ...], palette: Palette, radius: int = DISC) -> str:
    """What stands on one cell, from bottom to top. A token lies under its animal, so that both are seen."""
    animals = [thing.removeprefix("animal ") for thing in things if thing.startswith("animal ")]
    pieces = [thing for thing in things if not thing.startswith("animal ")]
    lowest = STACK_STEP * (len(pieces) - 1) // 2
    stack = [_lifted(_piece(piece, palette, radius), lowest - STACK_STEP * level) for level, piece in enumerate(pieces)]
    heads_on_top = [_animal(letter, pieces[-1] if pieces else "", palette) for letter in animals]
    return "".join(stack + heads_on_top)


def _lifted(glyph: str, y: int) -> str:
    return f'<g transform="translate(0 {y})">{glyph}</g>' if y else glyph


def _animal(letter: str, ground: str, palette: Palette) -> str:
    rim = {"": palette.rim, "black": _PALE_INK, "white": _DARK_INK}[ground]
    scale = ' transform="scale(.8)"' if ground else ""
    return f'<use href="#animal-{letter}" stroke="{rim}"{scale}/>'


def _piece(piece: str, palette: Palette, radius: int) -> str:
    match piece:
        case "black":
            return _disc(palette.black, palette.black_edge, radius)
        case "white":
            return _disc(palette.white, _DARK_INK, radius)
        case "red":
            return _red(palette)
        case "blue":
            return _blue(palette)
        case "king":
            return _king()
    raise ValueError(f"{piece!r} cannot be drawn, expected black, white, red, blue, king or an animal")


def _disc(fill: str, edge: str, radius: int = DISC) -> str:
    return f'<circle r="{radius}" fill="{fill}" stroke="{edge}" stroke-width="2.5"/>'


def _red(palette: Palette) -> str:
    """A round piece with a ring on it."""
    return _disc(_RED, palette.rim) + f'<circle r="21" fill="none" stroke="{_PALE_INK}" stroke-width="7"/>'


def _blue(palette: Palette) -> str:
    """A square piece with a cross on it, so that the two sides differ without colour too."""
    shape = '<rect x="-32" y="-32" width="64" height="64" rx="13" '
    body = f'{shape}fill="{_BLUE}" stroke="{palette.rim}" stroke-width="2.5"/>'
    return body + f'<path d="M-17-17L17 17M17-17L-17 17" stroke="{_PALE_INK}" stroke-width="7" stroke-linecap="round"/>'


def _king() -> str:
    crown = "M-22 15L-26-13L-12-1L0-21L12-1L26-13L22 15Z"
    gold = f'<path d="{crown}" fill="{_GOLD}" stroke="{_DARK_INK}" stroke-width="2" stroke-linejoin="round"/>'
    return _disc(_RED, _DARK_INK) + gold
