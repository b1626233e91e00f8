"""The rules of each game, written once, as kernels that Numba compiles.

One module a game, all on the contract of `contract.py`; geometry in `grid.py`, chance in `dice.py`.
Nothing here is imported until a game is asked for, so that `import ludejo` stays quick.
"""

NAMES = ("atmalof", "mammalath", "atoll", "almatafl")
