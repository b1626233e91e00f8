"""Languages: nothing that people see is left untranslated."""

import ast
import pickle
import re
from pathlib import Path

import pytest

import ludejo
from ludejo.games.errors import IllegalMove, NoSuchText, UnreadableMove
from ludejo.games.phrases import as_words, phrase
from ludejo.language.catalogues import (
    PROGRAM,
    TRANSLATED,
    catalogue,
    from_environment,
    page_catalogue,
    path_of,
    read_catalogue,
    say,
)
from ludejo.language.collecting import KEYWORDS, collected, our_games, untranslated, updated, write
from ludejo.language.rule_texts import MARK, notes_text, rules_text
from ludejo.play.render.pictures import pictures
from ludejo.table.reading.rules_pages import rules_page

OWNERS = [PROGRAM, *our_games()]
REFUSALS = set(
    "BadCheckpoint BadDatabase BadInput BadJournal BadLines BadNetwork BadPlayer BadPosition BadPuzzleFile BadRecipe "
    "BadRecord BadTest BadVariant HeldElsewhere IllegalMove NoSuchText UnreadableMove Unusable".split()
)


def texts_of(messages):
    """All texts, those for one and for many apart."""
    for message in messages:
        if message.id:
            yield from [message.id] if isinstance(message.id, str) else message.id


@pytest.fixture(scope="module")
def sources():
    return {owner: set(texts_of(collected(owner))) for owner in OWNERS}


@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_sources_is_translated(language, owner, sources):
    missing = sources[owner] - set(texts_of(read_catalogue(language, owner)))
    assert not missing, "run `make texts` and translate what it lists"
    assert not untranslated(read_catalogue(language, owner))


@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_nothing_else(language, owner, sources):
    assert set(texts_of(read_catalogue(language, owner))) == sources[owner]


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_two_games_say_is_translated_the_same(language):
    said: dict = {}
    for owner in OWNERS:
        for message in read_catalogue(language, owner):
            assert said.setdefault(message.id, message.string) == message.string or not message.id, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_same_gaps(language):
    for text, said in catalogue(language).items():
        assert set(re.findall(r"\{\w*\}", text)) == set(re.findall(r"\{\w*\}", said)), text


@pytest.mark.parametrize("owner", OWNERS)
def test_collecting_again_changes_nothing(tmp_path, owner):
    again = tmp_path / "again.po"
    write(updated("eo", owner), again, owner)
    assert again.read_bytes() == path_of("eo", owner).read_bytes()


def test_page_program_and_schemas_are_searched(sources):
    assert {"Resign", "{n} day", "{n} days", "It is not your turn", "true or false"} <= sources[PROGRAM]


def test_what_a_game_says_stands_in_its_own_folder(sources):
    assert {"swapped, but there is no stone yet"} <= sources["atoll"]
    assert {"Red", "either or both"} <= sources["atmalof"]
    for name in our_games():
        assert not sources[name] & sources[PROGRAM]


def test_no_text_hides_in_a_formatted_one():
    """Babel does not look into f-strings: a text that is made there would never be collected."""
    hidden = []
    for path in Path(ludejo.__file__).parent.rglob("*.py"):
        for formatted in (
            node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.JoinedStr)
        ):
            calls = (node.func for node in ast.walk(formatted) if isinstance(node, ast.Call))
            hidden += [f"{path}:{call.lineno}" for call in calls if getattr(call, "id", "") in KEYWORDS]
    assert not hidden


def test_every_refusal_is_a_phrase():
    """What is said to people can be translated; engine protocols are read by programs, the gate by its maker."""
    bare = []
    for path in Path(ludejo.__file__).parent.rglob("*.py"):
        if path.parent.name == "protocols" or path.name == "gate.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            call = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in REFUSALS and call.args:
                given = call.args[0]
                if isinstance(given, ast.JoinedStr) or (
                    isinstance(given, ast.Constant) and isinstance(given.value, str)
                ):
                    bare.append(f"{path}:{call.lineno}")
    assert not bare


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "eo"}, "eo"),
        ({"LANG": "eo.UTF-8"}, "eo"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "eo"}, "en"),
        ({"LC_MESSAGES": "eo_XX", "LANG": "de_DE"}, "eo"),
        ({"LANGUAGE": "fr:eo:en", "LANG": "fr_FR"}, "eo"),
        ({"LC_ALL": "", "LANG": "eo"}, "eo"),
        ({"LC_ALL": "C", "LANG": "eo"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "en"),
    ],
)
def test_the_environment_names_the_language(environment, language):
    assert from_environment(environment) == language


def test_how_a_game_ended_in_esperanto():
    position = ludejo.game("atmalof").position("......./......./......./...r.../rrr.r../b....b./b....b. r")
    outcome = position.play("4.4-3.4").outcome
    assert outcome
    reason = outcome.reason
    assert reason == "line of five: 3.1 3.2 3.3 3.4 3.5"
    assert say("eo", reason) == "linio de kvin: 3.1 3.2 3.3 3.4 3.5"
    assert say("en", reason) == reason


def test_why_a_move_is_refused_in_esperanto():
    position = ludejo.game("atoll").start().play("f4")
    with pytest.raises(IllegalMove) as refused:
        position.play("f4")
    assert say("eo", refused.value.sentence) == '"f4" estas okupita de Nigro (Atoll, ludvico 2)'
    with pytest.raises(UnreadableMove) as unread:
        position.play("zz")
    assert say("eo", unread.value.sentence).startswith('"zz" ne estas ago; necesas ĉelo kiel')


@pytest.mark.parametrize(
    ("spec", "given"),
    [("atmalof:R=99", "R=99 estas ekster la limoj"), ("atoll:size=6", "estas para"), ("chess", "ne estas ludo")],
)
def test_what_is_wrong_with_a_specification_in_esperanto(spec, given):
    with pytest.raises(ludejo.BadVariant, match="expected") as refused:
        ludejo.game(spec)
    assert given in say("eo", refused.value.sentence)


def test_phrases_travel_with_their_values():
    told = phrase("{what} {why}", what="c3", why=phrase("is taken by {side}", side="White"))
    assert told == "c3 is taken by White"
    again = pickle.loads(pickle.dumps(told))
    assert (again, again.template, again.values) == (told, told.template, told.values)
    assert as_words(told)["values"] == {
        "what": "c3",
        "why": {"template": "is taken by {side}", "values": {"side": "White"}},
    }
    assert as_words("plain {braces}") == {"template": "{text}", "values": {"text": "plain {braces}"}}


def test_atmalof_speaks_as_its_own_sheet():
    words = catalogue("eo")
    assert words["Row {number}"] == "Vico {number}"
    assert words["Column {number}"] == "Kolumno {number}"
    assert words["The die"] == "La ĵetkubo"
    assert words["Atmalof"] == "Atmalof (Kvinigu)"
    assert words["Drop into row {number}"].startswith("Meti")


@pytest.mark.parametrize("language", ["en", "eo"])
@pytest.mark.parametrize("name", ["atmalof", "mammalath", "atoll", "almatafl"])
def test_rule_pages_are_plain_markup_with_a_place_for_each_rule(name, language):
    page = rules_page(name, language)
    assert page["html"].startswith("<h1>")
    assert page["designer"] in page["html"]
    assert [int(number) for number in re.findall(r'id="R(\d+)"', page["html"])][:7] == [1, 2, 3, 4, 5, 6, 7]
    assert not re.search(r"<script|style=|onclick", page["html"])


@pytest.mark.parametrize("language", ["en", "eo"])
@pytest.mark.parametrize("name", our_games())
def test_rule_pages_have_their_pictures_notes_and_marks(name, language):
    html = rules_page(name, language)["html"]
    for picture in pictures(name):
        shown = f'<figure><img src="/pictures/{name}/{picture.name}.svg" alt="" />'
        assert shown in html
        assert html.index(shown) < html.index('<h2 id="notes">')
        assert picture.words(language).replace("`", "") in html
    assert html.count('<a href="#notes"') == rules_text(name, language).count(MARK) >= 4
    assert say(language, "Our own reading: see the notes") in html


@pytest.mark.parametrize("name", our_games())
def test_both_languages_say_the_same_of_what_is_open(name):
    english, esperanto = (notes_text(name, language) for language in ("en", "eo"))
    assert english != esperanto
    for sign in (r"^\| ", r"^## ", r"^- ", r"R\d+"):
        assert [len(re.findall(sign, text, re.M)) for text in (english, esperanto)].count(0) == 0
        assert len(re.findall(sign, english, re.M)) == len(re.findall(sign, esperanto, re.M)), sign
    both = [rules_text(name, language) for language in ("en", "eo")]
    assert both[0].count(MARK) == both[1].count(MARK)


def test_there_is_no_other_language():
    with pytest.raises(NoSuchText, match='"de", expected en or eo'):
        catalogue("de")
    assert catalogue("en") == {}


def test_the_page_is_sent_what_it_may_say_and_not_the_help_of_commands() -> None:
    sent, whole = page_catalogue("eo"), catalogue("eo")
    assert sent.items() < whole.items()
    assert sent["Hint"] == whole["Hint"]
    assert "That wins at once." in sent, "of the lab's texts, what puzzles say"
    assert sent["Size"] == whole["Size"], "of games' texts, those that the lab says too"
    assert page_catalogue("en") == {}
