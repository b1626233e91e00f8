"""Yavalath, a game of Ludejo in a package of its own."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the modules beside this one keep the contract, which mypy compares here
    from ludejo.games import contract as asks
    from yavalath import face, heuristics, rules
    from yavalath.rules import Board, State, Variant

    _rules: asks.Rules[Variant, Board, State] = rules
    _face: asks.Face[Variant, Board, State] = face
    _heuristics: asks.Heuristics[Board, State] = heuristics
