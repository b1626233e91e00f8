"""The tables of the database. Changes to them come as migrations, in migrations/versions."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)  # fmt: skip

metadata = MetaData()
Counter = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up by itself in an INTEGER alone
_SET_ASIDE = text("set_aside IS NOT NULL")

games = Table(
    "games", metadata,
    Column("id", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("dice_secret", LargeBinary, nullable=True),
    # What follows can be worked out from the events; it stands here so that it can be searched for.
    Column("number", Integer, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Column("due", BigInteger, nullable=True),
    Column("engine_due", Boolean, nullable=False),
    Column("thinking_until", BigInteger, nullable=False, server_default="0"),
    Column("set_aside", Text, nullable=True),  # why the game cannot be read; until the next start nobody tries again
    Column("guarded", BigInteger, nullable=True),  # the key of a position between people, see sitting/guarding.py
    Column("awaited", Integer, nullable=True),  # for whom a game between people waits: a seat, 2: both
    Column("latest", BigInteger, nullable=True),  # when the last event happened
    Column("brief", Text, nullable=True),  # how it stands, for lists of games: see sitting/brief.py
    Index("games_due", "due"),
    Index("games_engine_due", "engine_due"),
    Index("games_guarded", "guarded"),
    Index("games_set_aside", "set_aside", sqlite_where=_SET_ASIDE, postgresql_where=_SET_ASIDE),
)  # fmt: skip

events = Table(
    "events", metadata,
    Column("id", Counter, primary_key=True, autoincrement=True),
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("data", JSON, nullable=False),
    UniqueConstraint("game", "number", name="events_game_number"),
    sqlite_autoincrement=True,
)  # fmt: skip

seats = Table(
    "seats", metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("seat", Integer, nullable=False),  # 2: both, on the same device
    Column("hidden", Boolean, nullable=False, server_default=false()),  # from the list of a person who holds it
    Index("seats_hash", "hash"),
)  # fmt: skip

studies = Table(
    "studies", metadata,
    Column("id", String(16), primary_key=True),  # made from the record: the same study is kept once
    Column("created", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Column("opened", BigInteger, nullable=False, server_default="0"),  # the day somebody last looked at it, about
)  # fmt: skip

quotas = Table(
    "quotas", metadata,
    Column("visitor", String(64), primary_key=True),  # an address, or a network of IPv6; for a day at most
    Column("bytes", BigInteger, nullable=False),  # of the allowance that were used up
    Column("at", BigInteger, nullable=False),  # then
)  # fmt: skip

pulse = Table(
    "pulse", metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),  # when a server was last known to run
)  # fmt: skip
