"""Maps on a game's own board: what first moves are worth, and where moves go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from html import escape

from ludejo.games.gestures import ANNOUNCE, ENDING, gestures
from ludejo.lab.measures.fair import FirstMoves
from ludejo.lab.measures.sample import Sample
from ludejo.play.game import Game
from ludejo.play.render.board import board_of, layers, opening
from ludejo.play.render.symbols import needed

MAPPED_GAMES = 30
MAPPED_PLIES = 80


def value_map(game: Game, starts: list[FirstMoves]) -> str:
    """The board with the value of first moves in per cent; empty where they end on no cell.

    A cell that several moves lead to shows the best of them, one that a die may give the mean of the announcements.
    """
    if not starts:
        return ""
    sums: dict[str, list[float]] = defaultdict(list)
    start = game.start(setup=starts[0].setup) if starts[0].setup else game.start()
    announced = False
    for gesture in gestures(start):
        values = [
            float(moves.values[moves.texts.index(gesture.text)]) for moves in starts if gesture.text in moves.texts
        ]
        if values and (gesture.kind in ENDING or gesture.kind == ANNOUNCE):
            announced |= gesture.kind == ANNOUNCE
            for cell in gesture.cells if gesture.kind == ANNOUNCE else gesture.cells[-1:]:
                sums[cell].append(sum(values) / len(values))
    shown = {cell: sum(own) / len(own) if announced else max(own) for cell, own in sums.items()}
    return drawn(game, {cell: (f"{100 * value:.0f}", _lean(value)) for cell, value in shown.items()})


def heat_map(game: Game, sample: Sample) -> str:
    """The board with how many of a hundred moves end on each cell, from some of the kept games."""
    counts: dict[str, float] = defaultdict(float)
    for kept in sample.kept[:MAPPED_GAMES]:
        position = game.start(setup=kept.setup) if kept.setup else game.start()
        for move in kept.move[:MAPPED_PLIES].tolist():
            gesture = gestures(position)[position.legal.index(move)]
            if gesture.kind in ENDING and gesture.cells:
                counts[gesture.cells[-1]] += 1
            position = position.after(move)
    total = sum(counts.values())
    if not total:
        return ""
    most = max(counts.values())
    return drawn(game, {cell: (f"{100 * n / total:.1f}", ("heat", 0.75 * n / most)) for cell, n in counts.items()})


def _lean(value: float) -> tuple[str, float]:
    """A colour for each seat, stronger the further from one half."""
    return ("first" if value >= 0.5 else "second"), min(0.8, 1.8 * abs(value - 0.5))


def drawn(game: Game, cells: Mapping[str, tuple[str, tuple[str, float]]]) -> str:
    """A board with a text and a tint on some cells."""
    board = board_of(game)
    tints = "".join(
        f'<path d="{board.paper.outlines[cell]}" class="tint-{tint}" fill-opacity="{strength:.2f}"/>'
        for cell, (_, (tint, strength)) in cells.items()
    )
    spots = board.paper.spots
    texts = "".join(
        f'<text x="{spots[cell][0]}" y="{spots[cell][1] + 10}" class="on-cell">{escape(text)}</text>'
        for cell, (text, _) in cells.items()
    )
    inside, head = layers(board, under=tints, over=texts), opening(board.paper.whole, ' class="board" role="img"')
    return f"{head}{needed(game.name, inside)}{inside}</svg>"
