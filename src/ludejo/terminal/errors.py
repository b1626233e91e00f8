"""What the command cannot do, said in one sentence."""

import os

from ludejo.games.errors import BadPosition, BadRecord, IllegalMove, UnreadableMove
from ludejo.games.variants import BadVariant


class BadInput(ValueError):
    """Something on the command line, or a file, that cannot be used."""


BAD_INPUT = (BadInput, BadVariant, BadPosition, BadRecord, IllegalMove, UnreadableMove)


def why(error: OSError) -> str:
    """What went wrong with a file."""
    reason = error.strerror or str(error)
    return f"{os.fspath(error.filename)}: {reason}" if isinstance(error.filename, str | os.PathLike) else reason
