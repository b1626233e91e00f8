"""More of exact solving: late positions, forced wins and dice, each against the slow rules and trying everything."""

import re
from random import Random
from typing import Any

import pytest
from naive import almatafl, mammalath
from naive.solving import after, minimax, values, wins_within
from twins import naive_at

import ludejo
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.searches import ForcedSearch
from ludejo.solve.solver import Solver, solve, solve_moves
from ludejo.solve.value_iteration import ValueTable

NODES = 20_000_000  # far more than anything here needs


def late_position(spec: str, seed: int, moves_left: int) -> Position | None:
    """A position of random play that avoids the end, with few legal moves left; None if it cannot be avoided."""
    chance = Random(seed)
    position = ludejo.game(spec).start(seed=seed)
    while len(position.legal) > moves_left:
        quiet = [move for move in position.legal if not position.after(move).is_over]
        if not quiet:
            return None
        position = position.after(chance.choice(quiet))
    return position


@pytest.mark.parametrize(
    ("spec", "moves_left"),
    [
        ("atoll:rhombus,size=4", 7),
        ("atoll:rhombus,size=5", 7),
        ("atoll:hexagon,size=3,islands=12", 7),
        ("atoll:hexagon,size=3,islands=4", 7),
        ("atoll:size=5", 7),
        ("mammalath", 6),
    ],
)
def test_late_positions_agree_with_minimax(spec: str, moves_left: int) -> None:
    found = [late_position(spec, seed, moves_left) for seed in range(30)]
    positions = [position for position in found if position is not None]
    assert len(positions) > 5
    for position in positions:
        assert solve(position, nodes=NODES).value == minimax(naive_at(position)), position.text


def test_mammalath_can_be_drawn() -> None:
    bare = "/".join(["......"] * 6)
    tokens = "b.w.bb/wwbbww/bbwwbb/wwbbww/bbwwbb/wwbbww"
    position = ludejo.game("mammalath").position(f"{bare} {tokens} w")
    solution = solve(position, nodes=NODES)
    assert solution.value == minimax(naive_mammalath(position)) == 0.5
    assert solution.best in ("b6", "d6")


@pytest.mark.parametrize("size", [2, 3])
def test_the_pie_rule_gives_the_game_to_the_second_player(size: int) -> None:
    start = ludejo.game(f"atoll:rhombus,size={size},pie=yes").start()
    assert solve(start, nodes=NODES).value == minimax(naive_at(start)) == 0.0


def test_every_opening_of_hex_2() -> None:
    openings = solve_moves(ludejo.game("atoll:rhombus,size=2").start(), nodes=NODES)
    values = {move: after.bounds_for(0) for move, after in openings}
    assert values == {"a1": (0, 0), "b1": (1, 1), "a2": (1, 1), "b2": (0, 0)}


def test_every_opening_of_hex_3() -> None:
    openings = solve_moves(ludejo.game("atoll:rhombus,size=3").start(), nodes=NODES)
    values = {move: after.bounds_for(0) for move, after in openings}
    assert [move for move, bounds in values.items() if bounds == (1, 1)] == ["c1", "a2", "b2", "c2", "a3"]
    assert [move for move, bounds in values.items() if bounds == (0, 0)] == ["a1", "b1", "b3", "c3"]


def test_hex_5_is_won_by_the_centre_and_lost_by_the_acute_corner() -> None:
    start = ludejo.game("atoll:rhombus,size=5").start()
    assert solve(start, nodes=NODES).value == 1.0
    assert solve(start.play("c3"), nodes=NODES).value == 0.0
    assert solve(start.play("a1"), nodes=NODES).value == 1.0


def naive_almatafl(position: Position) -> almatafl.Naive:
    """The slow version of a position, read from its text: rows from the top, stacks in brackets."""
    naive = almatafl.Naive(position.game.variant.game == "advanced")
    board, mover = position.text.split()
    naive.stacks, naive.turn = {}, "bw".index(mover)
    for letter, row in zip(reversed(almatafl.ROWS), board.split("/"), strict=True):
        for number, stack in enumerate(re.findall(r"\(\w+\)|.", row), almatafl.NUMBERS[letter][0]):
            if stack != ".":
                naive.stacks[f"{letter}{number}"] = stack.strip("()").replace("k", "K")
    return naive


def naive_mammalath(position: Position) -> mammalath.Naive:
    """The slow version of a position, read from its text: animals and tokens, rows from the top."""
    animals, tokens, mover = position.text.split()
    naive = mammalath.Naive(position.game.variant.game == "plus", animals)
    rows = [dict(zip(mammalath.COLUMNS, row, strict=False)) for row in reversed(tokens.split("/"))]
    for number, row in enumerate(rows, 1):
        naive.tokens |= {f"{column}{number}": "wb".index(mark) for column, mark in row.items() if mark != "."}
    naive.turns_taken = 2 + "wb".index(mover)
    return naive


# Positions of random play: the plies in which the player to move wins, and the move, where only one does it.
FORCED = [
    (
        "almatafl", 1, None,
        "../.b.(bbb)./.b....../.b..(www)..../b....wk(bbb)/b......b./(bwb)(ww)w..(ww)../.b..w..b./..bb..(bbb)./"
        ".(bb)wb./.. b",
    ),
    (
        "almatafl", 3, "g9-i7",
        "../w..(bb)w/...b..../.(bw)(ww)....w./...(wb)...(bk)/.(wbb).(wbw).w.(bbb)b/.b.(bb).b../..(bb)....../"
        "....(wb)(bb)b./.b.../.. w",
    ),
    (
        "almatafl", 5, "e2-g3",
        "../(bw)b..(bw)/....(wbw).../....b.w(bbb)./..(ww)..w.b/........b/(wk)(bb).b(ww).bb/..(bb)...wb./.(bb).b..../"
        "..b.(bb)/.. w",
    ),
    (
        "almatafl:advanced", 2, "f7-d7-d9",
        "../b.b.b/.bbw..(bb)./.b..(ww)(bw).b./b.w....b/..w(ww).(wk)..b/(bbb)....w../..b..wb../..b.w.b./.bb(bb)./.. w",
    ),
    (
        "almatafl:advanced", 4, "g9-i7",
        "../w..(bb)w/...b..../.(bw)(ww)....w./...(wb)...(bk)/.(wbb).(wbw).w.(bbb)b/.b.(bb).b../..(bb)....../"
        "....(wb)(bb)b./.b.../.. w",
    ),
    (
        "mammalath", 3, None,
        "D....C/.CA.CE/E...DF/.D...A/.BC.C./.BB.BB ....../ww..../....../.b..w./....../.w.b.. w",
    ),
    (
        "mammalath", 5, "d3",
        ".FE.FE/...ED./FF..../D.E.../DDD..E/.E..DF ...w.b/.b.w.w/.b..w./b...../....w./..bww. b",
    ),
    (
        "mammalath:plus", 5, "c1",
        ".GDB..AB/......../..ACEEE./....E.../..D..A../C.B..B../.....G.D/.....GGE ..b.bb.b/.w..w.bb/.....bwb/b.ww..../"
        "....www./.ww.b.../bw....../bb.b.w.w w",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "plies", "best", "text"), FORCED)
def test_forced_wins_are_found_and_are_the_shortest(spec: str, plies: int, best: str | None, text: str) -> None:
    position = ludejo.game(spec).position(text)
    search = Solver(position).forced
    search.work(WorkBudget(nodes=NODES))
    found = search.win
    assert found is not None
    assert found.move is not None
    assert (found.winner, found.plies) == (position.to_move, plies)
    assert best in (None, position.move_text(found.move))
    naive = naive_almatafl(position) if position.game.name == "almatafl" else naive_mammalath(position)
    assert not wins_within(naive, found.winner, min(plies - 1, 2))
    check_wins(search, position, naive, found.winner, plies)


def check_wins(search: ForcedSearch, position: Position, naive: Any, seat: int, plies: int) -> None:
    """The moves of a search win by the slow rules in so many plies, whatever the other side does."""
    found = search.within(position, seat, plies)
    assert found is not None, position.text
    assert found.move is not None
    move = position.move_text(found.move)
    naive, position = after(naive, move), position.after(found.move)
    if naive.winner is None:
        assert plies > 1, position.text
        for reply in naive.legal():
            then = after(naive, reply)
            if then.winner is None:
                check_wins(search, position.play(reply), then, seat, plies - 2)
            else:
                assert then.winner == seat, position.text
    else:
        assert naive.winner == seat, position.text


def test_a_lost_position_is_held_as_long_as_can_be() -> None:
    _, plies, best, text = FORCED[2]
    winning = ludejo.game("almatafl").position(text)
    position = winning.play(str(best))
    solution = solve(position, nodes=NODES)
    assert (solution.value, solution.plies, len(solution.line)) == (0.0, plies - 1, plies - 1)
    for move in solution.line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == winning.to_move


@pytest.mark.parametrize(
    "spec",
    [
        "atmalof:R=2,C=3,X=0,Y=0,P=3,N=3",
        "atmalof:R=2,C=3,X=0,Y=0,P=2,N=3,tie=both",
        "atmalof:R=2,C=2,X=1,Y=0,P=2,N=3",
    ],
)
def test_small_atmaloids_agree_with_a_naive_table(spec: str) -> None:
    start = ludejo.game(spec).start()
    solution = solve(start, nodes=NODES)
    assert (solution.low, solution.high) == pytest.approx(values(naive_at(start)), abs=1e-9)


def test_an_atmaloid_of_three_by_three_with_lines_of_three() -> None:
    start = ludejo.game("atmalof:R=3,C=3,X=0,Y=0,P=3,N=3").start()
    solution = solve(start, nodes=NODES)
    assert solution.value == pytest.approx(0.767572383892, abs=1e-11)
    assert solution.proof == 19285
    values = {choice.text: choice.low for choice in solution.choices}
    assert len({round(values[text], 12) for text in ("R1", "R3", "C1", "C3")}) == 1  # the same from all sides
    assert solution.best in ("R2", "C2")
    assert max(values.values()) == pytest.approx(solution.low)


def test_where_both_would_rather_wait_there_are_two_bounds() -> None:
    start = ludejo.game("atmalof:R=3,C=3,X=0,Y=0,P=5,N=3").start()
    table = ValueTable(start)
    table.finish()
    assert table.bounds(start) == pytest.approx((0.659915419726, 0.665185172758), abs=1e-11)


def test_a_table_too_large_for_memory_is_given_up() -> None:
    table = ValueTable(ludejo.game("atmalof").start(), memory_mb=1)
    table.finish()
    assert (table.is_full, table.is_settled) == (True, False)
