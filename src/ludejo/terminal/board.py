"""The picture of a position in colour, for terminals that have it."""

from rich.style import Style
from rich.text import Text

from ludejo.games.about import Ground
from ludejo.play.layout import Sign
from ludejo.play.picture import ground_kinds, picture
from ludejo.play.position import Position

_DISCS = {"red": "#c4161c", "blue": "#1b3fb5", "black": "#101010", "white": "#ffffff", "king": "#f2c14e"}
_CHIPS = {
    "animal A": "#ffffff on #b3261e",
    "animal B": "#101010 on #f08a24",
    "animal C": "#101010 on #f5d90a",
    "animal D": "#ffffff on #2e7d32",
    "animal E": "#ffffff on #2557c7",
    "animal F": "#ffffff on #7b3fa0",
    "animal G": "#101010 on #ffffff",
    "animal H": "#ffffff on #101010",
    "king": "#101010 on #ffffff",
}
_ISLANDS = {
    "island black": "#ffffff on #101010",
    "island white": "#101010 on #ffffff",
    "junction": "#101010 on #9a9a9a",
}
_GROUND_SIGNS = {"empty": "·", "beyond reach": "·"}
_LAST, _WON = "#f2c14e", "#6fce6f"


def coloured(position: Position) -> Text:
    """The board, line by line."""
    board, grounds = position.game.about.look.ground, _grounds(position)
    pointed_out = dict.fromkeys(position.drawing.winning, _WON) | dict.fromkeys(position.drawing.last, _LAST)
    text = Text(no_wrap=True, overflow="ignore")
    for line in picture(position):
        for sign in line:
            ground = grounds.get(sign.cell)
            if sign.kind != "around":
                ground = pointed_out.get(sign.cell, ground)
            text.append(*_painted(sign, ground, board))
        text.append("\n")
    text.rstrip()
    return text


def _grounds(position: Position) -> dict[str, str]:
    """The colour of each cell's ground."""
    board, kinds = position.game.about.look.ground, ground_kinds(position.game)
    colours = {}
    for cell in position.game.drawing.cells:
        is_dark = round(sum(cell.centre)) % 2 == 0
        colours[cell.name] = board.darker if is_dark else board.plain
        if kinds[cell.name] != "empty":
            colours[cell.name] = board.special
    return colours


def _painted(sign: Sign, ground: str | None, board: Ground) -> tuple[str, Style]:
    """A sign of the same width, and its colours."""
    if ground is None:
        return sign.text, Style.parse(_ISLANDS.get(sign.kind, "bright_black" if sign.kind == "label" else "none"))
    on_ground = Style(bgcolor=ground)
    if sign.kind in _CHIPS:
        return sign.text, on_ground + Style.parse(f"bold {_CHIPS[sign.kind]}")
    if sign.kind in _DISCS:
        return "●", on_ground + Style(color=_DISCS[sign.kind], bold=True)
    if sign.kind.startswith("buried"):
        return "•", on_ground + Style(color=_DISCS[sign.kind.removeprefix("buried ")])
    return _GROUND_SIGNS.get(sign.kind, sign.text), on_ground + Style(color=board.lines, bold=sign.kind == "bracket")
