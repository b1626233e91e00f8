"""Evidence by self-play: rows of real games, the same for the same chunks, and first moves with their swaps."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludejo
from ludejo.lab.runs.plan import OPENINGS, Run, check_run

SPEC = "atoll:rhombus,size=5,pie=yes"
BY = "network:simulations=2,variety=1"


STRONGER, JUDGE = "network:simulations=4,variety=1", "network:simulations=3,variety=0"


def small_run() -> Run:
    return check_run(Run((SPEC,), (BY,), (6,), judge=BY, arrangements=1))


def test_games_in_batches_are_games_by_the_rules(tmp_path: Path) -> None:
    from ludejo.training.evidence.chunks import rows_of, workshop
    from ludejo.training.evidence.command import keep

    chunks = small_run().chunks()
    played: dict[str, Any] = {chunk.kind: rows for chunk, rows in rows_of(chunks, workshop(1, at_once=4))}
    assert [row["game"] for row in played["games"]] == list(range(6))
    for row in played["games"]:
        position = ludejo.game(SPEC).start()
        for move, seat, choices in zip(row["move"], row["who"], row["choices"], strict=True):
            assert (position.to_move, len(position.legal)) == (seat, choices)
            position = position.after(int(move))
        assert position.outcome is not None
        assert (position.outcome.winner, position.outcome.kind) == (row["winner"], row["ending"])
        assert len(row["before"]) == row["plies"] + 1
        assert row["before"][-1] == 1 - row["winner"]
        assert np.all((row["before"] >= 0) & (row["before"] <= 1))
    assert len({row["trace"] for row in played["games"]}) > 1
    # a first move is worth to whoever takes it by a swap what it was worth to whoever made it
    assert len(played[OPENINGS]) == 25
    assert all(row["value"] == row["swapped"] for row in played[OPENINGS])
    best = max(played[OPENINGS], key=lambda row: row["value"])
    assert best["text"] not in ("a1", "e5")  # the corners are weak

    pytest.importorskip("duckdb")
    from ludejo.lab.measures.all_measures import gather
    from ludejo.lab.report.summary import summary
    from ludejo.lab.runs.running import measure
    from ludejo.lab.runs.store import tables

    keep(chunks, tmp_path / "played", workshop(1, at_once=4))
    measure(small_run(), tmp_path / "run", on=f"played:{tmp_path / 'played'}")
    with tables(tmp_path / "run", chunks) as connection:
        found = gather(small_run(), connection, quick=True)
        again = connection.execute("SELECT move FROM games ORDER BY game").fetchall()
    assert [list(row["move"]) for row in played["games"]] == [moves for (moves,) in again]
    told = {entry.name: entry.figure for entry in found.entries}
    assert told["first_seat"].games == 6
    assert told["uncertainty"].is_known
    assert not any("the choice matters" in line for line in summary(found, SPEC))  # no turn was probed


def test_players_of_two_strengths_meet_in_a_batch_and_somebody_else_judges_all_moves_of_a_turn() -> None:
    from ludejo.training.evidence.chunks import rows_of, workshop

    spec = "atoll:rhombus,size=5"
    run = check_run(Run((spec,), (BY, STRONGER), (2,), pairs=4, judge=JUDGE, arrangements=0))
    (chunk,) = [chunk for chunk in run.chunks() if chunk.players == (STRONGER, BY)]
    ((_, rows),) = rows_of([chunk], workshop(1, at_once=4))
    assert isinstance(rows, list)
    assert [(row["first"], row["second"]) for row in rows] == [(STRONGER, BY), (BY, STRONGER)] * 2
    for row in rows:
        thought = {STRONGER: 4, BY: 2}
        own = [thought[row[("first", "second")[seat]]] if choices > 1 else 0
               for seat, choices in zip(row["who"], row["choices"], strict=True)]  # fmt: skip
        assert row["simulations"].tolist() == own
    probed = rows[0]
    position = ludejo.game(spec).start()
    for move in probed["move"][: probed["probed"]].tolist():
        position = position.after(move)
    assert len(probed["values"]) == len(position.legal)
    assert position.legal[probed["taken"]] == probed["move"][probed["probed"]]
    assert "values" not in rows[1]


def test_every_other_game_may_begin_with_any_move() -> None:
    from ludejo.training.evidence.chunks import rows_of, workshop

    spec = "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4"
    run = check_run(Run((spec,), (BY,), (8,), judge=BY, arrangements=0))
    ((_, rows),) = rows_of(run.chunks(), workshop(1, at_once=4, any_first=True))
    assert isinstance(rows, list)
    for row in rows:
        position = ludejo.game(spec).start()
        for move in row["move"].tolist():
            position = position.after(move)
        assert position.outcome is not None
        assert len(row["before"]) == row["plies"] + 1 == len(row["move"]) + 1
    assert len({row["move"][0] for row in rows if row["game"] % 2}) > 1
