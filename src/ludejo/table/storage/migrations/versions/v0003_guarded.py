"""Games between people name the position on their board, about which the engine says nothing."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """From 0002. A game that is under way names its position with its next event."""
    op.add_column("games", sa.Column("guarded", sa.BigInteger, nullable=True))
    op.create_index("games_guarded", "games", ["guarded"])


def downgrade() -> None:
    """Back to 0002."""
    op.drop_index("games_guarded", "games")
    with op.batch_alter_table("games") as games:
        games.drop_column("guarded")
