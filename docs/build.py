"""Compose the page of each game (rules, pictures of them, notes on what its sheet leaves open) and api.md's tables.

    python docs/build.py

The sources are in the folder of the game, src/ludejo/games/NAME: rules.en.md, notes.en.md and pictures.toml. Each
picture is a line of moves, from the start of a game or from a position text, and stands under the rule that it shows.
"""

import re
import sys
from pathlib import Path

from ludejo.language.collecting import our_games
from ludejo.language.rule_texts import MARK, illustrated, notes_text
from ludejo.play.render.pictures import Picture, pictures
from ludejo.table.messages.tables import with_tables

DOCS = Path(__file__).parent


def file_of(picture: Picture) -> str:
    """Where a picture is, seen from the page."""
    return f"pictures/{picture.game}-{picture.name}.svg"


def compose(name: str) -> str:
    """The page of a game."""
    notes = notes_text(name, "en")
    notice = (
        f"<!-- Composed by `make docs` from src/ludejo/games/{name}/rules.en.md, notes.en.md and pictures.toml beside "
        "it: change those, not this page. -->\n"
    )
    heading = re.sub(r"[^\w -]", "", notes.partition("\n")[0]).strip().replace(" ", "-").lower()
    rules = illustrated(name, "en", _side_by_side).replace(MARK, f"[{MARK}](#{heading})")
    return f"{notice}{rules}\n{notes}"


def _side_by_side(wanted: list[Picture]) -> str:
    """A table of pictures over their captions, two in a row."""
    rows = []
    for first in range(0, len(wanted), 2):
        pair = wanted[first : first + 2]
        rows.append(" | ".join(f"![{picture.words('en').replace('`', '')}]({file_of(picture)})" for picture in pair))
        rows.append(" | ".join(picture.words("en") for picture in pair))
    lines = [f"| {row} |" for row in rows]
    lines.insert(1, "|---" * min(2, len(wanted)) + "|")
    return "\n".join(lines) + "\n\n"


def everything() -> dict[Path, str]:
    """All that is composed: where it belongs, and its text."""
    pages = {DOCS / "games" / f"{name}.md": compose(name) for name in our_games()}
    pages[DOCS / "api.md"] = with_tables((DOCS / "api.md").read_text(encoding="utf-8"))
    drawn = [picture for name in our_games() for picture in pictures(name)]
    return pages | {DOCS / "games" / file_of(picture): picture.svg() for picture in drawn}


def stale(composed: dict[Path, str]) -> list[str]:
    """What is there and would be written otherwise, or is missing."""
    return [
        path.relative_to(DOCS).as_posix()
        for path, text in composed.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main() -> None:
    """Write everything, and remove pictures that no game asks for any more; with --check only say what would change."""
    composed = everything()
    if "--check" in sys.argv[1:]:
        sys.exit(f"run `make docs`: {' '.join(found)}" if (found := stale(composed)) else 0)
    (DOCS / "games" / "pictures").mkdir(exist_ok=True)
    for unwanted in set((DOCS / "games" / "pictures").glob("*.svg")) - set(composed):
        unwanted.unlink()
    for path, text in composed.items():
        path.write_text(text, encoding="utf-8")
    print(f"composed {len(our_games())} pages and {len(composed) - len(our_games())} pictures in docs/games")


if __name__ == "__main__":
    main()
