"""HTP, heard from another process as a Hex board hears it, and command by command without one."""

import random
import re
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from clients import Client

import ludejo
from ludejo.terminal.errors import BadInput
from ludejo.terminal.protocols.htp import Htp
from ludejo.terminal.protocols.thinker import ProtocolThinker, ThinkingLimits

COMMANDS = (
    "name version protocol_version list_commands known_command boardsize clear_board play genmove undo showboard"
    " all_legal_moves time_left final_score quit"
).split()


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Client, Client]]:
    """Two engines, to be set against each other."""
    arguments = ("--protocol", "htp", "--simulations", "300", "--no-network")
    with Client(*arguments, "--seed", "1") as one, Client(*arguments, "--seed", "2") as other:
        yield one, other
        for client in (one, other):
            assert client.end() == 0
            assert "Traceback" not in client.complaints()


def referee(black: Client, white: Client, opening: tuple[str, ...] = ()) -> list[str]:
    """A game as Benzene's referee runs it: until somebody resigns; after a swap the programs have changed colours."""
    moves: list[str] = []
    seats = [black, white]
    turn = 0
    while len(moves) < 60:
        colour = "bw"[turn]
        if len(moves) < len(opening):
            move = opening[len(moves)]
            assert seats[turn].reply(f"play {colour} {move}")[0]
        else:
            fine, move = seats[turn].reply(f"genmove {colour}")
            assert fine, move
        if move == "resign":
            return moves
        moves.append(move)
        assert seats[1 - turn].reply(f"play {colour} {move}") == (True, "")
        if move == "swap-pieces":
            seats.reverse()  # and the same colour is to move
        else:
            turn = 1 - turn
    raise AssertionError(f"no end after {moves}")


@pytest.mark.parametrize("size", ["5", "5 5"])
def test_a_whole_game_of_hex_5(pair: tuple[Client, Client], size: str) -> None:
    for client in pair:
        assert client.reply("param_game allow_swap 0")[0]
        assert client.reply(f"boardsize {size}") == (True, "")
        assert client.reply("clear_board") == (True, "")
    moves = referee(*pair)
    position = ludejo.game("atoll:rhombus,size=5").start()
    for move in moves:
        position = position.play(move)
    assert position.outcome is not None
    score = "BW"[position.outcome.winner or 0] + "+"
    assert [client.reply("final_score") for client in pair] == [(True, score)] * 2


def test_a_swap_changes_the_players_and_leaves_the_stone(pair: tuple[Client, Client]) -> None:
    for client in pair:
        assert client.reply("boardsize 5")[0]
        assert client.reply("param_game allow_swap 1")[0]
    moves = referee(*pair, opening=("c3", "swap-pieces"))
    position = ludejo.game("atoll:rhombus,size=5,pie=yes").start()
    for move in moves:
        position = position.play("swap" if move == "swap-pieces" else move)
    assert position.outcome is not None
    score = position.side_of(position.outcome.winner or 0)[0] + "+"
    assert [client.reply("final_score") for client in pair] == [(True, score)] * 2


def test_an_interrupted_move_comes_at_once(pair: tuple[Client, Client]) -> None:
    client = pair[0]
    assert client.reply("boardsize 11")[0]
    assert client.reply("param_search simulations 0")[1].startswith("a move needs")
    assert client.reply("param_search seconds 3600")[0]
    assert client.reply("param_search simulations 0")[0]
    for pause in (
        0.0,
        1.0,
    ):  # an interrupt that comes before the move's turn to be thought of, and one that comes later
        client.say("7 genmove b")
        time.sleep(pause)
        client.say("# interrupt")
        reply = client.hear()[1]
        assert re.fullmatch(r"=7 [a-k][0-9]+", reply)
        assert client.hear()[1] == ""
        assert client.reply("undo")[0]
    assert client.reply("param_search simulations 300")[0]


def test_commands_sent_together_are_answered_in_their_order(pair: tuple[Client, Client]) -> None:
    client = pair[1]
    client.say("1 boardsize 4", "2 genmove b", "3 genmove w", "", "# a remark", "4 undo", "5 known_command undo # so?")
    starts = [client.hear()[1] for _ in range(10)]
    assert [line.split()[0] for line in starts[::2]] == ["=1", "=2", "=3", "=4", "=5"]
    assert starts[1::2] == [""] * 5
    assert starts[8] == "=5 true"


VOCABULARY = (
    "name version boardsize clear_board play genmove reg_genmove undo showboard all_legal_moves final_score time_left"
    " time_settings known_command list_commands param_game param_search hexgui-analyze_commands allow_swap seconds"
    " simulations level resign_below b w black white a1 c3 e5 z9 swap-pieces swap resign 0 1 3 5 5.5 11 99 -1 ²"
    " ٣ # \x00"
).split(" ")


def nonsense(dice: random.Random) -> bytes:
    """A line: words in any order, a good line with something wrong, or mere bytes."""
    kind = dice.randrange(4)
    if kind == 0:
        return bytes(dice.choice([*range(1, 10), *range(11, 256)]) for _ in range(dice.randrange(40)))
    if kind == 1:
        return " ".join(dice.choices(VOCABULARY, k=dice.randrange(1, 6))).encode()
    good = dice.choice(["boardsize 5", "12 play b c3", "genmove w", "play w swap-pieces", "time_left b 3 0", "undo"])
    letters = list(good)
    for _ in range(dice.randrange(3)):
        place = dice.randrange(len(letters))
        letters[place] = dice.choice(["", letters[place] * 2, dice.choice("abcxyz019:-/. é☃")])
    return "".join(letters).encode()


def is_command(line: bytes) -> bool:
    """Whether GTP wants a reply: something is left without control characters, comments and the number."""
    text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line.decode(errors="replace")).partition("#")[0]
    return bool(re.sub(r"^\s*[0-9]{1,20}(\s+|$)", "", text).strip())


def test_two_thousand_lines_of_nonsense_get_a_reply_each() -> None:
    dice = random.Random(13)
    with Client("--protocol", "htp", "--simulations", "5", "--spec", "atoll:rhombus,size=5,pie=yes") as client:
        replies = expected = 0
        for hundred in range(20):
            lines = [line for line in (nonsense(dice) for _ in range(100)) if b"quit" not in line.lower()]
            expected += sum(is_command(line) for line in lines) + 1
            client.say("param_search level 1", "param_search simulations 5", *lines, f"{777000 + hundred} name")
            expected += 2
            heard = ["", *client.until(f"={777000 + hundred} ")]
            assert client.hear()[1] == ""
            replies += sum(bool(line) and not before for before, line in pairwise(heard))
        assert replies == expected
        assert client.end() == 0
        assert "Traceback" not in client.complaints()


@pytest.mark.parametrize("farewell", ["quit", "3 QUIT", None])
def test_quit_and_the_end_of_input_end_it_after_the_moves_it_owes(farewell: str | None) -> None:
    with Client("--protocol", "htp", "--seconds", "0.3") as client:
        client.say("boardsize 5", "genmove b")
        assert client.end(60, farewell) == 0
        assert [client.hear()[1] for _ in range(2)] == ["= ", ""]
        assert re.fullmatch(r"= [a-e][1-5]", client.hear()[1])
        assert "Traceback" not in client.complaints()


# ---------------------------------------------------------------- the protocol without a process


@pytest.fixture
def hex5() -> Htp:
    return Htp(print, "atoll:rhombus,size=5", ProtocolThinker(), ThinkingLimits(simulations=100))


def test_every_promised_command_is_known_and_listed(hex5: Htp) -> None:
    listed = (hex5.answer("list_commands") or "").removeprefix("= ").split()
    assert set(COMMANDS) <= set(listed)
    assert all(hex5.answer(f"known_command {name}") == "= true\n" for name in listed)
    assert hex5.answer("known_command fly") == "= false\n"
    assert hex5.answer("known_command") == "= false\n"


def test_who_it_is(hex5: Htp) -> None:
    assert hex5.answer("name") == "= Ludejo\n"
    assert hex5.answer("version") == f"= {ludejo.__version__}\n"
    assert hex5.answer("9 protocol_version") == "=9 2\n"
    assert hex5.answer("hexgui-analyze_commands") == "= \n"


def test_black_joins_top_and_bottom(hex5: Htp) -> None:
    for move in ("b c1", "w a1", "b c2", "w a2", "b c3", "w a3", "b c4", "w a4"):
        assert hex5.answer(f"play {move}") == "= \n"
        assert hex5.answer("final_score") == "? cannot score: the game is not over\n"
    assert hex5.answer("PLAY BLACK C5") == "= \n"
    assert hex5.answer("final_score") == "= B+\n"
    assert hex5.answer("genmove w") == "= resign\n"
    assert hex5.answer("all_legal_moves") == "= \n"
    assert "after the end" in (hex5.answer("play w b1") or "")
    assert hex5.answer("undo") == "= \n"
    assert hex5.answer("final_score") == "? cannot score: the game is not over\n"


def test_the_one_winning_cell_is_found(hex5: Htp) -> None:
    for move in ("b c1", "w a1", "b c2", "w a2", "b c3", "w b4", "b c4", "w b5"):
        hex5.answer(f"play {move}")
    assert hex5.answer("reg_genmove b") == "= c5\n"
    assert "c5" in (hex5.answer("all_legal_moves") or "")
    assert hex5.answer("genmove b") == "= c5\n"
    assert hex5.answer("final_score") == "= B+\n"


def test_resignation_ends_the_game_until_it_is_undone(hex5: Htp) -> None:
    hex5.answer("play b c3")
    assert hex5.answer("play w resign") == "= \n"
    assert hex5.answer("final_score") == "= B+\n"
    assert hex5.answer("play w b1") == "? White has resigned\n"
    assert hex5.answer("undo") == "= \n"
    assert hex5.answer("play w b1") == "= \n"


def test_it_resigns_when_told_below_which_hope(hex5: Htp) -> None:
    for move in ("b c1", "w a1", "b c2", "w a2", "b c3", "w a3", "b c4"):
        hex5.answer(f"play {move}")
    assert hex5.answer("param_search resign_below 0.05") == "= \n"
    assert hex5.answer("genmove w") == "= resign\n"  # Black has two ways to the edge
    assert hex5.answer("final_score") == "= B+\n"


def test_swap_needs_the_rule_and_keeps_the_stone(hex5: Htp) -> None:
    hex5.answer("play b c3")
    assert "without the pie rule" in (hex5.answer("play w swap-pieces") or "")
    assert hex5.answer("param_game allow_swap 1") == "? allow_swap cannot change once a stone has been laid\n"
    hex5.answer("clear_board")
    assert hex5.answer("param_game allow_swap 1") == "= \n"
    assert hex5.answer("param_game") == "= \n[bool] allow_swap 1\n"
    hex5.answer("play b c3")
    assert (hex5.answer("all_legal_moves") or "").split()[-1] == "swap-pieces"
    for word in ("swap-pieces", "swap", "SWAP-SIDES"):
        assert hex5.answer(f"play w {word}") == "= \n"
        assert "[b]" not in (hex5.answer("showboard") or "")
        assert hex5.position.drawing.piles[0].things == ("black",)
        assert hex5.answer("play b b1") == "? illegal move: it is White's turn\n"
        hex5.answer("undo")


def test_showboard_has_no_empty_line_within(hex5: Htp) -> None:
    hex5.answer("play b c3")
    board = hex5.answer("showboard") or ""
    assert board.startswith("= \n")
    assert "\n\n" not in board
    assert board.count("\n") >= 6


def test_clocks(hex5: Htp) -> None:
    assert hex5.answer("time_left") == "= Black: none, White: none\n"
    assert hex5.answer("time_left b 20.5 0") == "= \n"
    assert hex5.answer("time_left black") == "= 20.5\n"
    assert hex5.answer("time_settings 60 5 1") == "= \n"
    assert hex5.answer("time_left w") == "= 60.0\n"
    hex5.answer("param_search simulations 1000000000")
    hex5.answer("boardsize 9")
    assert hex5.answer("time_left b 2 0") == "= \n"
    hex5.answer("genmove b")  # ends before a thousand million simulations
    assert hex5.answer("time_settings 0 5 0") == "= \n"  # GTP's way to say that there is no limit
    assert hex5.answer("time_left w") == "= none\n"


def test_the_same_seed_and_simulations_give_the_same_game() -> None:
    games = []
    for seed in (5, 5, 6):
        engine = Htp(print, "atoll:hex-9", ProtocolThinker(network=False), ThinkingLimits(simulations=200))
        engine.answer(f"param_search seed {seed}")
        games.append([engine.answer(f"genmove {colour}") for colour in "bwbwbw"])
    assert games[0] == games[1] != games[2]


COMPLAINTS = [
    ("fly", "unknown command"),
    ("boardsize", "expected boardsize N"),
    ("boardsize ten", "expected boardsize N"),
    ("boardsize 5 6", "unacceptable size"),
    ("boardsize 1", "unacceptable size"),
    ("boardsize 99", "unacceptable size"),
    ("play", "expected play COLOUR CELL"),
    ("play red a1", '"red" is no colour'),
    ("play w a1", "it is Black's turn"),
    ("play b f6", "illegal move"),
    ("play b 3c", "illegal move"),
    ("genmove", "expected genmove COLOUR"),
    ("genmove w", "it is Black's turn"),
    ("undo", "cannot undo"),
    ("time_left b soon", "is no number"),
    ("time_settings 1", "expected time_settings"),
    ("param_game allow_swap maybe", "expected param_game"),
    ("param_search colour 1", "expected param_search"),
    ("param_search threads 0", "expected 1 to 64"),
    ("param_search level 9", "expected 0 to 8"),
]


@pytest.mark.parametrize(("line", "sentence"), COMPLAINTS)
def test_nonsense_gets_a_reason(hex5: Htp, line: str, sentence: str) -> None:
    reply = hex5.answer(f"8 {line}") or ""
    assert reply.startswith("?8 ")
    assert sentence in reply
    assert reply.count("\n") == 1
    assert hex5.position.parent is None


@pytest.mark.parametrize("line", ["", "  ", "# play b a1", "\t\x00", "17", "17 # nothing"])
def test_a_line_without_a_command_gets_none(hex5: Htp, line: str) -> None:
    assert hex5.answer(line) is None


@pytest.mark.parametrize("spec", ["atmalof", "atoll", "atoll:rhombus,size=9,islands=8"])
def test_it_is_for_hex_alone(spec: str) -> None:
    with pytest.raises(BadInput, match="HTP is for Hex"):
        Htp(print, spec)
