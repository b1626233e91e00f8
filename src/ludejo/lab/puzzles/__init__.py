"""Puzzles: found in games between levels or in random games, and proven before they are written down.

puzzle, files (what is kept) · self_play, random_games (where they are found) · proving, quick_wins, chances (what is
certain) · grading, choosing (how hard they are, which are kept) · make (the command).
"""
