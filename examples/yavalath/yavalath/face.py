"""Yavalath as people write and see it: `e5`, `swap`. What it shares with other games of stones is in stones.py."""

from ludejo.games import stones
from ludejo.games.contract import DRAW, ONGOING, GameOf, PositionOf
from ludejo.games.drawing import BoardDrawing, cells_of, hexagon_labels
from ludejo.games.errors import BadPosition, quoted
from ludejo.games.gestures import copied, winning_ends
from ludejo.games.grid import straight_lines
from ludejo.games.phrases import mark_text, phrase
from ludejo.games.position_text import fields
from ludejo.games.stones import draw_position, gestures, read_move, why_illegal, write_move  # noqa: F401  offered as they are
from yavalath import rules

Game = GameOf[rules.Variant, rules.Board]
Position = PositionOf[rules.Variant, rules.Board, rules.State]
LETTERS = "wb"


def reason(game: Game, state: rules.State, winner: int | None) -> tuple[str, str, tuple[str, ...]]:
    """The line that won, or the one that lost."""
    if winner is None:
        return phrase("the board is full"), mark_text("full"), ()
    won = [line for line in _lines(game, state, winner) if len(line) >= rules.WINS]
    line = max(won or _lines(game, state, 1 - winner), key=len)
    cells = tuple(game.grid.names[cell] for cell in line)
    if won:
        return phrase("four in a line: {cells}", cells=" ".join(cells)), mark_text("four"), cells
    loser = game.sides[1 - winner]
    return phrase("{side} made three in a line: {cells}", side=loser, cells=" ".join(cells)), mark_text("three"), cells


def _lines(game: Game, state: rules.State, side: int) -> list[list[int]]:
    return straight_lines(game.board.steps, state.stones, side, rules.LOSES)


def threatened(position: Position) -> tuple[str, ...]:
    """The cells where the other side would make four if it had the turn."""
    turned = copied(position.state)
    turned.counters[rules.TURN] ^= 1
    return winning_ends(position.game, turned, int(turned.counters[rules.TURN]), lambda cell: cell)


def write_position(game: Game, state: rules.State) -> str:
    """Rows from the top, w, b or . a cell; the side to move."""
    rows = stones.write_rows(state.stones, stones.rows_by_letter(game)[::-1], LETTERS)
    return f"{rows} {LETTERS[state.counters[rules.TURN]]}"


def read_position(game: Game, text: str) -> rules.State:
    """The state that a position text describes, if it can occur."""
    parts = fields(text.lower(), ("cells", "w|b"))
    cells = stones.read_rows(parts[0], stones.rows_by_letter(game)[::-1], LETTERS)
    if parts[1] not in tuple(LETTERS):
        raise BadPosition(phrase("{given} is no side to move, expected w or b", given=quoted(parts[1])))
    mover = LETTERS.index(parts[1])
    own, other = len(cells[mover]), len(cells[1 - mover])
    if other - own not in (0, 1) or (mover == 1 and other == 0):  # R3: after a swap Black has the first stone
        raise BadPosition(phrase("whoever is to move has {own} stones against {other}", own=own, other=other))
    state = rules.new(game.board)
    for side in (0, 1):
        state.stones[cells[side]] = side
    state.counters[:] = mover, own + other, _result(game, state, mover)
    return state


def _result(game: Game, state: rules.State, mover: int) -> int:
    """Who has won; only the last stone may have made lines."""
    made = _lines(game, state, 1 - mover)
    if _lines(game, state, mover) or (made and not set.intersection(*map(set, made))):
        raise BadPosition(phrase("there are lines that the last stone did not make"))
    if made:
        return 1 - mover if max(map(len, made)) >= rules.WINS else mover
    return ONGOING if (state.stones == rules.EMPTY).any() else DRAW


def draw_board(game: Game) -> BoardDrawing:
    """Hexes side by side, letters and numbers at the edges."""
    return BoardDrawing(cells_of(game), hexagon_labels(game, game.variant.side), ())
