"""Variations, comments and marks: the same in all formats, and refused in a sentence where they cannot be."""

from dataclasses import replace

import pytest

import ludejo
from ludejo.games.errors import BadRecord
from ludejo.play import abstractplay, records, sgf
from ludejo.play.records import Bounds, Record, Result
from ludejo.play.variations import Study, Variation

HEX = "atoll:rhombus,size=4,pie=yes"
FORMATS = [records, sgf, abstractplay]


def played(spec, moves, **details):
    position = ludejo.game(spec).start(seed=7)
    for move in moves.split():
        position = position.play(move)
    return Record.from_position(position, ("Ada", "Bo"), **details)


def hex_study():
    lines = (
        Variation(0, 1, ("c3", "b3"), {2: "Not taken."}, {3: ("b3", "b2-b3")}),
        Variation(0, 3, ("d1",)),
        Variation(0, 3, ("d2", "d3")),
        Variation(1, 2, ("c2", "d2"), {4: "A branch\nof a branch: [ok]"}),
    )
    study = Study(lines, {0: ("a1", "a1-d4"), 4: ("c1",)})
    return played(HEX, "b2 swap c2 b3", comments={0: "To begin with.", 4: "Last."}, study=study)


def resigned_study():
    """It goes on where somebody resigned, in two ways."""
    lines = (Variation(0, 2, ("a2", "a3")), Variation(0, 3, ("d4", "d3", "d2")), Variation(0, 3, ("a4",)))
    return played(
        "atoll:rhombus,size=4", "b2 c2 b3", result=Result.lost_by(1), study=Study((*lines, Variation(2, 4, ("a1",))))
    )


def dice_study():
    lines = (Variation(0, 1, ("C4:5", "R2"), {3: "The die has not rolled."}), Variation(0, 2, ("3.4-2.4",)))
    return played("atmalof:junior", "R3:4 C4:4", study=Study(lines, {1: ("3.4",)}))


@pytest.mark.parametrize("form", FORMATS, ids=lambda module: module.__name__)
@pytest.mark.parametrize("made", [hex_study, resigned_study, dice_study])
def test_a_study_comes_back_as_it_was(form, made):
    record = made()
    assert form.read(form.write(record)) == record
    assert form.read(form.write(record)).study == record.study
    assert records.read(records.write(record)).study.marks == record.study.marks


def test_the_written_form():
    text = sgf.write(hex_study())
    assert "\n(\n;W[swap-sides]" in text
    assert "CR[b3]AR[b2:b3]" in text
    assert text.count("(") == text.count(")")
    assert "turns" not in text
    assert "[turns:3]" in sgf.write(resigned_study())
    document = records.to_document(hex_study())
    assert document["study"]["version"] == 1
    assert document["study"]["lines"][1] == {"from": [0, 3], "moves": ["d1"]}


def test_records_without_variations_are_written_as_ever():
    plain = played(HEX, "b2 swap c2 b3")
    assert "study" not in records.to_document(plain)
    assert records.read(records.write(plain)).study == Study()


def test_lines_in_another_order_are_the_same_study():
    record = hex_study()
    one, two, three, four = record.study.lines
    mixed = (two, one, replace(four, line=2), three)
    assert records.read(records.write(replace(record, study=replace(record.study, lines=mixed)))) == record


def test_moves_become_canonical():
    lines = (Variation(0, 2, (" D2 ",)),)
    careless = replace(played(HEX, "b2 swap"), study=Study(lines))
    assert records.read(records.write(careless)).study.lines[0].moves == ("d2",)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (Variation(0, 9, ("a1",)), "variation 1 begins at turn 9 of line 0, where none can"),
        (Variation(1, 1, ("a1",)), "variation 1 begins at turn 1 of line 1, where none can"),
        (Variation(0, 2, ("b2",)), 'variation 1: move 3, "b2": is taken'),
        (Variation(0, 2, ("a1",), {2: "too early"}), "stands at turn 2, expected turns 3 to 3"),
        (Variation(0, 2, ("a1",), {}, {3: ("z9",)}), '"z9" is no mark'),
        (Variation(0, 2, ("a1",), {}, {3: ("a1-a1",)}), '"a1-a1" is no mark'),
    ],
)
def test_what_does_not_fit_is_refused(line, sentence):
    record = replace(played(HEX, "b2 swap"), study=Study((line,)))
    with pytest.raises(BadRecord, match=sentence):
        records.read(records.write(record))


def test_a_variation_does_not_begin_at_the_end_of_another():
    lines = (Variation(0, 2, ("a1",)), Variation(1, 3, ("a2",)))
    with pytest.raises(BadRecord, match="variation 2 begins at turn 3 of line 1"):
        records.replay(replace(played(HEX, "b2 swap"), study=Study(lines)))


def test_variations_count_as_turns():
    record = hex_study()
    text = records.write(record)
    for form in FORMATS:
        with pytest.raises(BadRecord, match="turns"):
            form.read(form.write(record), Bounds(turns=10, places=10_000))
    assert records.read(text, Bounds(turns=11, places=10_000)) == record


def test_variations_of_other_programs_are_read_as_far_as_they_can_be_played():
    odd, good = "(;W[b2](;B[a1])(;B[a2]))", "(;W[c3]TR[a1][z9];B[c1](;W[d1])(;W[d2]))"
    text = f"(;FF[4]GM[11]SZ[4];B[b2](;W[c2]C[The game.];B[b3]){odd}{good})"
    record = sgf.read(text)
    assert record.moves == ("b2", "c2", "b3")
    assert record.study.lines == (Variation(0, 1, ("c3", "c1", "d1"), {}, {2: ("a1",)}), Variation(1, 3, ("d2",)))


def test_variations_after_swapped_pieces_are_mirrored_as_the_game_is():
    text = "(;FF[4]GM[11]SZ[4];B[a2];W[swap-pieces](;B[c1];W[d1])(;B[c2]))"
    record = sgf.read(text)
    assert record.moves == ("a2", "swap", "a3", "a4")
    assert record.study.lines == (Variation(0, 2, ("b3",)),)


def test_many_nested_variations_are_no_trouble():
    nested = "(;FF[4]GM[11]SZ[4]" + "(;B[a1](;W[b1])" * 300 + ")" * 300 + ")"
    assert sgf.read(nested).moves
