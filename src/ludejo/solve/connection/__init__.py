"""The prover for connection games: df-pn with virtual connections, must-play regions and fill-in."""
