"""Atoll and Hex as people write and see them: `f4`, `swap`."""

from collections import deque
from collections.abc import Iterable

import numpy as np

from ludejo.games import stones
from ludejo.games.atoll import rules
from ludejo.games.atoll.formats import hex_size
from ludejo.games.contract import ONGOING, GameOf, PositionOf
from ludejo.games.drawing import BoardDrawing, Label, Mark, cells_of, hexagon_labels, shore_lines
from ludejo.games.errors import BadPosition, quoted
from ludejo.games.gestures import copied
from ludejo.games.kernels import buffer, copy_state, kernel
from ludejo.games.phrases import listed, mark_text, phrase
from ludejo.games.position_text import fields
from ludejo.games.stones import draw_position, gestures, read_move, write_move  # noqa: F401  offered as they are

Game = GameOf[rules.Variant, rules.Board]
Position = PositionOf[rules.Variant, rules.Board, rules.State]

LETTERS = "bw"
COLOURS = ("black", "white")


def why_illegal(game: Game, state: rules.State, move: int) -> str:
    """Why a move that can be read is not allowed."""
    if move == game.board.swap and not game.board.pie:
        return phrase("is not allowed: this game is played without the pie rule")
    return stones.why_illegal(game, state, move)


def is_swapped(state: rules.State) -> bool:
    """Whether the first player now plays White."""
    return bool(state.counters[rules.SWAPPED])


def reason(game: Game, state: rules.State, winner: int | None) -> tuple[str, str, tuple[str, ...]]:
    """The islands that were connected, and a shortest chain of stones that does it. Hex speaks of its sides."""
    assert winner is not None
    colour = winner ^ int(state.counters[rules.SWAPPED])
    islands, chain = _winning_chain(game, state, colour)
    names = [game.grid.names[cell] for cell in chain]
    if hex_size(game.variant) is None:
        told = phrase("connected islands {islands}: {cells}", islands=listed(islands), cells=" ".join(names))
    elif islands == [0, 2]:
        told = phrase("joined the top and the bottom: {cells}", cells=" ".join(names))
    else:
        told = phrase("joined the left and the right side: {cells}", cells=" ".join(names))
    return told, mark_text("connected"), tuple(names)


def _winning_chain(game: Game, state: rules.State, colour: int) -> tuple[list[int], list[int]]:
    """Islands that win together, as few as can be, and stones that join them: the shortest joint of opposites."""
    half = game.board.islands // 2
    pairs = []
    for island in range(colour, game.board.islands, 2):
        paths = _paths_from(game, state, colour, island)
        if (island + half) % game.board.islands in paths:
            pairs.append((len(paths[(island + half) % game.board.islands]), island))
        elif not pairs and rules.wins(game.board, _bits(game, paths)):
            chosen = _fewest(game, list(paths))
            joined = {cell for other in chosen for cell in _paths_from(game, state, colour, chosen[0])[other]}
            found = chosen, sorted(joined)
    if not pairs:
        return found
    island = min(pairs)[1]
    opposite = (island + half) % game.board.islands
    return sorted((island, opposite)), _paths_from(game, state, colour, island)[opposite]


def _fewest(game: Game, islands: list[int]) -> list[int]:
    for island in list(islands):
        rest = [other for other in islands if other != island]
        if rules.wins(game.board, _bits(game, rest)):
            islands = rest
    return sorted(islands)


def _bits(game: Game, islands: Iterable[int]) -> np.uint64:
    return np.bitwise_or.reduce([game.board.bit[game.board.cells + 1 + island] for island in islands])


def _paths_from(game: Game, state: rules.State, colour: int, island: int) -> dict[int, list[int]]:
    """The own islands connected with one, each with the stones of a shortest chain to it."""
    board = game.board
    start = board.cells + 1 + island
    came_from: dict[int, int] = {start: start}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for beside in _beside(board, node):
            if state.stones[beside] == colour and beside not in came_from:
                came_from[beside] = node
                queue.append(beside)
    paths = {}
    for node in [node for node in came_from if node > board.cells]:
        chain, here = [], node
        while here != start:
            chain.append(here)
            here = came_from[here]
        paths[node - board.cells - 1] = [stone for stone in reversed(chain) if stone < board.cells]
    return paths


def _beside(board: rules.Board, node: int) -> list[int]:
    if node < board.cells:
        return [int(other) for other in board.neighbours[node] if other != board.cells]
    island = node - board.cells - 1
    return board.shore[board.first_shore[island] : board.first_shore[island + 1]].tolist()


def threatened(position: Position) -> tuple[str, ...]:
    """The cells where the other side would win if it had the turn."""
    game, state = position.game, position.state
    other, cells = 1 - int(rules.colour_to_move(state)), buffer(game.board)
    count = _winning_cells(game.board, state, copied(state), other, cells)
    return tuple(game.grid.names[cell] for cell in cells[:count].tolist())


@kernel
def _winning_cells(board, state, after, colour, out):
    """Leave in `out` the cells where a stone of a colour would win, whoever is to move, and tell how many."""
    found = 0
    for k in range(rules.legal_moves(board, state, out)):
        cell = out[k]
        if cell != board.swap:
            copy_state(after, state)
            rules.lay(board, after, colour, cell)
            if rules.outcome(after) != ONGOING:
                out[found] = cell
                found += 1
    return found


def _lines_of_cells(game: Game) -> list[list[int]]:
    """The cells in the lines of the position text: cells whose names share what they begin with, or the row."""
    if game.variant.shape == "rhombus":
        size = game.variant.size
        return [list(range(row * size, (row + 1) * size)) for row in range(size)]
    lines = stones.rows_by_letter(game)
    return lines[::-1] if game.variant.shape == "hexagon" else lines


def write_position(game: Game, state: rules.State) -> str:
    """Rows from the top (classic board: columns from the left, upward), b, w or . a cell; the colour to move;
    `swapped` once the pie is cut."""
    lines = stones.write_rows(state.stones, _lines_of_cells(game), LETTERS)
    swapped = ["swapped"] if is_swapped(state) else []
    return " ".join([lines, LETTERS[rules.colour_to_move(state)], *swapped])


def read_position(game: Game, text: str) -> rules.State:
    """The state that a position text describes, if it can occur."""
    parts = fields(text.lower(), ("cells", "b|w", "swapped"), optional=1)
    black, white = stones.read_rows(parts[0], _lines_of_cells(game), LETTERS)
    if not 0 <= len(black) - len(white) <= 1:
        found = {"black": len(black), "white": len(white)}
        raise BadPosition(
            phrase("{black} black stones and {white} white ones, expected as many, or one black more", **found)
        )
    if parts[1] != LETTERS[len(black) - len(white)]:
        told = {"given": quoted(parts[1]), "expected": LETTERS[len(black) - len(white)]}
        raise BadPosition(phrase("{given} is to move, expected {expected} with these stones", **told))
    state = rules.new(game.board)
    _lay(game, state, black, white)
    if len(parts) == 3:
        _set_swapped(game, state, parts[2])
    return state


def _lay(game: Game, state: rules.State, black: list[int], white: list[int]) -> None:
    """Lay the stones so that the last mover's come last: only the last stone may win."""
    mover = len(black) - len(white)
    for colour in (mover, 1 - mover):
        for cell in (black, white)[colour]:
            state.counters[rules.RESULT] = ONGOING
            rules.lay(game.board, state, colour, cell)
            if state.counters[rules.RESULT] != ONGOING and colour == mover:
                side = game.sides[mover]
                raise BadPosition(phrase("{side} is to move but has connected islands already", side=side))
    heads = {int(state.leader[node]) for node in range(game.board.nodes) if state.leader[node] == node}
    won = any(rules.wins(game.board, state.reached[head]) for head in heads if state.stones[head] == 1 - mover)
    state.counters[rules.RESULT] = 1 - mover if won else ONGOING


def _set_swapped(game: Game, state: rules.State, word: str) -> None:
    if word != "swapped":
        raise BadPosition(phrase("{given} is not understood, expected swapped or nothing", given=quoted(word)))
    if not game.board.pie:
        raise BadPosition(phrase("swapped, but this game is played without the pie rule"))
    if state.counters[rules.STONES] == 0:
        raise BadPosition(phrase("swapped, but there is no stone yet"))
    state.counters[rules.SWAPPED] = 1
    if state.counters[rules.RESULT] != ONGOING:
        state.counters[rules.RESULT] ^= 1


def draw_board(game: Game) -> BoardDrawing:
    """Hexes, letters and numbers at the edges, islands along the shores; those of Hex are sides, without numbers."""
    cells = cells_of(game)
    shores = rules.island_cells(game.variant)
    is_hex = hex_size(game.variant) is not None
    marks = tuple(
        Mark(
            "island",
            tuple(game.grid.names[cell] for cell in island),
            COLOURS[number % 2],
            line,
            "" if is_hex else str(number),
        )
        for number, (island, line) in enumerate(zip(shores, shore_lines(game, shores), strict=True))
    )
    return BoardDrawing(cells, _labels(game), marks)


def _labels(game: Game) -> tuple[Label, ...]:
    places = dict(zip(game.grid.names, game.grid.centres.tolist(), strict=True))
    size = game.variant.size
    if game.variant.shape == "classic":
        below = [Label(name[0], (x, y - 1.0)) for name, (x, y) in places.items() if name[1:] == "1"]
        left = [Label(name[1:], (x - 1.0, y)) for name, (x, y) in places.items() if name[0] == "a"]
        return tuple(below + left)
    if game.variant.shape == "rhombus":
        above = [Label(name[0], (x - 0.5, y + 0.9)) for name, (x, y) in places.items() if name[1:] == "1"]
        left = [Label(name[1:], (x - 1.0, y)) for name, (x, y) in places.items() if name[0] == "a"]
        return tuple(above + left)
    return hexagon_labels(game, size)
