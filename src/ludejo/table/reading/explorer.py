"""What strong games did in a position, for the pages of study; work for a child of the server."""

from ludejo.lab.openings import explored
from ludejo.play.position import Position
from ludejo.table.messages import views

MOST_MOVES = 12


def explorer(position: Position) -> views.ExplorerView:
    """How often a position came up, and what was played there."""
    games, moves = explored(position)
    return {
        "spec": position.game.spec,
        "games": games,
        "moves": [
            {"text": move.text, "games": move.games, "score": move.score, "low": move.low, "high": move.high}
            for move in moves[:MOST_MOVES]
        ],
    }
