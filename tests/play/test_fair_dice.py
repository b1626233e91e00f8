"""Fair dice: the formula, that it favours no face, and that no changed roll passes."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace

import pytest

import ludejo
from ludejo.games.errors import BadRecord
from ludejo.play import fair_dice, records
from ludejo.play.records import Record, Result

SECRET = bytes(range(32))
NONCES = ("ada", "bo")


def played(turns: int, ks: list[int] | None = None) -> Record:
    """A record whose drops were rolled by fair dice."""
    position, rolls = ludejo.game("atmalof").start(), []
    for turn in range(turns):
        k = ks[turn] if ks else turn
        face = fair_dice.face(SECRET, NONCES, k, 6)
        position = position.play(f"R{turn % 6 + 1}:{face}")
        rolls.append(k)
    dice = fair_dice.proof(SECRET, NONCES, rolls, told=True)
    return Record.from_position(position, result=Result.lost_by(0), dice=dice)


def test_a_roll_is_what_the_documented_formula_gives():
    shown = hashlib.sha256(SECRET).hexdigest()
    digest = hmac.new(SECRET, f"{shown}|ada|bo|3|0".encode(), hashlib.sha256).digest()
    assert fair_dice.face(SECRET, NONCES, 3, 6) == int.from_bytes(digest[:8], "big") % 6 + 1


def test_all_faces_come_equally_often():
    counts = Counter(fair_dice.face(SECRET, NONCES, k, 6) for k in range(12_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 20.5  # chi-squared, 5 degrees, p = 0.001


def test_rejected_numbers_are_drawn_again(monkeypatch):
    monkeypatch.setattr(fair_dice, "_RANGE", (1 << 64) // 4 * 3)  # many numbers now lie beyond
    seen = {fair_dice.face(SECRET, NONCES, k, 5) for k in range(50)}
    assert seen == {1, 2, 3, 4, 5}


def test_every_nonce_and_number_changes_the_rolls():
    def rolls(*nonces):
        return [fair_dice.face(SECRET, nonces, k, 1000) for k in range(5)]

    assert len({tuple(rolls(*nonces)) for nonces in (("", ""), ("a", ""), ("", "a"), ("b", "a"))}) == 4


def test_a_sound_record_is_verified_and_survives_being_written():
    record = records.read(records.write(played(5)))
    assert fair_dice.verify(record) == 5


def test_rolls_that_were_taken_back_leave_gaps():
    assert fair_dice.verify(played(4, [0, 2, 3, 7])) == 4


def test_a_record_without_proof_is_no_proof():
    assert fair_dice.verify(replace(played(2), dice=None)) is None
    untold = {key: value for key, value in (played(2).dice or {}).items() if key != "secret"}
    assert fair_dice.verify(replace(played(2), dice=untold)) is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"secret": bytes(32).hex()}, "commitment"),
        ({"secret": "zz"}, "hexadecimal"),
        ({"secret": 7}, "hexadecimal"),
        ({"nonces": ["ada", "eve"]}, "rolled"),
        ({"nonces": ["ada"]}, "two nonces"),
        ({"nonces": ["ada", "ĉ"]}, "two nonces"),
        ({"rolls": [0, 1, 2]}, "3 rolls in the proof, but 5"),
        ({"rolls": [0, 1, 1, 3, 4]}, "that grow"),
        ({"rolls": [True, 1, 2, 3, 4]}, "that grow"),
        ({"rolls": None}, "that grow"),
        ({"commitment": "00"}, "commitment"),
    ],
)
def test_a_changed_proof_is_refused(change, why):
    record = played(5)
    with pytest.raises(BadRecord, match=why):
        fair_dice.verify(replace(record, dice={**(record.dice or {}), **change}))


def test_a_changed_roll_is_refused():
    record = played(3)
    drop, _, face = record.moves[1].partition(":")
    other = int(face) % 6 + 1
    changed = replace(record, moves=(record.moves[0], f"{drop}:{other}", record.moves[2]))
    with pytest.raises(BadRecord, match=f"turn 2 rolled {other}"):
        fair_dice.verify(changed)
