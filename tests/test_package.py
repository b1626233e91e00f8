"""What `import ludejo` offers, as a newcomer would use it."""

import subprocess
import sys

import pytest

import ludejo

pytestmark = pytest.mark.small


def in_a_new_process(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()


def test_importing_ludejo_starts_no_compiler() -> None:
    heavy = "[name for name in ('numba', 'llvmlite', 'ludejo.games.atoll.rules') if name in sys.modules]"
    assert in_a_new_process(f"import sys, ludejo; print({heavy})") == "[]"


def test_games_is_a_module_that_can_still_be_called() -> None:
    assert ludejo.games.__name__ == "ludejo.games"
    with pytest.warns(DeprecationWarning, match=r"ludejo\.families\(\)"):
        assert ludejo.games() == ludejo.families()  # type: ignore[operator]


def test_a_game_of_atoll() -> None:
    game = ludejo.game("atoll")
    position = game.start(seed=7)
    assert position.moves()[:2] == ["a1", "a2"]
    after = position.play("f4")
    assert position.to_move == 0, "the old position is unchanged"
    assert after.to_move == 1
    assert "f4" in position.moves()
    assert "f4" not in after.moves()
    assert after.outcome is None
    assert game.position(after.text) == after
    assert after.history == ("f4",)


def test_a_drop_and_its_roll() -> None:
    position = ludejo.game("atmalof").start().play("R4")
    assert position.is_chance
    assert position.moves() == ["1", "2", "3", "4", "5", "6"]
    assert position.to_move == 0
    assert position.play("6") == ludejo.game("atmalof").start().play("R4:6")
    assert position.play("6").history == ("R4:6",)
    assert position.history == ("R4",)


def test_turns_are_counted_a_drop_with_its_roll_as_one() -> None:
    position = ludejo.game("atmalof").start()
    turns = [position.turn]
    for move in ("R4", "6", "C1", "1", "4.6-4.5"):
        position = position.play(move)
        turns.append(position.turn)
    assert turns == [1, 1, 2, 2, 3, 4]
    assert position.history == ("R4:6", "C1:1", "4.6-4.5")
    assert len(position.line) == 6


def test_an_arrangement_from_a_seed_or_given() -> None:
    game = ludejo.game("mammalath")
    drawn = game.start(seed=7)
    assert drawn.seed == 7
    assert drawn.setup is not None
    given = game.start(setup=drawn.setup.lower())
    assert given == drawn
    assert given.seed is None
    assert game.start().seed is not None, "a seed that was not given can still be told"
    assert game.is_arranged
    assert not ludejo.game("atoll").is_arranged


def test_an_outcome_tells_winner_reason_and_cells() -> None:
    position = ludejo.game("atoll:rhombus,size=3").start()
    for move in ("b1", "a1", "b2", "a2", "b3"):
        position = position.play(move)
    assert position.outcome == ludejo.Outcome(
        0, "joined the top and the bottom: b1 b2 b3", "connected", ("b1", "b2", "b3")
    )
    assert position.to_move is None
    assert position.side_to_move is None
    with pytest.raises(ludejo.IllegalMove, match=r'"c3" comes after the end of the game \(Atoll, move 6\)'):
        position.play("c3")


def test_the_errors_are_value_errors_that_quote_what_was_given() -> None:
    position = ludejo.game("atoll").start().play("c3")
    with pytest.raises(ludejo.IllegalMove, match=r'^"c3" is taken by Black \(Atoll, move 2\)$'):
        position.play("c3")
    with pytest.raises(ludejo.UnreadableMove, match=r'^"z99" is no cell of this board.*\(Atoll, move 2\)$'):
        position.play(" z99 ")
    with pytest.raises(ludejo.BadVariant, match="chess"):
        ludejo.game("chess")
    with pytest.raises(ludejo.BadPosition, match="nonsense"):
        position.game.position("nonsense")
    for error in (ludejo.IllegalMove, ludejo.UnreadableMove, ludejo.BadVariant, ludejo.BadPosition, ludejo.BadRecord):
        assert issubclass(error, ValueError)


@pytest.mark.parametrize("spec", ["atmalof", "mammalath", "atoll", "almatafl"])
def test_what_is_no_text_is_refused(spec: str) -> None:
    position = ludejo.game(spec).start(seed=1)
    with pytest.raises(ludejo.BadPosition, match="a position is a line of text"):
        position.game.position(7)  # type: ignore[arg-type]
    for nothing in (None, 7.0, b"a1", ["a1"]):
        with pytest.raises(ludejo.UnreadableMove, match="a move is a text"):
            position.play(nothing)  # type: ignore[arg-type]
        with pytest.raises(ludejo.BadPosition, match="a position is a line of text"):
            position.game.position(nothing)  # type: ignore[arg-type]


@pytest.mark.parametrize("spec", ["atmalof:junior", "mammalath", "atoll:hex-9", "almatafl"])
def test_positions_compare_by_game_and_text(spec: str) -> None:
    game = ludejo.game(spec)
    one, other = game.start(seed=1), game.start(seed=1)
    assert one == other
    assert len({one, other}) == 1
    assert one != one.play(one.moves()[0])
    assert one != one.text
    assert repr(one) == f"<{game.spec} {one.text}>"


def test_a_long_or_strange_text_is_shown_short_and_printable() -> None:
    with pytest.raises(ludejo.UnreadableMove) as refusal:
        ludejo.game("atoll").start().play("x\0\n" + "9" * 5000)
    assert len(str(refusal.value)) < 300
    assert str(refusal.value).isprintable()
