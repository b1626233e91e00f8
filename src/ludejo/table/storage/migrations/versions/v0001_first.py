"""The first schema: games, their events, seats, studies and the pulse."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_counter = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("dice_secret", sa.LargeBinary, nullable=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=True),
        sa.Column("engine_due", sa.Boolean, nullable=False),
        sa.Column("thinking_until", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("games_due", "games", ["due"])
    op.create_index("games_engine_due", "games", ["engine_due"])
    op.create_table(
        "events",
        sa.Column("id", _counter, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("data", sa.JSON, nullable=False),
        sa.UniqueConstraint("game", "number", name="events_game_number"),
        sqlite_autoincrement=True,
    )
    _create_small_tables()


def _create_small_tables() -> None:
    op.create_table(
        "seats",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_table(
        "studies",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """To nothing."""
    for name in ("pulse", "studies", "seats", "events", "games"):
        op.drop_table(name)
