"""Drawing: boards and positions as SVG, for files and for the page alike, and as text. No rule is known here.

A game describes its board and its positions (games/drawing.py). From that are made:
the board, once a game (board.py), the marks and piles of a position (position.py), the symbols that stand in piles
(symbols.py), and of all of them a picture (svg.py). Colours are written as var(--name): the page has the names from
the palette's style sheet, a file has the colours themselves put in (palette.py).
"""
