"""What the table tells beside the board: the goal in a line, what can be done in a turn, why a click did nothing.

A game's own words are in its guide.toml, in every language. `goal` is a line; `turn` has a sentence for each kind of
move (games/gestures.py); `nothing` says why nothing happens: by the kind that somebody may have meant, `empty` where
only pieces can move and there is none, `target` where the piece on {start} cannot go, `shape` where nothing to release
reaches from {start}. {cell} is the cell that was chosen, other gaps are parameters of the variant. A `case` holds
where the variant is as `when` says, and then goes before the rest. Whatever a game does not say is said for it.
"""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludejo.games.discovery import folder_of
from ludejo.games.phrases import mark_text
from ludejo.language.catalogues import check_language, say
from ludejo.play.variants import read_spec
from ludejo.table.messages.views import GuideView

FILE = "guide.toml"
CHOSEN = {"cell": "{cell}", "start": "{start}"}  # the page fills these gaps
Told = Mapping[str, Any]

TURN = {
    "place": mark_text("Place a piece on a free cell."),
    "step": mark_text("Move one of your pieces: choose it, then where it goes."),
    "bounce": mark_text("Some pieces can go on from where they land."),
    "announce": mark_text("Announce a row or column by its button at the edge, and the die picks the cell."),
    "release": mark_text("Choose beside the board what to release."),
    "swap": mark_text("Take over what lies there: a swap."),
    "pass": mark_text("Nothing can move: you can only pass."),
}
NOTHING = {
    "place": mark_text("Nothing can be placed on {cell}."),
    "step": mark_text("Nothing can move from {cell} now."),
    "announce": mark_text("Announce a row or column first, by its button at the edge."),
    "release": mark_text("There is nothing on {cell} to release."),
    "empty": mark_text("Choose one of your pieces first, then where it goes."),
    "target": mark_text("The piece on {start} cannot go to {cell}."),
    "shape": mark_text("Nothing that can be released reaches from {start} to {cell}. Now {cell} is the first end."),
}


@lru_cache(maxsize=256)
def guide(spec: str, language: str = "en") -> GuideView:
    """What is told of a variant."""
    check_language(language)
    name, variant = read_spec(spec)
    folder, values = folder_of(name), variant._asdict()
    path = folder.file(FILE)
    written: Told = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    told = [case for case in written.get("case", ()) if values.items() >= case["when"].items()] + [written]

    def found(*place: str) -> str:
        words = next((words for part in told if (words := _at(part, place))), {})
        return _filled(words.get(language) or words.get("en", ""), values)

    return {
        "spec": spec,
        "goal": found("goal") or say(language, folder.about.tagline),
        "turn": {kind: found("turn", kind) or say(language, text) for kind, text in TURN.items()},
        "nothing": {kind: found("nothing", kind) or say(language, text) for kind, text in NOTHING.items()},
        "kinds": sorted({kind for part in told for kind in part.get("turn", {})}),
    }


def _at(part: Told, place: tuple[str, ...]) -> Mapping[str, str]:
    """What stands at a place of a file; nothing where nothing does."""
    for key in place:
        part = part.get(key, {})
    return part


def _filled(text: str, values: Told) -> str:
    return text.format(**{**values, **CHOSEN}) if text else ""
