"""What the terminal says about positions, turns and dice."""

from ludejo.play.game import Game
from ludejo.play.position import Position

_LINES = {"R": "row", "C": "column"}


def title(game: Game) -> str:
    """Which game, and whose."""
    variant = game.spec.partition(":")[2]
    designer = f", a game by {game.about.designer}" if game.about.designer else ""
    return f"{game.title} ({variant}){designer}" if variant else f"{game.title}{designer}"


def status(position: Position) -> str:
    """Who is to move, or how the game ended."""
    if position.is_chance:
        return f"{position.side_to_move} has announced {announced(position)}; the die is due."
    if not position.is_over:
        return f"Turn {position.turn}, {position.side_to_move} to move."
    assert position.outcome is not None
    return f"{ending(position, position.outcome.winner)}: {position.outcome.reason}."


def ending(position: Position, winner: int | None) -> str:
    """Who has won."""
    return "The game is drawn" if winner is None else f"{position.side_of(winner)} wins"


def announced(position: Position) -> str:
    """The line that waits for its die, in words."""
    text = position.announced()
    return f"{_LINES[text[0]]} {text[1:]}"


def rolled(after: Position) -> str:
    """What a roll has brought."""
    before, face = _before(after)
    (cell,) = after.drawing.last
    if after.drawing.piles == before.drawing.piles:
        return f"rolls {face}: {cell} is taken, the turn is lost."
    return f"rolls {face}: a new piece on {cell}."


def played(after: Position) -> str:
    """The turn that led to a position; of a drop, the announcement alone while its die is due."""
    before, text = _before(after)
    if after.is_chance:
        return f"{after.side_to_move} announces {announced(after)} …"
    if before.is_chance:
        return f"{before.side_to_move} announces {announced(before)} … {rolled(after)}"
    return f"{before.side_to_move} loses the turn." if text == "--" else f"{before.side_to_move} plays {text}."


def _before(after: Position) -> tuple[Position, str]:
    """The position before, and the move that was played there."""
    assert after.parent is not None
    assert after.move is not None
    return after.parent, after.parent.move_text(after.move)


def standing(position: Position) -> str:
    """What stands where, in words, for those who would rather hear a list than a picture."""
    places: dict[str, list[str]] = {}
    for pile in position.drawing.piles:
        places.setdefault(" under ".join(pile.things), []).append(pile.cell)
    if not places:
        return "The board is empty."
    return "\n".join(f"{things}: {' '.join(cells)}" for things, cells in sorted(places.items()))
