"""Puzzles as the page shows them, and what comes of a move."""

from collections.abc import Sequence

from ludejo.games.errors import NoSuchText
from ludejo.games.phrases import mark_text, phrase
from ludejo.lab.puzzles.files import place_of, puzzles_of
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.play.position import Position
from ludejo.table.messages.positions import position_view, sheet_view, words
from ludejo.table.messages.views import PuzzleList, PuzzleSummary, PuzzleTried, PuzzleView, StepMoves
from ludejo.table.reading.lessons import last_move
from ludejo.table.reading.library import check_game
from ludejo.table.refusals import Refusal

DAY = 86_400
STEP = 7_919  # a prime: from day to day the puzzle is another one


def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first."""
    return puzzles_of(check_game(name))


def puzzle_list(name: str, now: float) -> PuzzleList:
    """What there is to solve, and which is the one of the day."""
    found = puzzles(name)
    listed = [_summary(puzzle) for puzzle in found]
    return {"game": check_game(name), "puzzles": listed, "daily": found[daily(len(found), now)].id if found else ""}


def daily(count: int, now: float) -> int:
    """The place of the puzzle of a day, among so many. All come, and so they do to whoever looks every few days."""
    day = int(now // DAY)
    return (day * STEP + day // count) % count


def puzzle_found(name: str, id: str) -> Puzzle:
    """The puzzle of an id, or a sentence."""
    place = place_of(check_game(name), id)
    if place is None:
        raise NoSuchText(phrase("no puzzle is called {id}: it is gone, or the link is old; the list has all", id=id))
    return puzzles(name)[place]


def _summary(found: Puzzle) -> PuzzleSummary:
    side = found.start.side_to_move
    return {"id": found.id, "spec": found.spec, "grade": found.grade, "plies": found.plies, "side": side}


def puzzle(name: str, id: str) -> PuzzleView:
    """One puzzle, without its answer."""
    found = puzzle_found(name, id)
    start = found.start
    return {
        **_summary(found),
        "seat": start.to_move,
        "start": start.text,
        "chance": not found.is_certain,
        "proof": found.proof,
        "board": sheet_view(start.game),
        "position": position_view(start, with_moves=True),
    }


def try_puzzle(name: str, id: str, move: str, before: Sequence[str] = ()) -> PuzzleTried:
    """What comes of a move: the best defence, or the end, after a right one, and what is wrong with another."""
    found = puzzle_found(name, id)
    if len(before) % 2 or tuple(before) != found.line[: len(before)]:
        raise Refusal("request/bad", mark_text("The moves before are not those of this puzzle"))
    here = found.start
    for text in before:
        here = here.play(text)
    after = here.play(move)
    is_won = after.outcome is not None and after.outcome.winner == found.seat
    right = is_won or (last_move(after) == found.line[len(before)] and len(before) // 2 < found.asked)
    done = right and (is_won or len(before) // 2 + 1 >= found.asked)
    line = [after]
    for reply in _follows(found, len(before), is_won, done) if right else _punished(after):
        line.append(line[-1].play(reply))
    late = not right and not before and last_move(after) in found.later
    told = phrase("It takes longer than the best move.") if late else _said(found, line, right, done)
    shown = _moves_view(line, right and not done)
    return {"right": right, "late": late, "text": str(told), "text_words": words(told), "done": done, **shown}


def _follows(found: Puzzle, place: int, is_won: bool, done: bool) -> Sequence[str]:
    """After a right move: nothing at the end of the game, the rest of the line at the end of the task, else a reply."""
    if is_won:
        return ()
    return found.line[place + 1 :] if done else found.line[place + 1 : place + 2]


def _moves_view(line: Sequence[Position], goes_on: bool) -> StepMoves:
    return {
        "moves": [_entry(position) for position in line],
        "positions": [position_view(position, with_moves=goes_on and position is line[-1]) for position in line],
    }


def _entry(position: Position) -> str:
    """The move that led to a position, a drop together with its roll."""
    roll = last_move(position)
    parent = position.parent
    return f"{last_move(parent)}:{roll}" if parent is not None and parent.is_chance else roll


def _said(found: Puzzle, line: Sequence[Position], right: bool, done: bool) -> str:
    if not right:
        return _blame(found, line)
    return found.praise() if done else phrase("Right so far. And now?")


def solution(name: str, id: str) -> PuzzleTried:
    """How a puzzle goes, for those who give up."""
    found = puzzle_found(name, id)
    line = [found.start]
    for move in found.line:
        line.append(line[-1].play(move))
    told = found.praise()
    shown = _moves_view(line[1:], False)
    return {"right": False, "late": False, "text": str(told), "text_words": words(told), "done": True, **shown}


def _punished(after: Position) -> tuple[str, ...]:
    """The opponent's answer to a wrong move, where it wins at once."""
    if after.is_over or after.is_chance:
        return ()
    wins = (move for move in after.legal if after.game.rules.outcome(after.after(move).state) == after.to_move)
    return tuple(after.move_text(move) for move in wins)[:1]


def _blame(found: Puzzle, line: Sequence[Position]) -> str:
    if len(line) > 1:
        return phrase("Then your opponent wins at once.")
    if line[0].is_over:
        return phrase("That ends the game, but it does not win it.")
    if found.proof == "soonest":
        return phrase("That does not win in {turns} turns; it may win later.", turns=found.turns)
    if found.plies and found.is_certain:
        return phrase("That does not win in {turns} turns.", turns=found.turns)
    return phrase("There is something better.")
