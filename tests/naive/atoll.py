"""Atoll, naively: stones in a dict, connection by flooding from each island.

A cell is its name.  A board is given by the place of each cell in the picture (line from the top, character from the
left), the neighbours of each cell, and the cells of each island.
"""

from collections.abc import Callable

BLACK, WHITE = "X", "O"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
Spot = tuple[int, int]


def name(letter: int, number: int) -> str:
    """The letter counts from 0, the number from 1."""
    return f"{LETTERS[letter]}{number}"


class Board:
    def __init__(self, cells: set[Spot], beside: Callable[[Spot], set[Spot]], places: dict[Spot, Spot]) -> None:
        self.neighbours = {name(*cell): {name(*other) for other in beside(cell) & cells} for cell in cells}
        self.places = {name(*cell): place for cell, place in places.items()}
        self.perimeter: list[str] = []
        self.islands: list[list[str]] = []

    def surround(self, perimeter: list[Spot], junctions: list[Spot]) -> None:
        """Island k touches the perimeter from junction k to junction k+1, both included."""
        self.perimeter = [name(*cell) for cell in perimeter]
        for here, following in zip(junctions, junctions[1:] + junctions[:1], strict=True):
            start, end = perimeter.index(here), perimeter.index(following)
            cells = (
                self.perimeter[start:] + self.perimeter[: end + 1] if end < start else self.perimeter[start : end + 1]
            )
            self.islands.append(cells)


def evenly(perimeter: list[Spot], islands: int) -> list[Spot]:
    return [perimeter[k * len(perimeter) // islands] for k in range(islands)]


def classic(n: int) -> Board:
    top = {x: n - 2 if x % 2 == 0 else n - 1 for x in range(n)}
    cells = {(x, y) for x in range(n) for y in range(1, top[x] + 1)}

    def beside(cell: Spot) -> set[Spot]:
        x, y = cell
        slanted = y + 1 if x % 2 == 0 else y - 1
        return {(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y), (x + 1, slanted), (x - 1, slanted)}

    board = Board(cells, beside, {(x, y): (2 * (n - 1 - y) + x % 2, 2 * x) for x, y in cells})
    h = (n - 1) // 2
    along_top = [(x, top[x]) for x in range(n)]
    right = [(n - 1, y) for y in range(n - 3, 0, -1)]
    bottom = [(x, 1) for x in range(n - 2, -1, -1)]
    left = [(0, y) for y in range(2, n - 2)]
    perimeter = along_top[h:] + right + bottom + left + along_top[:h]
    corners = [(h, top[h]), (n - 1, n - 2), (n - 1, h), (n - 1, 1), (h, 1), (0, 1), (0, h), (0, n - 2)]
    board.surround(perimeter, corners)
    return board


def rhombus(n: int, islands: int) -> Board:
    cells = {(c, r) for c in range(n) for r in range(1, n + 1)}

    def beside(cell: Spot) -> set[Spot]:
        c, r = cell
        return {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1), (c + 1, r - 1), (c - 1, r + 1)}

    board = Board(cells, beside, {(c, r): (r, r + 2 * c) for c, r in cells})
    top = [(c, 1) for c in range(n - 1)]
    right = [(n - 1, r) for r in range(1, n)]
    bottom = [(c, n) for c in range(n - 1, 0, -1)]
    left = [(0, r) for r in range(n, 1, -1)]
    perimeter = top + right + bottom + left
    board.surround(perimeter, evenly(perimeter, islands))
    return board


def hexagon(n: int, islands: int) -> Board:
    """Neighbours are found in the picture: two characters aside in the same line, or one aside in the next."""
    across = 2 * n - 1
    length = [across - abs(row - (n - 1)) for row in range(across)]
    cells = {(row, number) for row in range(across) for number in range(1, length[row] + 1)}
    places = {(row, number): (across - 1 - row, across - length[row] + 2 * number) for row, number in cells}

    def beside(cell: Spot) -> set[Spot]:
        line, character = places[cell]
        touching = {(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)}
        return {other for other, (l2, c2) in places.items() if (l2 - line, c2 - character) in touching}

    board = Board(cells, beside, places)
    top = [(across - 1, number) for number in range(1, n)]
    right = [(row, length[row]) for row in range(across - 1, 0, -1)]
    bottom = [(0, number) for number in range(n, 1, -1)]
    left = [(row, 1) for row in range(across - 1)]
    perimeter = top + right + bottom + left
    board.surround(perimeter, evenly(perimeter, islands))
    return board


class Naive:
    is_chance = False

    def __init__(self, shape: str, size: int, islands: int, pie: bool) -> None:
        builders = {"rhombus": rhombus, "hexagon": hexagon}
        self.board = classic(size) if shape == "classic" else builders[shape](size, islands)
        self.pie = pie
        self.stones: dict[str, str] = {}
        self.turns_taken = 0
        self.black_seat = 0  # R2
        self.winner: int | None = None
        self.reason: tuple = ()

    @property
    def to_move(self) -> int | None:
        return self.turns_taken % 2 if self.winner is None else None

    def legal(self) -> set[str]:
        if self.winner is not None:
            return set()
        swap = {"swap"} if self.pie and self.turns_taken == 1 else set()  # R7
        return swap | {cell for cell in self.board.neighbours if cell not in self.stones}

    def play(self, text: str) -> None:
        seat = self.turns_taken % 2
        self.turns_taken += 1
        if text == "swap":
            self.black_seat = seat
            return
        colour = BLACK if seat == self.black_seat else WHITE
        self.stones[text] = colour
        joined = self.winning_islands(colour)
        if joined:
            self.winner, self.reason = seat, ("connected", joined)

    def winning_islands(self, colour: str) -> frozenset[int]:
        """The connected islands that win for this colour; empty if none do."""
        total = len(self.board.islands)
        for island in range(0 if colour == BLACK else 1, total, 2):  # R1
            joined = sorted(self._joined_with(island, colour))
            gaps = [(joined[i] - joined[i - 1]) % total or total for i in range(len(joined))]
            if max(gaps) <= total // 2:  # R4
                return frozenset(joined)
        return frozenset()

    def picture(self) -> str:
        """X black, O white; each line is led by the name of its first cell."""
        lines: dict[int, dict[int, str]] = {}
        for cell, (line, character) in self.board.places.items():
            lines.setdefault(line, {})[character] = cell
        drawn = []
        for _, row in sorted(lines.items()):
            marks = [self.stones.get(row[at], ".") if at in row else " " for at in range(max(row) + 1)]
            drawn.append(f"{row[min(row)]:4}" + "".join(marks))
        return "\n".join(drawn)

    def load(self, picture: str, to_move: int) -> None:
        """Sets up a position in which both have had their first turn; all but X, O and . is decoration."""
        cells = sorted(self.board.places, key=self.board.places.__getitem__)
        marks = [mark for mark in picture if mark in "XO."]
        self.stones = {cell: mark for cell, mark in zip(cells, marks, strict=True) if mark != "."}
        self.turns_taken = 2 + to_move

    def _joined_with(self, island: int, colour: str) -> set[int]:
        """R3: the own islands reached from this one over own stones and own islands."""
        own = [k for k in range(len(self.board.islands)) if k % 2 == island % 2]
        reached, shores = {island}, set(self.board.islands[island])
        chain: set[str] = set()
        while True:
            fresh = {cell for cell in shores if self.stones.get(cell) == colour} - chain
            if not fresh:
                return reached
            chain |= fresh
            for cell in fresh:
                shores |= self.board.neighbours[cell]
            for k in own:
                if chain & set(self.board.islands[k]):
                    reached.add(k)
                    shores |= set(self.board.islands[k])
