"""Playing well, whatever the game: written against the contract of `games/`, naming no game."""
