"""Games in a real pseudo-terminal: whole games, undo, save, resign, Ctrl-C, a killed session, two at once."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from terminal.play.windows import CTRL_C, CTRL_D, Terminal

import ludejo
from ludejo.play import records
from ludejo.play.records import Record

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")

SMALL_ATMALOF = "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4"


Opener = Callable[..., Terminal]


@pytest.fixture
def terminal() -> Iterator[Opener]:
    opened: list[Terminal] = []

    def open_terminal(*arguments: str) -> Terminal:
        opened.append(Terminal(*arguments))
        return opened[-1]

    yield open_terminal
    for one in opened:
        one.close()


def kept(shelf: Path) -> list[Path]:
    return sorted(shelf.glob("*.json"))


def short_game(spec: str, seed: int) -> list[str]:
    """The shortest of some random games without dice."""
    chance, shortest = random.Random(1), None
    for _ in range(60):
        position = ludejo.game(spec).start(seed=seed)
        while not position.is_over:
            position = position.after(chance.choice(position.legal))
        if shortest is None or len(position.history) < len(shortest):
            shortest = position.history
    assert shortest is not None
    return list(shortest)


@pytest.mark.parametrize(
    "spec", ["mammalath", "mammalath:plus", "atoll:rhombus,size=4", "atoll:classic,size=5", "almatafl"]
)
def test_a_whole_game(spec: str, terminal: Opener, shelf: Path) -> None:
    moves = short_game(spec, seed=5)
    window = terminal("play", spec, "--seed", "5")
    position = ludejo.game(spec).start(seed=5)
    for move in moves:
        position = window.play(position, move)
    assert position.outcome is not None
    window.expect(position.outcome.reason)
    assert "\x1b[" in window.child.before, "the board should be in colour"
    window.end()
    (path,) = kept(shelf)
    record = records.load(path)
    assert record.moves == position.history
    assert (record.result.winner, record.result.how) == (position.outcome.winner, "rules")
    assert record.ended is not None


def test_a_whole_game_with_dice(terminal: Opener, shelf: Path) -> None:
    chance = random.Random(3)
    window = terminal("play", SMALL_ATMALOF, "--seed", "3")
    position = ludejo.game(SMALL_ATMALOF).start()
    while not position.is_over:
        position = window.play(position, chance.choice(position.moves()))
    assert position.outcome is not None
    window.expect(position.outcome.reason)
    window.end()
    assert records.load(kept(shelf)[0]).moves == position.history


def test_a_whole_game_against_the_random_mover(terminal: Opener, shelf: Path) -> None:
    window = terminal("play", "atoll:rhombus,size=3", "--against", "random", "--seat", "1")
    position = ludejo.game("atoll:rhombus,size=3").start()
    while not position.is_over:
        if position.to_move == 1:
            position = window.play(position, position.moves()[0])
        else:
            window.child.expect(r"Black plays ([a-c][1-3])\.")
            position = position.play(window.child.match[1])
    window.end()
    record = records.load(kept(shelf)[0])
    assert record.moves == position.history
    assert [player.kind for player in record.players] == ["program", "person"]


def test_undo_takes_back_whole_turns(terminal: Opener, shelf: Path) -> None:
    window = terminal("play", "atmalof", "--against", "random", "--seed", "1")
    start = ludejo.game("atmalof").start()
    window.expect("Turn 1, Red>")
    window.say("undo")
    window.expect("There is nothing to take back.")
    window.play(start, "R4")
    window.expect("Turn 3, Red>")
    assert len(records.load(kept(shelf)[0]).moves) == 2
    window.say("undo")
    window.expect("Taken back: ", "R4:")
    window.play(start, "C7")
    window.expect("Turn 3, Red>")
    window.say("quit")
    window.end()
    assert records.load(kept(shelf)[0]).moves[0].startswith("C7:")


def test_a_seeded_game_rolls_the_same_after_a_kill_as_without_one(terminal: Opener) -> None:
    rolls = []
    for is_killed in (False, True):
        position = ludejo.game("atmalof").start()
        window = terminal("play", "atmalof", "--seed", "77")
        for move in "R4 C2 R1 C7 R7".split():
            position = window.play(position, move)
            if is_killed and position.turn == 4:
                window.expect("Turn 4, Blue>")
                window.kill()
                window = terminal("play", "--resume")
        window.kill()
        rolls.append(position.history)
    assert rolls[0] == rolls[1]


@pytest.mark.parametrize("ending", ["", ".json", ".sgf", ".ap.json"])
def test_save_and_go_on(ending: str, terminal: Opener, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ludejo.terminal import files

    window = terminal("play", "atoll:hex-9")
    position = window.play(ludejo.game("atoll:hex-9").start(), "e5")
    window.expect("Turn 2, White>")
    window.say(f"save {tmp_path}/copy{ending}")
    window.expect("Saved in")
    position = window.play(position, "c7")
    path = tmp_path / f"copy{ending or '.json'}"
    assert files.load(path).moves == ("e5",)
    window.expect("Turn 3, Black>")
    window.say(f"save {path}")
    window.expect("Saved in", "Turn 3, Black>")
    assert files.load(path).moves == ("e5", "c7")
    window.say("quit")
    window.end()


def test_save_does_not_overwrite_what_it_did_not_write(terminal: Opener, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("precious")
    window = terminal("play", "atoll:hex-9")
    for name, told in (
        ("mine.json", "is there already"),
        ("no/such/folder/x.json", "Not saved"),
        ("x" * 300, "Not saved"),
    ):
        window.expect("Turn 1, Black>")
        window.say(f"save {tmp_path}/{name}")
        window.expect(told)
    window.expect("Turn 1, Black>")
    window.say("quit")
    window.end()
    assert (tmp_path / "mine.json").read_text() == "precious"


def test_resign(terminal: Opener, shelf: Path) -> None:
    window = terminal("play", "atoll:hex-9,pie=yes")
    position = window.play(ludejo.game("atoll:hex-9,pie=yes").start(), "e5")
    position = window.play(position, "swap")
    window.expect("Turn 3, White>")
    window.say("resign")
    window.expect("White resigns. Black wins.")
    window.end()
    record = records.load(kept(shelf)[0])
    assert (record.moves, record.result.winner, record.result.how) == (("e5", "swap"), 1, "resignation")


def test_ctrl_c_goes_back_or_saves_and_leaves(terminal: Opener, shelf: Path, tmp_path: Path) -> None:
    window = terminal("play", "almatafl")
    position = window.play(ludejo.game("almatafl").start(), "j3-i3")
    window.expect("Turn 2, White>")
    window.press(CTRL_C)
    window.expect("This game is kept in", "b goes back>")
    window.say("b")
    position = window.play(position, "f6-f5")
    window.expect("Turn 3, Black>")
    window.press(CTRL_C)
    window.expect("b goes back>")
    window.say(f"{tmp_path}/copy")
    window.expect("Saved in", "ludejo play --resume")
    window.end()
    assert records.load(tmp_path / "copy.json").moves == records.load(kept(shelf)[0]).moves == position.history


def test_ctrl_c_twice_leaves_and_nothing_is_lost(terminal: Opener, shelf: Path) -> None:
    for plain in ([], ["--plain"]):
        window = terminal("play", "atoll:hex-9", *plain)
        window.play(ludejo.game("atoll:hex-9").start(), "e5")
        window.expect("Turn 2, White>")
        window.press(CTRL_C)
        window.expect("b goes back>")
        window.press(CTRL_C)
        window.end()
    assert [records.load(path).moves for path in kept(shelf)] == [("e5",), ("e5",)]


def test_a_killed_session_loses_nothing(terminal: Opener, shelf: Path) -> None:
    moves = short_game("mammalath", seed=2)
    position = ludejo.game("mammalath").start(seed=2)
    window = terminal("play", "mammalath", "--seed", "2")
    for number, move in enumerate(moves):
        position = window.play(position, move)
        if number % 4 == 1 and not position.is_over:
            window.expect(f"Turn {position.turn}, ")
            window.kill()
            (path,) = kept(shelf)
            assert records.load(path).moves == position.history
            window = terminal("play", "--resume")
            window.expect("Turns so far: ")
    assert position.outcome is not None
    window.expect(position.outcome.reason)
    window.end()
    assert records.load(kept(shelf)[0]).moves == tuple(moves)


def test_a_drop_that_was_announced_is_rolled_when_the_game_is_resumed(terminal: Opener, shelf: Path) -> None:
    shelf.mkdir(parents=True)
    records.save(Record.from_position(ludejo.game("atmalof").start().play("R4")), shelf / "game.json")
    window = terminal("play", "--resume", str(shelf / "game.json"))
    window.child.expect(r"Red announces row 4 ….*?… rolls ([1-6]): a new piece on 4.([1-6])\.")
    roll = window.child.match[1]
    window.expect("Turn 2, Blue>")
    window.kill()
    assert records.load(shelf / "game.json").moves == (f"R4:{roll}",)


def test_killing_a_session_while_the_die_rolls_gives_no_second_chance(terminal: Opener, shelf: Path) -> None:
    window = terminal("play", "atmalof")
    window.expect("Turn 1, Red>")
    window.say("R4")
    window.expect("Red announces row 4 …")
    window.kill()
    (path,) = kept(shelf)
    (before,) = records.load(path).moves
    window = terminal("play", "--resume")
    window.expect("Turn 2, Blue>")
    window.kill()
    (after,) = records.load(path).moves
    assert re.fullmatch("R4:[1-6]", after)
    assert before in ("R4", after)


def test_two_sessions_at_once_do_not_clash(terminal: Opener, shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = ludejo.game("atoll:hex-9")
    first, second = terminal("play", "atoll:hex-9"), terminal("play", "atoll:hex-9")
    one, two = first.play(game.start(), "e5"), second.play(game.start(), "a1")
    one, two = first.play(one, "c7"), second.play(two, "b2")
    one = first.play(one, "d4")
    first.expect("Turn 4, ")
    second.expect("Turn 3, ")
    assert {records.load(path).moves for path in kept(shelf)} == {one.history, two.history}
    second.kill()
    third = terminal("play", "--resume")  # the first is played elsewhere, though it is the latest
    third.expect("Turns so far: a1 b2", "Turn 3, Black>")
    for path in kept(shelf):
        refused = terminal("play", "--resume", str(path))
        refused.expect("is being played in another session")
        refused.end(code=2)
    third.say("quit")
    third.end()


def test_a_finished_game_is_not_resumed(terminal: Opener, shelf: Path) -> None:
    window = terminal("play", "atoll:hex-9")
    window.play(ludejo.game("atoll:hex-9").start(), "e5")
    window.expect("Turn 2, White>")
    window.say("resign")
    window.end()
    for arguments, told in (([], "there is no unfinished game"), ([str(kept(shelf)[0])], "is finished")):
        window = terminal("play", "--resume", *arguments)
        window.expect(told)
        window.end(code=2)


def test_a_game_without_moves_leaves_nothing_behind(terminal: Opener, shelf: Path) -> None:
    window = terminal("play", "atoll:hex-9")
    window.expect("Turn 1, Black>")
    window.press(CTRL_D)
    window.end()
    assert list(shelf.iterdir()) == []


NONSENSE = [
    "",
    "   ",
    "zz",
    "e55",
    "moves please",
    "swap",
    "e5 e5",
    "ĉu ne?",
    "🙂",
    "x" * 500,
    "--",
    ";rm",
    "R4:9",
    "1.1-9.9",
]


@pytest.mark.parametrize("spec", ["atmalof", "mammalath", "atoll", "almatafl"])
def test_nonsense_is_answered_and_changes_nothing(spec: str, terminal: Opener, shelf: Path) -> None:
    window = terminal("play", spec)
    window.expect("Turn 1, ")
    for line in NONSENSE:
        window.say(line)
    for command in ("help", "moves", "board", "pieces", "rules"):
        window.say(command)
    window.say("quit")
    shown = window.end()
    assert "Turn 2" not in shown
    assert "Traceback" not in shown
    assert list(shelf.iterdir()) == [], "nothing was played, so nothing is kept"
    assert f"{len(ludejo.game(spec).start().moves())} legal moves" in shown
    assert "Type a move, or a command. Tab completes both." in shown


def test_tab_completes_moves(terminal: Opener) -> None:
    window = terminal("play", "almatafl")
    window.expect("Turn 1, Black>")
    window.press("J3-I3\t\r")  # there is one such move, whatever the case
    window.expect("Black plays j3-i3.", "Turn 2, White>")
    window.press("pie\t\r")
    window.expect("black: ", "Turn 2, White>")
    window.say("quit")
    window.end()


def test_the_menu(terminal: Opener) -> None:
    window = terminal("play")
    window.expect("Which game?")
    window.say("chess")
    window.expect('"chess" is none of them.')
    specs = [f"{family.name}:{preset}" for family in ludejo.families() for preset in family.presets]
    window.say(str(1 + specs.index("atmalof:junior")))
    window.expect("Against whom?")
    window.say("9")
    window.expect('"9" is none of them.')
    window.say("1")
    window.expect("Atmalof (junior), a game by Richard S. Forsyth.", "Turn 1, Red>")
    window.say("C1")
    window.expect("Blue ", "Turn 3, Red>")
    window.say("hint")
    window.expect("Hint: ", "Turn 3, Red>")
    window.say("quit")
    window.end()


def test_replay_steps_forth_and_back(terminal: Opener, tmp_path: Path) -> None:
    position = ludejo.game("atoll:hex-9").start().play("e5").play("c7")
    records.save(Record.from_position(position), tmp_path / "game.json")
    window = terminal("replay", str(tmp_path / "game.json"))
    for answer, told in (
        ("", "1. Black plays e5."),
        ("b", "The start."),
        ("2", "2. White plays c7."),
        ("x", "leads nowhere"),
    ):
        window.expect("of 2>")
        window.say(answer)
        window.expect(told)
    window.expect("of 2>")
    window.say("q")
    window.end()


def test_plain_in_a_terminal_uses_no_escape_sequences(terminal: Opener) -> None:
    window = terminal("play", "mammalath", "--plain", "--seed", "3")
    position = window.play(ludejo.game("mammalath").start(seed=3), "c4")
    window.expect("Turn 2, ")
    shown = window.child.before
    assert "\x1b" not in shown.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")  # readline's, not ours
    assert str(position) in shown.replace("\r\n", "\n")
    window.say("quit")
    window.end()
