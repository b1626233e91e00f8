"""How much may still be done: until a moment, for so many positions, until somebody cancels, or as all of them say.

What is limited by positions alone is the same every time, on a busy machine as well.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass


@dataclass
class WorkBudget:
    """What is left. A part of another budget ends with it, and what it spends is spent there as well."""

    seconds: float | None = None
    nodes: float | None = None  # positions to look at
    cancel: threading.Event | None = None
    whole: WorkBudget | None = None  # which this is a part of

    def __post_init__(self) -> None:
        self.deadline = math.inf if self.seconds is None else time.perf_counter() + self.seconds
        self.nodes_left = math.inf if self.nodes is None else self.nodes

    @property
    def is_counted(self) -> bool:
        """Whether it is measured in positions, not by the clock."""
        return self.nodes is not None or (self.whole is not None and self.whole.is_counted)

    @property
    def room(self) -> float:
        """How many positions may still be looked at."""
        return min(self.nodes_left, math.inf if self.whole is None else self.whole.room)

    @property
    def is_spent(self) -> bool:
        """Whether it is time to stop."""
        if self.nodes_left <= 0 or time.perf_counter() >= self.deadline or (self.cancel and self.cancel.is_set()):
            return True
        return self.whole is not None and self.whole.is_spent

    def spend(self, nodes: int) -> None:
        """So many positions have been looked at."""
        self.nodes_left -= nodes
        if self.whole is not None:
            self.whole.spend(nodes)

    def part(self, seconds: float, nodes: int) -> WorkBudget:
        """A part of what is left, by the measure that counts."""
        return WorkBudget(nodes=nodes, whole=self) if self.is_counted else WorkBudget(seconds=seconds, whole=self)
