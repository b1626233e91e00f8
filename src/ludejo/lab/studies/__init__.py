"""Studies: claims about games, each decided by a sequential test as games come in, or left open when its budget ends.

sequential (testing by betting) · study (the TOML file) · series (what a game says on a claim) · deciding (play until it
is decided) · verdicts (the result for people and programs).
"""
