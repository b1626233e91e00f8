"""Runs: many games of some variants by some players, in chunks on disk, each of which is determined by its key.

plan (what is played, cut into chunks) · at_random, playing, openings (a chunk's rows) · judge (win probabilities) ·
columns, store (Parquet files and the folder they are in) · running (pool or cluster, going on where it was left).
"""
