"""What a connection game tells the prover: the empty cells, which are beside which, and what is to be joined.

In such a game a turn fills an empty cell for good, somebody has won once the board is full and never both, and a seat
wins by joining anchors: places at the edge of the board that are its own from the start. A set of anchors that wins is
a goal. Chains of stones that stand already are groups; an anchor without stones is one as well.
"""

from typing import NamedTuple

import numpy as np

MOST_SPOTS = 64  # a set of empty cells is a word


class Connection(NamedTuple):
    """A position of a connection game. Sets of empty cells are words with a bit for each, in the order of `cells`."""

    cells: np.ndarray  # [spots]      the move that fills each empty cell
    beside: np.ndarray  # [spots]      the empty cells beside each
    shores: tuple[np.ndarray, np.ndarray]  # for each seat [groups]  the empty cells beside each of its groups
    anchors: tuple[np.ndarray, np.ndarray]  # for each seat [groups]  the anchors in each, a bit for each of them
    goals: tuple[np.ndarray, np.ndarray]  # for each seat [goals]   the smallest sets of anchors that win
