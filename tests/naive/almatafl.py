"""AlmaTafl, naively: a dict from points to stacks.

A point is its name, a stack a string of discs from the bottom to the top: b an invader, w a defender, K the King.
"""

ROWS = "abcdefghijk"
NUMBERS = {
    "a": (3, 4), "b": (2, 6), "c": (1, 8), "d": (1, 9), "e": (2, 9), "f": (2, 10),
    "g": (2, 9), "h": (1, 9), "i": (1, 8), "j": (2, 6), "k": (3, 4),
}  # fmt: skip
FULL_LENGTHS = (6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6)
THRONE = "f6"
ESCAPES = set("a3 a4 c1 c8 d1 d9 h1 h9 i1 i8 k3 k4".split())
INVADERS = "b2 b3 b4 b5 b6 j2 j3 j4 j5 j6 c2 c7 d2 d8 e2 e9 f2 f10 g2 g9 h2 h8 i2 i7".split()
DEFENDERS = "d5 e4 e5 e6 e7 f5 f7 g4 g5 g6 g7 h5".split()
DIRECTIONS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
BLACK, WHITE = 0, 1


def places() -> dict[str, tuple[int, int]]:
    """Row and half-steps from the left: along a row a step is two half-steps, to a neighbouring row it is one aside."""
    found = {}
    for row, letter in enumerate(ROWS):
        first, last = NUMBERS[letter]
        for number in range(first, last + 1):
            found[f"{letter}{number}"] = (row, 2 * number + 11 - FULL_LENGTHS[row])
    return found


PLACES = places()
POINT_AT = {place: point for point, place in PLACES.items()}


class Naive:
    is_chance = False

    def __init__(self, advanced: bool) -> None:
        self.advanced = advanced
        self.stacks = dict.fromkeys(INVADERS, "b") | dict.fromkeys(DEFENDERS, "w") | {THRONE: "K"}
        self.turn = BLACK  # R1
        self.winner: int | None = None
        self.reason: tuple = ()

    @property
    def to_move(self) -> int | None:
        return self.turn if self.winner is None else None

    def legal(self) -> set[str]:
        if self.winner is not None:
            return set()
        moves = set()
        for point, stack in self.stacks.items():
            if stack[-1] == "K" and self.turn == WHITE:
                moves |= self._king_moves(point)
            elif stack[-1] == "bw"[self.turn]:
                moves |= {f"{point}-{end}" for end in self._landings(point, len(stack), stack[-1])}
        return moves

    def play(self, text: str) -> None:
        start, *_, end = text.split("-")
        disc = self.stacks[start][-1]
        self.stacks[start] = self.stacks[start][:-1]
        if not self.stacks[start]:
            del self.stacks[start]
        self.stacks[end] = self.stacks.get(end, "") + disc
        self.turn = 1 - self.turn
        self._judge()

    def picture(self) -> str:
        """Rows from the top, each led by its letter; * an empty escape spot, + the empty throne."""
        lines = []
        for row in reversed(range(11)):
            line = " " * 60
            for point, (other_row, half_steps) in PLACES.items():
                if other_row == row:
                    mark = self.stacks.get(point) or ("*" if point in ESCAPES else "+" if point == THRONE else ".")
                    at = 2 * half_steps
                    line = line[:at] + mark + line[at + len(mark) :]
            lines.append(f"{ROWS[row]} {line}".rstrip())
        return "\n".join(lines)

    def load(self, picture: str, to_move: int) -> None:
        """Rows that the picture leaves out are empty."""
        self.stacks = {}
        for line in picture.strip().splitlines():
            letter, *marks = line.split()
            first, last = NUMBERS[letter]
            for number, mark in zip(range(first, last + 1), marks, strict=True):
                if mark not in ".*+":
                    self.stacks[f"{letter}{number}"] = mark
        self.turn = to_move

    def _landings(self, start: str, distance: int, disc: str) -> list[str]:
        """R3: the points where this disc may land that many points away."""
        row, half_steps = PLACES[start]
        ends = [(row + up * distance, half_steps + aside * distance) for up, aside in DIRECTIONS]
        return [POINT_AT[end] for end in ends if end in POINT_AT and self._may_land(POINT_AT[end], disc)]

    def _may_land(self, point: str, disc: str) -> bool:
        stack = self.stacks.get(point, "")
        if len(stack) == 3:  # R4
            return False
        if stack.endswith("K") and disc == "w":  # R6
            return False
        if disc == "K" or point not in ESCAPES | {THRONE}:
            return True
        return stack.endswith("K") and (point == THRONE or self.advanced)  # R5

    def _king_moves(self, start: str) -> set[str]:
        """R7: all chains of one landing, then all of two, ...; each ends at a point that no shorter one reached."""
        below = self.stacks[start][:-1]
        best = {start: ""}
        chains = [[start]]
        while chains:
            longer = []
            for chain in chains:
                here = chain[-1]
                under_king = below if here == start else self.stacks.get(here, "")
                if here == start or under_king.endswith("b"):
                    ends = self._landings(here, len(under_king) + 1, "K")
                    longer += [[*chain, end] for end in ends if end not in best]
            for chain in sorted(longer, key="-".join):
                best.setdefault(chain[-1], "-".join(chain))
            chains = longer
        del best[start]
        return set(best.values())

    def _judge(self) -> None:
        tops = [stack[-1] for stack in self.stacks.values()]
        king_point = next(point for point, stack in self.stacks.items() if "K" in stack)
        if "K" not in tops:  # R9
            self.winner, self.reason = BLACK, ("king covered",)
        elif "w" not in tops:  # R10
            self.winner, self.reason = BLACK, ("no defenders",)
        elif king_point in ESCAPES and (not self.advanced or self.turn == WHITE):  # R11
            self.winner, self.reason = WHITE, ("escape",)
        elif not self.legal():  # R8
            self.winner, self.reason = 1 - self.turn, ("no move",)
