"""Seats: whoever knows the secret holds the seat. Secrets cannot be guessed, and only their hashes are kept."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping

from ludejo.table.refusals import Refusal
from ludejo.table.sitting.acting import BOTH
from ludejo.table.sitting.sitting import Holder

BOTH_SEATS = 2  # in the database
CONTENT_ID_LENGTH = 16
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that looks like something else


def new_secret() -> str:
    """The secret of a seat: 144 random bits."""
    return secrets.token_urlsafe(18)


def new_id() -> str:
    """The id of a game: 59 random bits, so that watching needs a link too."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


def content_id(text: str) -> str:
    """The id of a study, made from its text: the same study has the same address. 79 bits of a hash."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    letters = []
    for _ in range(CONTENT_ID_LENGTH):
        number, place = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[place])
    return "".join(letters)


def hashed(secret: str) -> str:
    """What is kept of a secret. It has enough bits that a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).hexdigest()


def holder_of(hashes: Mapping[str, int], secret: str) -> Holder:
    """The seat that a secret holds; None for a watcher, who brings none."""
    if not secret:
        return None
    given, found = hashed(secret), None
    for known, seat in hashes.items():  # every one is compared, in the same time
        if hmac.compare_digest(known, given):
            found = seat
    if found is None:
        raise Refusal("seat/unknown")
    return BOTH if found == BOTH_SEATS else found


def holder_by(hashes: Mapping[str, int], key: str) -> Holder:
    """The seat that the hash of a secret stands for."""
    return BOTH if hashes[key] == BOTH_SEATS else hashes[key]


def for_next_game(hashes: Mapping[str, int]) -> dict[str, int]:
    """In a rematch the same secrets hold the other seats."""
    return {known: seat if seat == BOTH_SEATS else 1 - seat for known, seat in hashes.items()}
