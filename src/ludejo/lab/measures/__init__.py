"""Measures of games that were played: each a figure with its 95 % interval, its players and its number of games.

figures (values and intervals) · sample (games as the measures see them) · fair, decisive, lively, deep, size (the
measures, each defined where it is computed) · all_measures (everything that a run's tables tell). docs/lab.md lists
the definitions for readers.
"""
