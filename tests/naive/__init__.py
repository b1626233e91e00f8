"""Slow second implementations of the four games, for comparison with the fast rules.

They were written from the rule texts alone and share no code with the package or with each other: sets, dicts
and tuples, and the most literal reading of each sentence.  Each module offers a class `Naive` with

    legal()     the canonical texts of the legal moves; at a die roll the faces; after the end the empty set
    play(text)  plays one of them, in place
    to_move     the seat to move (0 moved first); at a die roll the seat that announced; None after the end
    is_chance   whether a die is due
    winner      None, a seat, or 'draw'
    reason      () until the end, then a tuple such as ('line', frozenset({'1.1', '1.2', '1.3'}))
    picture()   the board as text; load(picture, to_move) sets up what such a text shows
"""
