"""Specifications: `name` or `name:item,item,…`, an item being a preset or shape (first) or `key=value`.

The keys are the fields of a game's `Variant`; case does not matter. `ludejo games` lists them. Instead of `name` there
may stand another word for one of its variants, which a game's about.py tells.
"""

import re
from dataclasses import dataclass

from ludejo.games.contract import AnyRules, VariantTuple
from ludejo.games.discovery import BrokenGame, folder_of, names, no_such_game, whole
from ludejo.games.errors import BadVariant, quoted
from ludejo.games.phrases import phrase


@dataclass(frozen=True)
class FamilyParameter:
    """One parameter of a family."""

    name: str
    default: int | str
    bounds: str
    choices: tuple[str, ...] | None  # of one that is a word


@dataclass(frozen=True)
class Family:
    """What there is to know of a game before playing it."""

    name: str
    title: str
    designer: str
    year: int | None
    sides: tuple[str, str]
    presets: dict[str, str]  # preset: its specification, spelt out
    other_words: dict[str, str]  # a word that may stand for it: the specification that it means
    parameters: tuple[FamilyParameter, ...]


def rules_of(name: str) -> AnyRules:
    """The rules module of a game."""
    return folder_of(name).rules


def families() -> tuple[Family, ...]:
    """All games that can be played, with presets, parameters, bounds and designers."""
    return tuple(_family(name) for name in sorted(whole(), key=lambda name: folder_of(name).about.order))


def _family(name: str) -> Family:
    rules, about = rules_of(name), folder_of(name).about
    default = rules.Variant()
    parameters = tuple(
        FamilyParameter(key, value, rules.PARAMETERS[key].bounds, rules.PARAMETERS[key].choices or None)
        for key, value in default._asdict().items()
    )
    presets = {preset: f"{name}:{_items(variant)}" for preset, variant in rules.PRESETS.items()}
    words = {word: f"{name}:{items}" for word, items in about.other_words.items()}
    return Family(name, about.title, about.designer, about.year, rules.SIDES, presets, words, parameters)


def _items(variant: VariantTuple) -> str:
    return ",".join(f"{key}={value}" for key, value in variant._asdict().items())


def read_spec(spec: str) -> tuple[str, VariantTuple]:
    """The game's name and the variant that a specification asks for."""
    if not isinstance(spec, str):
        raise BadVariant(phrase("a specification is a text such as name:preset, not {kind}", kind=type(spec).__name__))
    word, colon, rest = (part.strip() for part in spec.strip().lower().partition(":"))
    items = [item.strip() for item in rest.split(",")] if colon else []
    name, variant = _meant(spec, word)
    rules = rules_of(name)
    if items and "=" not in items[0] and word == name:
        variant = _named(rules, name, items.pop(0), spec)
    changes: dict[str, int | str] = {}
    for item in items:
        key, value = _read_item(rules, name, item, spec)
        if key in changes:
            twice = phrase("{key} is given twice in {given}", key=key, given=quoted(spec))
            raise BadVariant(twice, text=spec, game=name)
        changes[key] = value
    variant = rules.Variant(**(variant._asdict() | changes))
    try:
        rules.check(variant)
    except BadVariant as error:
        raise error.about(spec, name) from None
    return name, variant


def _meant(spec: str, word: str) -> tuple[str, VariantTuple]:
    """The game that the first word of a specification names, and the variant that it stands for."""
    name = game_of(word)
    if name not in names():
        raise BadVariant(_unknown_game(spec, word), text=spec)
    if name != word:
        return read_spec(f"{name}:{folder_of(name).about.other_words[word]}")
    try:
        folder_of(name).check()
    except BrokenGame as error:
        raise BadVariant(error.args[0], text=spec) from error
    return name, rules_of(name).Variant()


def game_of(text: str) -> str:
    """The name of the game that a text names, by another word or with a preset; else what was given."""
    word = text.strip().lower().partition(":")[0].strip()
    if word in names():
        return word
    return next((name for name in whole() if word in folder_of(name).about.other_words), word)


def write_spec(name: str, variant: VariantTuple) -> str:
    """The canonical specification: a preset where one fits, else what differs from the family's default."""
    rules = rules_of(name)
    for preset, base in rules.PRESETS.items():
        changed = _changes(base, variant)
        if changed.keys() <= {rules.CAPABILITIES.swap_option}:  # beside the board: it is still that preset
            items = [] if base == rules.Variant() else [preset]
            return _joined(name, items, changed)
    for key, word in variant._asdict().items():
        if isinstance(word, str) and word in rules.PARAMETERS[key].bases:
            return _joined(name, [word], _changes(rules.PARAMETERS[key].bases[word], variant))
    return _joined(name, [], _changes(rules.Variant(), variant))


def _joined(name: str, items: list[str], changed: dict[str, int | str]) -> str:
    items = items + [f"{key}={value}" for key, value in changed.items()]
    return f"{name}:{','.join(items)}" if items else name


def _changes(base: VariantTuple, variant: VariantTuple) -> dict[str, int | str]:
    before = base._asdict()
    return {key: value for key, value in variant._asdict().items() if value != before[key]}


def _named_variants(rules: AnyRules) -> dict[str, VariantTuple]:
    """The words that may stand alone as the first item, presets and the like, with the variants they mean."""
    bases = [parameter.bases for parameter in rules.PARAMETERS.values()]
    return {word: base for named in (*bases, rules.PRESETS) for word, base in named.items()}


def _named(rules: AnyRules, name: str, item: str, spec: str) -> VariantTuple:
    named = _named_variants(rules)
    if item not in named:
        expected = ", ".join(named)
        told = {"given": quoted(item), "spec": quoted(spec), "expected": expected}
        wrong = phrase("{given} in {spec} is no preset, expected {expected}, or key=value", **told)
        raise BadVariant(wrong, text=spec, game=name)
    return named[item]


def _read_item(rules: AnyRules, name: str, item: str, spec: str) -> tuple[str, int | str]:
    default = rules.Variant()
    word, equals, value = (part.strip() for part in item.partition("="))
    key = {field.lower(): field for field in default._fields}.get(word)
    if not equals or key is None:
        expected = ", ".join(f"{field}=…" for field in default._fields)
        told = {"given": quoted(item), "spec": quoted(spec), "expected": expected}
        wrong = phrase("{given} in {spec} is not understood, expected {expected}", **told)
        raise BadVariant(wrong, text=spec, game=name)
    if isinstance(getattr(default, key), str):
        return key, quoted(value)[1:-1]  # the game's refusal will show it
    if not re.fullmatch(r"[0-9]{1,4}", value):
        told = {"key": key, "given": quoted(value), "bounds": rules.PARAMETERS[key].bounds}
        raise BadVariant(phrase("{key}={given} is no number, expected {bounds}", **told), text=spec, game=name)
    return key, int(value)


def _unknown_game(spec: str, name: str) -> str:
    for other in whole():
        if name in _named_variants(rules_of(other)):
            return phrase(
                "{given} is no game but a preset, write {other}:{name}", given=quoted(spec), other=other, name=name
            )
    return no_such_game(spec, (word for other in whole() for word in folder_of(other).about.other_words))
