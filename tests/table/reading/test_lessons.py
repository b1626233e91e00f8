"""Introductions: every step can be played, and does what its words say."""

import re
from dataclasses import replace

import pytest

from ludejo.games.discovery import names
from ludejo.games.errors import IllegalMove, NoSuchText, UnreadableMove
from ludejo.language.catalogues import LANGUAGES
from ludejo.language.rule_texts import MARK, rules_text
from ludejo.table.reading.lessons import lesson, steps, try_step
from ludejo.table.reading.rules_pages import rules_page

STEPS = [(name, number) for name in names() for number in range(1, len(steps(name)) + 1)]


def step_of(name, number):
    return steps(name)[number - 1]


@pytest.mark.parametrize("name", names())
def test_each_introduction_has_eight_to_fourteen_steps_in_every_language(name):
    assert 8 <= len(steps(name)) <= 14
    for step in steps(name):
        for words in (step.title, step.text) + ((step.right,) if step.accept else ()):
            assert set(words) == set(LANGUAGES)
            assert all(text.strip() for text in words.values())


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_right_moves_are_legal_and_lead_where_the_step_says(name, number):
    step = step_of(name, number)
    right = [move for move in step.start.moves() if step.accepts(move)]
    assert bool(right) == bool(step.accept)
    for move in right:
        tried = try_step(name, number, move)
        assert tried["right"]
        assert tried["moves"][0] == move
        last = tried["positions"][-1]
        assert ended(last["outcome"], step.start.to_move) == step.then, (move, last["outcome"])


def ended(outcome, seat):
    if outcome is None:
        return "on"
    return {None: "draw", seat: "win"}.get(outcome["winner"], "loss")


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_whoever_wins_at_once_is_right(name, number):
    step = step_of(name, number)
    if not step.accept:
        return
    for move in step.start.moves():
        outcome = step.start.play(move).outcome
        if outcome and outcome.winner == step.start.to_move:
            assert step.accepts(move), move


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_wrong_moves_are_answered_in_words(name, number):
    step = step_of(name, number)
    wrong = [move for move in step.start.moves() if not step.accepts(move)]
    if not step.accept or not wrong:
        return
    for language in LANGUAGES:
        tried = try_step(name, number, wrong[0], language)
        assert not tried["right"]
        assert tried["text"] == step.wrong[language].strip() != ""


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_every_accepted_text_is_of_use(name, number):
    step = step_of(name, number)
    for wanted in step.accept:
        alone = replace(step, accept=(wanted,))
        assert any(alone.accepts(move) for move in step.start.moves()), wanted


@pytest.mark.parametrize("name", names())
def test_rules_are_cited_that_there_are(name):
    page = rules_page(name)["html"]
    for step in steps(name):
        assert f'id="{step.rule}"' in page


@pytest.mark.parametrize("name", names())
def test_readings_of_our_own_are_marked_as_in_the_rules(name):
    parts = re.split(r"^\*\*(R\d+)\*\* |^## |^After each move", rules_text(name, "en"), flags=re.MULTILINE)
    marked = {rule for rule, words in zip(parts[1::2], parts[2::2], strict=True) if rule and MARK in words}
    shown = {step.rule for step in steps(name)}
    told = {step.rule for step in steps(name) if MARK in step.text["en"]}
    assert marked & shown <= told
    for step in steps(name):
        assert len({text.count(MARK) for text in step.text.values()}) == 1, "every language marks the same"


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_cells_named_in_the_words_are_cells_of_the_board(name, number):
    step = step_of(name, number)
    pattern = r"\b\d\.\d\b" if name == "atmalof" else r"\b[a-k]\d{1,2}\b"
    for words in (step.text, step.right, step.wrong):
        found = [set(re.findall(pattern, text)) for text in words.values()]
        assert all(cells <= set(step.start.game.grid.names) for cells in found)
        assert len({frozenset(cells) for cells in found}) <= 1, "the languages name the same cells"


def test_what_is_not_there_is_refused():
    with pytest.raises(NoSuchText, match="no game here"):
        lesson("chess")
    with pytest.raises(NoSuchText, match="language"):
        lesson("atoll", "xx")
    with pytest.raises(NoSuchText, match="no number 99, expected 1 to"):
        try_step("atoll", 99, "a1")
    with pytest.raises(UnreadableMove):
        try_step("atoll", 2, "nowhere")
    with pytest.raises(IllegalMove):
        try_step("atoll", 3, "c1")


def test_an_introduction_as_the_page_gets_it():
    told = lesson("mammalath", "eo")
    assert told["designer"] == "Grant Fikes"
    first, second = told["steps"][:2]
    assert (first["asks"], second["asks"]) == (False, True)
    assert not first["position"]["moves"]
    assert len(second["position"]["moves"]) == 36
    assert second["board"]["cells"]
