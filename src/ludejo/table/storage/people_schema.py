"""The tables of those who play: who they are, whom they wait for, and what they want to be told. See also schema.py."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    false,
    text,
)  # fmt: skip

from ludejo.table.storage.schema import Counter, metadata

_IS_OPEN = text("taken IS NULL")

people = Table(
    "people", metadata,
    Column("id", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # the day they last came, about
    Column("name", String(40), nullable=False, server_default=""),
    Column("is_public", Boolean, nullable=False, server_default=false()),  # with a page and ratings
    Column("is_barred", Boolean, nullable=False, server_default=false()),  # from the lobby, by the host
    Column("feed", String(64), nullable=True),  # the hash of the secret in its address
    Index("people_feed", "feed"),
)  # fmt: skip

person_keys = Table(
    "person_keys", metadata,
    Column("hash", String(64), primary_key=True),  # of a secret that stands for the person
    Column("person", String(16), ForeignKey("people.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("person_keys_person", "person"),
)  # fmt: skip

challenges = Table(
    "challenges", metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("is_rated", Boolean, nullable=False),
    Column("reach", Integer, nullable=True),  # how far the other's rating may be away; none: anybody
    Column("taken", String(16), ForeignKey("people.id"), nullable=True),  # by whom
    Column("is_settled", Boolean, nullable=False, server_default=false()),  # its result has been counted
    Column("seen", BigInteger, nullable=True),  # when whoever waits was last here; none: they may be away
    Index("challenges_open", "until", sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN),
    Index("challenges_person", "person"),
    Index("challenges_settled", "is_settled"),
)  # fmt: skip

shelves = Table(
    "shelves", metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("study", String(16), ForeignKey("studies.id"), primary_key=True),  # shared, and they may change it
    Column("title", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("shelves_study", "study"),
)  # fmt: skip

ratings = Table(
    "ratings", metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)  # fmt: skip

blocks = Table(
    "blocks", metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("blocked", String(16), ForeignKey("people.id"), primary_key=True),
)  # fmt: skip

reports = Table(
    "reports", metadata,
    Column("id", Counter, primary_key=True, autoincrement=True),
    Column("created", BigInteger, nullable=False),
    Column("person", String(16), ForeignKey("people.id"), nullable=False),  # who reports
    Column("about", String(16), ForeignKey("people.id"), nullable=False),
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("reason", String(16), nullable=False),
    sqlite_autoincrement=True,
)  # fmt: skip

passkeys = Table(
    "passkeys", metadata,
    Column("hash", String(64), primary_key=True),  # of the credential's id
    Column("person", String(16), ForeignKey("people.id"), nullable=False),
    Column("key", LargeBinary, nullable=False),  # the public one
    Column("count", BigInteger, nullable=False),  # of signatures
    Column("created", BigInteger, nullable=False),
    Index("passkeys_person", "person"),
)  # fmt: skip

passkey_challenges = Table(
    "passkey_challenges", metadata,
    Column("hash", String(64), primary_key=True),  # of what is to be signed
    Column("person", String(16), ForeignKey("people.id"), nullable=True),  # whose new key signs; none: to find out who
    Column("until", BigInteger, nullable=False),
    Index("passkey_challenges_until", "until"),
)  # fmt: skip

subscriptions = Table(
    "subscriptions", metadata,
    Column("hash", String(64), primary_key=True),  # of the endpoint
    Column("person", String(16), ForeignKey("people.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(200), nullable=False),
    Column("auth", String(100), nullable=False),
    Column("told", BigInteger, nullable=False),  # up to which event they know whose turn it is
    Index("subscriptions_person", "person"),
)  # fmt: skip
