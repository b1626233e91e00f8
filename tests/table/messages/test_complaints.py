"""What is wrong with a request is said in sentences of ours, which can be translated."""

import pytest
from pydantic import TypeAdapter, ValidationError

from ludejo.language.catalogues import catalogue
from ludejo.table.messages import complaints, people, requests


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


UNKNOWN = {f"a{k}": 1 for k in range(10_000)}
WRONG_TURNS = {f"a{k}": 1 for k in range(requests.MOST_TURNS)}
LINE = {"spec": "atoll"}


@pytest.mark.parametrize(
    ("kind", "given", "sentence"),
    [
        (requests.NameRequest, UNKNOWN, "The message has too many entries: at most 40"),
        (requests.MoveAct, {"number": 1, "text": "a1"} | UNKNOWN, "The message has too many entries: at most 40"),
        (people.ChallengeRequest, LINE | {"clock": {"kind": "days", "days": 1} | UNKNOWN},
         "clock.days has too many entries: at most 40"),
        (requests.LookRequest, LINE | {"moves": [1] * 10_000}, "moves.0 is no text"),
        (requests.LookRequest, LINE | {"moves": ["a1"] * 10_000}, "moves has too many entries: at most 5000"),
        (requests.PuzzleTryRequest, {"move": "a1", "before": [1] * 10_000}, "before.0 is no text"),
        (requests.ArrangeRequest, {"version": 1, "study": "s", "chapters": [UNKNOWN] * 1000},
         "chapters.0 has too many entries: at most 40"),
        (requests.ExportRequest, LINE | {"format": "json", "comments": UNKNOWN},
         "comments has too many entries: at most 5000"),
        (requests.ExportRequest, LINE | {"format": "json", "comments": WRONG_TURNS},
         "comments.a0.[key] is no whole number"),
    ],
)  # fmt: skip
def test_of_what_is_wrong_without_end_little_is_said(kind: type, given: object, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(kind).validate_python(given)
    assert refused.value.error_count() <= 2  # of an entry, key and value
    assert complaints.complaint(refused.value.errors()) == sentence


def test_comments_come_through_as_they_are() -> None:
    asked = requests.ExportRequest.model_validate(LINE | {"format": "json", "comments": {"3": "good", "4": ""}})
    assert asked.comments == {3: "good", 4: ""}


def test_every_sentence_is_translated() -> None:
    said = catalogue("eo")
    for sentences in (complaints._SENTENCES, complaints._KINDS):
        assert all(said.get(sentence) for sentence in sentences.values())
