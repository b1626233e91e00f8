"""The full rules of each game as a piece of HTML, made from the same pages that the terminal shows."""

import re
from functools import lru_cache

from markdown_it import MarkdownIt

from ludejo.games.discovery import folder_of
from ludejo.games.errors import NoSuchText
from ludejo.games.phrases import phrase
from ludejo.language.catalogues import check_language
from ludejo.table.messages.views import RulesView
from ludejo.table.reading.library import check_game

_RULE = re.compile(r"<p><strong>(R[0-9]+)</strong>")


@lru_cache(maxsize=16)
def rules_page(name: str, language: str = "en") -> RulesView:
    """The rules of a game; each rule can be linked to by its number (#R3)."""
    check_game(name)
    check_language(language)
    page = folder_of(name).rules_page(language)
    if page is None:
        raise NoSuchText(phrase("{game} has no page of rules", game=folder_of(name).about.title))
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(page.read_text(encoding="utf-8"))
    return {
        "game": name,
        "lang": language,
        "title": folder_of(name).about.title,
        "designer": folder_of(name).about.designer,
        "html": _RULE.sub(r'<p id="\1" class="rule"><strong>\1</strong>', html),
    }
