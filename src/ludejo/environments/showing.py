"""How environments show a position: as text, as a picture in SVG, or as the pixels of one."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.position import Position

TEXT, PIXELS, SVG, PRINTED = "ansi", "rgb_array", "svg", "human"
RENDER_MODES = (TEXT, PIXELS, SVG)
WIDTH = 480  # of a picture in pixels


def checked_mode(mode: str | None, known: tuple[str, ...]) -> str | None:
    """A render mode that is known, or none."""
    if mode is not None and mode not in known:
        told = {"given": f"{mode!r:.40}", "known": ", ".join(known)}
        raise Unusable(phrase("{given} is no render mode, expected one of {known}", **told))
    return mode


def shown(position: Position, mode: str | None) -> Any:
    """The position as a render mode asks: a text, an array [height, width, 3], an SVG, nothing once it is printed."""
    if mode == PRINTED:
        return print(position)
    if mode is None:
        return None
    if mode == PIXELS:
        return pixels(position)
    return position.svg(WIDTH) if mode == SVG else str(position)


def pixels(position: Position, width: int = WIDTH) -> np.ndarray:
    """The picture of a position, [height, width, 3] uint8."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError:
        raise Unusable(phrase("pictures in pixels need more: pip install 'ludejo[environments]'")) from None
    drawn = resvg_py.svg_to_bytes(svg_string=position.svg(width))
    return np.array(Image.open(io.BytesIO(bytes(drawn))).convert("RGB"))
