"""Previews of links (Open Graph): a title and a picture of the board."""

import re
from html import escape

from starlette.requests import Request

from ludejo.games.discovery import folder_of, folders
from ludejo.games.phrases import mark_text, phrase
from ludejo.lab.puzzles.puzzle import ID
from ludejo.language.catalogues import LANGUAGES, say

WATCHED = mark_text("A game at Ludejo")
STUDIED = mark_text("A study at Ludejo")
_ADDRESS = re.compile(rf"/(g|study|shared)/([0-9a-z]{{1,16}})(?:/([0-9]{{1,2}}))?/?|/puzzles/([a-z]{{1,20}})/({ID})/?")


def preview(request: Request, public_url: str) -> str:
    """What a page that links here may show of an address: a title and a picture of the board. Nothing is looked up."""
    found = _ADDRESS.fullmatch(request.url.path)
    if found is None:
        return ""
    wanted = request.headers.get("accept-language", "")[:2].lower()
    language = wanted if wanted in LANGUAGES else "en"
    kind, id, chapter, game, puzzle = found.groups()
    if game:
        if game not in folders():
            return ""
        title = say(language, phrase("A puzzle of {game}", game=folder_of(game).about.title))
        picture = f"/shots/puzzles/{game}/{puzzle}.png"
    else:
        title = say(language, WATCHED if kind == "g" else STUDIED)
        picture = f"/shots/shared/{id}/{chapter or 1}.png" if kind == "shared" else f"/shots/{kind}/{id}.png"
    base = (public_url or str(request.base_url)).rstrip("/")
    told = {
        "og:site_name": "Ludejo", "og:type": "website", "og:title": title, "og:image": base + picture,
        "og:image:type": "image/png", "og:url": base + request.url.path,
    }  # fmt: skip
    tags = [f'  <meta property="{name}" content="{escape(value)}">\n' for name, value in told.items()]
    return "".join([*tags, '  <meta name="twitter:card" content="summary_large_image">\n'])
