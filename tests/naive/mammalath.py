"""Mammalath, naively: one dict for animals, one for tokens, and a list of shapes.

A square is its name, `a1` at the lower left.
"""

COLUMNS = "abcdefgh"


def name(column: int, row: int) -> str:
    """Column and row from 0."""
    return f"{COLUMNS[column]}{row + 1}"


def shapes(size: int, plus: bool) -> dict[str, frozenset[str]]:
    """Every shape under the text that releases it; a line starts at its lower end, a level one at its left end."""
    length = 4 if plus else 3
    found = {}
    for column in range(size):
        for row in range(size):
            outlines = []
            for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                outlines.append([(column + right * step, row + up * step) for step in range(length)])
            if plus:
                outlines.append([(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)])
            for outline in outlines:
                if all(0 <= x < size and 0 <= y < size for x, y in outline):
                    squares = [name(x, y) for x, y in outline]
                    found[f"x{squares[0]}-{squares[-1]}"] = frozenset(squares)
    return found


class Naive:
    is_chance = False

    def __init__(self, plus: bool, arrangement: str) -> None:
        self.size, self.token_supply = (8, 32) if plus else (6, 18)
        self.squares = [name(column, row) for column in range(self.size) for row in range(self.size)]
        self.shapes = shapes(self.size, plus)
        self.animals: dict[str, str] = {}
        for row, letters in enumerate(reversed(arrangement.split("/"))):
            for column, letter in enumerate(letters):
                if letter != ".":
                    self.animals[name(column, row)] = letter
        self.tokens: dict[str, int] = {}
        self.turns_taken = 0
        self.winner: int | str | None = None
        self.reason: tuple = ()

    @property
    def to_move(self) -> int | None:
        return self.turns_taken % 2 if self.winner is None else None

    def legal(self) -> set[str]:
        if self.winner is not None:
            return set()
        placements = {square for square in self.squares if square not in self.tokens}  # R2
        if self.turns_taken == 0:  # R6
            return placements
        types = {f"x{animal}" for animal in self.animals.values()}  # R3
        full_shapes = {text for text, shape in self.shapes.items() if shape <= set(self.animals)}  # R4
        swap = {"swap"} if self.turns_taken == 1 else set()  # R5
        return placements | types | full_shapes | swap

    def play(self, text: str) -> None:
        seat = self.turns_taken % 2
        self.turns_taken += 1
        if text == "swap":
            self.tokens = dict.fromkeys(self.tokens, seat)
        elif text in self.shapes:
            for square in self.shapes[text]:
                del self.animals[square]
        elif text.startswith("x"):
            self.animals = {square: animal for square, animal in self.animals.items() if f"x{animal}" != text}
        else:
            self.tokens[text] = seat
            self._judge(text, seat)

    def picture(self) -> str:
        """Rows from the top: per square the token (w, b or .), then the animal (or .)."""
        lines = []
        for row in reversed(range(self.size)):
            squares = [name(column, row) for column in range(self.size)]
            marks = ["wb"[self.tokens[s]] if s in self.tokens else "." for s in squares]
            lines.append(" ".join(mark + self.animals.get(s, ".") for s, mark in zip(squares, marks, strict=True)))
        return "\n".join(lines)

    def load(self, picture: str, to_move: int) -> None:
        """Sets up a position in which both have had their first turn."""
        self.animals, self.tokens = {}, {}
        for row, line in enumerate(reversed(picture.strip().splitlines())):
            for column, mark in enumerate(line.split()):
                token, animal = mark[0], mark[1]
                if token != ".":
                    self.tokens[name(column, row)] = "wb".index(token)
                if animal != ".":
                    self.animals[name(column, row)] = animal
        self.turns_taken = 2 + to_move

    def _judge(self, placed: str, seat: int) -> None:
        own = {square for square, owner in self.tokens.items() if owner == seat}
        made = [shape for shape in self.shapes.values() if placed in shape and shape <= own]
        offending = [shape for shape in made if any(square in self.animals for square in shape)]
        if offending:  # R7
            self.winner, self.reason = 1 - seat, ("animal shape", frozenset().union(*offending))
        elif made:  # R8
            self.winner, self.reason = seat, ("shape", frozenset().union(*made))
        elif len(own) == self.token_supply:  # R9
            self.winner, self.reason = "draw", ("last token",)
