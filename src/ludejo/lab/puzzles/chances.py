"""Puzzles where dice have a say: how likely a win within two turns is, exactly, against the best defence.

Every move is weighed by every reply and every roll: expectimax over three plies. What is not won by then counts
nothing. Where one move is better than all others by a clear margin, that is a puzzle, and its numbers are exact.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING, AnyRules, StateTuple
from ludejo.games.gestures import copied
from ludejo.games.kernels import UNBOUND, bind, buffer, copy_state, seldom, template
from ludejo.lab.puzzles.proving import Finding
from ludejo.lab.puzzles.quick_wins import replies
from ludejo.play.game import Game
from ludejo.play.position import Position

rules: AnyRules = UNBOUND  # until `bind`

MARGIN = 0.2  # by which a move must be better than any other
LEAST = 0.5  # what it must promise
PLIES = 3


class Workshop(NamedTuple):
    """Room for the positions on the way, two for each ply (a move, and its roll), and for their moves."""

    drops: StateTuple  # states
    rolls: StateTuple
    reply_drops: StateTuple
    reply_rolls: StateTuple
    last_drops: StateTuple
    last_rolls: StateTuple
    own_faces: np.ndarray  # [room]
    replies: np.ndarray  # [room]
    reply_faces: np.ndarray  # [room]
    moves: np.ndarray  # [room]
    faces: np.ndarray  # [room]


@seldom
def chance_at_once(board, state, shop):
    """The best chance of the player to move to win with one move."""
    mover, best = rules.to_move(state), 0.0
    for k in range(rules.legal_moves(board, state, shop.moves)):
        copy_state(shop.last_drops, state)
        rules.play(board, shop.last_drops, shop.moves[k])
        result = rules.outcome(shop.last_drops)
        if result == mover:
            return 1.0
        if result == ONGOING and rules.to_move(shop.last_drops) == CHANCE:
            count, won = rules.legal_moves(board, shop.last_drops, shop.faces), 0
            for face in range(count):
                copy_state(shop.last_rolls, shop.last_drops)
                rules.play(board, shop.last_rolls, shop.faces[face])
                won += rules.outcome(shop.last_rolls) == mover
            best = max(best, won / count)
    return best


@template
def chance_now(board, state, seat, shop):
    """What a seat that is to move next may hope for, where the game may be over or the other side to move again."""
    result = rules.outcome(state)
    if result != ONGOING:
        return 1.0 if result == seat else 0.0
    return chance_at_once(board, state, shop) if rules.to_move(state) == seat else 0.0


@seldom
def chance_defended(board, state, seat, shop, enough):
    """The chance of a seat to win with its next move, the other side replying as well as it can.

    Where it falls to `enough` or below, it does not matter how far.
    """
    worst = 1.0
    for k in range(rules.legal_moves(board, state, shop.replies)):
        copy_state(shop.reply_drops, state)
        rules.play(board, shop.reply_drops, shop.replies[k])
        if rules.outcome(shop.reply_drops) == ONGOING and rules.to_move(shop.reply_drops) == CHANCE:
            count, hope = rules.legal_moves(board, shop.reply_drops, shop.reply_faces), 0.0
            for face in range(count):
                copy_state(shop.reply_rolls, shop.reply_drops)
                rules.play(board, shop.reply_rolls, shop.reply_faces[face])
                hope += chance_now(board, shop.reply_rolls, seat, shop) / count
        else:
            hope = chance_now(board, shop.reply_drops, seat, shop)
        worst = min(worst, hope)
        if worst <= enough:
            break
    return worst


@template
def chance_after(board, state, move, shop, enough):
    """The chance of the player to move to win with a move or with the next one, within the same bounds."""
    seat = rules.to_move(state)
    copy_state(shop.drops, state)
    rules.play(board, shop.drops, move)
    result = rules.outcome(shop.drops)
    if result != ONGOING:
        return 1.0 if result == seat else 0.0
    if rules.to_move(shop.drops) != CHANCE:
        return chance_defended(board, shop.drops, seat, shop, enough)
    count, hope = rules.legal_moves(board, shop.drops, shop.own_faces), 0.0
    for face in range(count):
        copy_state(shop.rolls, shop.drops)
        rules.play(board, shop.rolls, shop.own_faces[face])
        result = rules.outcome(shop.rolls)
        if result == ONGOING:
            hope += chance_defended(board, shop.rolls, seat, shop, 0.0) / count
        elif result == seat:
            hope += 1 / count
    return hope


class Chances:
    """Looks for the move with by far the best chance in positions of one game with dice."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._after = bind(chance_after, game.rules)
        self._at_once = bind(chance_at_once, game.rules)
        self._shop: Workshop | None = None

    def may_tell(self, position: Position) -> bool:
        """Whether somebody has a choice, and does not nearly win at once."""
        has_choice = not (position.is_over or position.is_chance) and len(position.legal) >= 3
        return has_choice and self.at_once(position) <= 1 - MARGIN

    def finding(self, position: Position) -> Finding | None:
        """The one move with by far the best chance to win within two turns, if there is one."""
        if not self.may_tell(position):
            return None
        best, value, rival = self.ranked(position)
        if value < LEAST or value - rival < MARGIN or position.after(best).is_chance:
            return None
        line = self.line(position, best)
        if line is None:
            return None
        return Finding(
            position.move_text(best), line, PLIES, rounded(value), rounded(rival), asked=(len(line) + 1) // 2
        )

    def shop(self, position: Position) -> Workshop:
        """Room to work in."""
        if self._shop is None:
            drops, rolls, replies, answers, lasts, ends = (copied(position.state) for _ in range(6))
            buffers = [buffer(self.game.board) for _ in range(5)]
            self._shop = Workshop(drops, rolls, replies, answers, lasts, ends, *buffers)
        return self._shop

    def at_once(self, position: Position) -> float:
        """The best chance to win with one move."""
        return float(self._at_once(self.game.board, position.state, self.shop(position)))

    def chance(self, position: Position, move: int, enough: float = 0.0) -> float:
        """The chance to win within two turns by a move; where it is not above `enough`, some number that is not."""
        return float(self._after(self.game.board, position.state, move, self.shop(position), enough))

    def ranked(self, position: Position) -> tuple[int, float, float]:
        """The best move, its chance, and the best chance of another one, as far as that is not far below."""
        best, value, rival = position.legal[0], 0.0, 0.0
        for move in position.legal:
            found = self.chance(position, move, rival)
            if found > value:
                best, value, rival = move, found, value
            else:
                rival = max(rival, found)
        return best, value, rival

    def line(self, position: Position, answer: int) -> tuple[str, ...] | None:
        """The answer, the best defence, a roll that does not stop the win where there is one, and the win."""
        seat, here = position.to_move, position.after(answer)
        if here.is_over:
            return (position.move_text(answer),)
        texts = {text: after for text, after in replies(here) if not after.is_over and after.to_move == seat}
        hopes = {text: self.at_once(after) for text, after in texts.items()}
        defences: dict[str, list[float]] = {}
        for text, hope in hopes.items():
            defences.setdefault(text.partition(":")[0], []).append(hope)
        best = min(defences, key=lambda drop: sum(defences[drop]) / len(defences[drop]))
        lost = [text for text, hope in hopes.items() if text.partition(":")[0] == best and hope == 1.0]
        if not lost:
            return None
        after = texts[lost[0]]
        win = next(move for move in after.legal if int(self.game.rules.outcome(after.after(move).state)) == seat)
        return position.move_text(answer), lost[0], after.move_text(win)


def rounded(chance: float) -> float:
    """A chance without what adding up its parts has left."""
    return round(float(Fraction(chance).limit_denominator(6**4)), 4)
