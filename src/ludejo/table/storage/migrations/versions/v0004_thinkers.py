"""Jobs for thinkers: in PostgreSQL, the tables of procrastinate.

The schema is that of the procrastinate that is installed, which pyproject.toml holds to one minor version. Whoever
raises that brings procrastinate's own migrations as one of ours.
"""

from alembic import op
from procrastinate.schema import SchemaManager

revision = "0004"
down_revision = "0003"

_REMOVE = """
DO $$
DECLARE one record;
BEGIN
    DROP TABLE IF EXISTS procrastinate_periodic_defers, procrastinate_events, procrastinate_jobs,
        procrastinate_workers CASCADE;
    FOR one IN SELECT oid::regprocedure AS name FROM pg_proc WHERE proname LIKE 'procrastinate\\_%' LOOP
        EXECUTE 'DROP FUNCTION ' || one.name || ' CASCADE';
    END LOOP;
    DROP TYPE IF EXISTS procrastinate_job_to_defer_v1, procrastinate_job_event_type, procrastinate_job_status CASCADE;
END $$;
"""


def upgrade() -> None:
    """From 0003."""
    _run(SchemaManager.get_schema())


def downgrade() -> None:
    """Back to 0003."""
    _run(_REMOVE)


def _run(statements: str) -> None:
    """Many statements at once, as they stand. A table in a SQLite file thinks by itself."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        connection.connection.cursor().execute(statements)
