"""Self-play training: a network a family learns from the rules alone, and is exported for play."""
