"""How the database became what it is."""
