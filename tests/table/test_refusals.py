"""Why something is refused: codes, sentences and their templates."""

from ludejo.games.errors import UnreadableMove
from ludejo.table.refusals import STATUS, Refusal, explained


def test_refusals_have_templates_that_make_their_sentences():
    for code in STATUS:
        try:
            refusal = Refusal(code, seconds=3, bytes=9)
        except KeyError:  # one that the rules explain
            continue
        told = refusal.as_json()
        assert told["template"].format(**told["values"]) == told["sentence"]
    assert explained(UnreadableMove("a {b} c")).as_json()["sentence"] == "a {b} c"
