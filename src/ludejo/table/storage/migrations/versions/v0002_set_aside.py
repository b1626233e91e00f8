"""Games that cannot be read are set aside, and studies know when they were last opened."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_known = sa.text("set_aside IS NOT NULL")


def upgrade() -> None:
    """From 0001."""
    op.add_column("games", sa.Column("set_aside", sa.Text, nullable=True))
    op.create_index("games_set_aside", "games", ["set_aside"], sqlite_where=_known, postgresql_where=_known)
    op.add_column("studies", sa.Column("opened", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Back to 0001."""
    op.drop_index("games_set_aside", "games")
    with op.batch_alter_table("games") as games:
        games.drop_column("set_aside")
    with op.batch_alter_table("studies") as studies:
        studies.drop_column("opened")
