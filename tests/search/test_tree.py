"""Trees made by hand: what a die is worth before and after its faces are known, and what a visit under way is lent."""

from itertools import permutations

import numpy as np
import pytest

from ludejo.games.contract import CHANCE
from ludejo.search import tree as trees
from ludejo.search.sharing import ALONE, VIRTUAL_LOSS, announce, new_ledger

pytestmark = pytest.mark.small

ROOT, DIE, FACES = 0, 1, (2, 3, 4)


def tree_with_a_die() -> trees.Tree:
    """Seat 0 has one move, which is in the hands of a die with three faces; seat 1 moves after each."""
    tree = trees.new_tree(8, 4)
    for node, move in [(DIE, 0), *((face, face) for face in FACES)]:
        trees.plant(tree, node, move)
        trees.open_up(tree, node)
    for node, first, children, mover in [(ROOT, DIE, 1, 0), (DIE, FACES[0], 3, CHANCE)]:
        tree.first[node], tree.children[node], tree.mover[node] = first, children, mover
        tree.sure[node], tree.guess[node] = trees.NOTHING, 0.25
    return tree


def walk_along(*nodes: int) -> trees.Walk:
    walk = trees.Walk(*(column[0] for column in trees.new_walks(1, 4)))
    walk.node[: len(nodes)] = nodes
    return walk


def visit(tree: trees.Tree, face: int, result: float, is_certain: bool = False) -> None:
    """One simulation through a face of the die."""
    if is_certain:
        trees.solve(tree, face, result)
    trees.back_up(tree, walk_along(ROOT, DIE, face), 2, result, new_ledger(ALONE, 4))


def test_a_die_of_open_faces_is_worth_the_results() -> None:
    tree = tree_with_a_die()
    for face, result in zip(FACES, (1.0, 0.0, 0.5), strict=True):
        visit(tree, face, result)
    assert tree.visits[DIE] == 3
    assert tree.total[DIE] == tree.total[ROOT] == 1.5


def test_the_first_face_that_is_known_counts_in_full_however_bad_the_playouts_were() -> None:
    tree = tree_with_a_die()
    for node in (ROOT, DIE):  # playouts from the die, before it was expanded: all lost
        tree.visits[node] = 4
    visit(tree, FACES[1], 1.0, is_certain=True)
    assert tree.total[DIE] == tree.total[ROOT] == 1.0


def test_a_die_with_known_faces_is_worth_the_mean_over_all_of_them() -> None:
    tree = tree_with_a_die()
    visit(tree, FACES[0], 1.0, is_certain=True)
    visit(tree, FACES[1], 0.25)
    assert tree.total[DIE] == pytest.approx(1.0 + (1.0 + 0.25 + 0.25) / 3)  # the third counts as the second
    visit(tree, FACES[2], 0.0)
    assert tree.total[DIE] == pytest.approx(1.5 + (1.0 + 0.25 + 0.0) / 3)
    visit(tree, FACES[2], 0.5)
    assert tree.total[DIE] == pytest.approx(1.5 + 1.25 / 3 + (1.0 + 0.25 + 0.25) / 3)
    assert not tree.solved[DIE]


def test_whatever_the_order_of_the_faces_the_first_round_is_neither_too_high_nor_too_low() -> None:
    worths = {FACES[0]: 0.0, FACES[1]: 0.25, FACES[2]: 1.0}
    totals = np.zeros(3)
    for order in permutations(FACES):
        tree = tree_with_a_die()
        for turn, face in enumerate(order):
            before = tree.total[DIE]
            visit(tree, face, worths[face], is_certain=face == FACES[1])
            totals[turn] += tree.total[DIE] - before
    assert totals / 6 == pytest.approx([1.25 / 3] * 3)


def test_a_die_whose_faces_are_all_known_is_solved_by_their_mean_and_so_is_what_leads_to_it() -> None:
    tree = tree_with_a_die()
    for face, result in zip(FACES, (1.0, 0.0, 0.25), strict=True):
        visit(tree, face, result, is_certain=True)
    assert tree.solved[DIE] == tree.solved[ROOT] == 1
    assert tree.exact[DIE] == tree.exact[ROOT] == pytest.approx(1.25 / 3)


def test_a_move_that_loses_for_certain_is_told_to_those_above() -> None:
    """A node all of whose moves lose is solved: whoever is on the way below it brings that result, not their own."""
    tree = tree_with_a_die()
    for face in FACES:
        trees.solve(tree, face, 0.0)
    assert trees.settle(tree, DIE)
    assert trees.settle(tree, ROOT)
    trees.back_up(tree, walk_along(ROOT, DIE), 1, 0.9, new_ledger(ALONE, 4))
    assert tree.total[ROOT] == 0.0


def test_of_open_faces_one_that_was_tried_least_is_next() -> None:
    tree, dice = tree_with_a_die(), np.array([3], np.uint64)
    assert {int(trees.least_tried(tree, DIE, dice)) for _ in range(40)} == set(FACES)
    tree.visits[FACES[0]] = 1
    assert {int(trees.least_tried(tree, DIE, dice)) for _ in range(40)} == set(FACES[1:])
    trees.solve(tree, FACES[2], 1.0)
    assert {int(trees.least_tried(tree, DIE, dice)) for _ in range(40)} == {FACES[1]}


def test_a_face_under_way_is_lent_what_the_network_thinks_of_the_die() -> None:
    tree, walk, ledger = tree_with_a_die(), walk_along(ROOT, DIE, FACES[0]), new_ledger(VIRTUAL_LOSS, 4)
    announce(tree, walk, 2, ledger)
    assert walk.lent[:3].tolist() == [0.25, 0.0, 0.25]  # the mover's loss at the die
    trees.back_up(tree, walk, 2, 0.75, ledger)
    assert [tree.total[node] for node in (ROOT, DIE, FACES[0])] == [0.75] * 3
    assert [tree.visits[node] for node in (ROOT, DIE, FACES[0])] == [1] * 3
