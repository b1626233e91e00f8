"""Atmalof, and the whole family of atmaloids."""
