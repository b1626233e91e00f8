"""Pictures: valid, complete, and the same each time, for every preset at the start, in the middle and at the end."""

import random
import re
import xml.etree.ElementTree as ElementTree
from functools import lru_cache

import pytest

import ludejo
from ludejo import Game, Position
from ludejo.games.about import Look
from ludejo.games.drawing import BoardDrawing, Cell, Label, Mark, Pile, PositionDrawing
from ludejo.play.render.board import DrawnBoard, board_of, board_view, drawn_board, layers
from ludejo.play.render.palette import THEMES, colours, painted, style_sheet
from ludejo.play.render.position import drawing_view, stacked
from ludejo.play.render.svg import board_picture, drawing_layers
from ludejo.play.render.symbols import sheet, symbol_of, symbols_of

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


def parsed_part(markup: str) -> ElementTree.Element:
    return parsed(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')


def found(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if kind in (element.get("class") or "").split()]


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
        if element.get("x"):  # the letter of a symbol has none: it is drawn round its own origin
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
    islands = [mark for mark in game.drawing.marks if mark.shore]
    assert [element.get("data-island") for element in found(root, "island")] == [str(k) for k in range(len(islands))]
    assert {mark.number for mark in islands} - {""} <= set(texts)
    kinds = {mark.kind.replace(" ", "-") for mark in game.drawing.marks} - {"island"}
    for kind in ("extra-row", "extra-column", "beyond-reach", "throne", "escape-spot"):
        assert len(found(root, kind)) == (kind in kinds)


def test_islands_of_both_colours_are_painted_in_turn_and_fit_together() -> None:
    root = parsed(board_picture(ludejo.game("atoll:hexagon-12")))
    bands = found(root, "island")
    assert [band.get("fill") for band in bands] == [THEMES["light"]["black-stone"], THEMES["light"]["white-stone"]] * 6
    corners = [set((band.get("d") or "").strip("MZ").split("L")) for band in bands]
    for band, following in zip(corners, corners[1:] + corners[:1], strict=True):
        assert len(band & following) == 2, "neighbouring islands share the line at their junction"


def test_the_sides_of_hex_have_colours_and_no_numbers() -> None:
    island = re.compile(r'class="island".*?/>(<text)?')
    assert island.findall(board_picture(ludejo.game("atoll:hex-9"))) == [""] * 4
    assert island.findall(board_picture(ludejo.game("atoll"))) == ["<text"] * 8


def test_a_bounce_shows_its_way_with_a_head() -> None:
    position = ludejo.game("almatafl").position(BOUNCE).play("d5-h9")
    assert position.history[-1] == "d5-c5-c7-e9-h7-h9"
    ground, way = found(parsed(position.svg()), "way")
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
    symbols_of.cache_clear()
    ElementTree.register_namespace("", "http://www.w3.org/2005/Atom")  # as a feed does: it holds for the whole process
    red, blue = (symbols_of("atmalof")[colour] for colour in ("red", "blue"))
    assert "<circle" in red
    assert "<rect" not in red
    assert "<rect" in blue
    assert "<circle" not in blue


def test_an_animal_and_its_token_are_both_drawn() -> None:
    things = ludejo.game("mammalath").about.look.things
    assert stacked(("animal C", "black"), things) == [("black", 0, 1), ("animal C", 0, 0.8)]
    assert stacked(("animal C",), things) == [("animal C", 0, 1)]


def test_every_disc_of_a_stack_is_drawn_from_bottom_to_top() -> None:
    things = ludejo.game("almatafl").about.look.things
    assert stacked(("black", "white", "king"), things) == [("black", 18, 1), ("white", 0, 1), ("king", -18, 1)]


def test_an_unknown_thing_is_refused() -> None:
    with pytest.raises(ValueError, match="'green frog' cannot be drawn, expected a symbol 'green-frog'"):
        symbol_of("atoll", "green frog")


def test_a_width_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 100000 pixels wide, not 0"):
        ludejo.game("atmalof").start().svg(width=0)


ODD = '<a&"'
HEXAGON = ((0.577, 0.0), (0.289, 0.5), (-0.289, 0.5), (-0.577, 0.0), (-0.289, -0.5), (0.289, -0.5))


def one_cell(look: Look, *marks: Mark) -> DrawnBoard:
    drawing = BoardDrawing((Cell(ODD, (0.0, 0.0), HEXAGON),), (Label("<&>", (-0.85, 0.0)),), marks)
    return drawn_board(drawing, look, {thing: thing for thing in look.things})


def test_words_are_escaped() -> None:
    board = one_cell(Look(), Mark("a <b>", (ODD,), fill="rose"))
    drawn = PositionDrawing((Pile(ODD, ("black",)),), winning=(ODD,))
    root = parsed_part(drawing_layers(board, drawn))
    assert [element.text for element in root.iter(f"{SVG}text")] == ["<&>"]
    assert [element.get("data-cell") for element in found(root, "pile") + found(root, "winning")] == [ODD, ODD]
    assert found(root, "a-<b>")


def test_hexes_are_tiles_unless_a_game_says_points() -> None:
    tiles, points = one_cell(Look(style="tiles")), one_cell(Look(style="points"))
    assert not tiles.lines
    assert 'class="dots"' in points.lines
    assert 'stroke="var(--cell-line)"' in tiles.ground
    assert 'stroke="var(--cell-line)"' not in points.ground


def test_a_ground_is_a_name_of_the_palette_or_a_colour() -> None:
    for ground, told in (("lagoon", "var(--lagoon)"), ("#123456", "#123456")):
        board = one_cell(Look(ground=ground))
        assert found(parsed_part(layers(board)), "ground")[0].get("fill") == told


# The page and the file


@pytest.mark.parametrize("spec", SPECS)
def test_the_page_is_sent_the_very_layers_that_a_file_has(spec: str) -> None:
    for position in random_game(spec):
        view, drawn = board_view(position.game), drawing_view(position)
        file = position.svg()
        empty = view["svg"].replace('<g class="layer-under"></g>', f'<g class="layer-under">{drawn["under"]}</g>')
        empty = empty.replace('<g class="layer-over"></g>', f'<g class="layer-over">{drawn["over"]}</g>')
        piles = file[file.index('<g class="layer-piles">') : file.index('<g class="layer-over">')].rstrip()
        shown = painted(empty, "light").replace('<g class="layer-piles"></g>', piles)
        assert shown[shown.index('<g class="layer-ground">') : -len("</svg>")] in file
        assert view["svg"].split('"')[3] == (parsed(file).get("viewBox"))


@pytest.mark.parametrize("spec", SPECS)
def test_the_page_finds_each_cell_and_each_thing(spec: str) -> None:
    middle = random_game(spec)[1]
    view, drawn = board_view(middle.game), drawing_view(middle)
    assert [cell["name"] for cell in view["cells"]] == list(middle.game.grid.names)
    ground = found(parsed(view["svg"]), "ground")[0].get("d")
    assert "".join(cell["outline"] for cell in view["cells"]) == ground
    known = {f'id="{thing["symbol"]}"' in sheet() for thing in view["things"].values()}
    assert known == {True}
    for pile in drawn["piles"]:
        assert set(pile["things"]) <= set(view["things"])
        placed = pile.get("placed", [(thing, 0, 1) for thing in pile["things"]])
        assert placed == stacked(pile["things"], middle.game.about.look.things)


def test_a_board_is_drawn_once() -> None:
    game = ludejo.game("atoll")
    assert board_of(game) is board_of(ludejo.game("atoll:atoll"))


@pytest.mark.parametrize("theme", THEMES)
def test_every_name_that_is_painted_has_a_colour_in_each_theme(theme: str) -> None:
    everything = sheet() + "".join(board_view(ludejo.game(spec))["svg"] for spec in SPECS)
    assert "var(" not in painted(everything, theme)
    assert set(THEMES[theme]) <= set(THEMES["light"])
    assert colours(theme).keys() == THEMES["light"].keys()
    assert f"--rim: {THEMES[theme]['rim']};" in style_sheet()


def test_a_file_needs_nothing_else() -> None:
    for spec in SPECS:
        for dark in (False, True):
            text = random_game(spec)[1].svg(dark=dark)
            root = parsed(text)
            names = {element.get("id") for element in root.iter() if element.get("id")}
            asked = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")}
            asked |= set(re.findall(r"url\(#([\w-]+)\)", text))
            assert asked <= names
            assert "var(" not in text


def test_symbols_of_a_folder_have_the_name_of_their_game_before_them() -> None:
    assert symbol_of("mammalath", "animal A") == "mammalath-animal-A"
    assert symbol_of("mammalath", "black") == "mammalath-black", "a form of its own"
    assert symbol_of("atoll", "black") == "black"
    assert "url(#shade-black)" in symbols_of("mammalath")["mammalath-black"], "what all games share keeps its name"
