"""Evidence: how strong players are, and positions with a proven answer. Names no game.

match (a game between two players) · journal (a match on disk) · workers, arena (many games at a time) · scores (what a
result is worth, sequential tests) · ratings (Bradley and Terry) · ladder, tables, chart (many players) · calibrate (all
levels in every preset) · puzzles/ (found, proven, kept) · runs/ (games in chunks on disk), measures/,
report/, studies/, exploring/ (evidence on variants, see docs/lab.md).
"""
