"""Fill-in: cells that nobody needs to play any more.

A cell is *dead* when neither side can ever need it: whatever else it would join is joined without it. Two cells are
*captured* by a seat when its stone on either kills the other: a stone of the other side on one is answered on the
other, which leaves it dead. Dead and captured cells are filled, again and again until nothing changes; who wins
does not change by it. A cell that a seat's stone elsewhere kills is *dominated* by that stone.
"""

from ludejo.games.kernels import kernel, plain_kernel
from ludejo.solve.connection.bits import BIT, NONE, lowest, size
from ludejo.solve.connection.groups import NOBODY_YET, find_groups


@plain_kernel
def fill_in(links, stones, filled, groups):
    """Fill what is dead, for seat 0, and what is captured. `filled` becomes the cells captured by each seat."""
    filled[0], filled[1] = NONE, NONE
    changed = True
    while changed:
        find_groups(links, stones, groups)
        if groups.winner[0] != NOBODY_YET or groups.is_crowded[0]:
            return
        changed = _bury(links, stones, groups)
        if not changed:
            changed = _capture(links, stones, filled, groups)


@kernel
def _bury(links, stones, groups):
    """Fill all dead cells that can be seen."""
    empty = links.all & ~(stones[0] | stones[1])
    left, dead = empty, NONE
    while left:
        spot = lowest(left)
        left &= ~BIT[spot]
        if is_dead(links, groups, 0, spot, empty) or is_dead(links, groups, 1, spot, empty):
            dead |= BIT[spot]
            empty &= ~BIT[spot]
            break  # two cells may be dead only as long as both are empty
    stones[0] |= dead
    return dead != NONE


@plain_kernel
def is_dead(links, groups, seat, spot, empty):
    """Whether what a stone of a seat on a cell would join is joined without it."""
    near = links.beside[spot] & empty & ~BIT[spot]
    around = groups.beside[seat, spot]
    if around & (around - BIT[0]):  # two groups
        return False
    if around:
        return near & ~groups.shore[seat, lowest(around)] == NONE
    while near:
        one = lowest(near)
        near &= ~BIT[one]
        if near & ~(links.beside[one] | _shores(groups, seat, one)):
            return False
    return True


@kernel
def _shores(groups, seat, spot):
    """The empty cells beside the groups beside a cell."""
    around, reached = groups.beside[seat, spot], NONE
    while around:
        group = lowest(around)
        around &= ~BIT[group]
        reached |= groups.shore[seat, group]
    return reached


@plain_kernel
def kills(links, groups, seat, stone, spot, empty):
    """Whether a seat's stone on one cell leaves another one dead."""
    reached = links.beside[stone] | _shores(groups, seat, stone)
    if reached & BIT[spot] and groups.beside[seat, spot] & ~groups.beside[seat, stone] == NONE:
        near = links.beside[spot] & empty & ~BIT[stone]
        if near & ~reached == NONE:
            return True
    return is_dead(links, groups, 1 - seat, spot, empty & ~BIT[stone])


@kernel
def _capture(links, stones, filled, groups):
    """Fill one captured pair of either seat, if there is one."""
    empty = links.all & ~(stones[0] | stones[1])
    left = empty
    while left:
        one = lowest(left)
        left &= ~BIT[one]
        others = links.beside[one] & left
        while others:
            other = lowest(others)
            others &= ~BIT[other]
            for seat in range(2):
                if kills(links, groups, seat, one, other, empty) and kills(links, groups, seat, other, one, empty):
                    pair = BIT[one] | BIT[other]
                    stones[seat] |= pair
                    filled[seat] |= pair
                    return True
    return False


@plain_kernel
def undominated(links, groups, seat, stones, moves):
    """The moves of a seat among which a best one is: none that another kills, or that the other side's stone kills.

    Of moves that dominate each other one is kept.
    """
    empty = links.all & ~(stones[0] | stones[1])
    kept, left = moves, moves
    while left:
        spot = lowest(left)
        left &= ~BIT[spot]
        near = links.beside[spot] & empty
        while near:
            stone = lowest(near)
            near &= ~BIT[stone]
            better = kept & BIT[stone] and kills(links, groups, seat, stone, spot, empty)
            if better or kills(links, groups, 1 - seat, stone, spot, empty):
                kept &= ~BIT[spot]
                break
    return kept if size(kept) else moves
