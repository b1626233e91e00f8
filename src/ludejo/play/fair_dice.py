"""Fair dice: rolls that neither the table nor a player can choose, and that anybody can verify afterwards.

Whoever keeps the dice commits to a secret before it knows the players' nonces. The k-th roll follows from the secret,
both nonces and k; the secret is shown when the game is over. docs/api.md has the formula.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ludejo.games.errors import BadRecord, quoted
from ludejo.games.phrases import phrase

if TYPE_CHECKING:
    from ludejo.play.records import Record

KIND = "hmac-sha256"
SECRET_BYTES = 32
_RANGE = 1 << 64


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


def proof(secret: bytes, nonces: Sequence[str], rolls: Sequence[int], told: bool) -> dict[str, Any]:
    """What a record says of its dice; the secret only once it may be told."""
    parts = {"kind": KIND, "commitment": commitment(secret), "nonces": list(nonces), "rolls": list(rolls)}
    return {**parts, "secret": secret.hex()} if told else parts


def verify(record: "Record") -> int | None:
    """How many rolls of a record are proven fair; None where it brings no proof. A wrong roll is a BadRecord."""
    proofs = record.dice
    if not proofs or proofs.get("kind") != KIND or "secret" not in proofs:
        return None
    secret, nonces, rolls = _read_proof(proofs)
    if commitment(secret) != proofs.get("commitment"):
        raise _unfair(phrase("the secret is not the one that the commitment was made to"))
    thrown = _thrown(record)
    if len(thrown) != len(rolls):
        told = {"proof": len(rolls), "moves": len(thrown)}
        raise _unfair(phrase("there are {proof} rolls in the proof, but {moves} in the moves", **told))
    for k, (turn, faces, shown) in zip(rolls, thrown, strict=True):
        fair = face(secret, nonces, k, faces)
        if fair != shown:
            told = {"turn": turn, "shown": shown, "k": k, "fair": fair}
            raise _unfair(phrase("turn {turn} rolled {shown}, but roll {k} of the fair dice is {fair}", **told))
    return len(thrown)


def _unfair(reason: str) -> BadRecord:
    return BadRecord(reason, place="dice")


def _read_proof(proofs: Mapping[str, Any]) -> tuple[bytes, list[str], list[int]]:
    secret, nonces, rolls = proofs["secret"], proofs.get("nonces"), proofs.get("rolls")
    try:
        secret_bytes = bytes.fromhex(secret)
    except (TypeError, ValueError):
        told = {"secret": quoted(str(secret))}
        raise _unfair(phrase("the secret is {secret}, expected hexadecimal digits", **told)) from None
    if not _are(nonces, str) or len(nonces or ()) != 2 or not all(nonce.isascii() for nonce in nonces or ()):
        raise _unfair(phrase("expected two nonces of plain letters"))
    if not _are(rolls, int) or any(later <= k for k, later in zip(rolls or (), (rolls or ())[1:], strict=False)):
        raise _unfair(phrase("expected the rolls as whole numbers that grow"))
    return secret_bytes, list(nonces or ()), list(rolls or ())


def _are(things: Any, kind: type) -> bool:
    return isinstance(things, list) and all(isinstance(thing, kind) and thing is not True for thing in things)


def _thrown(record: "Record") -> list[tuple[int, int, int]]:
    """Of each roll: the turn, the number of faces, and the face."""
    from ludejo.play.records import replay

    line = replay(record).line
    thrown = []
    for before, after in pairwise(line):
        if before.is_chance and before.parent is not None:
            assert after.move is not None
            thrown.append((before.turn, len(before.legal), int(before.move_text(after.move))))
    return thrown
