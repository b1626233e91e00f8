"""Mammalath and Mammalath Plus."""
