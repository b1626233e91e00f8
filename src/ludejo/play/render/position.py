"""What a position adds to its board: the last move under the pieces, the pieces, and the way and the end over them."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from ludejo.games.about import Thing
from ludejo.games.drawing import Pile, PositionDrawing
from ludejo.play.files import Document
from ludejo.play.render.board import DrawnBoard, board_of
from ludejo.play.render.paper import Spot

if TYPE_CHECKING:
    from ludejo.play.position import Position

DISC = 38  # the radius of a piece
RING = 44
STACK_STEP = 18  # how much of a disc shows under the next one
RIDER = 0.8  # how large a thing is that stands on a piece
BOW = 0.1  # how far a hop leaves the straight line, as a share of its length


class Placed(NamedTuple):
    """A thing of a pile: how far below the middle of the cell, and how large."""

    thing: str
    y: int
    scale: float


def stacked(things: Sequence[str], known: Mapping[str, Thing]) -> list[Placed]:
    """Where the things of one cell go, in the order in which they are drawn. Riders come last, so that all are seen."""
    pieces = [thing for thing in things if not known[thing].rides]
    riders = [thing for thing in things if known[thing].rides]
    lowest = STACK_STEP * (len(pieces) - 1) // 2
    stack = [Placed(piece, lowest - STACK_STEP * level, 1) for level, piece in enumerate(pieces)]
    return stack + [Placed(rider, 0, RIDER if pieces else 1) for rider in riders]


def drawing_view(position: "Position") -> Document:
    """The drawing of a position for the page: as it is described, and as it goes onto the drawn board."""
    board, drawn = board_of(position.game), position.drawing
    return {
        **vars(drawn),
        "piles": [_pile_view(pile, board.things) for pile in drawn.piles],
        "under": under(board, drawn, position.is_chance),
        "over": over(board, drawn),
    }


def _pile_view(pile: Pile, known: Mapping[str, Thing]) -> Document:
    """A pile; of several things also where they go."""
    return vars(pile) if len(pile.things) == 1 else {**vars(pile), "placed": stacked(pile.things, known)}


def under(board: DrawnBoard, drawn: PositionDrawing, announced: bool = False) -> str:
    """The cells of the last move, or while a die is due those that it can give."""
    outlines = "".join(board.paper.outlines[name] for name in drawn.last)
    kind, pale = ("last announced", ' opacity=".75"') if announced else ("last", "")
    paints = f'fill="var(--last)" stroke="var(--last-edge)" stroke-width="5"{pale}'
    return f'<path class="{kind}" d="{outlines}" {paints}/>' if outlines else ""


def piles(board: DrawnBoard, drawn: PositionDrawing) -> str:
    """What stands on the cells."""
    return "".join(_pile(board, pile) for pile in drawn.piles)


def _pile(board: DrawnBoard, pile: Pile) -> str:
    x, y = board.paper.spots[pile.cell]
    uses = "".join(_use(board, placed) for placed in stacked(pile.things, board.things))
    return (
        f'<g class="pile" data-cell="{escape(pile.cell)}" data-things="{escape(", ".join(pile.things))}" '
        f'transform="translate({x} {y})"><g>{uses}</g></g>'
    )


def _use(board: DrawnBoard, placed: Placed) -> str:
    rider = ' class="rider"' if board.things[placed.thing].rides else ""
    lift = f' y="{placed.y}"' if placed.y else ""
    scale = f' transform="scale({placed.scale})"' if placed.scale != 1 else ""
    return f'<use href="#{board.symbols[placed.thing]}"{rider}{lift}{scale}/>'


def over(board: DrawnBoard, drawn: PositionDrawing) -> str:
    """The way of a move, where the game tells it, and rings round the cells that ended the game."""
    spots = board.paper.spots
    way = _way([spots[name] for name in drawn.path]) if len(drawn.path) > 1 else ()
    return "".join((*way, *(_ring(name, spots[name]) for name in drawn.winning)))


def _ring(name: str, at: Spot) -> str:
    return (
        f'<circle class="winning" data-cell="{escape(name)}" cx="{at[0]}" cy="{at[1]}" r="{RING}" fill="none" '
        'stroke="var(--winning)" stroke-width="9"/>'
    )


def _way(landings: list[Spot]) -> Iterator[str]:
    """A move from landing to landing as bowed lines with an arrow head, on a pale ground so that it shows on discs."""
    tip, neck = _arrow(*landings[-2:])
    stops = [*landings[:-1], neck]
    hops = "".join(f"Q{_bow(start, end)} {end[0]} {end[1]}" for start, end in pairwise(stops))
    line = f'd="M{stops[0][0]} {stops[0][1]}{hops}" fill="none" stroke-linecap="round"'
    touched = "".join(f"M{x} {y}h0" for x, y in stops[:-1])
    side_x, side_y = (tip[1] - neck[1]) * 0.6, (neck[0] - tip[0]) * 0.6
    wings = f"{round(neck[0] + side_x)} {round(neck[1] + side_y)}L{round(neck[0] - side_x)} {round(neck[1] - side_y)}"
    head = f'd="M{tip[0]} {tip[1]}L{wings}Z" stroke-linejoin="round"'
    for level, colour, broad in (("under", "sheet", 15), ("over", "way", 8)):
        yield (
            f'<g class="way {level}" stroke="var(--{colour})" fill="var(--{colour})">'
            f'<path {line} stroke-width="{broad}"/>'
            f'<path d="{touched}" stroke-linecap="round" stroke-width="{broad + 13}"/>'
            f'<path {head} stroke-width="{broad - 7}"/></g>'
        )


def _bow(start: Spot, end: Spot) -> str:
    """The control point of a hop: beside its middle, so that a way back does not cover the way there."""
    (x0, y0), (x1, y1) = start, end
    return f"{round((x0 + x1) / 2 + 2 * BOW * (y1 - y0))} {round((y0 + y1) / 2 - 2 * BOW * (x1 - x0))}"


def _arrow(start: Spot, end: Spot) -> tuple[Spot, Spot]:
    """Tip and neck of an arrow head that touches the disc at the end of a hop, in the direction of the bowed line."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0 - 4 * BOW * (y1 - y0), y1 - y0 + 4 * BOW * (x1 - x0)
    length = hypot(dx, dy)
    tip, neck = ((round(x1 - far * dx / length), round(y1 - far * dy / length)) for far in (DISC + 5, DISC + 29))
    return tip, neck
