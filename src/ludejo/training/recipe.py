"""Recipes: how a family's network is trained, one TOML file a family.

family = "GAME"
[network], [selfplay], [learning], [rating]   what differs from the defaults below
[[variants]]                                  spec, weight, begins, ends: a board, its share, when it is played
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from ludejo.games.discovery import folder_of, names
from ludejo.games.errors import BadVariant, Unusable
from ludejo.games.phrases import phrase
from ludejo.play.variants import read_spec, write_spec


class BadRecipe(Unusable):
    """A recipe that cannot be followed."""


@dataclass(frozen=True)
class NetworkPlan:
    """How large the network is."""

    blocks: int = 6
    width: int = 64


@dataclass(frozen=True)
class SelfPlayPlan:
    """How games are played to learn from; see selfplay.Settings."""

    games: int = 4096  # at once, of one variant, in two halves
    simulations: int = 24  # a move
    considered: int = 8  # moves that the root looks at
    evenness: float = 0.05  # of the policy at the root, spread over all moves alike, so that none is given up for good
    random_share: float = 0.3  # of the games begin with some random moves
    random_turns: int = 4
    longest: int = 300  # moves and rolls; a game is cut short after so many
    search_share: float = 0.3  # of the search's own value in what the value head learns
    redrawn_share: float = 0.0  # of the games whose opening is already decided are begun anew
    haste: float = 0.0  # what a result loses of its worth with every ply that it is away; fades as the run goes on


@dataclass(frozen=True)
class LearningPlan:
    """How the network learns from them."""

    batch: int = 2048
    uses: float = 3.0  # how often a position is learnt from
    rate: float = 4e-3
    final_rate: float = 5e-5  # where the cosine ends
    warm_up: int = 300  # steps until the rate is reached
    decay: float = 2e-2  # weight decay, a step's rate
    average: float = 0.999  # of the averaged weights, a step
    value_weight: float = 1.0  # of the value's loss beside the policy's
    buffer: int = 600_000  # positions of each variant
    first_positions: int = 20_000  # before anything is learnt of a variant


@dataclass(frozen=True)
class VariantPlan:
    """A board to learn on."""

    spec: str
    weight: float = 1.0  # its share of self-play beside the others
    begins: float = 0.0  # at which share of the run
    ends: float = 1.0
    games: int = 0  # where they differ from the others'; 0: they do not
    simulations: int = 0
    longest: int = 0


@dataclass(frozen=True)
class RatingPlan:
    """How progress is measured as the run goes on."""

    spec: str = ""  # on which board; none: the last variant
    every_minutes: float = 4.0
    games: int = 64
    simulations: int = 200  # of the plain search that the bare policy plays against


@dataclass(frozen=True)
class Recipe:
    """All of it."""

    family: str
    variants: tuple[VariantPlan, ...]
    network: NetworkPlan = field(default_factory=NetworkPlan)
    selfplay: SelfPlayPlan = field(default_factory=SelfPlayPlan)
    learning: LearningPlan = field(default_factory=LearningPlan)
    rating: RatingPlan = field(default_factory=RatingPlan)

    def due(self, share: float) -> list[VariantPlan]:
        """The variants that are played at some share of the run; the first ones where none is."""
        due = [variant for variant in self.variants if variant.begins <= share < variant.ends]
        first = min(variant.begins for variant in self.variants)
        return due or [variant for variant in self.variants if variant.begins == first]


_SECTIONS: dict[str, type] = {
    "network": NetworkPlan,
    "selfplay": SelfPlayPlan,
    "learning": LearningPlan,
    "rating": RatingPlan,
}
_RANGES: dict[str, tuple[float, float]] = {  # what is not listed must be 1 at least
    "blocks": (1, 40), "width": (8, 512), "games": (2, 1 << 20), "simulations": (1, 4096), "considered": (1, 512),
    "random_share": (0, 1), "search_share": (0, 1), "redrawn_share": (0, 0.99), "evenness": (0, 1), "haste": (0, 0.5),
    "uses": (0.01, 100), "rate": (1e-7, 1), "final_rate": (0, 1),
    "warm_up": (0, 1 << 30), "decay": (0, 1), "average": (0, 1), "value_weight": (0, 100), "begins": (0, 1),
    "ends": (0, 1), "weight": (0, 1e6), "every_minutes": (0.01, 1e6), "batch": (1, 1 << 20), "buffer": (1, 1 << 28),
}  # fmt: skip


def load_recipe(path: Path) -> Recipe:
    """Read a recipe; whatever is wrong with it is said in one sentence."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadRecipe(phrase("the recipe {file} cannot be read: {reason}", file=str(path), reason=reason)) from None
    return read_recipe(text, str(path))


def find_recipe(name: str) -> Path:
    """The recipe that came with the package for a family, or the file of that name."""
    return folder_of(name).file("recipe.toml") if name in names() else Path(name)


def read_recipe(text: str, name: str = "the recipe") -> Recipe:
    """A recipe from its text."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRecipe(phrase("{name} is no TOML: {problem}", name=name, problem=str(error))) from None
    family = content.pop("family", None)
    if family not in names():
        raise BadRecipe(
            phrase(
                "{name} has family = {family}, expected one of {list}",
                name=name,
                family=repr(family),
                list=", ".join(names()),
            )
        )
    variants = content.pop("variants", None)
    if not isinstance(variants, list) or not variants:
        raise BadRecipe(phrase("{name} names no variants, expected at least one [[variants]] with its spec", name=name))
    plans = tuple(_variant(name, family, entry) for entry in variants)
    if unknown := set(content) - set(_SECTIONS):
        raise BadRecipe(
            phrase(
                "{name} has {key}, which means nothing here; expected {known}",
                name=name,
                key=sorted(unknown)[0],
                known=", ".join(_SECTIONS),
            )
        )
    sections = {key: _section(name, key, content.get(key, {})) for key in _SECTIONS}
    if sections["selfplay"].games % 2:
        raise BadRecipe(
            phrase(
                "{name} has games = {games} in [selfplay], expected an even number",
                name=name,
                games=sections["selfplay"].games,
            )
        )
    return Recipe(family, plans, **sections)


def _section(name: str, key: str, entries: Any) -> Any:
    kind = _SECTIONS[key]
    if not isinstance(entries, dict):
        raise BadRecipe(
            phrase(
                "{name} has {key} = {entries}, expected a section [{key}]", name=name, key=key, entries=repr(entries)
            )
        )
    return kind(**_checked(f"[{key}] of {name}", kind, entries))


def _variant(name: str, family: str, entries: Any) -> VariantPlan:
    where = f"[[variants]] of {name}"
    if not isinstance(entries, dict) or "spec" not in entries:
        raise BadRecipe(phrase("{where} lacks a spec, such as {family}", where=where, family=family))
    plan = VariantPlan(**_checked(where, VariantPlan, entries))
    try:
        kind, variant = read_spec(plan.spec)
    except (BadVariant, ValueError) as error:
        why = error.sentence if isinstance(error, Unusable) else str(error)
        raise BadRecipe(phrase("{file}: {reason}", file=where, reason=why)) from None
    if kind != family:
        raise BadRecipe(
            phrase("{where} has {spec}, expected a variant of {family}", where=where, spec=plan.spec, family=family)
        )
    return replace(plan, spec=write_spec(kind, variant))


def _checked(where: str, kind: type, entries: dict[str, Any]) -> dict[str, Any]:
    """Entries of the right names and types, within bounds."""
    types = {entry.name: str(entry.type) for entry in fields(kind)}
    for key, value in entries.items():
        if key not in types:
            raise BadRecipe(
                phrase(
                    "{where} has {key}, which means nothing there; expected {known}",
                    where=where,
                    key=key,
                    known=", ".join(types),
                )
            )
        wanted: tuple[type, ...] = {"int": (int,), "float": (int, float), "str": (str,)}[types[key]]
        if not isinstance(value, wanted) or isinstance(value, bool):
            word = {"int": "a whole number", "float": "a number", "str": "a text"}[types[key]]
            raise BadRecipe(
                phrase(
                    "{where} has {key} = {value}, expected {word}", where=where, key=key, value=repr(value), word=word
                )
            )
        low, high = _RANGES.get(key, (1, float("inf")))
        if isinstance(value, int | float) and not low <= value <= high:
            raise BadRecipe(
                phrase(
                    "{where} has {key} = {value}, expected {low} to {high}",
                    where=where,
                    key=key,
                    value=value,
                    low=f"{low:g}",
                    high=f"{high:g}",
                )
            )
    return dict(entries)
