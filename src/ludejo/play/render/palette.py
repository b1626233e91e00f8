"""The colours of boards and pieces in each theme, by name.

Markup says var(--name). The page defines these names by `style_sheet()`; a picture in a file has them `painted()` over.
"""

import re
from itertools import starmap

THEMES: dict[str, dict[str, str]] = {
    "light": {
        "sheet": "#faf8f3",  # the paper on which a board lies
        "label": "#5b5d5f",
        "sand": "#f4eee1",
        "lagoon": "#deecee",
        "rose": "#ebc5b6",
        "mint": "#bfdcc7",
        "hatch": "#cbbfa8",
        "cell-line": "#b3aa98",
        "rim": "#3a3733",  # round the board, islands and pieces
        "last": "#f6dc93",
        "last-edge": "#c4962f",
        "way": "#b5541c",
        "winning": "#0f7d57",
        "black-stone": "#26272a",
        "black-light": "#55575c",
        "black-edge": "#a3a29c",  # so that discs in a stack stand apart
        "white-stone": "#ffffff",
        "white-shade": "#e9e6df",
        "white-edge": "#3d3a36",
        "white-edge-width": "2.5",
        "red": "#c8443a",
        "red-light": "#dc6a5f",
        "blue": "#2f62a3",
        "blue-light": "#4d82c4",
        "crown": "#f6d365",
        "pale-ink": "#fbfaf6",
        "dark-ink": "#26241f",
        "drop": "#281e0a",
        "drop-opacity": ".22",
    },
    "dark": {
        "sheet": "#191c20",
        "label": "#aab0b6",
        "sand": "#3b4148",
        "lagoon": "#30454d",
        "rose": "#6f463f",
        "mint": "#3b6247",
        "hatch": "#5b626a",
        "cell-line": "#59616a",
        "rim": "#a3abb3",
        "last": "#77652f",
        "last-edge": "#c9a94f",
        "way": "#ffa565",
        "winning": "#62e0ad",
        "black-stone": "#0d0e10",
        "black-light": "#34383d",
        "black-edge": "#b0b8bf",
        "white-stone": "#f4f3ef",
        "white-shade": "#d3d1ca",
        "white-edge": "#1c1d1f",
        "red-light": "#de6b60",
        "blue-light": "#4f86c9",
        "drop": "#000000",
        "drop-opacity": ".4",
    },
    "contrast": {
        "sheet": "#ffffff",
        "label": "#000000",
        "sand": "#ffffff",
        "lagoon": "#ffffff",
        "rose": "#ffc9b8",
        "mint": "#a9e5bd",
        "hatch": "#b5b5b5",
        "cell-line": "#6b6b6b",
        "rim": "#000000",
        "last": "#ffd83d",
        "last-edge": "#000000",
        "way": "#b03a00",
        "winning": "#00429d",
        "black-stone": "#000000",
        "black-light": "#000000",
        "black-edge": "#ffffff",
        "white-shade": "#ffffff",
        "white-edge": "#000000",
        "white-edge-width": "6",
        "red": "#c00000",
        "red-light": "#c00000",
        "blue": "#003c9e",
        "blue-light": "#003c9e",
        "crown": "#ffd83d",
        "pale-ink": "#ffffff",
        "dark-ink": "#000000",
        "drop-opacity": "0",
    },
}
_NAME = re.compile(r"var\(--([a-z-]+)\)")
_REFERENCE = re.compile(r'(\bid="|href="#|url\(#)')


def paint(colour: str) -> str:
    """A colour as markup says it: by its name in the palette, or plainly if it is no name."""
    return f"var(--{colour})" if colour in THEMES["light"] else colour


def colours(theme: str) -> dict[str, str]:
    """All colours of a theme; one that says nothing of a colour has it from the light theme."""
    return THEMES["light"] | THEMES[theme]


def painted(markup: str, theme: str) -> str:
    """Markup with the colours of a theme put in, for viewers that know no style sheets.

    Pictures on one page share their names, so names in other themes than the light one have the theme before them.
    """
    inks = colours(theme)
    markup = _NAME.sub(lambda found: inks[found[1]], markup)
    return markup if theme == "light" else _REFERENCE.sub(rf"\g<1>{theme}-", markup)


def style_sheet() -> str:
    """The palette for the page, which tells its theme by an attribute of the root."""
    return "\n".join(starmap(_rule, THEMES.items()))


def _rule(theme: str, inks: dict[str, str]) -> str:
    where = ":root" if theme == "light" else f':root[data-theme="{theme}"]'
    return f"{where} {{ {' '.join(f'--{name}: {ink};' for name, ink in inks.items())} }}\n"
