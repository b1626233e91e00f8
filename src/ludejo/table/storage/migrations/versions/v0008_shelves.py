"""Shared studies that somebody may change, kept with the person."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """From 0007."""
    op.create_table(
        "shelves", sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("study", sa.String(16), sa.ForeignKey("studies.id"), primary_key=True),
        sa.Column("title", sa.String(80), nullable=False), sa.Column("created", sa.BigInteger, nullable=False),
    )  # fmt: skip
    op.create_index("shelves_study", "shelves", ["study"])


def downgrade() -> None:
    """Back to 0007."""
    op.drop_table("shelves")
