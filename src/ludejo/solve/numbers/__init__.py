"""Proof numbers (df-pn) for any game without dice."""
