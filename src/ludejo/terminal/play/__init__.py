"""A game played in the terminal: the session, its screen, its opponent and where unfinished games are kept."""
