"""Attackers beside players: `python -m benchmarks.hostile`."""
