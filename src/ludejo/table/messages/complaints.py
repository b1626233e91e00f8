"""What is wrong with a request, in sentences of ours: pydantic finds it, and speaks of schemas and patterns."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludejo.games.phrases import Phrase, mark_text, phrase

_SENTENCES = {
    "missing": mark_text("{field} is missing"),
    "extra_forbidden": mark_text("{field} is not expected here"),
    "string_too_long": mark_text("{field} is too long: at most {max_length} signs"),
    "string_too_short": mark_text("{field} is too short: at least {min_length} signs"),
    "string_pattern_mismatch": mark_text("{field} has signs that are not taken here"),
    "too_long": mark_text("{field} has too many entries: at most {max_length}"),
    "greater_than_equal": mark_text("{field} is too small: at least {ge}"),
    "less_than_equal": mark_text("{field} is too large: at most {le}"),
    "less_than": mark_text("{field} is too large: less than {lt}"),
    "literal_error": mark_text("{field} is none of these: {expected}"),
    "union_tag_invalid": mark_text("{field} is of no kind that is known here"),
    "union_tag_not_found": mark_text("{field} lacks its kind"),
    "json_invalid": mark_text("This is no JSON"),
}
_KINDS = {
    "string": mark_text("{field} is no text"),
    "int": mark_text("{field} is no whole number"),
    "float": mark_text("{field} is no number"),
    "bool": mark_text("{field} is neither true nor false"),
    "list": mark_text("{field} is no list"),
    "dict": mark_text("{field} is no object with fields"),
    "model": mark_text("{field} is no object with fields"),
}
_ANYTHING = mark_text("{field} is not as it is described")
_FIELDS = {"name": mark_text("The name"), "text": mark_text("The move"), "record": mark_text("The record")}
_NOT_TOLD = ("body", "query", "path", "header")


def complaint(problems: Sequence[Mapping[str, Any]]) -> Phrase:
    """The first problem with a request."""
    kind, limits = problems[0]["type"], problems[0].get("ctx", {})
    template = _SENTENCES.get(kind) or _KINDS.get(kind.partition("_")[0], _ANYTHING)
    told = {name: str(limit) for name, limit in limits.items()}
    return phrase(template, field=_called(problems[0]["loc"]), **told)


def _called(place: Sequence[str | int]) -> str:
    """How a field is spoken of: what people fill in by a word, what programs send by its name."""
    parts = [str(part) for part in place if part not in _NOT_TOLD]
    if not parts:
        return phrase("The message")
    return Phrase(_FIELDS[parts[-1]]) if len(parts) == 1 and parts[-1] in _FIELDS else ".".join(parts)
