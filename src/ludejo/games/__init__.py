"""The games: one folder each, with everything that Ludejo knows of it, and the contract they all keep.

`discovery` says which there are, those of other packages included; `contract` what a game offers.
Nothing of a game is imported until it is asked for, so that `import ludejo` stays quick.
"""
