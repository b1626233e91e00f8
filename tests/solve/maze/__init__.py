"""A game to try searches on, in a folder as every game."""
