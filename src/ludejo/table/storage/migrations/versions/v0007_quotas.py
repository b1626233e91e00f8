"""What visitors have stored today, so that a restart gives nobody a second day's worth."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """From 0006."""
    op.create_table(
        "quotas", sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("bytes", sa.BigInteger, nullable=False), sa.Column("at", sa.BigInteger, nullable=False),
    )  # fmt: skip


def downgrade() -> None:
    """Back to 0006."""
    op.drop_table("quotas")
