"""Games and their events in the database."""
