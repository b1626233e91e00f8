"""What can be wrong with what a person gives us: errors that carry data. Whoever shows one makes the sentence.

An error knows the `reason`, the `text` that was given, and where: the `game`, the `turn`, the `place` in a record.
Where something is not known, it is None. `sentence` puts them together; `str(error)` is that in English.
"""

from typing import Self

from ludejo.games.phrases import phrase


class Unusable(ValueError):
    """Something that was given and cannot be used. Its reason is a phrase that catalogues translate.

    >>> error = Unusable(phrase("{name} is {given}, expected a number", name="depth", given="x"))
    >>> str(error), error.reason.template
    ('depth is x, expected a number', '{name} is {given}, expected a number')
    """

    def __init__(
        self,
        reason: str,
        *,
        text: str | None = None,
        game: str | None = None,
        turn: int | None = None,
        place: str | None = None,
    ) -> None:
        self.reason = reason
        self.text = text
        self.game = game
        self.turn = turn
        self.place = place
        super().__init__(self.sentence)  # what is pickled: the attributes follow by themselves

    @property
    def sentence(self) -> str:
        """All that is known, as one phrase."""
        return self.reason

    def about(self, text: str, game: str, turn: int | None = None) -> Self:
        """The same error, told by one who knows more about where it happened."""
        return type(self)(
            self.reason,
            text=text if self.text is None else self.text,
            game=game if self.game is None else self.game,
            turn=turn if self.turn is None else self.turn,
            place=self.place,
        )


class _MoveError(Unusable):
    """A move that cannot be made: the text, why, and the turn at which it was tried."""

    @property
    def sentence(self) -> str:
        """`"c3" is taken by White (the game, move 7)`"""
        if self.text is None:
            return self.reason
        what = quoted(self.text.strip())
        if self.game is None:
            return phrase("{what} {why}", what=what, why=self.reason)
        told = {"what": what, "why": self.reason, "game": self.game, "turn": self.turn}
        if self.turn is None:
            return phrase("{what} {why} ({game})", **told)
        return phrase("{what} {why} ({game}, move {turn})", **told)


class IllegalMove(_MoveError):
    """A move that can be read but that the rules do not allow here."""


class UnreadableMove(_MoveError):
    """A text that is no move of the game."""


class _OfGame(Unusable):
    """What a game cannot take."""

    @property
    def sentence(self) -> str:
        """`the game: swapped, but there is no stone yet`"""
        return self.reason if self.game is None else phrase("{game}: {what}", game=self.game, what=self.reason)


class BadPosition(_OfGame):
    """A position or arrangement that cannot be read or cannot occur."""


class BadVariant(_OfGame):
    """A family member that the rules do not allow, or a specification that cannot be read."""


class BadRecord(Unusable):
    """A record that is damaged or that the rules do not allow: the place is a part of it, or a turn and its text."""

    @property
    def sentence(self) -> str:
        """`spec: …`, or `move 7, "c3": …`"""
        if self.turn is None:
            return self.reason if self.place is None else phrase("{part}: {why}", part=self.place, why=self.reason)
        if self.text is None:
            return phrase("move {number}: {why}", number=self.turn, why=self.reason)
        return phrase("move {number}, {move}: {why}", number=self.turn, move=quoted(self.text), why=self.reason)


class NoSuchText(Unusable):
    """Something to read that is not there."""


def quoted(text: str, longest: int = 60) -> str:
    """What was given, as it may stand in a sentence: printable and not too long."""
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    return '"' + "".join(char if char.isprintable() else "�" for char in shown) + '"'


def in_range(game: str, key: str, value: int, low: int, high: int) -> None:
    """Refuse a parameter out of its bounds, naming parameter, value and bounds."""
    if not low <= value <= high:
        told = {"key": key, "value": value, "low": low, "high": high}
        raise BadVariant(
            phrase("{key}={value} is out of range, expected {key} from {low} to {high}", **told), game=game
        )
