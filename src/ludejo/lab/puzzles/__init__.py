"""Puzzles: found in self-play or in random games, and proven before they are written down.

puzzle, files (what is kept) · self_play, tension, random_games (where they are found) · proving, margins (what is
certain) · make (the command).
"""
