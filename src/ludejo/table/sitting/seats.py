"""Seats: whoever knows the secret holds the seat. Secrets cannot be guessed, and only their hashes are kept.

A seat has a link of its own, and the people who have it in their list hold it too: they come with a secret that stands
for them wherever they play (people/persons.py). In a seat's hashes they are their ids behind a star.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping

from ludejo.table.refusals import Refusal
from ludejo.table.sitting.acting import BOTH
from ludejo.table.sitting.events import BOTH_SEATS
from ludejo.table.sitting.sitting import Holder

PERSON = "me."  # what a secret begins with that stands for a person; no secret of a link has a dot
_STAR = "*"
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


def person_key(id: str) -> str:
    """How a person stands among those who hold a seat."""
    return _STAR + id


def is_person(key: str) -> bool:
    """Whether a person holds the seat by it, and not a link."""
    return key.startswith(_STAR)


def holder_of(hashes: Mapping[str, int], secret: str) -> Holder:
    """The seat that the secret of a link holds; None for a watcher, who brings none."""
    return holder_with(hashes, hashed(secret) if secret else "")


def holder_with(hashes: Mapping[str, int], key: str) -> Holder:
    """The seat of whoever comes with a key; a person who has none watches."""
    if not key:
        return None
    found = None
    for known, seat in hashes.items():  # every one is compared, in the same time
        if hmac.compare_digest(known, key):
            found = seat
    if found is None:
        if is_person(key):
            return None
        raise Refusal("seat/unknown")
    return BOTH if found == BOTH_SEATS else found


def link_beside(hashes: Mapping[str, int], key: str) -> str:
    """The link of the seat that a person holds, or the key itself where it is a link's."""
    if not is_person(key) or key not in hashes:
        return key
    return next((other for other, seat in hashes.items() if seat == hashes[key] and not is_person(other)), key)


def people_beside(hashes: Mapping[str, int], key: str) -> list[str]:
    """The people who hold the same seat as a key."""
    return [other for other, seat in hashes.items() if seat == hashes.get(key) and is_person(other) and other != key]


def holder_by(hashes: Mapping[str, int], key: str) -> Holder:
    """The seat that the hash of a secret stands for."""
    return BOTH if hashes[key] == BOTH_SEATS else hashes[key]


def for_next_game(hashes: Mapping[str, int]) -> dict[str, int]:
    """In a rematch the same secrets hold the other seats."""
    return {known: seat if seat == BOTH_SEATS else 1 - seat for known, seat in hashes.items()}
