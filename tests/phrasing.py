"""Which parts of a sentence a catalogue does not know."""

from ludejo.games.phrases import Phrase
from ludejo.language.catalogues import catalogue


def untranslated_in(sentence: str, language: str = "eo") -> list[str]:
    """The templates in a sentence that have no translation; a sentence that is no phrase is itself one."""
    if not isinstance(sentence, Phrase):
        return [sentence]
    inner = [value for value in sentence.values.values() if isinstance(value, Phrase)]
    unknown = [] if sentence.template in catalogue(language) else [sentence.template]
    return unknown + [template for value in inner for template in untranslated_in(value, language)]
