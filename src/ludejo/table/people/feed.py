"""The feed of the games that wait for somebody, as Atom (RFC 4287), at an address that only they know."""

import re
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from ludejo.games.phrases import mark_text
from ludejo.language.catalogues import say
from ludejo.table.messages.views.people import ListedView

ATOM = "http://www.w3.org/2005/Atom"
MOST = 50
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # names of before may have such
TITLE = mark_text("Games that wait for you")
TURN = mark_text("It is your turn against {name}")
ENDED = mark_text("Your game against {name} has ended")
OFFERED = {
    "draw": mark_text("{side} offers a draw."),
    "takeback": mark_text("{side} asks to take a turn back."),
    "rematch": mark_text("{side} would like another game."),
    "delete": mark_text("{side} would like to delete this game."),
}
NOBODY = mark_text("Guest")


def written(games: list[ListedView], base: str, person: str, language: str, now: int) -> str:
    """The feed; `base` is what addresses of the table begin with, and times are in milliseconds."""
    ET.register_namespace("", ATOM)
    feed = ET.Element(f"{{{ATOM}}}feed")
    latest = max((game["latest"] for game in games), default=now)
    _add(feed, "id", f"urn:ludejo:{person}")
    _add(feed, "title", f"Ludejo: {say(language, TITLE)}")
    _add(feed, "updated", _time(latest))
    ET.SubElement(feed, f"{{{ATOM}}}link", href=f"{base}/games")
    for game in games:
        _add_entry(feed, game, base, language)
    return ET.tostring(feed, encoding="unicode", xml_declaration=True)


def _add_entry(feed: ET.Element, game: ListedView, base: str, language: str) -> None:
    entry = ET.SubElement(feed, f"{{{ATOM}}}entry")
    other = game["names"][1 - game["you"]] if isinstance(game["you"], int) else ""
    name = other or say(language, NOBODY)
    offered, how = game["offered"], game["how"]
    what = "".join(f":{word}" for word in (how, offered) if word)
    title = OFFERED[offered] if offered else ENDED if how else TURN
    _add(entry, "id", f"urn:ludejo:{game['id']}:{game['turns']}{what}")  # each turn, offer and end is told once
    _add(entry, "title", say(language, title).format(name=name, side=name))
    _add(entry, "updated", _time(game["latest"]))
    ET.SubElement(entry, f"{{{ATOM}}}link", href=f"{base}/g/{game['id']}")
    author = ET.SubElement(entry, f"{{{ATOM}}}author")
    _add(author, "name", name)
    _add(entry, "summary", game["spec"])


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, f"{{{ATOM}}}{name}").text = _NO_XML.sub("", text)


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
