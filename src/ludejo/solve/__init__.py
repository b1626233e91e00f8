"""Exact answers: forced wins, proof numbers, value iteration. Names no game."""
