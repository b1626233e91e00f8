"""Runs: many games of some variants by some players, in chunks on disk, each of which is determined by its key.

plan (what is played, cut into chunks) · at_random, playing, openings, members (a chunk's rows) · judge (win
probabilities) · columns, store (Parquet files and their folder) · running, cluster (going on where it was left).
"""
