"""What can be wrong with what a person gives us. Each message says what was given, what was expected, and where."""


class IllegalMove(ValueError):
    """A move that can be read but that the rules do not allow here."""


class UnreadableMove(ValueError):
    """A text that is no move of the game."""


class BadPosition(ValueError):
    """A position or arrangement that cannot be read or cannot occur."""


class BadRecord(ValueError):
    """A record that is damaged or that the rules do not allow."""


def quoted(text: str, longest: int = 60) -> str:
    """What was given, as it may stand in a sentence: printable and not too long."""
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    return '"' + "".join(char if char.isprintable() else "�" for char in shown) + '"'
