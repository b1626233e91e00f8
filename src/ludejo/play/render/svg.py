"""Pictures of positions, for rule books and pages: SVG that needs nothing else.

They are the very layers that the page shows, with their symbols and colours put in.
"""

from html import escape
from typing import TYPE_CHECKING

from ludejo.games.drawing import PositionDrawing
from ludejo.play.render import position as layer
from ludejo.play.render.board import DrawnBoard, board_of, layers, opening
from ludejo.play.render.palette import painted
from ludejo.play.render.symbols import needed

if TYPE_CHECKING:
    from ludejo.play.game import Game
    from ludejo.play.position import Position


def picture(position: "Position", width: int = 480, dark: bool = False) -> str:
    """A position as SVG, `width` pixels wide."""
    title = f"{position.game.title}: {_state_of_play(position)}"
    board = board_of(position.game)
    return _framed(position.game, position_layers(board, position), (title, position.text), width, dark)


def board_picture(game: "Game", width: int = 480, dark: bool = False) -> str:
    """The board of a game with nothing on it, as SVG."""
    return _framed(game, layers(board_of(game)), (f"{game.title}: the board", game.spec), width, dark)


def position_layers(board: DrawnBoard, position: "Position") -> str:
    """All layers of a position."""
    return drawing_layers(board, position.drawing, position.is_chance)


def drawing_layers(board: DrawnBoard, drawn: PositionDrawing, announced: bool = False) -> str:
    """All layers of a described position."""
    parts = layer.under(board, drawn, announced), layer.piles(board, drawn), layer.over(board, drawn)
    return layers(board, *parts)


def _state_of_play(position: "Position") -> str:
    outcome = position.outcome
    if outcome is None:
        return f"{position.side_to_move} is to {'roll' if position.is_chance else 'move'}"
    result = "a draw" if outcome.winner is None else f"{position.side_of(outcome.winner)} has won"
    return f"{result}, {outcome.reason}"


def _framed(game: "Game", drawn: str, words: tuple[str, str], width: int, dark: bool) -> str:
    """Layers on paper, with a title and a description."""
    if width < 1:
        raise ValueError(f"width={width} is too small for a picture, expected at least 1")
    paper = board_of(game).paper
    title, text = map(escape, words)
    _, _, across, down = paper.whole
    size = f' width="{width}" height="{round(width * down / across)}" role="img"'
    ground = f'<rect width="{across}" height="{down}" fill="var(--sheet)"/>'
    inside = painted(f"{needed(game.name, drawn)}\n{ground}\n{drawn}", "dark" if dark else "light")
    return f"{opening(paper.whole, size)}\n<title>{title}</title>\n<desc>{text}</desc>\n{inside}\n</svg>\n"
