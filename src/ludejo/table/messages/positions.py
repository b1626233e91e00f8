"""A position and a result as they are shown, and everything as JSON."""

from sys import getsizeof
from typing import NamedTuple, cast

from pydantic_core import to_json

from ludejo.games.gestures import DecidingCells, Gesture, gestures, hops, threats
from ludejo.games.phrases import as_words
from ludejo.play.fair_dice import faces_of
from ludejo.play.game import Game
from ludejo.play.position import Outcome, Position
from ludejo.play.records import Result
from ludejo.play.render.board import board_view
from ludejo.play.render.position import drawing_view
from ludejo.table.messages.views import (
    DrawingView,
    DrawnView,
    Heading,
    MovesView,
    OutcomeView,
    PositionView,
    ResultView,
    SheetView,
    ThreatsView,
    Words,
)


def position_view(position: Position, with_moves: bool) -> PositionView:
    """A position, with its moves for whoever may make one."""
    moves = moves_view(position) if with_moves else NO_MOVES
    return {**drawn_view(position), "threats": threats(position), **moves}


def drawn_view(position: Position) -> DrawnView:
    """What everybody may see of a position."""
    outcome = position.outcome
    return {
        "text": position.text,
        "drawing": cast(DrawingView, drawing_view(position)),
        "turn": position.turn,
        "to_move": position.to_move,
        "side_to_move": position.side_to_move,
        "is_chance": position.is_chance,
        "outcome": _outcome_view(outcome) if outcome else None,
        "in_hand": position.in_hand,
    }


class Seen(NamedTuple):
    """A position as it is shown, ready to be sent.

    Texts, because as objects those of a few hundred games would be half a million things, through which Python's
    collector looks again and again while everybody waits.
    """

    position: Position
    drawn: str  # JSON of a DrawnView
    threats: DecidingCells
    moves: str | None  # JSON of a MovesView, for whoever is to move; None where no such person looks at it

    @property
    def nbytes(self) -> int:
        """What the texts take of memory."""
        return getsizeof(self.drawn) + getsizeof(self.moves)

    def without_threats(self) -> "Seen":
        """The same, the cells that win at once not told."""
        return self._replace(threats=NO_THREATS)

    def told(self, with_moves: bool) -> str:
        """JSON of a PositionView."""
        told: ThreatsView = {"threats": self.threats}
        return joined(self.drawn, as_text(told), self.moves if with_moves and self.moves else as_text(NO_MOVES))


def seen_of(position: Position, with_moves: bool = True, with_threats: bool = True) -> Seen:
    """A position drawn once for all who look at it: on a twin, so that nothing of what drawing needs stays in it."""
    drawn = position.twin()
    moves = as_text(moves_view(drawn)) if with_moves else None
    return Seen(position, as_text(drawn_view(drawn)), threats(drawn) if with_threats else NO_THREATS, moves)


def sheet_view(game: Game) -> SheetView:
    """The empty board."""
    view = cast(SheetView, board_view(game))
    return {**view, "faces": dict(faces_of(game))} if game.has_dice else view


def heading(position: Position) -> Heading:
    """What is played, and on which board."""
    game = position.game
    return {
        "spec": game.spec,
        "game": game.name,
        "title": game.title,
        "sides": game.sides,
        "setup": position.setup,
        "seed": position.seed if game.is_arranged else None,
        "board": sheet_view(game),
    }


NO_THREATS = DecidingCells()
NO_MOVES: MovesView = {"moves": (), "hops": {}}


def moves_view(position: Position) -> MovesView:
    """What the player to move can do."""
    # As dictionaries without what is empty: a hundred moves of them are most of a view.
    moves = cast(tuple[Gesture, ...], tuple(gesture.as_json() for gesture in gestures(position)))
    return {"moves": moves, "hops": hops(position)}


def _outcome_view(outcome: Outcome) -> OutcomeView:
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "reason_words": words(outcome.reason),
        "kind": outcome.kind,
        "cells": outcome.cells,
    }


def result_view(result: Result) -> ResultView | None:
    """How a game ended."""
    if result.how is None:
        return None
    return {
        "winner": result.winner,
        "how": result.how,
        "reason": result.reason,
        "reason_words": words(result.reason) if result.reason else None,
        "kind": result.kind,
    }


def words(text: str) -> Words:
    """A sentence for those who translate."""
    told = as_words(text)
    return {"template": told["template"], "values": told["values"]}


def as_text(document: object) -> str:
    """JSON, compact. Dataclasses are written like dictionaries."""
    return to_json(document).decode()


def joined(*texts: str) -> str:
    """JSON of one object that has what several have, none of them empty."""
    return "{" + ",".join(text[1:-1] for text in texts) + "}"
