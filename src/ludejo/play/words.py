"""Small helpers for sentences and one-line texts."""

from collections.abc import Sequence

from ludejo.play.errors import BadPosition, quoted

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def mark_text(text: str) -> str:
    """Mark a text as one that catalogues translate. It stays as it is: whoever shows it looks it up."""
    return text


def number(count: int) -> str:
    """A number as a word where it is small."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def several(count: int, thing: str) -> str:
    """one line, two lines"""
    return f"{number(count)} {thing}" + ("" if count == 1 else "s")


def listed(things: Sequence[object]) -> str:
    """a, b and c"""
    texts = [str(thing) for thing in things]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]


def fields(title: str, text: str, names: Sequence[str], optional: int = 0) -> list[str]:
    """The parts of a position text, as many as there are names; the last ones may be missing."""
    parts = text.split()
    if not len(names) - optional <= len(parts) <= len(names):
        raise BadPosition(f"{title}: {quoted(text)} has {several(len(parts), 'part')}, expected {' '.join(names)}")
    return parts


def rows_of(title: str, text: str, lengths: Sequence[int], allowed: str) -> list[str]:
    """The rows of a board text, checked for number, lengths and letters."""
    rows = text.split("/")
    if len(rows) != len(lengths):
        raise BadPosition(f"{title}: {quoted(text)} has {several(len(rows), 'row')}, expected {len(lengths)}")
    for place, (row, length) in enumerate(zip(rows, lengths, strict=True), 1):
        if len(row) != length:
            raise BadPosition(f"{title}: row {place} {quoted(row)} has length {len(row)}, expected {length}")
        wrong = [char for char in row if char not in allowed]
        if wrong:
            raise BadPosition(f"{title}: {quoted(wrong[0])} in row {place} {quoted(row)}, expected one of {allowed}")
    return rows
