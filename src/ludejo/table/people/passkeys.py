"""Passkeys (WebAuthn): where the host allows it, a device's own key stands for a person beside their six words.

A passkey is tied to a person who is known already, and lets another browser in as the same person: that browser draws
words of its own, which from then on stand for them too. Nothing else is asked for, and nothing else is kept.
"""

import json
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlalchemy import delete, func, insert, select, update

from ludejo.play.files import Document
from ludejo.table.refusals import Refusal
from ludejo.table.sitting.seats import hashed
from ludejo.table.storage.people_schema import passkey_challenges, passkeys
from ludejo.table.storage.store import Store, tried_again

NAME = "Ludejo"
MOST = 10  # of one person
CHALLENGE_BYTES = 32
CHALLENGE_MS = 5 * 60_000  # in which somebody finds their key
HERE = "localhost"  # the one name for which browsers need no https


@dataclass(frozen=True)
class Site:
    """For which site keys are made: browsers give them to no other."""

    name: str  # the "relying party id": a host name
    origin: str

    @classmethod
    def of(cls, address: str) -> "Site":
        """The site at an address; a number is no name, and keys are made for names alone."""
        parts = urlsplit(address)
        name = parts.hostname or ""
        if not is_name(name) or (parts.scheme != "https" and name != HERE):
            raise Refusal("passkey/name")
        return cls(name, f"{parts.scheme}://{parts.netloc}")


def is_name(host: str) -> bool:
    """Whether a host is called by a name and not by an address."""
    return bool(host) and ":" not in host and not host.replace(".", "").isdigit()


@dataclass(frozen=True)
class Passkey:
    """What is kept of a key."""

    hash: str  # of the credential's id
    person: str
    key: bytes  # the public one, as COSE has it
    count: int  # of signatures, as far as the device counts them
    created: int


class Passkeys:
    """Keeps them, and what devices are asked to sign."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ---------------------------------------------------------------- challenges: each is signed once

    @tried_again
    def challenge(self, person: str | None, now: int) -> bytes:
        """Something to be signed, for a new key of somebody or, without one, to find out who comes."""
        drawn = secrets.token_bytes(CHALLENGE_BYTES)
        with self.store.writing() as connection:
            connection.execute(delete(passkey_challenges).where(passkey_challenges.c.until < now))
            row = {"hash": hashed(drawn.hex()), "person": person, "until": now + CHALLENGE_MS}
            connection.execute(insert(passkey_challenges), row)
        return drawn

    @tried_again
    def take(self, challenge: bytes, person: str | None, now: int) -> bool:
        """Whether a challenge stands that was given for this; from now on it does not."""
        column = passkey_challenges.c
        standing = delete(passkey_challenges).where(
            column.hash == hashed(challenge.hex()), column.person.is_not_distinct_from(person), column.until >= now
        )
        with self.store.writing() as connection:
            return connection.execute(standing).rowcount == 1

    # ---------------------------------------------------------------- keys

    @tried_again
    def add(self, new: Passkey) -> None:
        """Keep a key of somebody."""
        with self.store.writing() as connection:
            of_person = select(func.count()).select_from(passkeys).where(passkeys.c.person == new.person)
            if (connection.execute(of_person).scalar() or 0) >= MOST:
                raise Refusal("passkey/many", most=MOST)
            adding = self.store.insert(passkeys).on_conflict_do_nothing()
            if connection.execute(adding.execution_options(preserve_rowcount=True), vars(new)).rowcount == 0:
                raise Refusal("passkey/refused")  # it is kept already

    @tried_again
    def find(self, hash: str) -> Passkey | None:
        """A key that is known."""
        with self.store.reading.begin() as connection:
            row = connection.execute(select(passkeys).where(passkeys.c.hash == hash)).mappings().first()
            return Passkey(**row) if row else None

    @tried_again
    def of(self, person: str) -> list[int]:
        """When somebody's keys were made, the first one first."""
        made = select(passkeys.c.created).where(passkeys.c.person == person).order_by(passkeys.c.created)
        with self.store.reading.begin() as connection:
            return list(connection.execute(made).scalars())

    @tried_again
    def used(self, hash: str, count: int) -> None:
        """A key has signed."""
        with self.store.writing() as connection:
            connection.execute(update(passkeys).where(passkeys.c.hash == hash).values(count=count))

    @tried_again
    def forget(self, person: str) -> None:
        """No key stands for somebody any more."""
        with self.store.writing() as connection:
            connection.execute(delete(passkeys).where(passkeys.c.person == person))


# ---------------------------------------------------------------- what devices are asked, and what they answer


def options_for_new(site: Site, person: str, name: str, challenge: bytes) -> Document:
    """What a browser needs to make a key, as JSON."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement

    found_without_a_name = AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED)
    options = generate_registration_options(
        rp_id=site.name, rp_name=NAME, user_id=person.encode(), user_name=name or NAME, challenge=challenge,
        authenticator_selection=found_without_a_name,
    )  # fmt: skip
    return json.loads(options_to_json(options))


def options_for_known(site: Site, challenge: bytes) -> Document:
    """What a browser needs to let somebody choose one of their keys."""
    from webauthn import generate_authentication_options, options_to_json

    return json.loads(options_to_json(generate_authentication_options(rp_id=site.name, challenge=challenge)))


def challenge_in(credential: Document) -> bytes:
    """The challenge that a device says it has signed."""
    from webauthn import base64url_to_bytes

    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(said["challenge"])
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise Refusal("passkey/refused") from error


def hash_of(credential: Document) -> str:
    """What a credential is kept under."""
    id = credential.get("id")
    if not isinstance(id, str) or not id.isascii():
        raise Refusal("passkey/refused")
    return hashed(id)


def checked_new(site: Site, credential: Document, challenge: bytes, person: str, now: int) -> Passkey:
    """The key that a device has made for somebody."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        made = verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.name, expected_origin=site.origin
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise Refusal("passkey/refused") from error
    return Passkey(hash_of(credential), person, made.credential_public_key, made.sign_count, now)


def checked_known(site: Site, credential: Document, challenge: bytes, known: Passkey) -> int:
    """How often a key has signed, which has now signed the challenge."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        signed = verify_authentication_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.name,
            expected_origin=site.origin, credential_public_key=known.key, credential_current_sign_count=known.count,
        )  # fmt: skip
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise Refusal("passkey/refused") from error
    return signed.new_sign_count
