"""Mammalath and Mammalath Plus."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the modules beside this one keep the contract, which mypy compares here
    from ludejo.games import contract as asks
    from ludejo.games.mammalath import face, heuristics, knowledge, rules, view
    from ludejo.games.mammalath.rules import Board, State, Variant

    _rules: asks.Rules[Variant, Board, State] = rules
    _face: asks.Face[Variant, Board, State] = face
    _heuristics: asks.Heuristics[Board, State] = heuristics
    _threats: asks.Threats[Board, State] = knowledge
    _view: asks.View[Variant, Board, State] = view
    _quick: asks.QuickRules[Board, State] = rules
    _arranged: asks.ArrangedRules[Board, State] = rules
    _setup: asks.SetupFace[Variant, Board] = face
    _hand: asks.HandFace[Variant, Board, State] = face
