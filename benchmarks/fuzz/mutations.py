"""Mutations: real material, changed a little or a lot. The same chance gives the same change."""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

# What parsers trip over: signs that are digits and no numbers, halves of characters, controls, what other formats use.
SIGNS = [
    "\x00", "\x1b", "\x7f", "\u2028", "\u202e", "\ud800", "\udfff", "\ufeff", "²", "٣", "１", "Ⅷ", "ı", "ß", "é",
    "e\u0301", "🙂", "–", "−", "%00", "%s", "{", "}", "{0}", "[", "]", "(", ")", ";", ":", ",", "=", "\\", '"', "'",
    "/", "..", " ", "\t", "\n", "\r\n", "|", "-", "+", "#", "<b>", "null", "NaN", "Infinity", "1e400", "-0",
    "0x10", "1_0",
]  # fmt: skip
NUMBERS = ["0", "-1", "1", "2", "26", "27", "99", "255", "65536", str(2**31), str(2**63), str(2**64), "9" * 400, "1.5"]
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 7, 1.5, 1e308, 2**53, 2**63, 2**64, -(2**63), 10**400, "", " ", "a1", "\x00", "\ud800",
    "²", "x" * 3000, [], {}, [[]], [None], {"": None}, {"a": {"b": [1, {}]}}, ["a1"] * 50,
]  # fmt: skip


def mutated(text: str, others: Sequence[str], chance: random.Random) -> str:
    """A text after one to four changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        text = chance.choice(_CHANGES)(text, others, chance)
    return text[:200_000]


def _span(text: str, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(text))
    return start, min(len(text), start + chance.choice((1, 1, 2, 5, 20, 200)))


def _without(text: str, others: Sequence[str], chance: random.Random) -> str:
    start, end = _span(text, chance)
    return text[:start] + text[end:]


def _twice(text: str, others: Sequence[str], chance: random.Random) -> str:
    start, end = _span(text, chance)
    return text[:start] + text[start:end] * chance.choice((2, 3, 50)) + text[end:]


def _with_sign(text: str, others: Sequence[str], chance: random.Random) -> str:
    start, end = _span(text, chance)
    return text[:start] + chance.choice(SIGNS) + text[chance.choice((start, start + 1, end)) :]


def _with_number(text: str, others: Sequence[str], chance: random.Random) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text + chance.choice(NUMBERS)
    one = chance.choice(found)
    return text[: one.start()] + chance.choice(NUMBERS) + text[one.end() :]


def _shuffled(text: str, others: Sequence[str], chance: random.Random) -> str:
    start, end = _span(text, chance)
    middle = list(text[start:end])
    chance.shuffle(middle)
    return text[:start] + "".join(middle) + text[end:]


def _spliced(text: str, others: Sequence[str], chance: random.Random) -> str:
    other = chance.choice(others)
    return text[: chance.randint(0, len(text))] + other[chance.randint(0, len(other)) :]


def _other_case(text: str, others: Sequence[str], chance: random.Random) -> str:
    start, end = _span(text, chance)
    return text[:start] + text[start:end].swapcase() + text[end:]


def _other_sign(text: str, others: Sequence[str], chance: random.Random) -> str:
    start = chance.randint(0, len(text))
    return text[:start] + chr(chance.choice((chance.randint(32, 126), chance.randint(0, 0x2FFF)))) + text[start + 1 :]


_CHANGES: list[Callable[[str, Sequence[str], random.Random], str]] = [
    _without, _twice, _with_sign, _with_number, _shuffled, _spliced, _other_case, _other_sign,
]  # fmt: skip


# ---------------------------------------------------------------- documents


def mutated_document(document: Any, chance: random.Random) -> Any:
    """A JSON document after one to three changes somewhere in it."""
    document = json.loads(json.dumps(document))
    for _ in range(chance.choice((1, 1, 2, 3))):
        document = _changed(document, chance)
    return document


def _changed(node: Any, chance: random.Random) -> Any:
    """Change this node, or go on to one of its parts."""
    if isinstance(node, dict) and node and chance.random() < 0.85:
        return _changed_object(node, chance)
    if isinstance(node, list) and node and chance.random() < 0.85:
        place = chance.randrange(len(node))
        kind = chance.random()
        if kind < 0.6:
            return [*node[:place], _changed(node[place], chance), *node[place + 1 :]]
        return node[:place] + node[place + 1 :] if kind < 0.8 else [*node[:place], *node[place:] * 2]
    if isinstance(node, str) and chance.random() < 0.6:
        return mutated(node, [node, "a1"], chance)
    if isinstance(node, int) and not isinstance(node, bool) and chance.random() < 0.5:
        return node + chance.choice((-1, 1, -(10**9), 10**9))
    return chance.choice(ODD)


def _changed_object(node: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    key, kind = chance.choice(list(node)), chance.random()
    rest = {name: value for name, value in node.items() if name != key}
    if kind < 0.7:
        return {**node, key: _changed(node[key], chance)}
    if kind < 0.85:
        return rest
    return {**(node if kind < 0.95 else rest), chance.choice(("x", "", "__proto__", key.upper())): node[key]}
