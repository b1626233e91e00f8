"""The full rules of each game as a piece of HTML, with pictures and notes, from the texts that the terminal shows."""

import re
from functools import lru_cache

from markdown_it import MarkdownIt

from ludejo.games.discovery import folder_of
from ludejo.games.errors import NoSuchText
from ludejo.games.phrases import mark_text, phrase
from ludejo.language.catalogues import check_language, say
from ludejo.language.rule_texts import MARK, illustrated, notes_text, rules_text
from ludejo.play.render.pictures import Picture
from ludejo.table.messages.views import RulesView
from ludejo.table.reading.library import check_game

_RULE = re.compile(r"<p><strong>(R[0-9]+)</strong>")
_PICTURE = re.compile(r'<p><img src="([^"]*)" alt="([^"]*)" /></p>')
_NOTE = mark_text("Our own reading: see the notes")


@lru_cache(maxsize=16)
def rules_page(name: str, language: str = "en") -> RulesView:
    """The rules of a game; each rule can be linked to by its number (#R3)."""
    check_game(name)
    check_language(language)
    if not rules_text(name, language):
        raise NoSuchText(phrase("{game} has no page of rules", game=folder_of(name).about.title))
    rules = _html(illustrated(name, language, lambda wanted: _addresses(wanted, language)))
    notes = _html(notes_text(name, language)).replace("<h2>", '<h2 id="notes">', 1)
    return {
        "game": name,
        "lang": language,
        "title": folder_of(name).about.title,
        "designer": folder_of(name).about.designer,
        "html": _linked(rules, say(language, _NOTE) if notes else "") + notes,
    }


def _html(text: str) -> str:
    return MarkdownIt("commonmark", {"html": False}).enable("table").render(text)


def _addresses(wanted: list[Picture], language: str) -> str:
    """Pictures as Markdown; their captions are their words."""
    return "".join(
        f"![{picture.words(language)}](/pictures/{picture.game}/{picture.name}.svg)\n\n" for picture in wanted
    )


def _linked(html: str, note: str) -> str:
    """Rules that can be pointed at, pictures over their captions, and marks that lead to the notes."""
    html = _RULE.sub(r'<p id="\1" class="rule"><strong>\1</strong>', html)
    html = _PICTURE.sub(r'<figure><img src="\1" alt="" /><figcaption>\2</figcaption></figure>', html)
    return html.replace(MARK, f'<a href="#notes" aria-label="{note}">{MARK}</a>') if note else html
