"""Fair dice: the formula, that it favours no face, and that no forgery passes, here or with a second checker."""

import copy
import hashlib
import hmac
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.atmalof import Naive
from naive.fair_dice import failures
from sittings import Played, started

import ludejo
from ludejo.games.errors import BadRecord
from ludejo.play import fair_dice, records
from ludejo.play.fair_dice import Fairness, Memory
from ludejo.play.records import Record, Result
from ludejo.table.sitting.recording import record_of

SECRET = bytes(range(32))
NONCES = ("ada", "bo")
LINES = ("R1", "C2", "R3", "C4", "R5", "C5", "R2", "C1")
Document = dict[str, Any]
Forgery = Callable[[Document], None]


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


# ---------------------------------------------------------------- honest records


def rules() -> Naive:
    return Naive(R=6, C=6, X=1, Y=1, P=22, N=5, tie="either")


def at_the_table(nonces: tuple[str, str] = NONCES, turns: int = 6) -> Played:
    """A game of two people in which the second roll was taken back, and later two rolls at once."""
    played = started("atmalof")
    played.act(1, "join", nonce=nonces[1])
    if nonces[0]:
        played.act(0, "nonce", nonce=nonces[0])
    for turn, line in enumerate(LINES[:turns]):
        played.act(turn % 2, "move", text=line)
        if turn in (1, 4):
            asked = turn % 2 if turn == 1 else 1
            played.act(asked, "takeback")
            played.act(1 - asked, "accept")
            if turn == 4:
                played.act(1, "move", text="C3")
            played.act(turn % 2, "move", text="C6")
    played.act(0, "resign")
    return played


def document_of(played: Played) -> Document:
    return json.loads(records.write(record_of(played.sitting, played.secret)))


@cache
def honest() -> Document:
    """One of them, never changed."""
    return document_of(at_the_table())


def made(faces: Callable[[int], int], dice: Document, turns: int = 6) -> Document:
    """A record with the faces somebody wants."""
    position = ludejo.game("atmalof").start()
    for turn, line in enumerate(LINES[:turns]):
        position = position.play(f"{line}:{faces(turn)}")
    return records.to_document(Record.from_position(position, result=Result.lost_by(0), dice=dice))


def made_fairly(ks: list[int], **changes: Any) -> Document:
    """A record as it was written before rolls that were taken back were listed."""
    shown = fair_dice.commitment(SECRET)
    dice = {"kind": fair_dice.KIND, "commitment": shown, "nonces": list(NONCES), "secret": SECRET.hex(), "rolls": ks}
    return made(lambda turn: fair_dice.face(SECRET, NONCES, ks[turn], 6), {**dice, **changes}, len(ks))


def test_a_sound_record_is_verified_and_survives_being_written():
    document = document_of(at_the_table())
    assert [roll["k"] for roll in document["dice"]["taken_back"]] == [1, 4, 5]
    assert document["dice"]["rolls"] == [0, 2, 3, 6, 7, 8]
    fair = fair_dice.verify(records.read(json.dumps(document)))
    assert fair == Fairness(rolls=6, taken_back=3, gaps=0, nonces=2)
    assert fair.is_proven
    assert failures(json.dumps(document), rules()) == set()


def test_records_of_before_are_verified_and_what_they_leave_out_is_said():
    whole = fair_dice.verify(records.from_document(made_fairly([0, 1, 2, 3])))
    assert whole == Fairness(rolls=4, taken_back=0, gaps=0, nonces=2)
    assert whole.is_proven
    gaps = fair_dice.verify(records.from_document(made_fairly([0, 2, 3, 7])))
    assert gaps == Fairness(rolls=4, taken_back=0, gaps=4, nonces=2)
    assert not gaps.is_proven
    assert "4 numbers are left out" in gaps.sentence


def test_a_record_without_proof_is_no_proof():
    record = records.from_document(document_of(at_the_table()))
    assert fair_dice.verify(replace(record, dice=None)) is None
    untold = {key: value for key, value in (record.dice or {}).items() if key != "secret"}
    assert fair_dice.verify(replace(record, dice=untold)) is None


def test_dice_without_any_nonce_prove_nothing():
    document = document_of(at_the_table(("", "")))
    fair = fair_dice.verify(records.from_document(document))
    assert fair is not None
    assert not fair.is_proven
    assert "no player added a nonce" in fair.sentence
    assert failures(json.dumps(document), rules()) == {8}


PERSON, PROGRAM = {"name": "Ada", "kind": "person"}, {"name": "Ludejo level 3", "kind": "program", "level": "3"}


@pytest.mark.parametrize(
    ("players", "nonces", "lack"),
    [
        ((PERSON, PROGRAM), ("ada", ""), ""),
        ((PERSON, PROGRAM), ("", "table"), "no player added a nonce"),
        ((PERSON, PROGRAM), ("ada", "table"), "a nonce stands where no player adds one"),
        ((PROGRAM, PERSON), ("table", ""), "no player added a nonce"),
        ((PROGRAM, PROGRAM), ("ada", ""), ""),  # whoever watches two programs adds theirs at the first seat
        ((PROGRAM, PROGRAM), ("", "table"), "no player added a nonce"),
        ((PROGRAM, PROGRAM), ("ada", "table"), "a nonce stands where no player adds one"),
    ],
)
def test_a_nonce_that_the_table_adds_for_its_program_is_no_part(players, nonces, lack):
    """It can be chosen when the player's is known, until the rolls please."""
    dice = fair_dice.proof(SECRET, nonces, [], range(6), told=True)
    document = made(lambda turn: fair_dice.face(SECRET, nonces, turn, 6), dice) | {"players": list(players)}
    fair = fair_dice.verify(records.from_document(document))
    assert fair is not None
    assert (fair.is_proven, lack in fair.sentence) == (not lack, True)
    assert failures(json.dumps(document), rules()) == ({8} if lack else set())
    if "table" in nonces:
        with pytest.raises(BadRecord, match='the nonce "table" is not among those of the players'):
            fair_dice.verify(records.from_document(document), Memory(nonce="table"))


@pytest.mark.parametrize("spec", ["atmalof", "atmalof:R=3,C=5,X=1,Y=2,N=3,P=8,tie=both", "atoll"])
def test_how_many_faces_a_die_has_is_fixed_for_the_whole_game(spec):
    game = ludejo.game(spec)
    faces, position, chance = fair_dice.faces_of(game), game.start(), random.Random(7)
    assert bool(faces) == game.has_dice
    for _ in range(60):
        if position.is_over:
            break
        if position.is_chance:
            assert faces[position.history[-1]] == len(position.legal)
        position = position.after(chance.choice(position.legal))


# ---------------------------------------------------------------- forgeries


def picked(wanted: Callable[[int, int], bool], first: int = 0) -> list[int]:
    """Growing numbers whose rolls please somebody."""
    ks: list[int] = []
    k = first
    while len(ks) < 6:
        if wanted(len(ks), fair_dice.face(SECRET, NONCES, k, 6)):
            ks.append(k)
        k += 1
    return ks


def sixes_for_one_side(turn: int, face: int) -> bool:
    return turn % 2 == 1 or face == 6


def test_a_game_with_only_sixes_for_one_side_is_not_proven_fair():
    ks = picked(sixes_for_one_side)
    document = made_fairly(ks)
    assert [move[-1] for move in document["moves"][::2]] == ["6"] * 3
    fair = fair_dice.verify(records.from_document(document))  # as a record of before it can be written like this
    assert fair is not None
    assert fair.gaps == ks[-1] + 1 - len(ks)
    assert not fair.is_proven
    with pytest.raises(BadRecord, match=r"is neither in the moves nor among those taken back"):
        fair_dice.verify(records.from_document(made_fairly(ks, taken_back=[])))
    assert 3 in failures(json.dumps(document), rules())


def test_negative_numbers_are_no_numbers_of_rolls():
    listings: tuple[list[Document] | None, ...] = (None, [])
    for listed in listings:
        document = made_fairly(picked(sixes_for_one_side, first=-500), taken_back=listed)
        with pytest.raises(BadRecord, match="whole numbers from 0 on"):
            fair_dice.verify(records.from_document(document))
        assert 2 in failures(json.dumps(document), rules())


@pytest.mark.parametrize("secret", [b"", b"\0", bytes(31), bytes(33)])
def test_a_secret_has_its_length(secret):
    nonces = ["ada", "bo"]
    dice = {
        "kind": fair_dice.KIND, "commitment": fair_dice.commitment(secret), "nonces": nonces, "secret": secret.hex(),
        "rolls": list(range(6)), "taken_back": [],
    }  # fmt: skip
    document = made(lambda turn: fair_dice.face(secret, nonces, turn, 6), dice)
    with pytest.raises(BadRecord, match="64 hexadecimal digits"):
        fair_dice.verify(records.from_document(document))
    assert failures(json.dumps(document), rules()) == {1}


def dice_changed(**changes: Any) -> Forgery:
    return lambda document: document["dice"].update(changes)


def another_roll(document: Document) -> None:
    drop, _, face = document["moves"][1].partition(":")
    document["moves"][1] = f"{drop}:{int(face) % 6 + 1}"


def nonces_swapped(document: Document) -> None:
    document["dice"]["nonces"].reverse()


def rolls_reordered(document: Document) -> None:
    rolls = document["dice"]["rolls"]
    rolls[0], rolls[2] = rolls[2], rolls[0]


def roll_used_twice(document: Document) -> None:
    document["dice"]["rolls"][1] = 0


def used_and_taken_back(document: Document) -> None:
    document["dice"]["taken_back"].append({**document["dice"]["taken_back"][0], "k": 0})


def taken_back_left_out(document: Document) -> None:
    document["dice"]["taken_back"].pop(1)


def taken_back_shows_another_face(document: Document) -> None:
    roll = document["dice"]["taken_back"][0]
    roll["face"] = roll["face"] % 6 + 1


def taken_back_of_another_die(document: Document) -> None:
    """The number of faces is looked for that makes the roll what somebody wants."""
    dice, roll = document["dice"], document["dice"]["taken_back"][0]
    drawn = {fair_dice.face(bytes.fromhex(dice["secret"]), dice["nonces"], roll["k"], n): n for n in range(7, 60)}
    roll["face"] = next(face for face in drawn if face != roll["face"])
    roll["faces"] = drawn[roll["face"]]


def taken_back_for_no_drop(document: Document) -> None:
    document["dice"]["taken_back"][0]["drop"] = "R8"


def taken_back_in_a_turn_that_stood(document: Document) -> None:
    document["dice"]["taken_back"][-1]["turn"] = 1


def taken_back_is_half_told(document: Document) -> None:
    del document["dice"]["taken_back"][0]["face"]


def rolls_of_another_game(document: Document) -> None:
    document["dice"] = document_of(at_the_table())["dice"]


def moves_of_another_game(document: Document) -> None:
    document["moves"] = document_of(at_the_table())["moves"]


def first_roll_hidden(document: Document) -> None:
    """The game is said to have begun later, with a die that was due: its roll is nobody's."""
    position = ludejo.game("atmalof").start().play("R1")
    document.update(moves=["R1:6", *document["moves"][1:]], start=position.text)
    document["dice"]["rolls"].pop(0)


FORGERIES: dict[str, tuple[Forgery, str]] = {
    "secret of another": (dice_changed(secret=bytes(32).hex()), "commitment was made to"),
    "secret in capitals": (lambda document: dice_changed(secret="AB" * 32)(document), "64 hexadecimal digits"),
    "secret with spaces": (dice_changed(secret=" ".join(["00"] * 32)), "64 hexadecimal digits"),
    "secret a number": (dice_changed(secret=7), "64 hexadecimal digits"),
    "commitment changed": (dice_changed(commitment="0" * 64), "commitment was made to"),
    "commitment short": (dice_changed(commitment="00"), "the commitment is"),
    "commitment gone": (dice_changed(commitment=None), "the commitment is"),
    "another nonce": (dice_changed(nonces=["ada", "eve"]), "of the fair dice is"),
    "a nonce short": (dice_changed(nonces=["ada"]), "two nonces"),
    "a nonce that is none": (dice_changed(nonces=["ada", "ĉ"]), "two nonces"),
    "a nonce that is two": (dice_changed(nonces=["ada|b", "o"]), "two nonces"),
    "nonces swapped": (nonces_swapped, "of the fair dice is"),
    "numbers too few": (dice_changed(rolls=[0, 1, 2]), "3 rolls in the proof, but 6"),
    "numbers no list": (dice_changed(rolls=None), "whole numbers from 0"),
    "numbers true": (dice_changed(rolls=[False, True, 2, 3, 6, 7]), "whole numbers from 0"),
    "numbers shifted": (dice_changed(rolls=[1, 2, 3, 4, 7, 8]), "roll 0 is neither"),
    "numbers beyond all": (dice_changed(rolls=[0, 2, 3, 6, 7, 10**30]), "whole numbers from 0"),
    "rolls reordered": (rolls_reordered, "that grow"),
    "roll used twice": (roll_used_twice, "that grow"),
    "used and taken back": (used_and_taken_back, "roll 0 is there twice"),
    "taken back, left out": (taken_back_left_out, "roll 4 is neither"),
    "taken back, another face": (taken_back_shows_another_face, "roll 1, taken back"),
    "taken back, another die": (taken_back_of_another_die, "the rules say otherwise"),
    "taken back, no drop": (taken_back_for_no_drop, 'has 6 faces for "R8"'),
    "taken back, in a turn that stood": (taken_back_in_a_turn_that_stood, "would have undone roll"),
    "taken back, half told": (taken_back_is_half_told, "expected k, faces, face"),
    "taken back, no list": (dice_changed(taken_back={}), "a list of"),
    "another roll in the moves": (another_roll, "turn 2 rolled"),
    "rolls of another game": (rolls_of_another_game, "of the fair dice is"),
    "moves of another game": (moves_of_another_game, "of the fair dice is"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_named(name):
    forge, why = FORGERIES[name]
    document = copy.deepcopy(honest())
    forge(document)
    with pytest.raises(BadRecord, match=why) as refused:
        fair_dice.verify(records.from_document(document))
    assert refused.value.place == "dice"
    if not isinstance(document["dice"].get("taken_back"), dict):
        assert failures(json.dumps(document), rules()) & {1, 2, 3, 4, 5, 6}


def test_a_roll_cannot_hide_before_the_first_move():
    document = copy.deepcopy(honest())
    first_roll_hidden(document)
    with pytest.raises(BadRecord, match="5 rolls in the proof, but 6 in the moves"):
        fair_dice.verify(records.from_document(document))


def chosen_after_the_nonces() -> Document:
    """The table sees both nonces and then looks for a secret that gives the first player three sixes."""
    for tried in range(100_000):
        secret = hashlib.sha256(str(tried).encode()).digest()
        if all(fair_dice.face(secret, NONCES, k, 6) == 6 for k in (0, 2, 4)):
            break
    rolled = [fair_dice.face(secret, NONCES, k, 6) for k in range(6)]
    return made(rolled.__getitem__, fair_dice.proof(secret, NONCES, [], range(6), told=True))


def test_what_only_a_player_can_know_is_held_against_the_record():
    """A record that was made up afterwards fits itself; it contradicts what was shown before, and what was added."""
    shown = fair_dice.commitment(SECRET)
    forged = chosen_after_the_nonces()
    record = records.from_document(forged)
    fair = fair_dice.verify(record)
    assert fair is not None
    assert fair.is_proven
    with pytest.raises(BadRecord, match="not the one that was shown before the game"):
        fair_dice.verify(record, Memory(commitment=shown))
    assert failures(json.dumps(forged), rules(), commitment=shown) == {7}
    dropped = document_of(at_the_table(("", "")))
    with pytest.raises(BadRecord, match='the nonce "ada" is not among those of the players'):
        fair_dice.verify(records.from_document(dropped), Memory(nonce="ada"))
    assert failures(json.dumps(dropped), rules(), nonce="ada", seat=0) == {7, 8}
    remembered = Memory(honest()["dice"]["commitment"], "bo")
    found = fair_dice.verify(records.from_document(honest()), remembered)
    assert found is not None
    assert found.own == 1


texts = st.sampled_from(["", "ada", "bo", "|", "ĉ", "00" * 32, SECRET.hex(), "x" * 65])
numbers = st.integers(-2, 9) | st.sampled_from([True, 1.0, None, "0", 10**40])


@given(
    st.sampled_from(["secret", "commitment", "nonces", "rolls", "taken_back", "moves"]), st.integers(0, 5),
    st.sampled_from(["k", "faces", "face", "turn"]), texts, numbers,
)  # fmt: skip
def test_both_checkers_agree_on_any_change(part, place, key, text, number):
    document = copy.deepcopy(honest())
    dice = document["dice"]
    if part in ("secret", "commitment"):
        dice[part] = text
    elif part == "nonces":
        dice["nonces"][place % 2] = text
    elif part == "rolls":
        dice["rolls"][place] = number
    elif part == "taken_back":
        dice["taken_back"][place % 3][key] = number
    elif part == "moves" and type(number) is int and 1 <= number <= 6:
        document["moves"][place] = f"{document['moves'][place].partition(':')[0]}:{number}"
    try:
        fair_dice.verify(records.from_document(document))
        sound = True
    except BadRecord as error:
        sound = False
        if error.place != "dice":  # another roll can make a later move illegal, which is none of the dice's business
            return
    assert sound == (not failures(json.dumps(document), rules()) & {1, 2, 3, 4, 5, 6})
