"""Which rooms hold a drawing of their position, and that all of them together do not hold too much."""

from collections import OrderedDict

from ludejo.table.rooms.room import Room


class Drawings:
    """Rooms that were shown, the latest last.

    Many games that were shown a moment ago, on large boards, must not fill the memory until they are tidied. What all
    weigh is added up as they come and go: to look through hundreds of rooms at every move would be a tenth of the move.
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.total = 0
        self._kept: OrderedDict[str, tuple[Room, int]] = OrderedDict()  # with what each weighed when it was shown

    def keep(self, room: Room) -> None:
        """Note that a room was shown; drawings that nobody has needed for longest go where there are too many."""
        self.drop(room.id)
        weight = room.drawn_weight
        self._kept[room.id] = (room, weight)
        self.total += weight
        while len(self._kept) > 1 and self.total > self.most_bytes:
            oldest = next(iter(self._kept))
            self._kept[oldest][0].forget_drawing()
            self.drop(oldest)

    def drop(self, id: str) -> None:
        """Forget a room, if it is known."""
        _, weight = self._kept.pop(id, (None, 0))
        self.total -= weight
