"""Edge templates that every player of Hex knows by name: the prover sees that they hold, and no more than they hold."""

from typing import cast

import numpy as np
import pytest

import ludejo
from ludejo.games.atoll import knowledge
from ludejo.games.atoll.rules import State
from ludejo.solve.connection.bits import BIT
from ludejo.solve.connection.groups import find_groups, links_of
from ludejo.solve.connection.h_search import CARRIER, h_search
from ludejo.solve.connection.path import new_path, new_workshop
from ludejo.solve.connection.prover import prove
from ludejo.solve.connection.table import LOST, WON, new_table

SIZE, BLACK, WHITE = 7, 0, 1
# The rows above Black's lower side. b is a stone that reaches the upper one, . the carrier, and White has all else.
TEMPLATES = {
    "II": """
        w w w b w w w
         w w . . w w w
    """,
    "IIIa, the ziggurat": """
        w w w b . w w
         w w . . . w w
          w . . . . w w
    """,
    "IVa": """
        w w w w b . w
         w w . . . . .
          w . . . . . .
           . . . . . . .
    """,
}
START = ludejo.game(f"atoll:rhombus,size={SIZE}").start()
SHOP = new_workshop()


def picture_of(template: str) -> list[str]:
    """What stands on the cells of a board, a1 first: above the template Black has a column, and White all else."""
    below = [line.split() for line in template.strip().splitlines()]
    column = "".join(below[0]).index("b")
    above = ["b" if at == column else "w" for at in range(SIZE)]
    return [mark for row in ([above] * (SIZE - len(below)) + below) for mark in row]


def links_and_stones(marks: list[str]) -> tuple:
    """A board as the prover sees it, from the empty one on."""
    found = knowledge.connection(START.game.board, cast(State, START.state))
    assert found is not None
    links = links_of(found)
    assert links is not None
    spots = {START.move_text(int(cell)): spot for spot, cell in enumerate(found.cells)}
    stones = np.zeros(2, np.uint64)
    for place, mark in enumerate(marks):
        if mark != ".":
            stones["bw".index(mark)] |= BIT[spots[f"{chr(ord('a') + place % SIZE)}{place // SIZE + 1}"]]
    return links, stones


def proven(marks: list[str]) -> int:
    """What comes of a board for White, who is to move."""
    links, stones = links_and_stones(marks)
    return prove(links, stones, WHITE, SHOP, new_path(15), new_table(1.0), 1_000_000)


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_a_template_holds_and_needs_every_cell_of_its_carrier(template: str) -> None:
    marks = picture_of(template)
    assert proven(marks) == LOST, template
    for place in [place for place, mark in enumerate(marks) if mark == "."]:
        less = [*marks[:place], "w", *marks[place + 1 :]]
        assert proven(less) == WON, (template, place)


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_a_template_is_a_virtual_connection(template: str) -> None:
    links, stones = links_and_stones(picture_of(template))
    find_groups(links, stones, SHOP.groups)
    empty = links.all & ~(stones[BLACK] | stones[WHITE])
    assert h_search(links, SHOP.groups, BLACK, empty, False, SHOP.nets)
    assert SHOP.nets.found[CARRIER] == empty
