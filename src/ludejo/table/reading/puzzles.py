"""Puzzles as the page shows them, and what comes of a move."""

from collections.abc import Sequence

from ludejo.games.phrases import phrase
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.play.position import Position
from ludejo.table.messages.positions import position_view, sheet_view, words
from ludejo.table.messages.views import PuzzleList, PuzzleSummary, PuzzleTried, PuzzleView
from ludejo.table.reading.lessons import last_move
from ludejo.table.reading.library import check_game, check_number

GRADES = 5


def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first."""
    return puzzles_of(check_game(name))


def puzzle_list(name: str) -> PuzzleList:
    """What there is to solve."""
    listed = [_summary(name, number) for number in range(1, len(puzzles(name)) + 1)]
    return {"game": check_game(name), "puzzles": listed}


def _summary(name: str, number: int) -> PuzzleSummary:
    """The grades, 1 to 5, are a fifth of a game's puzzles each."""
    found = puzzles(name)[number - 1]
    grade = 1 + (number - 1) * GRADES // len(puzzles(name))
    side = found.start.side_to_move
    return {"number": number, "spec": found.spec, "grade": grade, "plies": found.plies, "side": side}


def puzzle(name: str, number: int) -> PuzzleView:
    """One puzzle, without its answer."""
    found = puzzles(name)[check_number(number, len(puzzles(name))) - 1]
    start = found.start
    return {
        **_summary(name, number),
        "seat": start.to_move,
        "board": sheet_view(start.game),
        "position": position_view(start, with_moves=True),
    }


def try_puzzle(name: str, number: int, move: str) -> PuzzleTried:
    """What comes of a move: how the game may go on after the right one, and what is wrong with another."""
    found = puzzles(name)[check_number(number, len(puzzles(name))) - 1]
    after = found.start.play(move)
    right = last_move(after) == found.answer
    line = [after]
    for reply in found.line[1:] if right else _punished(after):
        line.append(line[-1].play(reply))
    told = found.praise() if right else _blame(line)
    return {
        "right": right,
        "text": str(told),
        "text_words": words(told),
        "moves": [last_move(position) for position in line],
        "positions": [position_view(position, with_moves=False) for position in line],
        "done": right,
    }


def _punished(after: Position) -> tuple[str, ...]:
    """The opponent's answer to a wrong move, where it wins at once."""
    if after.is_over or after.is_chance:
        return ()
    wins = (move for move in after.legal if after.game.rules.outcome(after.after(move).state) == after.to_move)
    return tuple(after.move_text(move) for move in wins)[:1]


def _blame(line: Sequence[Position]) -> str:
    if len(line) > 1:
        return phrase("Then your opponent wins at once.")
    if line[0].is_over:
        return phrase("That ends the game, but it does not win it.")
    return phrase("There is something better.")
