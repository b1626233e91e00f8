"""Errors are data: what was given, why it is refused and where. The sentence is made from them, in any language."""

import copy
import pickle

import pytest

import ludejo
from ludejo.games.errors import BadPosition, BadRecord, BadVariant, IllegalMove, UnreadableMove, Unusable
from ludejo.games.phrases import Phrase, phrase
from ludejo.language.catalogues import say
from ludejo.play import records


def refused(act, *arguments, **options):
    with pytest.raises(Unusable) as caught:
        act(*arguments, **options)
    return caught.value


def test_an_illegal_move_knows_text_reason_game_and_turn():
    error = refused(ludejo.game("atoll").start().play("f4").play, " F4 ")
    assert isinstance(error, IllegalMove)
    assert (error.text, error.reason, error.game, error.turn) == (" F4 ", "is taken by Black", "Atoll", 2)
    assert isinstance(error.reason, Phrase)
    assert error.reason.template == "is taken by {side}"
    assert str(error) == '"F4" is taken by Black (Atoll, move 2)'


def test_an_unreadable_move_knows_them_too():
    error = refused(ludejo.game("atmalof").start().play, "Z4")
    assert isinstance(error, UnreadableMove)
    assert (error.text, error.game, error.turn) == ("Z4", "Atmalof", 1)
    assert error.reason.startswith("is no move, expected a drop")


def test_a_bad_position_knows_text_and_game():
    error = refused(ludejo.game("atoll:rhombus,size=2,islands=4").position, "bw/.. w swapped")
    assert isinstance(error, BadPosition)
    assert (error.text, error.game) == ("bw/.. w swapped", "Atoll")
    assert str(error) == f"Atoll: {error.reason}"


def test_a_bad_arrangement_knows_them_too():
    error = refused(ludejo.game("mammalath").start, setup="A/B")
    assert (error.text, error.game) == ("A/B", "Mammalath")


@pytest.mark.parametrize(("spec", "game"), [("atmalof:R=99", "atmalof"), ("atoll:size=6", "atoll (classic)")])
def test_a_bad_variant_knows_the_specification(spec, game):
    error = refused(ludejo.game, spec)
    assert isinstance(error, BadVariant)
    assert (error.text, error.game) == (spec, game)


def test_a_bad_record_knows_the_turn_or_the_place():
    record = records.Record("atoll", (records.Player("Ada"), records.Player("Bo")), ("f4", "f4"))
    error = refused(records.replay, record)
    assert (error.turn, error.text, error.reason) == (2, "f4", "is taken by Black")
    assert str(error) == 'move 2, "f4": is taken by Black'
    error = refused(records.replay, records.Record("atoll:size=6", record.players))
    assert (error.place, error.turn) == ("spec", None)
    assert str(error).startswith("spec: atoll (classic): size=6 is even")


@pytest.mark.parametrize("kind", [IllegalMove, UnreadableMove, BadPosition, BadVariant, BadRecord])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_can_be_copied_and_sent(kind, again):
    error = kind(phrase("is taken by {side}", side="White"), text="c3", game="Atoll", turn=7, place="start")
    twin = again(error)
    assert type(twin) is kind
    assert vars(twin) == vars(error)
    assert isinstance(twin.reason, Phrase)
    assert (str(twin), twin.sentence, twin.args) == (str(error), error.sentence, error.args)
    assert say("eo", twin.sentence) == say("eo", error.sentence)


def test_what_is_known_already_stays():
    error = BadVariant("no", game="atoll (classic)").about("atoll:size=6", "atoll")
    assert (error.game, error.text) == ("atoll (classic)", "atoll:size=6")
