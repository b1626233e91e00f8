"""Web Push (RFC 8030): a notice to a device when games wait for somebody, also when no page is open.

Only where the host has made keys for it. Notices go to the push services of browsers and nowhere else: no visitor tells
a table whom it shall call. They say how many games wait, encrypted for the browser, and nothing more.
"""

import json
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import and_, delete, func, literal, select, update

from ludejo.play.files import Document
from ludejo.table.people.lists import IS_WAITING
from ludejo.table.refusals import Refusal
from ludejo.table.sitting.seats import hashed, person_key
from ludejo.table.storage.people_schema import subscriptions
from ludejo.table.storage.schema import games, seats
from ludejo.table.storage.store import Store, tried_again

# Those that Chromium, Firefox, Edge and Safari use; Microsoft's and Apple's have many names.
SERVICES = re.compile(
    r"fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com"
    r"|([a-z0-9-]+\.)+notify\.windows\.com|([a-z0-9-]+\.)*push\.apple\.com"
)
# The plainest form of an address: in any other, one program may read another name than the next one does.
_PLAIN = re.compile(r"https://([a-z0-9.-]+)(?::443)?/[\x21-\x5b\x5d-\x7e]*")
MOST_DEVICES = 5  # of one person
QUIET_MS = 60_000  # whoever is at the board has moved by then
AT_ONCE = 100
SECONDS = 10
MOVED = 310
GONE = (MOVED, 404, 410)
log = logging.getLogger("ludejo.table")


@dataclass(frozen=True)
class Device:
    """A browser that wants to be told."""

    hash: str
    endpoint: str
    p256dh: str
    auth: str
    waiting: int


Send = Callable[[Device], int]  # gives the status that the push service answers


def is_push_service(endpoint: str) -> bool:
    """Whether an address is one of those that browsers give for this."""
    plain = _PLAIN.fullmatch(endpoint)
    return plain is not None and SERVICES.fullmatch(plain[1]) is not None


def make_keys(file: Path) -> None:
    """Draw keys (VAPID, RFC 8292) and keep them in a file that nobody else may read."""
    from py_vapid import Vapid02

    keys = Vapid02()
    keys.generate_keys()
    file.touch(mode=0o600, exist_ok=False)
    file.write_bytes(keys.private_pem())


def public_key(file: Path) -> str:
    """The key that browsers are given, in base64url."""
    from base64 import urlsafe_b64encode

    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_file(str(file)).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def sender(file: Path, public_url: str) -> Send:
    """Sends by the keys of a file. Whatever goes wrong with a device is a status: 0, where nobody answered.

    Nobody is followed to another address: a push service might send us anywhere.
    """
    import requests
    from py_vapid import Vapid02
    from pywebpush import WebPushException, webpush

    keys = Vapid02.from_file(str(file))
    session = requests.Session()
    session.max_redirects = 0

    def send(device: Device) -> int:
        where = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
        claims: Document = {"sub": public_url or "mailto:nobody@localhost"}
        told = json.dumps({"waiting": device.waiting})
        try:
            answer = webpush(
                where, told, vapid_private_key=keys, vapid_claims=claims, ttl=86_400, timeout=SECONDS,
                requests_session=session,
            )  # fmt: skip
            return answer.status_code
        except WebPushException as error:
            return error.response.status_code if error.response is not None else 0
        except requests.TooManyRedirects:
            return MOVED
        except (requests.RequestException, ValueError):  # nobody answers, or its keys are none
            return 0

    return send


class Push:
    """Who wants to be told, and telling them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @tried_again
    def subscribe(self, person: str, endpoint: str, p256dh: str, auth: str, now: int) -> None:
        """Tell a device of somebody from now on."""
        if not is_push_service(endpoint):
            raise Refusal("push/service")
        row = {
            "hash": hashed(endpoint), "person": person, "created": now, "endpoint": endpoint, "p256dh": p256dh,
            "auth": auth, "told": now,
        }  # fmt: skip
        others = select(subscriptions.c.hash).where(subscriptions.c.person == person)
        others = others.where(subscriptions.c.hash != row["hash"]).order_by(subscriptions.c.created)
        renewed = self.store.insert(subscriptions).values(row)
        renewed = renewed.on_conflict_do_update(index_elements=["hash"], set_=row)  # twice at once is once
        with self.store.writing() as connection:
            known = list(connection.execute(others).scalars())
            for old in known[: max(0, len(known) - MOST_DEVICES + 1)]:
                connection.execute(delete(subscriptions).where(subscriptions.c.hash == old))
            connection.execute(renewed)

    @tried_again
    def forget(self, endpoint: str) -> None:
        """Tell a device nothing more, whoever it was told for: nobody else knows its endpoint."""
        with self.store.writing() as connection:
            connection.execute(delete(subscriptions).where(subscriptions.c.hash == hashed(endpoint)))

    @tried_again
    def due(self, now: int) -> list[Device]:
        """Devices of those for whom games wait of which they have not been told; each is given to one server."""
        key = literal(person_key("")) + subscriptions.c.person
        joined = subscriptions.join(seats, seats.c.hash == key).join(
            games, and_(games.c.id == seats.c.game, IS_WAITING)
        )
        newest = func.max(games.c.latest)
        wanted = select(subscriptions, func.count().label("waiting")).select_from(joined).where(~seats.c.hidden)
        wanted = wanted.group_by(subscriptions.c.hash)
        wanted = wanted.having(newest > subscriptions.c.told, newest < now - QUIET_MS)
        wanted = wanted.order_by(subscriptions.c.told).limit(AT_ONCE)  # who has waited longest first
        with self.store.reading.begin() as connection:
            rows = connection.execute(wanted).mappings().all()
        return [
            Device(row["hash"], row["endpoint"], row["p256dh"], row["auth"], row["waiting"])
            for row in rows if self._claim(row["hash"], row["told"], now)
        ]  # fmt: skip

    def _claim(self, hash: str, told: int, now: int) -> bool:
        this = and_(subscriptions.c.hash == hash, subscriptions.c.told == told)
        with self.store.writing() as connection:
            return connection.execute(update(subscriptions).where(this).values(told=now - QUIET_MS)).rowcount == 1

    def tell(self, send: Send, now: int) -> int:
        """Tell all who are due; how many were told. A device that is gone is forgotten."""
        devices = self.due(now)
        for device in devices:
            status = send(device)
            if status in GONE:
                with self.store.writing() as connection:
                    connection.execute(delete(subscriptions).where(subscriptions.c.hash == device.hash))
            elif not 200 <= status < 300:
                log.warning("a push service refuses", extra={"status": status})
        return len(devices)
