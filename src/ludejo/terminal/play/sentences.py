"""What the terminal says about positions, turns and dice."""

from functools import reduce

from ludejo.games.phrases import mark_text
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.terminal.language import said, t

_LINES = {"R": mark_text("row {number}"), "C": mark_text("column {number}")}


def title(game: Game) -> str:
    """Which game, and whose."""
    variant = game.spec.partition(":")[2]
    shown, designer = f"{said(game.title)} ({variant})" if variant else said(game.title), game.about.designer
    return t("{game}, a game by {designer}", game=shown, designer=designer) if designer else shown


def status(position: Position) -> str:
    """Who is to move, or how the game ended."""
    if position.is_chance:
        told = {"side": position.side_to_move, "line": announced(position)}
        return t("{side} has announced {line}; the die is due.", **told)
    if not position.is_over:
        return t("Turn {turn}, {side} to move.", turn=position.turn, side=position.side_to_move)
    assert position.outcome is not None
    return f"{ending(position, position.outcome.winner)}: {said(position.outcome.reason)}."


def ending(position: Position, winner: int | None) -> str:
    """Who has won."""
    return t("The game is drawn") if winner is None else t("{side} wins", side=position.side_of(winner))


def announced(position: Position) -> str:
    """The line that waits for its die, in words."""
    text = position.announced()
    return t(_LINES[text[0]], number=text[1:]) if text[0] in _LINES else text


def rolled(after: Position) -> str:
    """What a roll has brought."""
    before, face = _before(after)
    (cell,) = after.drawing.last
    if after.drawing.piles == before.drawing.piles:
        return t("rolls {face}: {cell} is taken, the turn is lost.", face=face, cell=cell)
    return t("rolls {face}: a new piece on {cell}.", face=face, cell=cell)


def played(after: Position) -> str:
    """The turn that led to a position; of a drop, the announcement alone while its die is due."""
    before, text = _before(after)
    side = before.side_to_move
    if after.is_chance:
        return t("{side} announces {line} …", side=side, line=announced(after))
    if before.is_chance:
        told = {"side": side, "line": announced(before), "roll": rolled(after)}
        return t("{side} announces {line} … {roll}", **told)
    return t("{side} loses the turn.", side=side) if text == "--" else t("{side} plays {move}.", side=side, move=text)


def _before(after: Position) -> tuple[Position, str]:
    """The position before, and the move that was played there."""
    assert after.parent is not None
    assert after.move is not None
    return after.parent, after.parent.move_text(after.move)


def standing(position: Position) -> str:
    """What stands where, in words, for those who would rather hear a list than a picture."""
    places: dict[str, list[str]] = {}
    for pile in position.drawing.piles:
        places.setdefault(reduce(_under, map(said, pile.things)), []).append(pile.cell)
    if not places:
        return t("The board is empty.")
    return "\n".join(f"{things}: {' '.join(cells)}" for things, cells in sorted(places.items()))


def _under(below: str, above: str) -> str:
    return t("{below} under {above}", below=below, above=above)
