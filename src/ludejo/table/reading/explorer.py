"""What strong games did in a position, for the pages of study; work for a child of the server."""

from ludejo.lab.openings import explored
from ludejo.table.messages import requests, views
from ludejo.table.reading.lines import last_of

MOST_MOVES = 12


def explorer(asked: requests.StudyLine) -> views.ExplorerView:
    """How often the position at the end of a line came up, and what was played there."""
    position = last_of(asked)
    games, moves = explored(position)
    return {
        "spec": position.game.spec,
        "games": games,
        "moves": [
            {"text": move.text, "games": move.games, "score": move.score, "low": move.low, "high": move.high}
            for move in moves[:MOST_MOVES]
        ],
    }
