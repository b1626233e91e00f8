"""Atmalof, naively: a dict from squares to seats.

A square is the pair (row, column), both from 1, row 1 at the bottom.
"""

Square = tuple[int, int]
RED, BLUE = 0, 1
EAST, NORTH, NORTH_EAST, NORTH_WEST = (0, 1), (1, 0), (1, 1), (1, -1)


def name(square: Square) -> str:
    return f"{square[0]}.{square[1]}"


class Naive:
    def __init__(self, R: int, C: int, X: int, Y: int, P: int, N: int, tie: str) -> None:
        self.R, self.C, self.P, self.N, self.tie = R, C, P, N, tie
        self.rows, self.columns = R + X, C + Y
        self.squares = [(row, column) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1)]
        self.pieces: dict[Square, int] = {}
        self.turn = RED  # R1
        self.announced = ""
        self.winner: int | str | None = None
        self.reason: tuple = ()

    @property
    def to_move(self) -> int | None:
        return self.turn if self.winner is None else None

    @property
    def is_chance(self) -> bool:
        return self.announced != ""

    def legal(self) -> set[str]:
        if self.winner is not None:
            return set()
        if self.is_chance:
            faces = self.C if self.announced[0] == "R" else self.R  # R3
            return {str(face) for face in range(1, faces + 1)}
        return (self._drops() | self._moves()) or {"--"}  # R7

    def play(self, text: str) -> None:
        if ":" in text:
            announcement, face = text.split(":")
            self.play(announcement)
            self.play(face)
        elif self.is_chance:
            self._roll(int(text))
        elif text == "--":
            self.turn = 1 - self.turn
        elif text[0] in "RC":
            self.announced = text
        else:
            start, end = (tuple(int(number) for number in part.split(".")) for part in text.split("-"))
            del self.pieces[start[0], start[1]]
            self._put((end[0], end[1]), dropped=False)

    def picture(self) -> str:
        """Rows from the top, each led by its number; R red, B blue."""
        lines = []
        for row in range(self.rows, 0, -1):
            squares = [(row, column) for column in range(1, self.columns + 1)]
            marks = ["RB"[self.pieces[square]] if square in self.pieces else "." for square in squares]
            lines.append(f"{row:2}  " + " ".join(marks))
        return "\n".join(lines)

    def load(self, picture: str, to_move: int) -> None:
        self.pieces = {}
        for line in picture.strip().splitlines():
            row, *marks = line.split()
            for column, mark in enumerate(marks, start=1):
                if mark != ".":
                    self.pieces[int(row), column] = "RB".index(mark)
        self.turn = to_move

    def _count(self, side: int) -> int:
        return list(self.pieces.values()).count(side)

    def _drops(self) -> set[str]:
        if self._count(self.turn) >= self.P:  # R5
            return set()
        rows = {f"R{row}" for row in range(1, self.rows + 1)}
        return rows | {f"C{column}" for column in range(1, self.columns + 1)}

    def _moves(self) -> set[str]:
        """R6: a piece and an empty square at most one row and one column away."""
        return {
            f"{name(start)}-{name(end)}"
            for start in self.squares
            if self.pieces.get(start) == self.turn
            for end in self.squares
            if end not in self.pieces and abs(end[0] - start[0]) <= 1 and abs(end[1] - start[1]) <= 1
        }

    def _roll(self, face: int) -> None:
        line = int(self.announced[1:])
        square = (line, face) if self.announced[0] == "R" else (face, line)
        self.announced = ""
        if square in self.pieces:  # R4
            self.turn = 1 - self.turn
        else:
            self._put(square, dropped=True)

    def _put(self, square: Square, dropped: bool) -> None:
        side = self.turn
        self.pieces[square] = side
        self.turn = 1 - side
        line = self._line_squares(square)
        if line:  # R8
            self.winner, self.reason = side, ("line", frozenset(name(member) for member in line))
        elif dropped and self._tie_break_due(side):
            self._break_tie()

    def _line_squares(self, square: Square) -> set[Square]:
        """All squares of the lines of N or more through this one."""
        found: set[Square] = set()
        for direction in (EAST, NORTH, NORTH_EAST, NORTH_WEST):
            line = [square, *self._run(square, direction), *self._run(square, (-direction[0], -direction[1]))]
            if len(line) >= self.N:
                found.update(line)
        return found

    def _run(self, square: Square, direction: Square) -> list[Square]:
        """The pieces of the same side that follow in this direction without a break."""
        run = []
        following = (square[0] + direction[0], square[1] + direction[1])
        while following in self.pieces and self.pieces[following] == self.pieces[square]:
            run.append(following)
            following = (following[0] + direction[0], following[1] + direction[1])
        return run

    def _tie_break_due(self, dropper: int) -> bool:
        full = self._count(dropper) == self.P
        return full if self.tie == "either" else full and self._count(1 - dropper) == self.P

    def _break_tie(self) -> None:
        """R9"""
        red, blue = self._short_lines(RED), self._short_lines(BLUE)
        self.winner = "draw" if red == blue else RED if red > blue else BLUE
        self.reason = ("count", red, blue)

    def _short_lines(self, side: int) -> int:
        """How many lines of exactly N-1 this side has: each begins where no own piece comes before it."""
        lines = 0
        for square in self.squares:
            for down, across in (EAST, NORTH, NORTH_EAST, NORTH_WEST):
                before = (square[0] - down, square[1] - across)
                begins = self.pieces.get(square) == side and self.pieces.get(before) != side
                if begins and 1 + len(self._run(square, (down, across))) == self.N - 1:
                    lines += 1
        return lines
