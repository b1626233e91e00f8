"""The members of a family within bounds: `R=5-8,N=4-6,tie=either|both`, or `P=12-24/4` in steps of four."""

from __future__ import annotations

import re
from itertools import product

import ludejo
from ludejo.games.errors import BadVariant, Unusable, quoted
from ludejo.games.phrases import phrase
from ludejo.play.variants import rules_of, write_spec

MOST_MEMBERS = 100_000
_RANGE = re.compile(r"([0-9]{1,4})-([0-9]{1,4})(?:/([0-9]{1,3}))?")


class BadBounds(Unusable):
    """Bounds that no member lies within, or that cannot be read."""


def read_bounds(name: str, text: str) -> dict[str, list[int | str]]:
    """The values of each parameter; one that is not named has its default."""
    default = rules_of(ludejo.game(name).name).Variant()._asdict()
    known = {key.lower(): key for key in default}
    values: dict[str, list[int | str]] = {key: [value] for key, value in default.items()}
    for item in filter(None, (part.strip() for part in text.split(","))):
        key, equals, given = (part.strip() for part in item.partition("="))
        if not equals or key.lower() not in known:
            told = {"given": quoted(item), "expected": ", ".join(f"{each}=…" for each in default)}
            raise BadBounds(phrase("{given} are no bounds, expected {expected}", **told))
        values[known[key.lower()]] = _values(item, given, isinstance(default[known[key.lower()]], str))
    return values


def _values(item: str, given: str, is_word: bool) -> list[int | str]:
    found: list[int | str] = []
    for part in given.split("|"):
        reach = _RANGE.fullmatch(part.strip())
        if is_word:
            found.append(part.strip().lower())
        elif reach and int(reach[1]) <= int(reach[2]) and reach[3] != "0":
            found += range(int(reach[1]), int(reach[2]) + 1, int(reach[3] or 1))
        elif part.strip().isdecimal() and len(part.strip()) <= 4:
            found.append(int(part))
        else:
            raise BadBounds(phrase("{given} are no bounds, expected such as 5-8, 12-24/4 or 4|6", given=quoted(item)))
    return list(dict.fromkeys(found))


def members(name: str, text: str) -> list[str]:
    """The specs of all members within bounds that the rules allow, each once."""
    family, values = ludejo.game(name).name, read_bounds(name, text)
    rules = rules_of(family)
    count = 1
    for each in values.values():
        count *= len(each)
    if count > MOST_MEMBERS:
        told = {"count": count, "most": MOST_MEMBERS}
        raise BadBounds(phrase("{count} combinations are too many, expected at most {most}", **told))
    found: dict[str, None] = {}
    for chosen in product(*values.values()):
        variant = rules.Variant(**dict(zip(values, chosen, strict=True)))
        try:
            rules.check(variant)
        except BadVariant:
            continue
        found[write_spec(family, variant)] = None
    if not found:
        raise BadBounds(phrase("no member of {family} lies within {bounds}", family=family, bounds=quoted(text)))
    return list(found)
