"""Empty boards as JSON. A large one takes milliseconds, and is the same for everybody: those shown last are kept."""

import threading
from collections import OrderedDict

from ludejo.play.game import Game
from ludejo.table.messages.positions import as_text, sheet_view

MOST_SHEETS = 64  # a hundred kilobytes each at most
_kept: OrderedDict[Game, str] = OrderedDict()  # the longest unseen first
_lock = threading.Lock()


def is_ready(game: Game) -> bool:
    """Whether the sheet of a game takes no time."""
    return game in _kept


def sheet_text(game: Game) -> str:
    """JSON of a SheetView."""
    with _lock:
        text = _kept.get(game)
        if text is not None:
            _kept.move_to_end(game)
            return text
    text = as_text(sheet_view(game))
    with _lock:
        _kept[game] = text
        while len(_kept) > MOST_SHEETS:
            _kept.popitem(last=False)
    return text
