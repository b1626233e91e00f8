"""Pictures in pixels: a position as PNG, a game as an animated GIF. resvg draws the SVG, Pillow writes the GIF."""

import io
from collections.abc import Sequence

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.position import Position

FRAME_MS, LAST_MS = 700, 3000  # how long a position is shown, and the last one


def png(position: Position, width: int = 800) -> bytes:
    """The picture of a position as PNG."""
    try:
        import resvg_py
    except ImportError:
        raise Unusable(phrase("pictures in pixels need more: pip install 'ludejo[table]'")) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=position.svg(width)))


def gif(line: Sequence[Position], width: int = 400) -> bytes:
    """Positions one after the other as an animated GIF, which begins anew at its end."""
    from PIL import Image

    frames = [Image.open(io.BytesIO(png(position, width))).convert("RGB").quantize(64) for position in line]
    size = frames[0].size
    frames = [frame if frame.size == size else frame.resize(size) for frame in frames]
    out = io.BytesIO()
    times = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return out.getvalue()
