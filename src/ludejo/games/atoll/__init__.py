"""Atoll, and Hex among its boards."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the modules beside this one keep the contract, which mypy compares here
    from ludejo.games import contract as asks
    from ludejo.games.atoll import face, heuristics, knowledge, rules, view
    from ludejo.games.atoll.rules import Board, State, Variant

    _rules: asks.Rules[Variant, Board, State] = rules
    _face: asks.Face[Variant, Board, State] = face
    _heuristics: asks.Heuristics[Board, State] = heuristics
    _knowledge: asks.ConnectionKnowledge[Board, State] = knowledge
    _view: asks.View[Variant, Board, State] = view
    _quick: asks.QuickRules[Board, State] = rules
    _swap: asks.SwapFace[State] = face
