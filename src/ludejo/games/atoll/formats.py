"""Atoll's boards as others call them: a rhombus with four islands is Hex."""

import re
from collections.abc import Sequence

from ludejo.games.about import AbstractPlay, Formats, HexBoards
from ludejo.games.atoll.rules import Variant


def hex_spec(size: int, pie: bool) -> str:
    """The board of Hex so many cells wide."""
    return f"atoll:rhombus,size={size},islands=4,pie={'yes' if pie else 'no'}"


def hex_size(variant: Variant) -> int | None:
    """How wide a board of Hex is; None for other boards."""
    return variant.size if (variant.shape, variant.islands) == ("rhombus", 4) else None


def abstract_play_spec(variants: Sequence[str]) -> str | None:
    """Variants carry titles there, so look for the size among the words. The second player may always swap."""
    sizes = [re.search(r"(?<![0-9])(11|15|19)(?![0-9])", variant) for variant in variants]
    if len(sizes) > 1 or not all(sizes):
        return None
    return f"atoll:size={sizes[0][1] if sizes and sizes[0] else 11},pie=yes"


FORMATS = Formats(HexBoards(hex_spec, hex_size), AbstractPlay("Atoll", abstract_play_spec))
