"""The fast rules against the slow ones from late positions, for the ends that random games hardly ever reach.

Atmalof's lost turns and counts, Mammalath's last token, AlmaTafl's buried discs.
"""

import random
from collections import Counter
from collections.abc import Callable

import pictures
import pytest
from naive import almatafl, atmalof, mammalath
from twins import naive_twin, play_both

import ludejo
from ludejo import Position


def kinds(ends: list[Position]) -> Counter[str]:
    return Counter(position.outcome.kind for position in ends if position.outcome)


# --------------------------------------------------------------------------------------------------------- Atmalof


def test_atmalof_lost_turns() -> None:
    """Red has all seven pieces on the board, Blue six; two squares are empty and Blue's pieces all round them."""
    spec, chance = "atmalof:R=3,C=5,X=0,Y=0,N=5,P=7,tie=both", random.Random(1)
    game, ends = ludejo.game(spec), []
    for _ in range(100):
        naive = naive_twin(game, game.start())
        naive.pieces = blocked_red(naive.squares, chance)
        while any(naive._line_squares(square) for square in naive.pieces):
            naive.pieces = blocked_red(naive.squares, chance)
        ends.append(play_both(pictures.atmalof(spec, rows_of(naive)), naive, chance, choose=mostly_drops))
    assert all(position.history[0] == "--" for position in ends)
    assert sum(position.history.count("--") for position in ends) > 150
    assert kinds(ends)["count"] > 20


def blocked_red(squares: list[atmalof.Square], chance: random.Random) -> dict[atmalof.Square, int]:
    while True:
        empty = {chance.choice(squares), chance.choice(squares)}
        rim = {
            (row, column)
            for row, column in squares
            if any(abs(row - y) <= 1 and abs(column - x) <= 1 for y, x in empty)
        } - empty
        rest = [square for square in squares if square not in rim | empty]
        if len(empty) == 2 and len(rim) <= 6:
            chance.shuffle(rest)
            return dict.fromkeys(rim, 1) | dict.fromkeys(rest[:7], 0) | dict.fromkeys(rest[7:], 1)


def rows_of(naive: atmalof.Naive) -> str:
    """The naive picture without its row numbers."""
    return "\n".join(line.strip().partition("  ")[2] for line in naive.picture().lower().splitlines())


@pytest.mark.parametrize("spec", ["atmalof:kvinigu", "atmalof:classic", "atmalof:atmalos", "atmalof:junior"])
def test_atmalof_from_full_boards(spec: str) -> None:
    """Boards filled at random, mended until nobody has a line, with one or two pieces to come on each side."""
    game, chance = ludejo.game(spec), random.Random(2)
    ends = []
    for _ in range(60):
        naive = atmalof.Naive(**game.variant._asdict())
        fill_without_lines(naive, chance)
        naive.turn = chance.randrange(2)
        ends.append(
            play_both(pictures.atmalof(spec, rows_of(naive), "rb"[naive.turn]), naive, chance, choose=mostly_drops)
        )
    assert kinds(ends)["count"] > 15


def mostly_drops(position: Position, chance: random.Random) -> int:
    drops = [move for move in position.legal if position.move_text(move)[0] in "RC"]
    return chance.choice(drops if drops and chance.random() < 0.8 else position.legal)


def fill_without_lines(naive: atmalof.Naive, chance: random.Random) -> None:
    """Each side has all its pieces but one or two."""
    squares = list(naive.squares)
    chance.shuffle(squares)
    missing = chance.choice([1, 2]), chance.choice([1, 2])
    sides = [0] * (naive.P - missing[0]) + [1] * (naive.P - missing[1])
    naive.pieces = dict(zip(squares, sides, strict=False))
    while True:
        lines = [square for square in naive.pieces if naive._line_squares(square)]
        if not lines:
            return
        here, there = chance.choice(lines), chance.choice(naive.squares)
        side, other = naive.pieces.pop(here), naive.pieces.pop(there, None) if there != here else None
        if other is not None:
            naive.pieces[here] = other
        naive.pieces[there] = side


# ------------------------------------------------------------------------------------------------------- Mammalath


@pytest.mark.parametrize("size", [6, 8])
def test_mammalath_from_boards_full_of_tokens(size: int) -> None:
    """A pattern without shapes, from which some tokens are taken and on which some animals are left."""
    chance = random.Random(size)
    ends = []
    for _ in range(200):
        naive = mammalath.Naive(size == 8, "/".join(["." * size] * size))
        picture = thinned_pattern(size, chance)
        to_move = chance.randrange(2)
        naive.load(picture, to_move)
        ends.append(play_both(pictures.mammalath(picture, "wb"[to_move]), naive, chance))
    assert kinds(ends)["last token"] > 20
    assert set(kinds(ends)) == {"last token", "shape", "animal shape"}


def thinned_pattern(size: int, chance: random.Random) -> str:
    flip = chance.randrange(2)
    rows = [["wb"[(column // 2 + row + flip) % 2] for column in range(size)] for row in range(size)]
    places = [(row, column) for row in range(size) for column in range(size)]
    for side in "wb":
        own = [place for place in places if rows[place[0]][place[1]] == side]
        for row, column in chance.sample(own, chance.randint(1, 4)):
            rows[row][column] = "."
    herd = chance.sample("ABCDEF" * 6, chance.randint(0, 20))
    animals = dict(zip(chance.sample(places, len(herd)), herd, strict=True))
    return "\n".join(
        " ".join(rows[row][column] + animals.get((row, column), ".") for column in range(size)) for row in range(size)
    )


# -------------------------------------------------------------------------------------------------------- AlmaTafl


@pytest.mark.parametrize("variant", ["basic", "advanced"])
def test_almatafl_with_few_active_defenders(variant: str) -> None:
    found = kinds(play_on(variant, few_defenders, random.Random(variant)))
    assert found["no defenders"] > 30, found
    assert found["king covered"] > 5, found
    assert found["escape"] > 5, found


@pytest.mark.parametrize("variant", ["basic", "advanced"])
def test_almatafl_with_one_active_invader(variant: str) -> None:
    found = kinds(play_on(variant, one_invader, random.Random(variant)))
    assert found["no move"] > 30, found


def play_on(variant: str, stacks: Callable[[random.Random], dict[str, str]], chance: random.Random) -> list[Position]:
    """Games from such stacks, White to move; those that are over at once are compared as well."""
    ends = []
    for _ in range(200):
        naive = almatafl.Naive(variant == "advanced")
        naive.stacks, naive.turn = stacks(chance), almatafl.WHITE
        position = ludejo.game(f"almatafl:{variant}").position(text_of(naive))
        naive._judge()
        ends.append(play_both(position, naive, chance, most=60, choose=burying))
    return ends


def burying(position: Position, chance: random.Random) -> int:
    """A move that lands on a disc of the other side, if there is one; seldom any other."""
    other = "wb"[position.to_move or 0]
    tops = {pile.cell: pile.things[-1][0] for pile in position.drawing.piles}
    landing = [move for move in position.legal if tops.get(position.move_text(move).rpartition("-")[2]) == other]
    return chance.choice(landing if landing and chance.random() < 0.8 else position.legal)


def few_defenders(chance: random.Random) -> dict[str, str]:
    """All 37 discs in stacks, a few with white tops; the King anywhere, alone where only he may stand."""
    white = chance.randint(1, 3)
    below = list("b" * 6 + "w" * (12 - white))
    chance.shuffle(below)
    plain = plain_points(chance)
    stacks = {plain.pop(): top for top in "b" * 18 + "w" * white}
    for disc in below:
        point = chance.choice([point for point, stack in stacks.items() if len(stack) < 3])
        stacks[point] = disc + stacks[point]
    return stacks | {chance.choice([plain.pop(), plain.pop(), almatafl.THRONE, "a3", "i8"]): "K"}


def one_invader(chance: random.Random) -> dict[str, str]:
    """Two black discs are left with a white one beside them; all others are buried."""
    plain = plain_points(chance)
    last = plain.pop()
    row, half_steps = almatafl.PLACES[last]
    beside = [almatafl.POINT_AT.get((row + up, half_steps + aside)) for up, aside in almatafl.DIRECTIONS]
    guard = chance.choice([point for point in beside if point in plain])
    others = [point for point in plain if point != guard]
    buried = dict.fromkeys(others[:11], "bbw")
    return buried | {last: "bb", guard: "w", chance.choice([others[11], others[12], almatafl.THRONE]): "K"}


def plain_points(chance: random.Random) -> list[str]:
    points = [point for point in almatafl.PLACES if point not in almatafl.ESCAPES | {almatafl.THRONE}]
    chance.shuffle(points)
    return points


def text_of(naive: almatafl.Naive) -> str:
    rows = []
    for letter in reversed(almatafl.ROWS):
        first, last = almatafl.NUMBERS[letter]
        piles = [naive.stacks.get(f"{letter}{number}", ".").lower() for number in range(first, last + 1)]
        rows.append("".join(pile if len(pile) == 1 else f"({pile})" for pile in piles))
    return f"{'/'.join(rows)} {'bw'[naive.turn]}"
