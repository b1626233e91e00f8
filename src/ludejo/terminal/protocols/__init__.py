"""Engine protocols: what other programs say to the engine, and what it answers.

They speak English whatever the language: it is programs that read it.
"""
