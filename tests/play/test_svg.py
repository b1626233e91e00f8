"""Pictures: valid, complete, and the same each time, for every preset at the start, in the middle and at the end."""

import random
import xml.etree.ElementTree as ElementTree
from functools import lru_cache

import pytest

import ludejo
from ludejo import Game, Position
from ludejo.games.drawing import BoardDrawing, Cell, Label, Mark, Pile, PositionDrawing
from ludejo.play.glyphs import LIGHT, pile
from ludejo.play.svg import _picture, board_picture

SVG = "{http://www.w3.org/2000/svg}"
SPECS = [f"{family.name}:{preset}" for family in ludejo.families() for preset in family.presets]
BOUNCE = "../bbbbb/.b....../.b..w.bb./(bb).wwww.b/.....w..b/b.(wbw)www.(bb)/.b..k..../....bwb./bb.bb/.. w"
MOST_MOVES = 3000


@lru_cache
def random_game(spec: str) -> tuple[Position, Position, Position]:
    """The start, the middle and the end of a game."""
    for seed in range(20):
        chance = random.Random(seed)
        position = ludejo.game(spec).start(seed=seed)
        while not position.is_over and len(position.history) < MOST_MOVES:
            position = position.after(chance.choice(position.legal))
        if position.is_over:
            line = position.line
            return line[0], line[len(line) // 2], line[-1]
    raise AssertionError(f"no random game of {spec} has ended")


def parsed(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def found(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == kind]


@pytest.mark.parametrize("stage", range(3), ids=["start", "middle", "end"])
@pytest.mark.parametrize("spec", SPECS)
def test_a_picture_shows_every_pile_and_every_winning_cell(spec: str, stage: int) -> None:
    position = random_game(spec)[stage]
    for dark in (False, True):
        root = parsed(position.svg(dark=dark))
        piles = {element.get("data-cell"): element.get("data-things") for element in found(root, "pile")}
        assert piles == {pile.cell: ", ".join(pile.things) for pile in position.drawing.piles}
        assert all(len(element) for element in found(root, "pile")), "a pile is drawn as nothing"
        winning = position.outcome.cells if position.outcome else ()
        assert sorted(element.get("data-cell") or "" for element in found(root, "winning")) == sorted(winning)
        assert root.findtext(f"{SVG}desc") == position.text


@pytest.mark.parametrize("spec", SPECS)
def test_a_picture_is_the_same_each_time_and_another_one_in_the_dark(spec: str) -> None:
    middle = random_game(spec)[1]
    fresh = Game(middle.game.name, middle.game.variant)
    again = Position(fresh, middle.state, middle.parent, middle.move)
    assert again.svg() == middle.svg()
    light, dark = parsed(middle.svg()), parsed(middle.svg(dark=True))
    assert [element.tag for element in light.iter()] == [element.tag for element in dark.iter()]
    assert middle.svg() != middle.svg(dark=True)


@pytest.mark.parametrize("spec", SPECS)
def test_all_stays_on_the_paper(spec: str) -> None:
    position = random_game(spec)[2]
    root = parsed(position.svg(width=300))
    _, _, across, down = (int(number) for number in (root.get("viewBox") or "").split())
    assert root.get("width") == "300"
    assert root.get("height") == str(round(300 * down / across))
    for element in root.iter(f"{SVG}text"):
        if element.get("x"):  # the letter of an animal has none: it is drawn round its own origin
            assert 0 < int(element.get("x", "")) < across
            assert 0 < int(element.get("y", "")) < down
    for element in found(root, "winning"):
        assert 40 < int(element.get("cx", "")) < across - 40
        assert 40 < int(element.get("cy", "")) < down - 40


@pytest.mark.parametrize("spec", SPECS)
def test_the_board_alone_has_its_labels_and_marks(spec: str) -> None:
    game = ludejo.game(spec)
    root = parsed(board_picture(game))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert {label.text for label in game.drawing.labels} <= set(texts)
    assert not found(root, "pile")
    assert not found(root, "last")
    islands = [mark for mark in game.drawing.marks if mark.kind == "island"]
    assert [element.get("data-island") for element in found(root, "island")] == [str(k) for k in range(len(islands))]
    kinds = {mark.kind.replace(" ", "-") for mark in game.drawing.marks} - {"island"}
    for kind in ("beyond-reach", "throne", "escape-spot"):
        assert len(found(root, kind)) == (kind in kinds)


def test_islands_of_both_colours_are_painted_in_turn_and_fit_together() -> None:
    root = parsed(board_picture(ludejo.game("atoll:hexagon-12")))
    bands = found(root, "island")
    assert [band.get("fill") for band in bands] == [LIGHT.black, LIGHT.white] * 6
    corners = [set((band.get("d") or "").strip("MZ").split("L")) for band in bands]
    for band, following in zip(corners, corners[1:] + corners[:1], strict=True):
        assert len(band & following) == 2, "neighbouring islands share the line at their junction"


def test_a_bounce_shows_its_way_with_a_head() -> None:
    position = ludejo.game("almatafl").position(BOUNCE).play("d5-h9")
    assert position.history[-1] == "d5-c5-c7-e9-h7-h9"
    ground, way = found(parsed(position.svg()), "path")
    line, spots, head = (element.get("d") or "" for element in way)
    assert line.count("Q") == 5
    assert spots.count("M") == 5, "the start and four landings"
    assert head.endswith("Z")
    assert ground.get("stroke") != way.get("stroke")


def test_the_last_move_is_painted() -> None:
    start = ludejo.game("atmalof").start()
    assert not found(parsed(start.svg()), "last")
    assert (found(parsed(start.play("R2").svg()), "last")[0].get("d") or "").count("Z") == 6, "within the die's reach"
    assert (found(parsed(start.play("R2:3").svg()), "last")[0].get("d") or "").count("Z") == 1


def test_red_and_blue_differ_without_colour() -> None:
    red, blue = pile(("red",), LIGHT), pile(("blue",), LIGHT)
    assert red.startswith("<circle")
    assert blue.startswith("<rect")


def test_an_animal_and_its_token_are_both_drawn() -> None:
    text = pile(("animal C", "black"), LIGHT)
    assert text.index("<circle") < text.index('href="#animal-C"')
    alone = pile(("animal C",), LIGHT)
    assert "<circle" not in alone


def test_every_disc_of_a_stack_is_drawn_from_bottom_to_top() -> None:
    text = pile(("black", "white", "king"), LIGHT)
    places = [text.index(f'translate(0 {y})"') for y in (18, -18)]
    assert text.count("<circle") == 3
    assert places == sorted(places)
    assert text.index(LIGHT.black) < text.index(LIGHT.white) < text.index("<path")


def test_an_unknown_thing_is_refused() -> None:
    with pytest.raises(ValueError, match="'green' cannot be drawn"):
        pile(("green",), LIGHT)


def test_a_width_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="width=0 is too small"):
        ludejo.game("atmalof").start().svg(width=0)


def test_words_are_escaped() -> None:
    square = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    odd = '<a&"'
    board = BoardDrawing((Cell(odd, (0.0, 0.0), square),), (Label("<&>", (-0.85, 0.0)),), (Mark("throne", (odd,)),))
    drawn = PositionDrawing((Pile(odd, ("black",)),), winning=(odd,))
    root = parsed(_picture(board, drawn, "a < b", "b & a", 100, False))
    assert root.findtext(f"{SVG}title") == "a < b"
    assert root.findtext(f"{SVG}desc") == "b & a"
    assert [element.text for element in root.iter(f"{SVG}text")] == ["<&>"]
    assert [element.get("data-cell") for element in found(root, "pile") + found(root, "winning")] == [odd, odd]
