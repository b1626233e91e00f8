"""A position as text: letters for pieces, brackets for the last move. Plain here, coloured by the terminal.

r b    a piece, by its letter            [r]  the last move     *r*  what ended the game
bwK    a stack, from bottom to top       (b)  a landing of a bounce
Aw     a rider and its piece             .    empty    : # +  an empty cell with a mark
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludejo.games.about import Thing
from ludejo.games.drawing import PositionDrawing
from ludejo.play.render.text_layout import Place, Sign, Slot, TextLayout, layout_of

if TYPE_CHECKING:
    from ludejo.play.game import Game
    from ludejo.play.position import Position

EMPTY = "."  # the sign of a cell on which nothing stands, and that has no mark

Picture = tuple[tuple[Sign, ...], ...]


def text_picture(position: "Position") -> str:
    """The board as plain text."""
    return "\n".join("".join(sign.text for sign in line).rstrip() for line in picture(position))


def picture(position: "Position") -> Picture:
    """The board as lines of characters, each with what it shows and the cell on which it stands."""
    game = position.game
    look = game.about.look
    slot = Slot(look.buried, look.beside)  # stacks grow to the left, what stands beside to the right
    layout = layout_of(game, slot)
    piles = {pile.cell: pile.things for pile in position.drawing.piles}
    signs = {place: _ground(layout, place, cell) for place, cell in layout.ground.items()} | layout.border
    for cell, ground in empty_signs(game).items():
        line, column = layout.anchors[cell]
        pile = _pile(piles.get(cell, ()), ground, slot, look.things)
        first = column if slot.right else column - len(pile) + 1
        signs |= {(line, first + k): sign for k, sign in enumerate(pile)}
    return _lines(layout, signs | _brackets(layout, slot, piles, position.drawing))


def empty_signs(game: "Game") -> dict[str, Sign]:
    """What is written on each cell when nothing stands on it; its kind is that of the cell's mark, or "empty"."""
    signs = {cell.name: Sign(EMPTY, "empty", cell.name) for cell in game.drawing.cells}
    for mark in (mark for mark in game.drawing.marks if mark.sign):
        signs |= {cell: Sign(mark.sign, mark.kind, cell) for cell in mark.cells}
    return signs


def _ground(layout: TextLayout, place: Place, cell: str) -> Sign:
    """A blank of a cell, in its middle line or around it."""
    return Sign(" ", "" if place[0] == layout.anchors[cell][0] else "around", cell)


def _pile(things: tuple[str, ...], ground: Sign, slot: Slot, known: Mapping[str, Thing]) -> list[Sign]:
    """What to write on a cell. Beside a piece its rider's place is kept; of a stack all but the top is buried."""
    buried = len(things) - 1 if slot.left else 0
    kinds = [f"buried {thing}" if k < buried else thing for k, thing in enumerate(things)]
    letters = [known[thing].letter for thing in things]
    pile = [Sign(letter, kind, ground.cell) for letter, kind in zip(letters, kinds, strict=True)]
    is_bare = not things or (slot.right and not known[things[0]].rides)
    return [ground, *pile] if is_bare else pile


def _brackets(
    layout: TextLayout, slot: Slot, piles: dict[str, tuple[str, ...]], drawing: PositionDrawing
) -> dict[Place, Sign]:
    """Signs beside the cells of the last move and of the end. Where two meet, the later one stays."""
    around: dict[Place, Sign] = {}
    for cells, before, after in (
        (drawing.path[1:-1], "(", ")"),
        (drawing.winning, "*", "*"),
        (drawing.last, "[", "]"),
    ):
        for cell in cells:
            line, column = layout.anchors[cell]
            width = 1 if slot.right else max(1, len(piles.get(cell, ())))
            around[line, column - width] = Sign(before, "bracket", cell)
            around[line, column + slot.right + 1] = Sign(after, "bracket", cell)
    return around


def _lines(layout: TextLayout, signs: dict[Place, Sign]) -> Picture:
    blank = Sign(" ")
    return tuple(
        tuple(signs.get((line, column), blank) for column in range(layout.width)) for line in range(layout.height)
    )
