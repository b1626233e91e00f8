"""How each game is written, explained and drawn. One module a game, all with the same functions:

    write_move(game, state, move) -> str        read_move(game, state, text) -> list[int]
    why_illegal(game, state, move) -> str       reason(game, state, winner) -> (sentence, kind, cells)
    write_position(game, state) -> str          read_position(game, text) -> State
    draw_board(game) -> BoardDrawing            draw_position(position) -> PositionDrawing
    gestures(position) -> (Gesture, …)          threatened(position) -> (cell, …)

A game whose start is an arrangement adds read_setup and write_setup; one with dice adds roller and announced; one
whose players can change colours adds is_swapped; one whose pieces are counted adds in_hand. Texts reach read_move in
lower case and without spaces.
"""
