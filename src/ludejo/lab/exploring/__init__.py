"""Exploring a family: all members by random play, the promising ones up a ladder of players, a Pareto set at the end.

family (members within bounds) · objectives (what is wished for) · racing
(successive halving) · family_page (the result, and maps of the family).
"""
