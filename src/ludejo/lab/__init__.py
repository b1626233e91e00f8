"""Evidence: matches, ladders, ratings, puzzles found and proven. Names no game."""
