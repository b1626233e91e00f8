"""What every first move is worth, and where there is a swap, what taking it is worth to the second player."""

from __future__ import annotations

import numpy as np

import ludejo
from ludejo.games.gestures import SWAP, gestures
from ludejo.lab.match import seed_of
from ludejo.lab.runs.columns import Rows
from ludejo.lab.runs.judge import Judge
from ludejo.lab.runs.plan import OPENING_FACTOR, Chunk
from ludejo.play.position import Position


def opening_rows(chunk: Chunk) -> Rows:
    """A row for each first move of one start."""
    game = ludejo.game(chunk.spec)
    judge = Judge(chunk.judge, game, chunk.seed, OPENING_FACTOR)
    start = game.start(seed=seed_of(chunk.seed, chunk.spec, "openings", chunk.start))
    rows: Rows = []
    for after in start.children():
        assert after.move is not None
        value, swapped = _values(judge, after)
        text = start.move_text(after.move)
        row = {"setup": start.setup or "", "move": after.move, "text": text, "value": value, "swapped": swapped}
        rows.append({"spec": chunk.spec, **row})
    return rows


def _values(judge: Judge, after: Position) -> tuple[float, float | None]:
    """The first player's win probability if there is no swap; the second player's after swapping."""
    swap = swap_move(after)
    if swap is None:
        return judge.value(after.state), None
    judge.search(after.state)
    root = judge.engine.root_table()
    others = root.move != swap
    visits = np.where(others, root.visits, -1)
    swapped = judge.value(after.after(swap).state)
    return float(root.share[int(np.argmax(visits))]), 1 - swapped


def swap_move(position: Position) -> int | None:
    """The move that is a swap, where it may be made."""
    if position.is_over or position.is_chance or not position.game.has_swap:
        return None
    kinds = [gesture.kind for gesture in gestures(position)]
    return position.legal[kinds.index(SWAP)] if SWAP in kinds else None
