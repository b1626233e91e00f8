"""Tables of all positions on disk, against the plain value iteration, and gone on with after a stop."""

from pathlib import Path
from random import Random

import pytest

import ludejo
from ludejo.solve.disk_table import BadTable, DiskTable
from ludejo.solve.value_iteration import ValueTable

SPECS = [
    "atmalof:R=3,C=3,X=0,Y=0,N=3,P=3",
    "atmalof:R=2,C=2,X=1,Y=0,N=3,P=3",
    "atmalof:R=2,C=2,X=1,Y=1,P=3,N=3,tie=both",
]


@pytest.mark.parametrize("spec", SPECS)
def test_every_position_met_has_the_value_that_plain_value_iteration_gives(spec: str, tmp_path: Path) -> None:
    game, chance = ludejo.game(spec), Random(1)
    table = DiskTable(game, tmp_path / "table", threads=2)
    table.work(lambda told: None)
    plain = ValueTable(game.start(), 64)
    plain.finish()
    for _ in range(30):
        position = game.start()
        while not position.is_over and position.turn < 20:
            if not position.is_chance:
                low, high = plain.bounds(position)
                wanted = (low, high) if position.to_move == 0 else (1 - high, 1 - low)
                assert table.bounds(position) == pytest.approx(wanted, abs=1e-9), position.text
            position = position.after(chance.choice(position.legal))


def test_a_stopped_table_goes_on_and_knows_whose_it_is(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(told: str) -> None:
        if told.startswith("3 "):
            raise Stop

    game, file = ludejo.game(SPECS[0]), tmp_path / "table"
    with pytest.raises(Stop):
        DiskTable(game, file).work(stop)
    second = DiskTable(game, file)
    told: list[str] = []
    second.work(told.append)
    assert told[0].startswith("4 ")
    assert second.bounds(game.start())[0] == pytest.approx(0.767572383892, abs=1e-9)
    with pytest.raises(BadTable, match="is a table of"):
        DiskTable(ludejo.game(SPECS[1]), file)
    with pytest.raises(BadTable, match="no numbered positions"):
        DiskTable(ludejo.game("atmalof"), file)
