"""Exact answers. Names no game.

solver (what a caller wants) · searches (those it runs in turn, and what they share) · forced (forced wins by AND/OR
search) · numbers/ (proof numbers) · connection/ (proofs in connection games) · guidance (what a guide, such as a
network, tells both) · certificate (proofs written) · proofs (and checked, without any of the rest) · keeping
(checkpoints) · value_iteration, disk_table (dice) · history, scratch, budget, pace (what they work with) · perft.
"""

import sys
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludejo.solve.solver import Solution


class _AlsoAFunction(types.ModuleType):
    """`ludejo.solve` is this package and, as `import ludejo` gives it, a function: here they are one."""

    def __call__(self, *arguments: Any, **settings: Any) -> "Solution":
        from ludejo.public import solve

        return solve(*arguments, **settings)


sys.modules[__name__].__class__ = _AlsoAFunction
