"""The table: the games in the browser. A server, its database, and the page."""
