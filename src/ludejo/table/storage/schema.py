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
)  # fmt: skip

metadata = MetaData()
Counter = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up by itself in an INTEGER alone

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
    Index("games_due", "due"),
    Index("games_engine_due", "engine_due"),
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
)  # fmt: skip

studies = Table(
    "studies", metadata,
    Column("id", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
)  # fmt: skip

pulse = Table(
    "pulse", metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),  # when a server was last known to run
)  # fmt: skip
