"""Exact answers. Names no game.

solver (what a caller wants) · searches (those it runs in turn, and what they share) · forced (forced wins by AND/OR
search) · dfpn, dfpn_path, transposition (proof numbers) · value_iteration (dice) · history, scratch, budget (what they
work with) · perft.
"""
