"""When whoever waits in the lobby was last here."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """From 0008; challenges that stand already go on standing as they did."""
    op.add_column("challenges", sa.Column("seen", sa.BigInteger, nullable=True))


def downgrade() -> None:
    """Back to 0008."""
    with op.batch_alter_table("challenges") as challenges:
        challenges.drop_column("seen")
