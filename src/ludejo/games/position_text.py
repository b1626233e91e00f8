"""Reading the one-line text of a position: its parts, and the rows of a board."""

from collections.abc import Sequence

from ludejo.games.errors import BadPosition, quoted
from ludejo.games.phrases import number, phrase


def fields(text: str, names: Sequence[str], optional: int = 0) -> list[str]:
    """The parts of a position text, as many as there are names; the last ones may be missing."""
    parts = text.split()
    if not len(names) - optional <= len(parts) <= len(names):
        told = {"given": quoted(text), "count": number(len(parts)), "expected": " ".join(names)}
        if len(parts) == 0:
            raise BadPosition(phrase("{given} has no parts, expected {expected}", **told))
        if len(parts) == 1:
            raise BadPosition(phrase("{given} has one part, expected {expected}", **told))
        raise BadPosition(phrase("{given} has {count} parts, expected {expected}", **told))
    return parts


def rows_of(text: str, lengths: Sequence[int], allowed: str) -> list[str]:
    """The rows of a board text, checked for number, lengths and letters."""
    rows = text.split("/")
    if len(rows) != len(lengths):
        told = {"given": quoted(text), "count": number(len(rows)), "expected": len(lengths)}
        one = phrase("{given} has one row, expected {expected}", **told)
        raise BadPosition(one if len(rows) == 1 else phrase("{given} has {count} rows, expected {expected}", **told))
    for place, (row, length) in enumerate(zip(rows, lengths, strict=True), 1):
        if len(row) != length:
            told = {"place": place, "row": quoted(row), "length": len(row), "expected": length}
            raise BadPosition(phrase("row {place} {row} has length {length}, expected {expected}", **told))
        wrong = [char for char in row if char not in allowed]
        if wrong:
            told = {"sign": quoted(wrong[0]), "place": place, "row": quoted(row), "allowed": allowed}
            raise BadPosition(phrase("{sign} in row {place} {row}, expected one of {allowed}", **told))
    return rows
