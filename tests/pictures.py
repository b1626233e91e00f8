"""Positions of tests as text pictures, and the picture of a position for tests that fail.

A picture shows the board as it lies on the table, its marks set apart by spaces where that reads better:

    Atmalof     r b .          rows from the top
    Mammalath   wA .B b. ..    rows from the top; of each square the token, then the animal
    Atoll       X O .          black and white stones; a classic board zigzags over two lines a row
    AlmaTafl    b w k (bw) .   rows k to a, each led by its letter; stacks from bottom to top; + the empty throne,
                               * an empty escape spot
"""

import pytest

import ludejo
from ludejo import Game, IllegalMove, Position


def atmalof(spec: str, picture: str, to_move: str = "r") -> Position:
    """What may follow the colour to move is the drop whose die is due: "r R4"."""
    rows = ["".join(line.split()) for line in _lines(picture)]
    return ludejo.game(spec).position(f"{'/'.join(rows)} {to_move}")


def mammalath(picture: str, to_move: str = "w") -> Position:
    """Six rows are the base game, eight are Plus."""
    rows = [line.split() for line in _lines(picture)]
    tokens = "/".join("".join(square[0] for square in row) for row in rows)
    animals = "/".join("".join(square[1] for square in row) for row in rows)
    spec = "mammalath:plus" if len(rows) == 8 else "mammalath"
    return ludejo.game(spec).position(f"{animals} {tokens} {to_move}")


def atoll(spec: str, picture: str, swapped: str = "") -> Position:
    """The stones say whose turn it is. All but X, O and . is decoration."""
    game = ludejo.game(spec)
    marks = [mark for mark in picture if mark in "XO."]
    stones = dict(zip(reading_order(game), marks, strict=True))
    lines: dict[str, str] = {}
    for name in sorted(stones, key=lambda name: (name[0], int(name[1:]))):
        line = name[1:] if game.variant.shape == "rhombus" else name[0]
        lines[line] = lines.get(line, "") + {"X": "b", "O": "w", ".": "."}[stones[name]]
    rows = list(lines.values())[:: -1 if game.variant.shape == "hexagon" else 1]
    to_move = "bw"[marks.count("X") - marks.count("O")]
    return game.position(f"{'/'.join(rows)} {to_move} {swapped}")


def almatafl(spec: str, picture: str, to_move: str = "b") -> Position:
    """All eleven rows are shown."""
    rows = {line.split()[0]: "".join(line.split()[1:]) for line in _lines(picture)}
    assert len(rows) == 11, "a picture of AlmaTafl shows all rows"
    text = "/".join(rows[letter] for letter in "kjihgfedcba")
    return ludejo.game(spec).position(f"{text.replace('*', '.').replace('+', '.')} {to_move}")


def reading_order(game: Game) -> list[str]:
    """The names of the cells line by line from the top, each line from the left."""
    height = {name: (-round(y, 6), x) for name, (x, y) in zip(game.grid.names, game.grid.centres, strict=True)}
    return sorted(game.grid.names, key=lambda name: height[name])


def shown(position: Position) -> str:
    """The board as text, for the message of a test that fails."""
    piles = {pile.cell: "".join(_sign(thing) for thing in pile.things) for pile in position.drawing.piles}
    lines: dict[float, str] = {}
    for name in reading_order(position.game):
        x, y = position.game.grid.centres[position.game.cell[name]] - position.game.grid.centres.min(axis=0)
        line = lines.get(round(y, 6), "")
        lines[round(y, 6)] = line.ljust(round(4 * x)) + piles.get(name, ".")
    turn = f"{position.side_to_move} to move" if not position.is_over else f"{position.outcome}"
    return "\n".join(["", repr(position), *lines.values(), turn, ""])


def _sign(thing: str) -> str:
    return thing[-1] if thing.startswith("animal") else thing[0]


def ends(position: Position, winner: int | None, kind: str, cells: str | None = None) -> None:
    """The game is over, for this reason and because of these cells."""
    outcome = position.outcome
    assert outcome is not None, "the game goes on" + shown(position)
    assert (outcome.winner, outcome.kind) == (winner, kind), shown(position)
    assert cells is None or sorted(outcome.cells) == sorted(cells.split()), shown(position)
    assert position.is_over, shown(position)
    assert position.to_move is None, shown(position)
    assert position.moves() == [], shown(position)


def goes_on(position: Position, to_move: int) -> None:
    """The game is not over and this seat is to move."""
    assert position.outcome is None, shown(position)
    assert not position.is_over, shown(position)
    assert position.to_move == to_move, shown(position)
    assert position.moves(), shown(position)


def refuses(position: Position, move: str, words: str) -> None:
    """The move can be read but is illegal, and the sentence says why."""
    with pytest.raises(IllegalMove) as refusal:
        print("played:", shown(position.play(move)))
    sentence = str(refusal.value)
    assert sentence.startswith(f'"{move}" '), sentence + shown(position)
    assert words in sentence, sentence + shown(position)


def _lines(picture: str) -> list[str]:
    return [line for line in picture.splitlines() if line.strip()]
