"""Games as environments for learning agents: many at once, in arrays (vector.py)."""
