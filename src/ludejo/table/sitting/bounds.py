"""What a game at the table may grow to: turns by the size of its board, and how often somebody may ask for something.

No game that people play comes near; whoever only wants to fill the disk or to annoy the other player does.
"""

from ludejo.play.game import Game

_TURNS, _TURNS_A_CELL = 300, 2
_EVENTS_A_TURN = 8
TAKEBACKS = 300  # in a game
NAMES, RENEWALS = 20, 20  # changes of a seat's name, and of its link
INVITATIONS = RENEWALS // 2  # of the latter before anybody sits there: the rest is left to the friend
HOLDS = 20  # times that people take a seat into their lists
SERIES = 300  # games, one a rematch of the other: a new link is entered in all of them
ASKS = 5  # for a rematch, or for deleting the game, by each player
DRAW_PAUSE = 10  # turns before the same player may offer a draw again
TAKEBACK_PAUSE = 2  # turns before the same player may ask again to take back, if the other did not agree
FIRST_MOVE_MS = 120_000  # for each player's first turn in a game with a clock that counts minutes
LAG_A_TURN_MS, LAG_A_GAME_MS = 300, 10_000  # that a slow connection is forgiven, for each player


def most_turns(game: Game) -> int:
    """After so many turns a game that goes on is cut short."""
    return _TURNS + _TURNS_A_CELL * game.board.cells


def most_events(game: Game) -> int:
    """After so many events a game is cut short with the next turn, and nothing else can be done in it."""
    return _EVENTS_A_TURN * most_turns(game)
