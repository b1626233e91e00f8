"""Kernels: how they are compiled, and how a template becomes a kernel of one game.

A kernel is a function over NumPy arrays that Numba compiles. A template is a kernel that speaks of `rules`,
`heuristics`, `threats` or `view` without saying whose: `bind` compiles a copy of it for one game.
"""

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, Protocol, TypeGuard, cast

import numpy as np
from numba.extending import overload

from ludejo.games.cache import Kernel, compiled
from ludejo.games.contract import (
    AnyConnectionKnowledge,
    AnyEnumeration,
    AnyHeuristics,
    AnyRules,
    AnyThreats,
    AnyView,
    BoardTables,
    ConnectionKnowledge,
    Enumeration,
    MaskedRules,
    QuickRules,
    Rules,
    Threats,
)
from ludejo.games.discovery import missing_from

# Kernels allocate nothing. Told so (_nrt), Numba leaves out the counting of references to arrays, which costs more than
# most kernels do; an allocation that slips in is refused at compilation. A board and a state are dozens of machine
# words to hand over, so calls between kernels are inlined. Together: up to three times as many games a second.
OPTIONS: dict[str, bool | str] = {"nogil": True, "error_model": "numpy", "_nrt": False}
INLINED = OPTIONS | {"forceinline": True}
plain_kernel = compiled(**OPTIONS)  # for what is called seldom, or takes long: see `seldom`
kernel = compiled(**INLINED)


@kernel
def copy_list(into, source):
    """Copy a one-dimensional array; a slice assignment would allocate."""
    for k in range(len(source)):
        into[k] = source[k]


@kernel
def copy_table(into, source):
    """Copy a two-dimensional array."""
    for row in range(source.shape[0]):
        for k in range(source.shape[1]):
            into[row, k] = source[row, k]


def copy_state(into, source):
    """Make one state equal to another: a NamedTuple of lists and tables, copied field by field."""
    for mine, theirs in zip(into, source, strict=True):
        mine[...] = theirs


def nth_state(states, k):
    """One of many states whose arrays lie side by side, as a view into them."""
    return type(states)(*(array[k] for array in states))


# Compiled, the two are written out for each State that they meet, so that they cost what hand-written ones do.
@overload(copy_state, jit_options=INLINED, strict=False)
def _copy_of(into, source):
    copies = {1: "copy_list", 2: "copy_table"}
    lines = [
        f"    {copies[array.ndim]}(into.{name}, source.{name})"
        for name, array in zip(source.fields, source.types, strict=True)
    ]
    return _written("\n".join(["def written(into, source):", *lines]))


@overload(nth_state, jit_options=INLINED, strict=False)
def _nth_of(states, k):
    parts = ", ".join(f"states.{name}[k]" for name in states.fields)
    return _written(f"def written(states, k):\n    return State({parts})", State=states.instance_class)


def _written(source: str, **scope: Any) -> Callable:
    scope |= {"copy_list": copy_list, "copy_table": copy_table}
    exec(source, scope)
    return scope["written"]


class AllRules(Rules[Any, Any, Any], QuickRules[Any, Any], MaskedRules[Any, Any], Protocol):
    """rules.py of a game that has all of these, for templates that are bound to no other."""


UNBOUND: Any = None  # what a template speaks of and is given by `bind`; no template is ever called itself
_templates: set[Callable] = set()
_seldom: set[Callable] = set()


def template(function: Callable) -> Callable:
    """Mark a function that speaks of `rules` and is compiled once a game by `bind`."""
    _templates.add(function)
    return function


def seldom(function: Callable) -> Callable:
    """Mark a template that is called too seldom, or takes too long, to be worth inlining.

    Inlining multiplies the time to compile; and in a large kernel the innermost loops get too few registers.
    """
    _seldom.add(function)
    return template(function)


_bound: dict[tuple[object, ...], Kernel] = {}


def heuristics_of(rules: AnyRules) -> AnyHeuristics:
    """What is known of playing a game well; without a module of its own, next to nothing."""
    return cast(AnyHeuristics, _beside(rules, "heuristics") or _plain_heuristics(rules))


def view_of(rules: AnyRules) -> AnyView:
    """What a network sees of a game that has a view."""
    own = _beside(rules, "view")
    if own is None:
        raise LookupError(f"{_name(rules)} has no view.py, so that no network can see it")
    return cast(AnyView, own)


def connection_of(rules: AnyRules) -> AnyConnectionKnowledge | None:
    """What is proven of a connection game, where somebody has written it down."""
    return cast(AnyConnectionKnowledge | None, _knowledge(rules, ConnectionKnowledge))


def threats_of(rules: AnyRules) -> AnyThreats:
    """What is proven of threats in a game; without knowledge of its own what `wins_at_once` tells."""
    return cast(AnyThreats, _knowledge(rules, Threats) or _plain_threats(rules))


def enumeration_of(rules: AnyRules) -> AnyEnumeration | None:
    """How the positions of a game are numbered, where somebody has thought about it."""
    return cast(AnyEnumeration | None, _knowledge(rules, Enumeration))


def _knowledge(rules: AnyRules, protocol: type) -> ModuleType | None:
    """The module with a kind of knowledge of a game, or None."""
    own = _beside(rules, "knowledge")
    return own if own is not None and not missing_from(own, protocol) else None


@cache
def _beside(rules: AnyRules, name: str) -> ModuleType | None:
    """Another module of a game's folder, or None."""
    module = f"{_package(rules)}.{name}"
    return importlib.import_module(module) if importlib.util.find_spec(module) else None


@cache
def _plain_heuristics(rules: AnyRules) -> ModuleType:
    from ludejo.games import plain_heuristics as plain

    module = ModuleType(f"{_package(rules)}.heuristics", plain.__doc__)
    rollout = plain.quick_rollout if rules.CAPABILITIES.finish else plain.rollout
    kernels = {"wins_at_once": plain.wins_at_once, "credit": plain.credit, "rollout": rollout}
    vars(module).update({name: bind(function, rules) for name, function in kernels.items()})
    vars(module).update(SETTINGS=plain.SETTINGS, levels=plain.levels)
    return module


@cache
def _plain_threats(rules: AnyRules) -> ModuleType:
    from ludejo.games import plain_heuristics as plain

    module = ModuleType(f"{_package(rules)}.knowledge", plain.__doc__)
    kernels = {
        "winning_move": plain.winning_move,
        "answers": plain.answers,
        "threatening_moves": plain.threatening_moves,
    }
    vars(module).update({name: bind(function, rules) for name, function in kernels.items()})
    vars(module).update(SEES_EVERY_WIN=False, QUIET=1)
    return module


def _package(rules: AnyRules) -> str:
    """The folder of a game, dotted."""
    return rules.__name__.rpartition(".")[0]


def _name(rules: AnyRules) -> str:
    """A game's name, different from that of every other game."""
    return _package(rules).removeprefix("ludejo.games.").replace(".", "_")


def bind(function: Callable, rules: AnyRules, **parts: Callable) -> Kernel:
    """Compile a template for one game: a copy with its `rules`, `heuristics`, `threats` and `view` in its globals.

    Parts are kernels for other names that the template, or one that it calls, leaves open. Templates that it calls are
    bound along with it. The copy is named after the game and the parts, so that Numba's cache keeps one compilation of
    each; functions passed as arguments or closed over would not be cached at all.
    """
    parts = {name: part for name, part in parts.items() if _speaks_of(function, name)}
    key = (function, _package(rules), *parts.items())
    if key not in _bound:
        scope: dict[str, Any] = {**function.__globals__, **parts, "rules": rules}
        if "heuristics" in function.__code__.co_names:
            scope["heuristics"] = heuristics_of(rules)
        if "view" in function.__code__.co_names:
            scope["view"] = view_of(rules)
        if "threats" in function.__code__.co_names:
            scope["threats"] = threats_of(rules)
        if "enumeration" in function.__code__.co_names:
            scope["enumeration"] = enumeration_of(rules)
        for name in function.__code__.co_names:
            if _is_template(scope.get(name)):
                scope[name] = bind(scope[name], rules, **parts)
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__qualname__ = "_".join([function.__name__, _name(rules), *(part.__name__ for part in parts.values())])
        copy.__module__ = rules.__name__  # the game's: its cache is where this is kept
        copy.__doc__ = function.__doc__
        _bound[key] = plain_kernel(copy) if function in _seldom else kernel(copy)
    return _bound[key]


def _is_template(thing: object) -> TypeGuard[FunctionType]:
    return isinstance(thing, FunctionType) and thing in _templates


def _speaks_of(function: Callable, name: str) -> bool:
    """Whether a template uses a name, by itself or by the templates that it calls."""
    names = function.__code__.co_names
    called: list[object] = [function.__globals__.get(other) for other in names]
    return name in names or any(_speaks_of(other, name) for other in called if _is_template(other))


def buffer(board: BoardTables) -> np.ndarray:
    """Room for what `legal_moves` and `finish` write."""
    return np.empty(board.room, np.uint32)  # unsigned: Numba then skips its check for negative indices
