"""How much to ask of a kernel at a time, so that it comes back soon enough to notice a deadline."""

from dataclasses import dataclass

from ludejo.solve.budget import WorkBudget

CHUNK_SECONDS = 0.02  # a deadline is noticed after about this long
MOST_AT_ONCE = 10_000_000


@dataclass
class Pace:
    """How much to ask of a kernel so that it comes back in time."""

    nodes: int = 500

    def asked(self, budget: WorkBudget) -> int:
        """So many positions, or as many as may still be looked at."""
        return int(min(self.nodes, max(1, budget.room)))

    def learn(self, asked: int, spent: float) -> None:
        """Adapt to the seconds that the last call took."""
        if asked == self.nodes:
            self.nodes = min(MOST_AT_ONCE, max(10, int(asked * min(4.0, CHUNK_SECONDS / max(spent, 1e-6)))))
