"""Showing: how the position of a room gets ready to be told to everybody in it, drawn once and beside the loop."""

from ludejo.table.messages.positions import NO_THREATS, Seen
from ludejo.table.messages.sheets import is_ready, sheet_text
from ludejo.table.pools import FairPool
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.rooms.drawings import Drawings
from ludejo.table.rooms.room import Room
from ludejo.table.sitting.guarding import keys_of_line
from ludejo.table.sitting.sitting import Holder
from ludejo.table.storage.store import Store

MOST_DRAWN_BYTES = 40_000_000  # of what is kept to show rooms again
QUICK_CELLS = 200  # so many are drawn in half a millisecond, and to hand that to a thread costs as much again
THREADS = 2  # that draw what has changed


class Showing:
    """Draws positions of rooms."""

    def __init__(self, store: Store, playing: FairPool) -> None:
        self.store = store
        self.playing = playing
        self._changes = FairPool("showing", THREADS)
        self.drawings = Drawings(MOST_DRAWN_BYTES)

    async def drawn(self, room: Room, holder: Holder = None, visitor: str = "") -> Room:
        """A room whose position is ready to be shown, to somebody who comes as well: drawn once.

        What takes a while is drawn beside the loop: a large board, and any board when it is shown for the first time.
        A visitor who comes waits behind what they have asked for. What has changed does not, or a player with much
        waiting could keep a move from the other, whose clock runs: it is drawn apart, and as often as people may act.
        """
        pool, payer = (self.playing, visitor) if visitor else (self._changes, room.awaited)
        while not room.is_drawn_for(holder):
            holders = room.holders | {holder}
            if room.seen and len(room.sitting.game.grid.names) <= QUICK_CELLS:
                seen = room.drawn_for(holders)
            else:
                seen = await pool.do(payer, room.drawn_for, holders)
            seen = await self._discreet(room, seen, pool, payer)
            if not room.is_drawn_for(holder):  # somebody else may have been quicker
                room.seen = seen
        self.drawings.keep(room)
        if visitor and not is_ready(room.sitting.game):  # whoever comes is shown the board as well
            await pool.do(payer, sheet_text, room.sitting.game)
        return room

    async def _discreet(self, room: Room, seen: Seen, pool: FairPool, payer: str) -> Seen:
        """A drawing without what wins at once where the position, or one before it, is on a board between people.

        Somebody may have set it up to learn that. Few positions have such cells: others cost no question.
        """
        if seen.threats == NO_THREATS:
            return seen
        try:
            room.line_keys = known = await pool.do(payer, keys_of_line, seen.position, room.line_keys)
            is_guarded = await asked(self.store.are_guarded, known.keys)
        except Refusal:  # of the database: if in doubt, it does
            is_guarded = True
        return seen.without_threats() if is_guarded else seen

    def forget(self, room: Room) -> None:
        """Let go of the drawing of a room in which nothing happens."""
        room.forget_drawing()
        self.drawings.drop(room.id)

    def stop(self) -> None:
        """Draw no more."""
        self._changes.stop()
