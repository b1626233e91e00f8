"""AlmaTafl as Abstract Play calls it."""

from collections.abc import Sequence

from ludejo.games.about import AbstractPlay, Formats


def abstract_play_spec(variants: Sequence[str]) -> str | None:
    """The advanced game, or none named for the basic one."""
    if not all("advanced" in variant for variant in variants):
        return None
    return "almatafl:advanced" if variants else "almatafl"


FORMATS = Formats(abstract_play=AbstractPlay("AlmaTafl", abstract_play_spec))
