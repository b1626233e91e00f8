"""About how much memory a line of positions takes, which lets go of all that can be worked out again."""

from ludejo.play.position import STATES_EVERY, Position

PLY_BYTES, STATE_BYTES = 1000, 800  # rather too much: see the test of what a room weighs


def line_bytes(last: Position, plies: int) -> int:
    """What the positions that led to one take, so many of them; of each game a few more have their state."""
    states = (plies // STATES_EVERY + 3) * (STATE_BYTES + sum(array.nbytes for array in last.state))
    return plies * PLY_BYTES + states
