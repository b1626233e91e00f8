"""Who plays: people and the secrets that stand for them, challenges, ratings, and what games are for their lists."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_counter = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_open = sa.text("taken IS NULL")


def _person(name: str = "person", nullable: bool = False, primary_key: bool = False) -> sa.Column:
    return sa.Column(name, sa.String(16), sa.ForeignKey("people.id"), nullable=nullable, primary_key=primary_key)


def _no(name: str) -> sa.Column:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())


def _time(name: str) -> sa.Column:
    return sa.Column(name, sa.BigInteger, nullable=False)


def upgrade() -> None:
    """From 0004. A game says how it stands with its next event; until then it is in nobody's list."""
    op.add_column("games", sa.Column("awaited", sa.Integer, nullable=True))
    op.add_column("games", sa.Column("latest", sa.BigInteger, nullable=True))
    op.add_column("games", sa.Column("brief", sa.Text, nullable=True))
    op.add_column("seats", _no("hidden"))
    op.create_index("seats_hash", "seats", ["hash"])
    _create_people()
    _create_meeting()
    op.create_table(
        "subscriptions", sa.Column("hash", sa.String(64), primary_key=True), _person(), _time("created"),
        sa.Column("endpoint", sa.Text, nullable=False), sa.Column("p256dh", sa.String(200), nullable=False),
        sa.Column("auth", sa.String(100), nullable=False), _time("told"),
    )  # fmt: skip
    op.create_index("subscriptions_person", "subscriptions", ["person"])


def _create_people() -> None:
    op.create_table(
        "people", sa.Column("id", sa.String(16), primary_key=True), _time("created"), _time("seen"),
        sa.Column("name", sa.String(40), nullable=False, server_default=""), _no("is_public"), _no("is_barred"),
        sa.Column("feed", sa.String(64), nullable=True),
    )  # fmt: skip
    op.create_index("people_feed", "people", ["feed"])
    op.create_table("person_keys", sa.Column("hash", sa.String(64), primary_key=True), _person(), _time("created"))
    op.create_index("person_keys_person", "person_keys", ["person"])


def _create_meeting() -> None:
    op.create_table(
        "challenges", sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True), _person(),
        _time("created"), _time("until"), sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("reach", sa.Integer, nullable=True), _person("taken", nullable=True), _no("is_settled"),
    )  # fmt: skip
    op.create_index("challenges_open", "challenges", ["until"], sqlite_where=_open, postgresql_where=_open)
    op.create_index("challenges_person", "challenges", ["person"])
    op.create_index("challenges_settled", "challenges", ["is_settled"])
    op.create_table(
        "ratings", _person(primary_key=True), sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False), sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )  # fmt: skip
    op.create_table("blocks", _person(primary_key=True), _person("blocked", primary_key=True))
    op.create_table(
        "reports", sa.Column("id", _counter, primary_key=True, autoincrement=True), _time("created"), _person(),
        _person("about"), sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False), sqlite_autoincrement=True,
    )  # fmt: skip


def downgrade() -> None:
    """Back to 0004."""
    for name in ("subscriptions", "reports", "blocks", "ratings", "challenges", "person_keys", "people"):
        op.drop_table(name)
    op.drop_index("seats_hash", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("hidden")
    with op.batch_alter_table("games") as games:
        for name in ("awaited", "latest", "brief"):
            games.drop_column(name)
