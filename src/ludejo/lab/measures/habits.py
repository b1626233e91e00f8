"""Habits: what players do on the board, in games that were kept and are played through again. Each is of one game.

placing      of the turns on which a mover with so many pieces on the board (detail "0-7") may either place a piece or
             move one: the share on which it is placed
roomiest     of the turns on which a line is announced while others have more or fewer free cells: how many of these
             have fewer, an equal one counting half
like         of the moves whose text matches one pattern, the share that matches another (detail "R7|C7 of [RC]\\d")
end_like     whether the sentence on the end of a game that was won has a pattern in it (detail "line of (six|seven)")
first_shape  whether the side that is first to have pieces in a shape wins (detail "0,0 1,1 2,2": rows and columns)
roomier      on the probed turn, if lines with so many and with so many free cells can be announced (detail "4 over 2"):
             whether the first kind is worth more on average, a half if both are worth the same
repeats      whether a position comes up so many times (detail "3"), the same side to move

A game that has no such turn, or in which nobody has the shape or nobody wins, says nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from ludejo.games.errors import Unusable, quoted
from ludejo.games.gestures import ANNOUNCE, BOUNCE, PLACE, STEP, gestures
from ludejo.games.phrases import phrase
from ludejo.lab.measures.sample import Kept
from ludejo.play.game import Game
from ludejo.play.position import Position

Shape = list[tuple[int, int]]
PATTERNS = {
    "placing": r"\d+-\d+",
    "roomiest": "",
    "like": r".+ of .+",
    "end_like": r".+",
    "first_shape": r"-?\d+,-?\d+( -?\d+,-?\d+)+",
    "roomier": r"\d+ over \d+",
    "repeats": r"[2-9]",
}


def check_detail(measure: str, detail: str) -> None:
    """Refuse in a sentence a detail that a habit cannot have."""
    if not re.fullmatch(PATTERNS[measure], detail) or not _are_patterns(measure, detail):
        told = {"measure": measure, "detail": quoted(detail)}
        raise Unusable(phrase("{measure} cannot have the detail {detail}, see docs/lab.md", **told))


def _are_patterns(measure: str, detail: str) -> bool:
    try:
        for part in detail.split(" of ") if measure == "like" else [detail]:
            re.compile(part)
    except re.error:
        return False
    return True


def habit(game: Game, kept: Kept, measure: str, detail: str) -> float | None:
    """What a game says on a habit; None where it says nothing."""
    if measure == "placing":
        least, _, most = detail.partition("-")
        return placing(game, kept, range(int(least), int(most) + 1))
    if measure == "roomiest":
        return roomiest(game, kept)
    if measure == "like":
        wanted, _, among = detail.partition(" of ")
        return like(game, kept, wanted, among)
    if measure == "end_like":
        return end_like(game, kept, detail)
    if measure == "roomier":
        return roomier(game, kept, *map(int, detail.split(" over ")))
    if measure == "repeats":
        return repeats(game, kept, int(detail))
    return first_shape(game, kept, read_shape(detail))


def choices(game: Game, kept: Kept) -> Iterator[tuple[Position, int]]:
    """Each position of a game in which somebody chose, and the move."""
    position = _start(game, kept)
    for move in kept.move.tolist():
        if not position.is_chance:
            yield position, move
        position = position.after(move)


def _start(game: Game, kept: Kept) -> Position:
    return game.start(setup=kept.setup) if kept.setup else game.start()


def placing(game: Game, kept: Kept, pieces: range) -> float | None:
    """How often a piece is placed where it could as well be moved."""
    whole = _start(game, kept).in_hand
    if whole is None:
        return None
    placed = []
    for position, move in choices(game, kept):
        seat, left = position.to_move, position.in_hand
        assert seat is not None
        assert left is not None
        if whole[seat] - left[seat] in pieces:
            kinds = [gesture.kind for gesture in gestures(position)]
            if {PLACE, ANNOUNCE} & set(kinds) and {STEP, BOUNCE} & set(kinds):
                placed.append(kinds[position.legal.index(move)] in (PLACE, ANNOUNCE))
    return float(np.mean(placed)) if placed else None


def roomiest(game: Game, kept: Kept) -> float | None:
    """Where the chosen line stands among those with another number of free cells."""
    ranks = []
    for position, move in choices(game, kept):
        known = gestures(position)
        chosen = known[position.legal.index(move)]
        free = np.array([len(gesture.touches) for gesture in known if gesture.kind == ANNOUNCE])
        if chosen.kind == ANNOUNCE and len(set(free.tolist())) > 1:
            own = len(chosen.touches)
            ranks.append(((free < own).sum() + ((free == own).sum() - 1) / 2) / (len(free) - 1))
    return float(np.mean(ranks)) if ranks else None


def roomier(game: Game, kept: Kept, more: int, fewer: int) -> float | None:
    """Whether lines with more free cells are worth more than those with fewer, on the turn that was probed."""
    if kept.probed is None or kept.values is None:
        return None
    position = _start(game, kept)
    for move in kept.move[: kept.probed].tolist():
        position = position.after(move)
    room = [len(gesture.touches) if gesture.kind == ANNOUNCE else None for gesture in gestures(position)]
    means = []
    for wanted in (more, fewer):
        own = [value for value, free in zip(kept.values.tolist(), room, strict=True) if free == wanted]
        if not own:
            return None
        means.append(sum(own) / len(own))
    return 0.5 + 0.5 * float(np.sign(means[0] - means[1]))


def repeats(game: Game, kept: Kept, times: int) -> float:
    """Whether some position comes up so many times."""
    seen = Counter(position for position, _ in choices(game, kept))
    return float(max(seen.values(), default=0) >= times)


def like(game: Game, kept: Kept, wanted: str, among: str) -> float | None:
    """The share of some moves that are of another kind, by their texts."""
    texts = [position.move_text(move) for position, move in choices(game, kept)]
    meant = [text for text in texts if re.fullmatch(among, text)]
    return float(np.mean([bool(re.fullmatch(wanted, text)) for text in meant])) if meant else None


def end_like(game: Game, kept: Kept, wanted: str) -> float | None:
    """Whether a game that was won ended so, by what is said of it."""
    position = _start(game, kept)
    for move in kept.move.tolist():
        position = position.after(move)
    if not kept.is_decided or position.outcome is None:
        return None
    return float(re.search(wanted, position.outcome.reason) is not None)


def first_shape(game: Game, kept: Kept, shape: Shape) -> float | None:
    """Whether whoever is first to have a shape, and alone, wins."""
    if not kept.is_decided:
        return None
    for position, _ in choices(game, kept):
        seen = position.observe()
        own, other = (has_shape(seen.planes[_plane(seen.names, word)], shape) for word in ("own", "other"))
        if own != other:
            return float((position.to_move == kept.winner) == own)
        if own:
            return None
    return None


def _plane(names: tuple[str, ...], word: str) -> int:
    """The plane of a side's pieces: the first that is called so."""
    return next(number for number, name in enumerate(names) if name.startswith(word))


def read_shape(text: str) -> Shape:
    """Rows and columns of the cells, from its upper left corner on."""
    cells = [tuple(map(int, item.split(","))) for item in text.split()]
    top, left = (min(cell[k] for cell in cells) for k in (0, 1))
    return [(row - top, column - left) for row, column in cells]


def has_shape(plane: np.ndarray, shape: Shape) -> bool:
    """Whether a plane has pieces in a shape, as it is written, anywhere."""
    height, width = (1 + max(cell[k] for cell in shape) for k in (0, 1))
    rows, columns = plane.shape[0] - height + 1, plane.shape[1] - width + 1
    if rows < 1 or columns < 1:
        return False
    found = np.ones((rows, columns), bool)
    for row, column in shape:
        found &= plane[row : row + rows, column : column + columns] > 0
    return bool(found.any())
