"""Forced wins in a few turns: one move wins soonest, whatever the other side and the dice do, and how far it is asked.

The answer wins within so many plies and no other move does, both by exhaustive search (solve/forced.py). Against it
stands the best defence: of all replies, and of all rolls where the other side drops, one that lasts longest, and of
those one that leaves the fewest moves to win. The solver is asked for every move to the end: only one is right each
time, but for the last one, for which any that wins at once will do. Where that cannot be, it is no puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludejo.lab.puzzles.proving import MEMORY_MB, Finding, Undecided, shortest_win
from ludejo.lab.puzzles.puzzle import own_moves
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.searches import ForcedSearch, Tables

LENGTHS = range(1, 8, 2)  # plies of a win; those in one ply are no puzzles
FIND, SETTLE, LONGER = 60_000, 6_000_000, 1_500_000  # positions: to find a win, to settle all of it, to see slower ones


class Reply(NamedTuple):
    """An answer to a winner's move, and what is left to win."""

    text: str
    after: Position
    plies: int  # of the shortest win; 0 where the game is over
    wins: tuple[int, ...]  # the moves that win as soon


class QuickWins:
    """Looks for such wins in the positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def may_tell(self, position: Position) -> bool:
        """Whether somebody has a choice."""
        return not (position.is_over or position.is_chance) and len(position.legal) >= 3

    def finding(self, position: Position) -> Finding | None:
        """The one move that wins soonest, with the way to the end; Undecided, if the effort does not suffice."""
        if not self.may_tell(position):
            return None
        search = ForcedSearch(Tables(self.game, position, MEMORY_MB), position)
        plies = shortest_win(search, position, LENGTHS, FIND)
        if plies is None or plies == 1:
            return None
        budget = WorkBudget(nodes=SETTLE)
        wins = winners(search, position, plies, budget)
        if len(wins) != 1 or position.after(wins[0]).is_chance or slower_win(search, position, wins[0], plies + 2):
            return None
        return way_to_the_end(search, position, plies, budget)


def winners(search: ForcedSearch, position: Position, plies: int, budget: WorkBudget) -> tuple[int, ...]:
    """The moves that win within so many plies; Undecided, if the budget is too small to tell."""
    seat = position.to_move or 0
    found = [move for move in position.legal if _wins(search, position.after(move), seat, plies - 1, budget)]
    if budget.is_spent:
        raise Undecided
    return tuple(found)


def _wins(search: ForcedSearch, after: Position, seat: int, left: int, budget: WorkBudget) -> bool:
    if after.is_over:
        return int(after.game.rules.outcome(after.state)) == seat
    if left == 0:
        return after.is_chance and all(_wins(search, after.after(face), seat, 0, budget) for face in after.legal)
    return search.within(after, seat, left, budget) is not None


def slower_win(search: ForcedSearch, position: Position, answer: int, plies: int) -> bool:
    """Whether another move is seen to win a turn later: then the answer would be a matter of taste."""
    seat, budget = position.to_move or 0, WorkBudget(nodes=LONGER)
    others = (position.after(move) for move in position.legal if move != answer)
    return any(_wins(search, after, seat, plies - 1, budget) for after in others)


def way_to_the_end(search: ForcedSearch, position: Position, plies: int, budget: WorkBudget) -> Finding | None:
    """How a win goes against the best defence; None, if the winner has a choice or would have to throw dice."""
    wins = winners(search, position, plies, budget)
    line = _only_way(search, position, plies, wins, budget)
    return Finding(line[0], line, plies, asked=own_moves(len(line))) if line else None


def _only_way(
    search: ForcedSearch, position: Position, left: int, wins: tuple[int, ...], budget: WorkBudget
) -> tuple[str, ...] | None:
    """A line from the winner's turn to the end in which one move is right each time, as far as some best defence leads
    there."""
    if len(wins) != 1 and left > 1:
        return None
    text, after = position.move_text(wins[0]), position.after(wins[0])
    if after.is_over:
        return (text,)
    if after.is_chance:
        return None
    for reply in best_defences(search, after, position.to_move or 0, left - 1, budget):
        if reply.after.is_over:
            return text, reply.text
        rest = _only_way(search, reply.after, reply.plies, reply.wins, budget)
        if rest:
            return text, reply.text, *rest
    return None


def best_defences(search: ForcedSearch, position: Position, seat: int, left: int, budget: WorkBudget) -> list[Reply]:
    """The replies that last longest, and of those the ones after which the fewest moves win."""
    found = [_weighed(search, text, after, seat, left, budget) for text, after in replies(position)]
    best = max((reply.plies, -len(reply.wins)) for reply in found)
    return [reply for reply in found if (reply.plies, -len(reply.wins)) == best]


def _weighed(search: ForcedSearch, text: str, after: Position, seat: int, left: int, budget: WorkBudget) -> Reply:
    if after.is_over:
        return Reply(text, after, 0, ())
    plies = next((n for n in range(1, left + 1, 2) if search.within(after, seat, n, budget)), None)
    if plies is None:
        raise Undecided  # it is won, so that only the budget can be the reason
    return Reply(text, after, plies, winners(search, after, plies, budget))


def replies(position: Position) -> Iterator[tuple[str, Position]]:
    """What can happen before it is the winner's turn again: a move, or a drop with each of its rolls."""
    for move in position.legal:
        after, text = position.after(move), position.move_text(move)
        if after.is_chance:
            yield from ((f"{text}:{after.move_text(face)}", after.after(face)) for face in after.legal)
        else:
            yield text, after
