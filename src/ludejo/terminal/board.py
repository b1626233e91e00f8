"""The picture of a position in colour, for terminals that have it."""

from rich.style import Style
from rich.text import Text

from ludejo.games.about import Thing
from ludejo.play.position import Position
from ludejo.play.render.text import empty_signs, picture
from ludejo.play.render.text_layout import Sign

_ISLANDS = {
    "island black": "#ffffff on #101010",
    "island white": "#101010 on #ffffff",
    "junction": "#101010 on #9a9a9a",
}
_DOTS = {".": "·", ":": "·"}
_LAST, _WON = "#f2c14e", "#6fce6f"


def coloured(position: Position) -> Text:
    """The board, line by line."""
    look, grounds = position.game.about.look, _grounds(position)
    things, lines = look.things, look.terminal.lines
    pointed_out = dict.fromkeys(position.drawing.winning, _WON) | dict.fromkeys(position.drawing.last, _LAST)
    text = Text(no_wrap=True, overflow="ignore")
    for line in picture(position):
        for sign in line:
            ground = grounds.get(sign.cell)
            if sign.kind != "around":
                ground = pointed_out.get(sign.cell, ground)
            text.append(*_painted(sign, ground, things.get(sign.kind.removeprefix("buried ")), lines))
        text.append("\n")
    text.rstrip()
    return text


def _grounds(position: Position) -> dict[str, str]:
    """The colour of each cell's ground."""
    board, signs = position.game.about.look.terminal, empty_signs(position.game)
    colours = {}
    for cell in position.game.drawing.cells:
        is_dark = round(sum(cell.centre)) % 2 == 0
        colours[cell.name] = board.darker if is_dark else board.plain
        if signs[cell.name].kind != "empty":
            colours[cell.name] = board.special
    return colours


def _painted(sign: Sign, ground: str | None, thing: Thing | None, lines: str) -> tuple[str, Style]:
    """A sign of the same width, and its colours."""
    if ground is None:
        return sign.text, Style.parse(_ISLANDS.get(sign.kind, "bright_black" if sign.kind == "label" else "none"))
    on_ground = Style(bgcolor=ground)
    if thing is None:
        is_bold = sign.kind == "bracket"
        return _DOTS.get(sign.text, sign.text), on_ground + Style(color=lines, bold=is_bold)
    if sign.kind.startswith("buried"):
        return "•", on_ground + Style(color=thing.colour)
    if thing.chip:
        return sign.text, on_ground + Style.parse(f"bold {thing.chip}")
    return "●", on_ground + Style(color=thing.colour, bold=True)
