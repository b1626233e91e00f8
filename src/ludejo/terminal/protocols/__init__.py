"""Engine protocols: what other programs say to the engine, and what it answers."""
