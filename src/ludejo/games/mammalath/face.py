"""Mammalath as people write and see it: `c4`, `xF`, `xa1-c3`, `swap`, an arrangement such as `ABCDEF/…`."""

import re

import numpy as np

from ludejo.games.contract import DRAW, ONGOING, GameOf, PositionOf
from ludejo.games.drawing import BoardDrawing, Pile, PositionDrawing, cells_of, square_labels
from ludejo.games.errors import BadPosition, UnreadableMove, quoted
from ludejo.games.gestures import PLACE, PLACE_LABEL, RELEASE, SWAP, Gesture, copied, winning_ends
from ludejo.games.mammalath import rules
from ludejo.games.phrases import joined, mark_text, phrase
from ludejo.games.position_text import fields, rows_of

Game = GameOf[rules.Variant, rules.Board]
Position = PositionOf[rules.Variant, rules.Board, rules.State]

ANIMALS = "ABCDEFGH"
TOKENS = "wb"
COLOURS = ("white", "black")
RELEASES = (
    mark_text("Release all armadillos"),
    mark_text("Release all badgers"),
    mark_text("Release all cougars"),
    mark_text("Release all deer"),
    mark_text("Release all elephants"),
    mark_text("Release all foxes"),
    mark_text("Release all giraffes"),
    mark_text("Release all hippopotamuses"),
)


def write_move(game: Game, state: rules.State, move: int) -> str:
    """A square, xF, xa1-c3 or swap."""
    board, names = game.board, game.grid.names
    if move < board.first_type:
        return names[move]
    if move < board.first_shape:
        return f"x{ANIMALS[move - board.first_type]}"
    if move == board.swap:
        return "swap"
    cells = rules.shape_cells(game.variant)[move - board.first_shape]
    return f"x{names[cells[0]]}-{names[cells[-1]]}"


def read_move(game: Game, state: rules.State, text: str) -> list[int]:
    """A shape may be named by its two corners in either order."""
    board = game.board
    if text == "swap":
        return [board.swap]
    if re.fullmatch(r"x[a-h]", text):
        if ord(text[1]) - ord("a") >= board.types:
            raise UnreadableMove(
                phrase("names no animal of this game, expected xA to x{animal}", animal=ANIMALS[board.types - 1])
            )
        return [board.first_type + ord(text[1]) - ord("a")]
    if release := re.fullmatch(r"x([a-z][0-9]{1,2})-([a-z][0-9]{1,2})", text):
        corners = {_square(game, release[1]), _square(game, release[2])}
        for shape, cells in enumerate(rules.shape_cells(game.variant)):
            if {cells[0], cells[-1]} == corners:
                return [board.first_shape + shape]
        raise UnreadableMove(phrase("names no shape, expected the ends of {shapes}", shapes=_shapes(game)))
    if re.fullmatch(r"[a-z][0-9]{1,2}", text):
        return [_square(game, text)]
    raise UnreadableMove(phrase("is no move, expected a square such as c4, a release such as xF or xa1-c3, or swap"))


def _shapes(game: Game) -> str:
    return phrase("a line of four or a 2 × 2 square") if game.board.side == 8 else phrase("a line of three")


def _square(game: Game, name: str) -> int:
    if name not in game.cell:
        raise UnreadableMove(
            phrase("names no square {name}, expected a1 to {cell}", name=name, cell=game.grid.names[-1])
        )
    return game.cell[name]


def why_illegal(game: Game, state: rules.State, move: int) -> str:
    """Why a move that can be read is not allowed."""
    board = game.board
    if move < board.first_type:
        holder = 0 if state.tokens[0] & board.bit[move] else 1
        return phrase("is taken by {side}", side=game.sides[holder])
    if move == board.swap:
        return phrase("is allowed only as the second player's first turn")
    if state.counters[rules.PLY] == 0:
        return phrase("is a release, but the first turn must be a placement")
    if move < board.first_shape:
        return phrase(
            "releases animals {animal}, but none is left on the board", animal=ANIMALS[move - board.first_type]
        )
    cells = rules.shape_cells(game.variant)[move - board.first_shape]
    bare = [game.grid.names[cell] for cell in cells if not state.animals[0] & board.bit[cell]]
    return phrase("needs an animal on each of its squares, but there is none on {list}", list=" ".join(bare))


def reason(game: Game, state: rules.State, winner: int | None) -> tuple[str, str, tuple[str, ...]]:
    """The shapes that were made, those with animals first; or that the tokens ran out."""
    if winner is None:
        return (
            phrase("all {tokens} tokens of a side are placed and no shape is made", tokens=game.board.tokens),
            mark_text("last token"),
            (),
        )
    for side in (0, 1):
        shapes = _shapes_made(game, state, side)
        if not shapes:
            continue
        guarded = [shape for shape in shapes if any(state.animals[0] & game.board.bit[cell] for cell in shape)]
        chosen = guarded or shapes
        texts = [" ".join(game.grid.names[cell] for cell in shape) for shape in chosen]
        cells = sorted({cell for shape in chosen for cell in shape})
        kind = mark_text("animal shape") if guarded else mark_text("shape")
        squares = joined(texts)
        what = phrase("shape without animals: {squares}", squares=squares)
        if guarded:
            what = phrase("shape with an animal in it: {squares}", squares=squares)
        return what, kind, tuple(game.grid.names[cell] for cell in cells)
    raise AssertionError("a game that is won has a shape")


def _shapes_made(game: Game, state: rules.State, side: int) -> list[tuple[int, ...]]:
    shapes = rules.shape_cells(game.variant)
    return [shape for shape, bits in zip(shapes, game.board.shape, strict=True) if state.tokens[side] & bits == bits]


def gestures(position: Position) -> tuple[Gesture, ...]:
    """A token on a square, a release with the animals it frees, or the swap."""
    return tuple(_gesture(position.game, position.state, move) for move in position.legal)


def _gesture(game: Game, state: rules.State, move: int) -> Gesture:
    board, names, text = game.board, game.grid.names, write_move(game, state, move)
    if move < board.first_type:
        return Gesture(text, PLACE, (text,), PLACE_LABEL, {"cell": text}, (text,))
    if move == board.swap:
        (taken,) = (name for cell, name in enumerate(names) if (state.tokens[0] | state.tokens[1]) & board.bit[cell])
        label = mark_text("Swap: take over the token on {cell}")
        return Gesture(text, SWAP, (taken,), label, {"cell": taken}, (taken,))
    if move < board.first_shape:
        kind = move - board.first_type
        herd = state.herd[kind] & state.animals[0]
        cells = tuple(name for cell, name in enumerate(names) if herd & board.bit[cell])
        return Gesture(text, RELEASE, cells, RELEASES[kind], {}, cells)
    cells = tuple(names[cell] for cell in rules.shape_cells(game.variant)[move - board.first_shape])
    return Gesture(text, RELEASE, cells, mark_text("Release the animals on {cells}"), {"cells": " ".join(cells)}, cells)


def threatened(position: Position) -> tuple[str, ...]:
    """The squares where the other side would win if it had the turn."""
    game, turned = position.game, copied(position.state)
    turned.counters[rules.TURN] ^= 1
    seat = int(turned.counters[rules.TURN])
    turned.counters[rules.PLY] = 2  # its first turn may be behind it or not: no shape can be made then
    return winning_ends(game, turned, seat, lambda move: move if move < game.board.first_type else None)


def in_hand(game: Game, state: rules.State) -> tuple[int, int]:
    """The tokens that each side has still to place (R9)."""
    white, black = (game.board.tokens - int(state.counters[rules.WHITE_TOKENS + side]) for side in (0, 1))
    return white, black


def write_setup(game: Game, types: np.ndarray) -> str:
    """The arrangement: rows from the top, letters, a point for an empty square."""
    side = game.board.side
    letters = ["." if kind == rules.NO_ANIMAL else ANIMALS[kind] for kind in types]
    return "/".join("".join(letters[row * side : (row + 1) * side]) for row in reversed(range(side)))


def read_setup(game: Game, text: str) -> np.ndarray:
    """A starting arrangement: as many animals of each type as a row is long."""
    if not isinstance(text, str):
        raise BadPosition(phrase("an arrangement is a text, not {kind}", kind=type(text).__name__))
    types = _read_animals(game, text.strip())
    for kind in range(game.board.types):
        count = int((types == kind).sum())
        if count != game.board.side:
            told = {"count": count, "letter": ANIMALS[kind], "most": game.board.side}
            raise BadPosition(phrase("{count} animals {letter}, expected {most} of each type", **told))
    return types


def _read_animals(game: Game, text: str) -> np.ndarray:
    side = game.board.side
    rows = rows_of(text.upper(), [side] * side, ANIMALS[: game.board.types] + ".")
    return np.array([(ANIMALS + ".").index(sign) if sign != "." else -1 for row in rows[::-1] for sign in row], np.int8)


def write_position(game: Game, state: rules.State) -> str:
    """The animals as in an arrangement; the tokens likewise, w, b or . a square; the side to move."""
    board = game.board
    types = np.full(board.cells, rules.NO_ANIMAL, np.int8)
    for kind in range(board.types):
        types[(state.herd[kind] & state.animals[0] & board.bit) != 0] = kind
    signs = ["w" if state.tokens[0] & bit else "b" if state.tokens[1] & bit else "." for bit in board.bit]
    rows = ["".join(signs[row * board.side : (row + 1) * board.side]) for row in reversed(range(board.side))]
    return f"{write_setup(game, types)} {'/'.join(rows)} {TOKENS[state.counters[rules.TURN]]}"


def read_position(game: Game, text: str) -> rules.State:
    """The state that a position text describes, if it can occur."""
    board = game.board
    parts = fields(text, ("animals", "tokens", "w|b"))
    types = _read_animals(game, parts[0])
    for kind in range(board.types):
        if (types == kind).sum() > board.side:
            told = {"letter": ANIMALS[kind], "most": board.side}
            raise BadPosition(phrase("too many animals {letter}, expected at most {most}", **told))
    rows = rows_of(parts[1].lower(), [board.side] * board.side, TOKENS + ".")
    if parts[2].lower() not in ("w", "b"):
        raise BadPosition(phrase("{given} is no side to move, expected w or b", given=quoted(parts[2])))
    state = rules.new(board, types)
    squares = np.array([sign for row in rows[::-1] for sign in row])
    for side in (0, 1):
        cells = squares == TOKENS[side]
        state.tokens[side] = board.bit[cells].sum()
        state.counters[rules.WHITE_TOKENS + side] = cells.sum()
    state.counters[rules.TURN] = TOKENS.index(parts[2].lower())
    _set_ply(game, state, bool((types == rules.NO_ANIMAL).any()))
    _set_result(game, state)
    return state


def _set_ply(game: Game, state: rules.State, released: bool) -> None:
    """Work out whether the first two turns are over, and refuse counts of tokens that no game reaches."""
    white, black, mover = (int(state.counters[k]) for k in (rules.WHITE_TOKENS, rules.BLACK_TOKENS, rules.TURN))
    if max(white, black) > game.board.tokens:
        told = {"count": max(white, black), "most": game.board.tokens}
        raise BadPosition(phrase("{count} tokens of one side, expected at most {most}", **told))
    if white + black == 0 and (released or mover == 1):
        raise BadPosition(phrase("no token on the board, expected the first turn to be White's placement"))
    if not released and white + black == 1 and white != mover:
        raise BadPosition(phrase("one token and all animals, expected the other side to move"))
    fresh = not released and white + black <= 1 and black == 0
    state.counters[rules.PLY] = white if fresh else 2


def _set_result(game: Game, state: rules.State) -> None:
    mover = int(state.counters[rules.TURN])
    if _shapes_made(game, state, mover):
        raise BadPosition(phrase("{side} is to move but has made a shape already", side=game.sides[mover]))
    made = _shapes_made(game, state, 1 - mover)
    if made:
        if not set.intersection(*(set(shape) for shape in made)):
            side = game.sides[1 - mover]
            raise BadPosition(phrase("{side} has shapes that no single token can make at once", side=side))
        guarded = any(state.animals[0] & game.board.bit[cell] for shape in made for cell in shape)
        state.counters[rules.RESULT] = mover if guarded else 1 - mover
    elif state.counters[rules.WHITE_TOKENS + 1 - mover] == game.board.tokens:
        state.counters[rules.RESULT] = DRAW
    elif state.counters[rules.WHITE_TOKENS + mover] == game.board.tokens:
        raise BadPosition(phrase("{side} is to move but has placed all tokens already", side=game.sides[mover]))
    else:
        state.counters[rules.RESULT] = ONGOING


def draw_board(game: Game) -> BoardDrawing:
    """A chessboard's names."""
    side = game.board.side
    labels = square_labels(game, [str(row + 1) for row in range(side)], list("abcdefgh"[:side]))
    return BoardDrawing(cells_of(game), labels, ())


def draw_position(position: Position) -> PositionDrawing:
    """Animals, and tokens on top of them."""
    game, state = position.game, position.state
    herd = state.herd & state.animals[0]
    piles = []
    for cell, name in enumerate(game.grid.names):
        bit = game.board.bit[cell]
        things = [f"animal {ANIMALS[kind]}" for kind in range(game.board.types) if herd[kind] & bit]
        things += [COLOURS[side] for side in (0, 1) if state.tokens[side] & bit]
        if things:
            piles.append(Pile(name, tuple(things)))
    winning = position.outcome.cells if position.outcome else ()
    return PositionDrawing(tuple(piles), _last_cells(position), (), winning)


def _last_cells(position: Position) -> tuple[str, ...]:
    if position.move is None or position.parent is None:
        return ()
    game, before, after = position.game, position.parent.state, position.state
    changed = (before.animals[0] ^ after.animals[0]) | (before.tokens[1] ^ after.tokens[1])
    changed |= before.tokens[0] ^ after.tokens[0]
    return tuple(name for cell, name in enumerate(game.grid.names) if changed & game.board.bit[cell])
