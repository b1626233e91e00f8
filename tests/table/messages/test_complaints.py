"""What is wrong with a request is said in sentences of ours, which can be translated."""

import pytest
from pydantic import TypeAdapter, ValidationError

from ludejo.language.catalogues import catalogue
from ludejo.table.messages import complaints, requests


@pytest.mark.parametrize(
    ("kind", "given", "sentence"),
    [
        (requests.NameRequest, {"name": "x" * 41}, "The name is too long: at most 40 signs"),
        (requests.NameRequest, {"name": "a\u202eb"}, "The name has signs that are not taken here"),
        (requests.NameRequest, {}, "The name is missing"),
        (requests.NameRequest, {"name": 7}, "The name is no text"),
        (requests.NameRequest, {"name": "", "rank": 1}, "rank is not expected here"),
        (requests.MoveAct, {"number": 1, "text": ""}, "The move is too short: at least 1 signs"),
        (requests.MoveAct, {"number": -1, "text": "a1"}, "number is too small: at least 0"),
        (requests.MoveAct, {"number": "one", "text": "a1"}, "number is no whole number"),
        (requests.NameRequest, [], "The message is no object with fields"),
    ],
)
def test_the_first_problem_is_said_plainly(kind: type, given: object, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(kind).validate_python(given)
    assert complaints.complaint(refused.value.errors()) == sentence


def test_every_sentence_is_translated() -> None:
    said = catalogue("eo")
    for sentences in (complaints._SENTENCES, complaints._KINDS):
        assert all(said.get(sentence) for sentence in sentences.values())
