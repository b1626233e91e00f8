"""Fair dice: rolls that neither the table nor a player alone can choose, and that anybody can verify afterwards.

Whoever keeps the dice commits to a secret before it knows the players' nonces. The k-th roll follows from the secret,
both nonces and k; the secret is shown when the game is over. docs/fair-dice.md has the formula, what a record must
hold, and what that proves.
"""

import hashlib
import hmac
import re
import secrets
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ludejo.games.errors import BadRecord, quoted
from ludejo.games.phrases import phrase
from ludejo.play.files import Document
from ludejo.play.game import Game, game

if TYPE_CHECKING:
    from ludejo.play.records import Record

KIND = "hmac-sha256"
SECRET_BYTES = 32
MOST_ROLLS = 1_000_000
_RANGE = 1 << 64
_HASH = re.compile(r"[0-9a-f]{64}")  # of a secret as of a commitment
_NONCE = re.compile(r"[A-Za-z0-9_-]{0,64}")


@dataclass(frozen=True)
class Roll:
    """The k-th roll: of a die with so many faces, for the drop that a seat announced in a turn."""

    k: int
    faces: int
    face: int
    turn: int
    seat: int
    drop: str


@dataclass(frozen=True)
class Memory:
    """What a player has seen and done, and holds a record against. What is empty is not remembered."""

    commitment: str = ""
    nonce: str = ""


NOTHING = Memory()


@dataclass(frozen=True)
class Fairness:
    """What the dice of a record come to; a record that contradicts itself is none, but a BadRecord."""

    rolls: int  # of its moves, each as the secret, the nonces and its number give it
    taken_back: int  # rolls that were shown and undone, and are listed
    gaps: int  # numbers that nobody accounts for, in records from before taken-back rolls were listed
    nonces: int  # players who added one; not the table's programs
    strays: int = 0  # nonces where no player adds one: the table could choose them when it knew the others
    own: int | None = None  # the seat at which the nonce stands that is remembered

    @property
    def is_proven(self) -> bool:
        """Whether the table alone cannot have chosen a roll."""
        return not self.rolls or not self.shortcomings

    @property
    def sentence(self) -> str:
        """What is proven, and what is not."""
        fit = phrase("every roll is what the secret, the nonces and its number give")
        for lack in self.shortcomings if self.rolls else ():
            fit = phrase("{fact}; but {lack}", fact=fit, lack=lack)
        return fit

    @property
    def shortcomings(self) -> list[str]:
        """What keeps the rolls from being proven fair, in sentences."""
        left_out = phrase("{n} numbers are left out between the rolls, so they could be chosen", n=self.gaps)
        alone = phrase("no player added a nonce, so the table alone fixed the rolls")
        stray = phrase("a nonce stands where no player adds one, so the table could choose the rolls by it")
        lacks = ((left_out, self.gaps > 0), (alone, self.nonces == 0), (stray, self.strays > 0))
        return [why for why, applies in lacks if applies]


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown of a secret before it is told."""
    return hashlib.sha256(secret).hexdigest()


def face(secret: bytes, nonces: Sequence[str], k: int, faces: int) -> int:
    """The k-th roll of a die: 1 to `faces`, each equally likely."""
    shown = commitment(secret)
    whole = _RANGE - _RANGE % faces  # numbers from here on would favour the low faces
    attempt = 0
    while True:
        message = "|".join((shown, *nonces, str(k), str(attempt)))
        digest = hmac.new(secret, message.encode("ascii"), hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < whole:
            return number % faces + 1
        attempt += 1


@lru_cache(maxsize=64)
def faces_of(played: Game) -> Mapping[str, int]:
    """How many faces the die of each announcement has; the rules fix that once, for all positions of a game."""
    if not played.has_dice:
        return {}
    start = played.start(seed=0) if played.is_arranged else played.start()
    announced = {start.move_text(move): start.after(move) for move in start.legal}
    return {text: len(due.legal) for text, due in announced.items() if due.is_chance}


def proof(secret: bytes, nonces: Sequence[str], rolls: Sequence[Roll], kept: Sequence[int], told: bool) -> Document:
    """What a record says of its dice: `kept` are the numbers of those that were not taken back. The secret only once
    it may be told.
    """
    stands = set(kept)
    undone = [asdict(roll) for roll in rolls if roll.k not in stands]
    parts = {
        "kind": KIND, "commitment": commitment(secret), "nonces": list(nonces), "rolls": list(kept),
        "taken_back": undone,
    }  # fmt: skip
    return {**parts, "secret": secret.hex()} if told else parts


# ---------------------------------------------------------------- verifying


@dataclass(frozen=True)
class _Proof:
    """The dice of a record, each part of the form it must have."""

    secret: bytes
    commitment: str
    nonces: tuple[str, str]
    rolls: list[int]
    taken_back: list[Roll] | None  # None: not listed, as in older records


def verify(record: "Record", memory: Memory = NOTHING) -> Fairness | None:
    """What the dice of a record prove; None where it brings no proof. What is wrong is named in a BadRecord."""
    if not record.dice or record.dice.get("kind") != KIND or "secret" not in record.dice:
        return None
    told = _read_proof(record.dice)
    if commitment(told.secret) != told.commitment:
        raise _unfair(phrase("the secret is not the one that the commitment was made to"))
    seats = adding_seats(record)
    _check_memory(told, memory, seats)
    moves = thrown(record)
    _check_numbers(told, moves)
    _check_faces(told, moves)
    _check_undone(told, faces_of(game(record.spec)))
    gaps = 0 if told.taken_back is not None or not told.rolls else told.rolls[-1] + 1 - len(told.rolls)
    added = sum(bool(told.nonces[seat]) for seat in seats)
    own = next((seat for seat in seats if memory.nonce and told.nonces[seat] == memory.nonce), None)
    undone = len(told.taken_back or ())
    return Fairness(len(moves), undone, gaps, added, sum(map(bool, told.nonces)) - added, own)


def adding_seats(record: "Record") -> list[int]:
    """Where players add nonces: the seats of people; where two programs play, whoever watches adds to the first."""
    people = [seat for seat, player in enumerate(record.players) if player.kind != "program"]
    return people or [0]


def thrown(record: "Record") -> list[Roll]:
    """The rolls that the moves of a record show, numbered as if none had been taken back."""
    from ludejo.play.records import replay

    found: list[Roll] = []
    for before, after in pairwise(replay(record).line):
        if before.is_chance:
            assert after.move is not None
            assert before.to_move is not None
            drop = "" if before.parent is None else before.parent.move_text(before.move or 0)
            shown = int(before.move_text(after.move))
            found.append(Roll(len(found), len(before.legal), shown, before.turn, before.to_move, drop))
    return found


def _unfair(reason: str) -> BadRecord:
    return BadRecord(reason, place="dice")


def _check_memory(told: _Proof, memory: Memory, seats: Sequence[int]) -> None:
    if memory.commitment and memory.commitment != told.commitment:
        raise _unfair(phrase("the commitment is not the one that was shown before the game"))
    if memory.nonce and memory.nonce not in [told.nonces[seat] for seat in seats]:
        raise _unfair(phrase("the nonce {nonce} is not among those of the players", nonce=quoted(memory.nonce)))


def _check_numbers(told: _Proof, moves: Sequence[Roll]) -> None:
    """Each roll of the moves has its own number; with those taken back they are 0, 1, 2 … without a gap."""
    if len(moves) != len(told.rolls):
        counts = {"proof": len(told.rolls), "moves": len(moves)}
        raise _unfair(phrase("there are {proof} rolls in the proof, but {moves} in the moves", **counts))
    if told.taken_back is None:
        return
    undone = [roll.k for roll in told.taken_back]
    numbers = sorted([*told.rolls, *undone])
    for expected, k in enumerate(numbers):
        if k > expected:
            raise _unfair(phrase("roll {k} is neither in the moves nor among those taken back", k=expected))
        if k < expected:
            raise _unfair(phrase("roll {k} is there twice", k=k))
    _check_order(told, moves)


def _check_order(told: _Proof, moves: Sequence[Roll]) -> None:
    """A later roll in the same turn or an earlier one would have undone a roll that was kept."""
    for roll in told.taken_back or ():
        before = bisect(told.rolls, roll.k) - 1
        if before >= 0 and moves[before].turn >= roll.turn:
            values = {"k": roll.k, "turn": roll.turn, "kept": told.rolls[before]}
            raise _unfair(phrase("roll {k}, in turn {turn}, would have undone roll {kept}, which is kept", **values))


def _check_faces(told: _Proof, moves: Sequence[Roll]) -> None:
    for k, roll in zip(told.rolls, moves, strict=True):
        fair = face(told.secret, told.nonces, k, roll.faces)
        if fair != roll.face:
            values = {"turn": roll.turn, "shown": roll.face, "k": k, "fair": fair}
            raise _unfair(phrase("turn {turn} rolled {shown}, but roll {k} of the fair dice is {fair}", **values))


def _check_undone(told: _Proof, faces: Mapping[str, int]) -> None:
    """The number of faces is that of the rules: by another one a roll could be made to show anything."""
    for roll in told.taken_back or ():
        if faces.get(roll.drop) != roll.faces:
            values = {"k": roll.k, "drop": quoted(roll.drop), "faces": roll.faces}
            raise _unfair(
                phrase("roll {k}, taken back, has {faces} faces for {drop}, and the rules say otherwise", **values)
            )
        fair = face(told.secret, told.nonces, roll.k, roll.faces)
        if fair != roll.face:
            values = {"k": roll.k, "shown": roll.face, "fair": fair}
            raise _unfair(phrase("roll {k}, taken back, is {shown}, but that of the fair dice is {fair}", **values))


# ---------------------------------------------------------------- the form of a proof


def _read_proof(proofs: Mapping[str, Any]) -> _Proof:
    secret, shown, nonces = proofs["secret"], proofs.get("commitment"), proofs.get("nonces")
    if not _is_text(secret, _HASH):
        told = {"secret": quoted(str(secret))}
        raise _unfair(phrase("the secret is {secret}, expected 64 hexadecimal digits in small letters", **told))
    if not isinstance(shown, str) or not _is_text(shown, _HASH):
        told = {"commitment": quoted(str(shown))}
        raise _unfair(phrase("the commitment is {commitment}, expected 64 hexadecimal digits in small letters", **told))
    if not isinstance(nonces, list) or len(nonces) != 2 or not all(_is_text(nonce, _NONCE) for nonce in nonces):
        raise _unfair(phrase("expected two nonces of at most 64 plain letters, digits, - and _"))
    taken_back = proofs.get("taken_back")
    listed = None if taken_back is None else _read_taken_back(taken_back)
    return _Proof(bytes.fromhex(secret), shown, (nonces[0], nonces[1]), _read_numbers(proofs.get("rolls")), listed)


def _is_text(value: object, form: re.Pattern[str]) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None


def _is_number(value: object, low: int = 0) -> bool:
    return isinstance(value, int) and value is not True and value is not False and low <= value < MOST_ROLLS


def _read_numbers(rolls: object) -> list[int]:
    if not isinstance(rolls, list) or not all(_is_number(k) for k in rolls):
        raise _unfair(phrase("expected the rolls as whole numbers from 0 on"))
    if any(later <= k for k, later in pairwise(rolls)):
        raise _unfair(phrase("expected the rolls as whole numbers that grow"))
    return rolls


def _read_taken_back(listed: object) -> list[Roll]:
    wanted = {"k": 0, "faces": 1, "face": 1, "turn": 1, "seat": 0}  # with the least that each can be
    if not isinstance(listed, list):
        raise _unfair(phrase("expected a list of the rolls that were taken back"))
    for roll in listed:
        whole = isinstance(roll, dict) and roll.keys() == {*wanted, "drop"} and isinstance(roll["drop"], str)
        if not whole or not all(_is_number(roll[key], low) for key, low in wanted.items()) or roll["seat"] > 1:
            raise _unfair(phrase("expected k, faces, face, turn, seat and drop of each roll that was taken back"))
    return [Roll(**roll) for roll in listed]
