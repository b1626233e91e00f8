"""How much may still be done."""

import threading

from ludejo.solve.budget import WorkBudget


def test_nodes_are_spent_and_then_it_is_over() -> None:
    budget = WorkBudget(nodes=10)
    assert (budget.room, budget.is_spent, budget.is_counted) == (10, False, True)
    budget.spend(7)
    assert (budget.room, budget.is_spent) == (3, False)
    budget.spend(5)
    assert budget.is_spent


def test_without_any_limit_there_is_no_end() -> None:
    budget = WorkBudget()
    budget.spend(10**12)
    assert not budget.is_spent
    assert not budget.is_counted


def test_a_time_that_is_over_and_a_cancelled_one_end_it() -> None:
    cancel = threading.Event()
    assert WorkBudget(seconds=0).is_spent
    budget = WorkBudget(seconds=1e6, cancel=cancel)
    assert not budget.is_spent
    cancel.set()
    assert budget.is_spent


def test_a_part_has_the_measure_of_the_whole_and_ends_with_it() -> None:
    whole = WorkBudget(nodes=10)
    part = whole.part(seconds=0, nodes=8)
    assert part.is_counted
    part.spend(4)
    assert (part.room, whole.room) == (4, 6)
    whole.spend(5)
    assert (part.room, part.is_spent) == (1, False)
    part.spend(1)
    assert part.is_spent
    timed = WorkBudget(seconds=1e6)
    assert timed.part(seconds=0, nodes=8).is_spent
    assert not timed.part(seconds=1e5, nodes=0).is_spent
