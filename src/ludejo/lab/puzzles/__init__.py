"""Puzzles: found in self-play, and proven before they are written down."""
