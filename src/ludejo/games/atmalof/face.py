"""Atmalof as people write and see it: `R4`, `R4:6`, `3.4-4.5`, `--`."""

import re
from collections.abc import Iterator

from ludejo.games.atmalof import rules
from ludejo.games.contract import EMPTY, ONGOING, GameOf, PositionOf
from ludejo.games.drawing import BoardDrawing, Mark, Pile, PositionDrawing, cells_of, square_labels
from ludejo.games.errors import BadPosition, UnreadableMove, quoted
from ludejo.games.gestures import ANNOUNCE, PASS, ROLL, STEP, STEP_LABEL, Gesture, copied, winning_ends
from ludejo.games.grid import straight_lines
from ludejo.games.phrases import joined, mark_text, number, phrase
from ludejo.games.position_text import fields, rows_of

Game = GameOf[rules.Variant, rules.Board]
Position = PositionOf[rules.Variant, rules.Board, rules.State]

LETTERS = "rb"
COLOURS = ("red", "blue")


def write_move(game: Game, state: rules.State, move: int) -> str:
    """R4, C4, 3.4-4.5, --, or the face of the die."""
    board = game.board
    if move >= board.first_face:
        return str(move - board.first_face + 1)
    if move == board.lost_turn:
        return "--"
    if move < board.rows + board.columns:
        return f"R{move + 1}" if move < board.rows else f"C{move - board.rows + 1}"
    return f"{game.grid.names[board.step_from[move]]}-{game.grid.names[board.step_to[move]]}"


def read_move(game: Game, state: rules.State, text: str) -> list[int]:
    """A drop may come with its roll, which makes two moves."""
    board = game.board
    if text == "--":
        return [board.lost_turn]
    if state.counters[rules.ANNOUNCED] != rules.NOTHING:
        return [board.first_face + _face(game, int(state.counters[rules.ANNOUNCED]), text)]
    if drop := re.fullmatch(r"([rc])([0-9]{1,2})(?::([0-9]{1,2}))?", text):
        line = _line(game, drop[1], int(drop[2]))
        return [line] if drop[3] is None else [line, board.first_face + _face(game, line, drop[3])]
    if step := re.fullmatch(r"([0-9]{1,2}\.[0-9]{1,2})-([0-9]{1,2}\.[0-9]{1,2})", text):
        return [_step(game, step[1], step[2])]
    raise UnreadableMove(phrase("is no move, expected a drop such as R4 or C4, or a move such as 3.4-4.5"))


def _line(game: Game, kind: str, place: int) -> int:
    count = game.board.rows if kind == "r" else game.board.columns
    if not 1 <= place <= count:
        raise UnreadableMove(
            phrase(
                "names no line of the board, expected {letter}1 to {letter}{count}", letter=kind.upper(), count=count
            )
        )
    return place - 1 + (0 if kind == "r" else game.board.rows)


def _face(game: Game, line: int, text: str) -> int:
    faces = game.board.reach_columns if line < game.board.rows else game.board.reach_rows
    if not re.fullmatch(r"[0-9]{1,2}", text) or not 1 <= int(text) <= faces:
        raise UnreadableMove(phrase("is no roll of the die, expected 1 to {faces}", faces=faces))
    return int(text) - 1


def _step(game: Game, start: str, end: str) -> int:
    for name in (start, end):
        if name not in game.cell:
            raise UnreadableMove(
                phrase(
                    "names no square {name}, expected 1.1 to {rows}.{columns}",
                    name=name,
                    rows=game.board.rows,
                    columns=game.board.columns,
                )
            )
    cell, to = game.cell[start], game.cell[end]
    for move in range(game.board.first_step[cell], game.board.first_step[cell + 1]):
        if game.board.step_to[move] == to:
            return move
    raise UnreadableMove(phrase("is too far, expected {end} to be beside {start}", end=end, start=start))


def why_illegal(game: Game, state: rules.State, move: int) -> str:
    """Why a move that can be read is not allowed."""
    board = game.board
    side = int(state.counters[rules.TURN])
    if move >= board.first_face:
        return phrase("is a roll, but no drop has been announced")
    if move == board.lost_turn:
        return phrase("loses a turn, but there is a legal move")
    if move < board.rows + board.columns:
        return phrase(
            "is a drop, but {side} has all {pieces} pieces on the board", side=game.sides[side], pieces=board.pieces
        )
    start, end = board.step_from[move], board.step_to[move]
    if state.squares[start] != side:
        holder = state.squares[start]
        there = phrase("no piece") if holder == EMPTY else phrase("a piece of {side}", side=game.sides[holder])
        return phrase(
            "moves from {cell}, where {there} stands, expected one of {side}",
            cell=game.grid.names[start],
            there=there,
            side=game.sides[side],
        )
    return phrase(
        "ends on {cell}, which is taken by {side}", cell=game.grid.names[end], side=game.sides[state.squares[end]]
    )


def roller(state: rules.State) -> int:
    """The seat whose die is due."""
    return int(state.counters[rules.TURN])


def announced(game: Game, state: rules.State) -> str:
    """The drop whose die is due."""
    return write_move(game, state, int(state.counters[rules.ANNOUNCED]))


def reason(game: Game, state: rules.State, winner: int | None) -> tuple[str, str, tuple[str, ...]]:
    """The winning lines, or the count of shorter ones."""
    if winner is not None and (lines := _lines(game, state, winner, game.board.line)):
        texts = [_told(game, line) for line in lines]
        cells = sorted({cell for line in lines for cell in line})
        return joined(texts), mark_text("line"), tuple(game.grid.names[cell] for cell in cells)
    counts = [int(rules.count_lines(game.board, state, side)) for side in (0, 1)]
    more, fewer = max(counts), min(counts)
    text = _count_told(more, fewer, game.board.line - 1)
    owners = (0, 1) if winner is None else (winner,)
    counted = sorted({c for side in owners for line in _lines(game, state, side, game.board.line - 1) for c in line})
    return text, mark_text("count"), tuple(game.grid.names[cell] for cell in counted)


def _told(game: Game, line: list[int]) -> str:
    squares = " ".join(game.grid.names[cell] for cell in line)
    return phrase("line of {length}: {squares}", length=number(len(line)), squares=squares)


def _count_told(more: int, fewer: int, length: int) -> str:
    told = {"more": number(more), "length": number(length), "fewer": number(fewer)}
    if more == 0:
        return phrase("no lines of {length} to none", **told)
    if more == 1 and fewer == 1:
        return phrase("one line of {length} to one", **told)
    if more == 1:
        return phrase("one line of {length} to none", **told)
    if fewer == 0:
        return phrase("{more} lines of {length} to none", **told)
    return phrase("{more} lines of {length} to {fewer}", **told)


def gestures(position: Position) -> tuple[Gesture, ...]:
    """Announce a line, see a face of the die, move a piece, or lose the turn."""
    return tuple(_gesture(position.game, position.state, move) for move in position.legal)


def _gesture(game: Game, state: rules.State, move: int) -> Gesture:
    board, names, text = game.board, game.grid.names, write_move(game, state, move)
    if move >= board.first_face:
        cell = rules.landing(board, state.counters[rules.ANNOUNCED], move - board.first_face)
        touches = (names[cell],) if state.squares[cell] == EMPTY else ()
        return Gesture(text, ROLL, (names[cell],), mark_text("The die shows {face}"), {"face": text}, touches)
    if move == board.lost_turn:
        return Gesture(text, PASS, (), mark_text("Lose the turn: no piece can move"))
    if move < board.rows + board.columns:
        return _announcement(game, state, move, text)
    start, end = names[board.step_from[move]], names[board.step_to[move]]
    return Gesture(text, STEP, (start, end), STEP_LABEL, {"start": start, "end": end}, (start, end))


def _announcement(game: Game, state: rules.State, line: int, text: str) -> Gesture:
    """Touched are the squares that are still empty: on the others the turn would be lost."""
    cells = reach(game, line)
    touches = tuple(game.grid.names[cell] for cell in cells if state.squares[cell] == EMPTY)
    is_row = line < game.board.rows
    label = mark_text("Drop into row {number}") if is_row else mark_text("Drop into column {number}")
    return Gesture(text, ANNOUNCE, tuple(game.grid.names[cell] for cell in cells), label, {"number": text[1:]}, touches)


def reach(game: Game, line: int) -> list[int]:
    """The squares that the die can give in an announced line, by its faces."""
    faces = game.board.reach_columns if line < game.board.rows else game.board.reach_rows
    return [int(rules.landing(game.board, line, face)) for face in range(faces)]


def threatened(position: Position) -> tuple[str, ...]:
    """The squares where the other side could complete a line by a move if it had the turn."""
    game, turned = position.game, copied(position.state)
    turned.counters[rules.TURN] ^= 1
    seat = int(turned.counters[rules.TURN])
    first, last = game.board.rows + game.board.columns, game.board.lost_turn
    return winning_ends(
        game, turned, seat, lambda move: int(game.board.step_to[move]) if first <= move < last else None
    )


def _lines(game: Game, state: rules.State, side: int, shortest: int) -> list[list[int]]:
    """A side's lines of at least a length, each from its first square to its last."""
    return straight_lines(game.board.steps, state.squares, side, shortest)


def write_position(game: Game, state: rules.State) -> str:
    """Rows from the top, r, b or . a square; the side to move; the drop whose die is due."""
    board = game.board
    signs = [(*LETTERS, ".")[square] for square in state.squares[:-1]]
    rows = ["".join(signs[row * board.columns : (row + 1) * board.columns]) for row in range(board.rows)]
    due = [] if state.counters[rules.ANNOUNCED] == rules.NOTHING else [announced(game, state)]
    return " ".join(["/".join(rows[::-1]), LETTERS[state.counters[rules.TURN]], *due])


def read_position(game: Game, text: str) -> rules.State:
    """The state that a position text describes, if it can occur."""
    board = game.board
    parts = fields(text.lower(), ("rows", "r|b", "announced-drop"), optional=1)
    rows = rows_of(parts[0], [board.columns] * board.rows, LETTERS + ".")
    if parts[1] not in ("r", "b"):
        raise BadPosition(phrase("{given} is no side to move, expected r or b", given=quoted(parts[1])))
    state = rules.new(board)
    squares = [sign for row in rows[::-1] for sign in row]
    for side in (0, 1):
        cells = [cell for cell, sign in enumerate(squares) if sign == LETTERS[side]]
        if len(cells) > board.pieces:
            told = {"side": game.sides[side], "count": len(cells), "most": board.pieces}
            raise BadPosition(phrase("{side} has {count} pieces, expected at most {most}", **told))
        for cell in cells:
            rules.put(board, state, side, cell)
    state.counters[rules.TURN] = LETTERS.index(parts[1])
    _set_result(game, state)
    if len(parts) == 3:
        _set_announced(game, state, parts[2])
    return state


def _set_result(game: Game, state: rules.State) -> None:
    board, mover = game.board, int(state.counters[rules.TURN])
    if _lines(game, state, mover, board.line):
        told = {"side": game.sides[mover], "length": board.line}
        raise BadPosition(phrase("{side} is to move but has a line of {length} already", **told))
    if _lines(game, state, 1 - mover, board.line):
        state.counters[rules.RESULT] = 1 - mover
        return
    full = [state.counters[rules.RED_PIECES + side] == board.pieces for side in (0, 1)]
    if (board.both and all(full)) or (not board.both and any(full)):
        lead = rules.count_lines(board, state, 0) - rules.count_lines(board, state, 1)
        state.counters[rules.RESULT] = 0 if lead > 0 else 1 if lead < 0 else 2


def _set_announced(game: Game, state: rules.State, text: str) -> None:
    try:
        moves = read_move(game, state, text)
    except UnreadableMove as error:
        told = {"drop": quoted(text), "why": error.reason}
        raise BadPosition(phrase("the announced drop {drop} {why}", **told)) from None
    side = state.counters[rules.TURN]
    can_drop = state.counters[rules.RESULT] == ONGOING and state.counters[rules.RED_PIECES + side] < game.board.pieces
    if len(moves) != 1 or moves[0] >= game.board.rows + game.board.columns or not can_drop:
        told = {"drop": quoted(text)}
        raise BadPosition(phrase("{drop} cannot be announced here, expected a legal drop such as R4", **told))
    state.counters[rules.ANNOUNCED] = moves[0]


def draw_board(game: Game) -> BoardDrawing:
    """Squares numbered at the edges; those the die cannot reach in both directions are marked."""
    board = game.board
    rows = [str(row + 1) for row in range(board.rows)]
    columns = [str(column + 1) for column in range(board.columns)]
    return BoardDrawing(cells_of(game), square_labels(game, rows, columns), tuple(_beyond_reach(game)))


def _beyond_reach(game: Game) -> Iterator[Mark]:
    """The squares that no roll hits by itself: those of extra rows and columns, and those that no drop reaches (R3)."""
    board = game.board
    for kind, is_row, is_column, word in (
        ("extra row", True, False, mark_text("extra row: a drop gets here only if it is announced")),
        ("extra column", False, True, mark_text("extra column: a drop gets here only if it is announced")),
        ("beyond reach", True, True, mark_text("no drop gets here")),
    ):
        cells = tuple(
            name for cell, name in enumerate(game.grid.names)
            if (cell // board.columns >= board.reach_rows) == is_row
            and (cell % board.columns >= board.reach_columns) == is_column
        )  # fmt: skip
        if cells:
            yield Mark(kind, cells, fill="hatching", sign=":", word=word)


def in_hand(game: Game, state: rules.State) -> tuple[int, int]:
    """The pieces that each side has still to drop (R5)."""
    red, blue = (game.board.pieces - int(state.counters[rules.RED_PIECES + side]) for side in (0, 1))
    return red, blue


def draw_position(position: Position) -> PositionDrawing:
    """Red and blue pieces; the announced line is the last move while its die is due."""
    game, state = position.game, position.state
    piles = tuple(
        Pile(name, (COLOURS[state.squares[cell]],))
        for cell, name in enumerate(game.grid.names) if state.squares[cell] != EMPTY
    )  # fmt: skip
    winning = position.outcome.cells if position.outcome else ()
    return PositionDrawing(piles, _last_cells(position), (), winning)


def _last_cells(position: Position) -> tuple[str, ...]:
    game, state, move = position.game, position.state, position.move
    board, names = game.board, game.grid.names
    if position.is_chance:
        return tuple(names[cell] for cell in reach(game, int(state.counters[rules.ANNOUNCED])))
    if move is None or move == board.lost_turn:
        return ()
    if move >= board.first_face:
        before = position.parent.state if position.parent else state
        return (names[rules.landing(board, before.counters[rules.ANNOUNCED], move - board.first_face)],)
    return (names[board.step_from[move]], names[board.step_to[move]])
