"""The symbol sheet: a picture of each thing that can stand on a cell, used wherever it stands.

symbols.svg beside this module has the pieces that every game may use. A game has others of its own in a file of that
name in its folder, or its own form of these. In such a file each child of the root has an id: the name of a thing with
a hyphen for each blank, or of something that others in the file refer to. A symbol is drawn round the origin; a
hundred units are the distance between neighbouring cells, and y grows downward.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ludejo.games.discovery import folder_of, folders

SHARED = Path(__file__).parent / "symbols.svg"
_NAMESPACE = "http://www.w3.org/2000/svg"
_REFERENCE = re.compile(r'(?:href="|url\()#([\w-]+)')

Symbols = dict[str, str]  # id: markup


@lru_cache(maxsize=64)
def symbols_of(game: str) -> Symbols:
    """The symbols that a game's boards may use, by their ids: the shared ones, and those of its folder."""
    own = folder_of(game).file("symbols.svg")
    return _read(SHARED, "") | (_read(own, f"{game}-") if own.is_file() else {})


def symbol_of(game: str, thing: str) -> str:
    """The id of the symbol that shows a thing."""
    known, name = symbols_of(game), thing.replace(" ", "-")
    for symbol in (f"{game}-{name}", name):
        if symbol in known:
            return symbol
    raise ValueError(
        f"{thing!r} cannot be drawn, expected a symbol {name!r}: {game} has none, and all games share none"
    )


def needed(game: str, markup: str) -> str:
    """The symbols to which some markup refers, and those to which they refer."""
    known = symbols_of(game)
    found: dict[str, None] = {}
    waiting = _REFERENCE.findall(markup)
    while waiting:
        symbol = waiting.pop()
        if symbol not in found:
            found[symbol] = None
            waiting += _REFERENCE.findall(known[symbol])
    return _definitions(known[symbol] for symbol in sorted(found))


@lru_cache(maxsize=1)
def sheet() -> str:
    """The symbols of all games, for a page. A game whose symbols cannot be read has none."""
    everything: Symbols = {}
    for name in folders():
        try:
            everything |= symbols_of(name)
        except (OSError, ImportError, ElementTree.ParseError):
            continue
    return f'<svg xmlns="{_NAMESPACE}" width="0" height="0">{_definitions(everything.values())}</svg>'


def _definitions(symbols: Iterable[str]) -> str:
    inside = "".join(symbols)
    return f"<defs>{inside}</defs>" if inside else ""


def _read(path: Path, prefix: str) -> Symbols:
    """The symbols of a file. Their ids, and references among them, get the prefix."""
    root = ElementTree.parse(path).getroot()
    for element in root.iter():  # written without a prefix, whatever else in this process has registered one
        element.tag = element.tag.removeprefix(f"{{{_NAMESPACE}}}")
    names = [child.get("id", "") for child in root]
    own = re.compile(rf'(\bid="|href="#|url\(#)({"|".join(map(re.escape, names))})(?=["\)])')
    return {
        f"{prefix}{name}": own.sub(rf"\g<1>{prefix}\g<2>", _markup(child))
        for name, child in zip(names, root, strict=True)
    }


def _markup(element: ElementTree.Element) -> str:
    text = ElementTree.tostring(element, encoding="unicode")
    return re.sub(r">\s+<", "><", text).strip().replace(" />", "/>")
