"""Who wins late positions of the naive Atoll: every way to fill the board is tried, and the flood judges it."""

from copy import copy
from functools import cache

from naive import atoll

Owners = tuple[int, ...]  # of the cells that were empty: 0, 1, or FREE
FREE = 2


class Filling:
    """A position from which everything is tried. Seats are colours: nobody has swapped."""

    def __init__(self, naive: atoll.Naive) -> None:
        self.naive = naive
        self.cells = sorted(set(naive.board.neighbours) - set(naive.stones))
        self.full_winner = cache(self._full_winner)
        self.winner = cache(self._winner)

    def owners(self, *taken: set[str]) -> Owners:
        """What stands where, when each seat has taken some cells."""
        return tuple(next((seat for seat in (0, 1) if cell in taken[seat]), FREE) for cell in self.cells)

    def _full_winner(self, owners: Owners) -> int:
        board = copy(self.naive)
        marks = {cell: (atoll.BLACK, atoll.WHITE)[owner] for cell, owner in zip(self.cells, owners, strict=True)}
        board.stones = self.naive.stones | marks
        winners = [seat for seat, colour in enumerate((atoll.BLACK, atoll.WHITE)) if board.winning_islands(colour)]
        assert len(winners) == 1, board.picture()  # R6
        return winners[0]

    def _winner(self, owners: Owners, mover: int) -> int:
        """Against best play. Playing on after the end changes no winner, so that the board is always filled."""
        free = [place for place, owner in enumerate(owners) if owner == FREE]
        if not free:
            return self.full_winner(owners)
        after = ((*owners[:place], mover, *owners[place + 1 :]) for place in free)
        return mover if any(self.winner(then, 1 - mover) == mover for then in after) else 1 - mover

    def is_dead(self, owners: Owners, cell: str) -> bool:
        """Whether its colour never matters, however the board is filled."""
        place = self.cells.index(cell)
        ends = [(*owners[:place], seat, *owners[place + 1 :]) for seat in (0, 1)]
        return all(
            self.full_winner(one) == self.full_winner(other) for one, other in zip(*map(fills, ends), strict=True)
        )


def fills(owners: Owners) -> list[Owners]:
    """All ways to fill the free cells."""
    if FREE not in owners:
        return [owners]
    place = owners.index(FREE)
    return [full for seat in (0, 1) for full in fills((*owners[:place], seat, *owners[place + 1 :]))]
