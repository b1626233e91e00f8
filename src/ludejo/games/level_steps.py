"""What is known of playing each game well. One module a game; a search asks it, the rules never do.

wins_at_once(board, state, move) -> bool      certain, where it says yes; it may miss a win
credit(board, state, marks)                   at the end of a playout: the seat that made each move, or NOBODY
rollout(board, state, dice, scratch, most)    a playout that is wiser than a random one, or the random one
SETTINGS                                      how a search of this game is tuned
levels(board)                                 perhaps: what differs on some levels, see `search/levels.py`
"""


def thinking(steps):
    """What differs on some levels, from {level: (simulations, temperature)}."""
    return {level: {"simulations": count, "temperature": heat} for level, (count, heat) in steps.items()}
