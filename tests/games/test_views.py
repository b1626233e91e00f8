"""What networks see: places, slots, planes, and symmetries that are true of the rules themselves."""

import random
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest

import ludejo
from ludejo.games.almatafl import view as almatafl_view
from ludejo.games.atmalof import view as atmalof_view
from ludejo.games.atoll import rules as atoll_rules
from ludejo.games.atoll import view as atoll_view
from ludejo.games.contract import ArrangedRules
from ludejo.games.kernels import view_of
from ludejo.games.mammalath import rules as mammalath_rules
from ludejo.games.mammalath import view as mammalath_view
from ludejo.games.sight import NO_SLOT, Sight, sight_for
from ludejo.play.position import Position

SPECS = (
    "atoll:rhombus,size=4,islands=4", "atoll:rhombus,size=3,islands=4,pie=yes", "atoll:size=7",
    "atoll:hexagon,size=5,islands=12", "atoll:hexagon,size=4,islands=4", "atmalof", "atmalof:junior",
    "atmalof:R=3,C=4,X=0,Y=0,P=5,N=3", "atmalof:R=3,C=4,X=1,Y=0,P=4,N=3,tie=both", "mammalath", "mammalath:plus",
    "almatafl", "almatafl:advanced",
)  # fmt: skip
SYMMETRIES = dict(zip(SPECS, (4, 4, 4, 12, 2, 2, 8, 4, 2, 8, 8, 12, 12), strict=True))


def planes_of(position: Position) -> np.ndarray:
    game, sight = position.game, sight_for(position.game)
    planes = np.full(sight.ground.shape, 77, np.uint8)
    view_of(game.rules).look(game.board, sight, position.state, planes)
    return planes


def random_game(game: ludejo.Game, seed: int, most: int = 60) -> list[Position]:
    chance, line = random.Random(seed), [game.start(seed=seed)]
    while not line[-1].is_over and len(line) <= most:
        line.append(line[-1].after(chance.choice(line[-1].legal)))
    return line


def slots_of(position: Position) -> list[int]:
    return [int(sight_for(position.game).slot[move]) for move in position.legal]


@pytest.mark.parametrize("spec", SPECS)
def test_every_legal_move_has_a_slot_of_its_own(spec: str) -> None:
    game = ludejo.game(spec)
    sight, module = sight_for(game), view_of(game.rules)
    assert sight.policy == len(module.CHANNELS) * sight.height * sight.width + len(module.EXTRAS)
    for position in random_game(game, 1):
        slots = slots_of(position)
        assert len(slots) <= sight.choices
        if position.is_chance:
            assert set(slots) == {NO_SLOT}
        else:
            assert len(set(slots)) == len(slots)
            assert all(0 <= slot < sight.policy for slot in slots)


@pytest.mark.parametrize("spec", SPECS)
def test_planes_are_written_in_full_and_empty_beyond_the_board(spec: str) -> None:
    game = ludejo.game(spec)
    sight = sight_for(game)
    off = np.setdiff1d(np.arange(sight.height * sight.width), sight.place)
    assert len(set(sight.place.tolist())) == game.board.cells
    for position in random_game(game, 2):
        planes = planes_of(position)
        assert planes.max() < 77
        assert not planes[:, off].any()
        assert planes[0, sight.place].all()


@pytest.mark.parametrize("spec", SPECS)
def test_neighbours_are_within_three_by_three(spec: str) -> None:
    game = ludejo.game(spec)
    sight = sight_for(game)
    row, column = np.divmod(sight.place, sight.width)
    for cell in range(game.board.cells):
        beside = [step for step in game.grid.steps[cell].tolist() if step != game.board.cells]
        away = {(int(row[step] - row[cell]), int(column[step] - column[cell])) for step in beside}
        assert max(max(abs(down), abs(right)) for down, right in away) == 1
        if game.grid.steps.shape[1] == 6:  # one convolution serves all boards of hexes only if they all lean alike
            assert not away & {(1, 1), (-1, -1)}


# ---------------------------------------------------------------- symmetries


def image_start(position: Position, sight: Sight, symmetry: int) -> Position | None:
    """The image of a start, found by what it looks like: arrangements are turned along."""
    game = position.game
    if not game.is_arranged:
        return game.start()
    place_to_cell = {int(place): cell for cell, place in enumerate(sight.place)}
    types = np.array([int(np.argmax(column)) for column in planes_of(position)[4:12].T])
    gathered = types[sight.place_symmetries[symmetry]]
    arranged = np.zeros(game.board.cells, np.int8)
    for place, cell in place_to_cell.items():
        arranged[cell] = gathered[place]
    return Position(game, cast(ArrangedRules, game.rules).new(game.board, arranged))


def image_of_move(position: Position, move: int, image: Position, sight: Sight, symmetry: int) -> int:
    """The move in the image: by its slot; at a die by what the board looks like afterwards."""
    if position.is_chance:
        expected = planes_of(position.after(move))[:, sight.place_symmetries[symmetry]]
        found = [face for face in image.legal if (planes_of(image.after(face)) == expected).all()]
        return found[0]
    slot = int(np.nonzero(sight.policy_symmetries[symmetry] == sight.slot[move])[0][0])
    return image.legal[slots_of(image).index(slot)]


def exchanges_colours(game: ludejo.Game, sight: Sight, symmetry: int) -> bool:
    if game.name != "atoll":
        return False
    planes = planes_of(game.start())
    own = planes[atoll_view.OWN_SHORE, sight.place_symmetries[symmetry]]
    return not (own == planes[atoll_view.OWN_SHORE]).all()


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_and_its_image_are_the_same_game(spec: str) -> None:
    game = ludejo.game(spec)
    sight = sight_for(game)
    assert len(sight.place_symmetries) == len(sight.policy_symmetries) == SYMMETRIES[spec]
    assert len(np.unique(sight.place_symmetries, axis=0)) == SYMMETRIES[spec]
    assert (sight.place_symmetries[0] == np.arange(sight.height * sight.width)).all()
    assert (sight.policy_symmetries[0] == np.arange(sight.policy)).all()
    for symmetry in range(SYMMETRIES[spec]):
        if not exchanges_colours(game, sight, symmetry):
            _follow(random_game(game, 10 + symmetry), sight, symmetry)


def _follow(line: list[Position], sight: Sight, symmetry: int) -> None:
    image = image_start(line[0], sight, symmetry)
    assert image is not None
    for before, after in pairwise(line):
        assert (planes_of(image) == planes_of(before)[:, sight.place_symmetries[symmetry]]).all()
        if not before.is_chance:
            wanted = np.isin(sight.policy_symmetries[symmetry], slots_of(before))
            assert sorted(slots_of(image)) == np.nonzero(wanted)[0].tolist()
        assert after.move is not None
        image = image.after(image_of_move(before, after.move, image, sight, symmetry))
        ends: list[Any] = [position.outcome and position.outcome.winner for position in (image, after)]
        assert image.is_over == after.is_over
        assert ends[0] == ends[1]


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec.startswith("atoll")])
def test_an_image_that_exchanges_the_islands_exchanges_the_winners(spec: str) -> None:
    game = ludejo.game(spec)
    sight, board = sight_for(game), game.board
    exchanging = [k for k in range(len(sight.place_symmetries)) if exchanges_colours(game, sight, k)]
    for symmetry in exchanging:
        start = planes_of(game.start())[:, sight.place_symmetries[symmetry]]
        assert (start[atoll_view.OWN_SHORE] == planes_of(game.start())[atoll_view.OTHER_SHORE]).all()
        for seed in range(5):
            state, image = atoll_rules.new(board), atoll_rules.new(board)
            cells = random.Random(seed).sample(range(board.cells), board.cells)
            for number, cell in enumerate(cells):
                there = np.nonzero(sight.place_symmetries[symmetry] == sight.place[cell])[0][0]
                atoll_rules.lay(board, state, number % 2, cell)
                atoll_rules.lay(board, image, 1 - number % 2, sight.place.tolist().index(there))
                assert atoll_rules.outcome(image) == {-1: -1, 0: 1, 1: 0}[int(atoll_rules.outcome(state))]
                if atoll_rules.outcome(state) != -1:
                    break


def test_hex_and_the_twelve_islands_have_symmetries_that_exchange_the_colours() -> None:
    for spec, expected in (("atoll:rhombus,size=4,islands=4", 2), ("atoll:hexagon,size=5,islands=12", 6)):
        game = ludejo.game(spec)
        sight = sight_for(game)
        assert sum(exchanges_colours(game, sight, k) for k in range(len(sight.place_symmetries))) == expected


# ---------------------------------------------------------------- what is seen


def test_atoll_is_seen_as_own_and_other() -> None:
    game = ludejo.game("atoll:rhombus,size=3,islands=4,pie=yes")
    sight, start = sight_for(game), game.start()
    assert planes_of(start)[atoll_view.SWAP_AHEAD].all()
    position = start.play("a1")
    planes = planes_of(position)
    corner = sight.place[game.cell["a1"]]
    assert planes[atoll_view.OTHER, corner] == 1
    assert planes[atoll_view.OTHER].sum() == 1
    assert not planes[atoll_view.OWN].any()
    assert planes[atoll_view.SWAP_DUE].all()
    assert not planes[atoll_view.SWAP_AHEAD].any()
    assert planes[atoll_view.OWN_SHORE].sum() == planes[atoll_view.OTHER_SHORE].sum() == 6
    swapped = planes_of(position.play("swap"))
    assert (swapped[:5] == planes[:5]).all()  # White is still to move, though another seat is
    assert not swapped[atoll_view.SWAP_DUE].any()


def test_atmalof_shows_the_roller_what_the_die_can_give() -> None:
    game = ludejo.game("atmalof")
    sight, position = sight_for(game), game.start().play("R2")
    assert view_of(game.rules).viewer(position.state) == 0
    seen = np.nonzero(planes_of(position)[atmalof_view.ANNOUNCED])[0].tolist()
    assert seen == sorted(int(sight.place[game.cell[f"2.{column}"]]) for column in range(1, 7))
    dropped = planes_of(position.play("3"))
    assert dropped[atmalof_view.OTHER, sight.place[game.cell["2.3"]]] == 1
    assert set(dropped[atmalof_view.OTHER_RESERVE].tolist()) == {21}
    assert set(dropped[atmalof_view.OWN_RESERVE].tolist()) == {22}
    assert not dropped[atmalof_view.ANNOUNCED].any()


def test_mammalath_shows_herds_and_hands() -> None:
    game = ludejo.game("mammalath")
    position = game.start(seed=1).play("a1")
    planes = planes_of(position)
    herds = planes[mammalath_view.FIRST_TYPE : mammalath_view.FIRST_TYPE + 8]
    assert herds.sum(axis=1).tolist() == [6] * 6 + [0, 0]
    assert planes[mammalath_view.SWAP_DUE].all()
    assert planes[mammalath_view.OTHER].sum() == 1
    assert set(planes[mammalath_view.OTHER_LEFT].tolist()) == {17}
    assert set(planes[mammalath_view.OWN_LEFT].tolist()) == {18}
    released = planes_of(position.play("xA"))
    assert released[mammalath_view.FIRST_TYPE].sum() == 0
    assert released[mammalath_view.ANIMAL].sum() == 30


def test_types_of_animals_may_change_places() -> None:
    sight = sight_for(ludejo.game("mammalath:plus"))
    plane, extra, count = sight.exchangeable.tolist()
    assert mammalath_view.PLANES[plane : plane + count] == mammalath_rules.ANIMALS
    assert mammalath_view.EXTRAS[extra : extra + count] == tuple(
        f"release {name}" for name in mammalath_view.PLANES[plane : plane + count]
    )
    assert not sight_for(ludejo.game("atoll")).exchangeable.any()


def test_almatafl_shows_stacks_disc_by_disc() -> None:
    game = ludejo.game("almatafl")
    sight, position = sight_for(game), game.start()
    planes = planes_of(position)
    assert planes[almatafl_view.TOP : almatafl_view.TOP + 3].sum(axis=1).tolist() == [24, 12, 1]
    assert planes[almatafl_view.HEIGHT].sum() == 37
    assert planes[almatafl_view.BLACK_MOVES, sight.place].all()
    onto = next(text for text in position.moves() if text.split("-")[1] in ("b3", "b4", "b5"))
    planes, there = planes_of(position.play(onto)), sight.place[game.cell[onto.split("-")[1]]]
    assert planes[almatafl_view.SECOND, there] == planes[almatafl_view.HEIGHT + 1, there] == 1
    assert planes[almatafl_view.WHITE_MOVES, sight.place].all()
