"""The game of two seats: its events, and what acts come to."""
