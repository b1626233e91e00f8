"""Passkeys: keys of devices that stand for a person, and what those are asked to sign."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """From 0005."""
    op.create_table(
        "passkeys", sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False), sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )  # fmt: skip
    op.create_index("passkeys_person", "passkeys", ["person"])
    op.create_table(
        "passkey_challenges", sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), nullable=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )  # fmt: skip
    op.create_index("passkey_challenges_until", "passkey_challenges", ["until"])


def downgrade() -> None:
    """Back to 0005."""
    op.drop_table("passkey_challenges")
    op.drop_table("passkeys")
