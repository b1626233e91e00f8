"""SGF FF[4], written and read: GM[11] for Hex boards, GM[0] and LJ for the others."""

import random
from datetime import UTC, datetime

import pytest
from recorded import (
    ENDED,
    HEX,
    PRESETS,
    STARTED,
    adorned,
    curious_games,
    played,
    random_game,
    refusal,
    refusals,
    small_records,
)

import ludejo
from ludejo import BadRecord
from ludejo.play import records, sgf
from ludejo.play.records import Player, Record, Result
from ludejo.play.sgf import text as sgf_text


@pytest.mark.parametrize("spec", PRESETS)
def test_random_games_come_back_as_they_were(spec: str) -> None:
    for seed, most in ((1, 400), (2, 400), (3, 7)):
        position = random_game(spec, seed, most)
        for record in (Record.from_position(position), adorned(position)):
            assert sgf.read(sgf.write(record)) == record


@pytest.mark.parametrize("position", curious_games(), ids=repr)
def test_curious_games_come_back_as_they_were(position: ludejo.Position) -> None:
    for record in (Record.from_position(position), adorned(position)):
        assert sgf.read(sgf.write(record)) == record


RESULTS = [Result.lost_by(seat, how) for seat in (0, 1) for how in ("resignation", "time", "forfeit")]


@pytest.mark.parametrize("result", [*RESULTS, Result.agreed_draw(), None])
@pytest.mark.parametrize("moves", ["", "a1", "a1 b1", "b2 swap", "b2 swap a1"])
@pytest.mark.parametrize("spec", [f"{HEX},pie=yes", "atoll:pie=yes"])
def test_every_end_comes_back_as_it_was(spec: str, moves: str, result: Result | None) -> None:
    record = adorned(played(spec, moves), result)
    assert sgf.read(sgf.write(record)) == record


@pytest.mark.parametrize("program", ["Ludejo 0.1.0", "X", "two words 1: 2", "\\]"])
def test_every_program_comes_back_as_it_was(program: str) -> None:
    record = Record.from_position(played(HEX, "a1"), program=program)
    assert sgf.read(sgf.write(record)) == record


def test_the_written_form_of_hex() -> None:
    record = Record.from_position(
        played("atoll:hex-9,pie=yes", "e5 swap c3 d4"), ("Ada", Player("Bo: 1", "program", "3")), Result.lost_by(0),
        started=STARTED, ended=ENDED, event="Cup [B]", comments={1: "Too \\ strong.\nSurely"}, program="Ludejo 0.1.0",
    )  # fmt: skip
    assert (
        sgf.write(record)
        == r"""(;FF[4]
GM[11]
CA[UTF-8]
AP[Ludejo:0.1.0]
SZ[9]
RU[atoll\:hex-9,pie=yes]
PB[Ada]
PW[Bo\: 1]
WR[3]
EV[Cup [B\]]
DT[2026-01-31,2026-02-01]
RE[B+Resign]
LJ[version:1][started:2026-01-31T18\:04\:05Z][ended:2026-02-01T00\:00\:00Z][white:program][how:resignation]
;B[e5]C[Too \\ strong.
Surely];W[swap-sides];W[c3];B[d4])
"""
    )


def test_the_written_form_of_other_games() -> None:
    record = Record.from_position(
        played("atmalof:junior", "R4:6 C2:2 4.6-5.6 R1"), ("Ada", "Bo"), program="Ludejo 0.1.0"
    )
    assert (
        sgf.write(record)
        == r"""(;FF[4]
GM[0]
CA[UTF-8]
AP[Ludejo:0.1.0]
RU[atmalof\:junior]
PB[Ada]
PW[Bo]
LJ[version:1]
;B[R4\:6];W[C2\:2];B[4.6-5.6];W[R1])
"""
    )


def test_a_given_start_of_hex_can_be_seen_by_other_programs() -> None:
    text = sgf.write(Record.from_position(ludejo.game(HEX).position(".b./.w./..b w").play("a1")))
    assert "AB[b1][c3]\nAW[b2]\nPL[W]\n" in text


def test_a_hex_game_of_another_program() -> None:
    text = """(;AP[HexGui:0.9.0]FF[4]GM[11]SZ[3]PB[ red\nplayer ]RE[W+]DT[2024-08-27]
        C[root];B[B2]C[first] ;W[a1](;B[b1];W[a2];B[c1];W[a3](;B[c2])(;B[c3]))(;B[resign]))"""
    record = sgf.read(text.replace("SZ[3]", "SZ[3:3]"))
    assert record == sgf.read(text)
    assert record.spec == "atoll:rhombus,size=3"
    assert record.moves == ("b2", "a1", "b1", "a2", "c1", "a3", "c2")
    assert record.players == (Player("red player"), Player("White"))
    assert (record.program, record.started) == ("HexGui 0.9.0", datetime(2024, 8, 27, tzinfo=UTC))
    assert record.comments == {0: "root", 1: "first"}
    assert record.result == Result.lost_by(0)


def test_swap_pieces_becomes_a_swap_of_colours_on_the_mirrored_board() -> None:
    record = sgf.read("(;FF[4]GM[11]SZ[4]PB[Ada]PW[Bo]RE[B+R];B[c2];W[swap-pieces];B[d1];W[resign])")
    assert record.spec == "atoll:rhombus,size=4,pie=yes"
    assert record.moves == ("c2", "swap", "a4")
    assert record.players == (Player("Ada"), Player("Bo"))
    assert record.result == Result.lost_by(1)
    assert sgf.read("(;FF[4]GM[11]SZ[4]RE[W+T];B[c2];W[swap-pieces])").result == Result.lost_by(0, "time")


@pytest.mark.parametrize("seed", range(20))
def test_swap_pieces_and_swap_sides_tell_the_same_game(seed: int) -> None:
    chance = random.Random(seed)
    position = ludejo.game(f"{HEX},pie=yes").start().play(chance.choice(["a1", "c2", "b3"])).play("swap")
    while not position.is_over:
        position = position.after(chance.choice(position.legal))
    first, _, *rest = position.history
    mirrored = [f"{'abc'[int(cell[1]) - 1]}{'abc'.index(cell[0]) + 1}" for cell in rest]
    nodes = [f"{'BW'[place % 2]}[{cell}]" for place, cell in enumerate(mirrored)]
    assert position.outcome is not None
    winner = "BW"[position.outcome.winner or 0]
    record = sgf.read(f"(;FF[4]GM[11]SZ[3]RE[{winner}+];B[{first}];W[swap-pieces];{';'.join(nodes)})")
    assert record.moves == position.history
    assert record.result == Result.by_rules(position.outcome)


def test_stones_that_another_program_lays_before_the_first_move() -> None:
    record = sgf.read("(;FF[4]GM[11]SZ[3]AB[a1][B2]AW[c3];W[a2])")
    assert (record.start, record.moves) == ("b../.b./..w w", ("a2",))


@pytest.mark.parametrize(
    ("mark", "result"),
    [
        ("B+R", Result(0, "resignation")), ("w+resign", Result(1, "resignation")), ("B+T", Result(0, "time")),
        ("W+Forfeit", Result(1, "forfeit")), ("W+", Result(1, "resignation")), ("Draw", Result(None, "agreement")),
        ("0", Result(None, "agreement")), ("Void", Result()), ("?", Result()), ("", Result()),
    ],
)  # fmt: skip
def test_results_of_other_programs(mark: str, result: Result) -> None:
    assert sgf.read(f"(;GM[11]SZ[3]RE[{mark}];B[b2])").result == result


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\\]b", "a]b"), ("\\\\", "\\"), ("a\\\nb", "ab"), ("a\\\r\nb", "ab"), ("a\r\nb\n\rc\rd", "a\nb\nc\nd"),
        ("a\tb", "a b"), ("a\\:b", "a:b"), ("\\a", "a"), ("a\\\tb", "a b"),
    ],
)  # fmt: skip
def test_escapes(value: str, text: str) -> None:
    assert sgf_text.plain(value) == text


def test_trees_in_all_their_forms() -> None:
    text = "\ufeff ( ; A [1] \n B[2] [\\]3] ; ( ; C[(;)] ; D[4] ( ; E[5] ) ( ; F[6] ( ; G[7] ) ) ) ( ; H[8] ) ) \n"
    assert sgf_text.main_line(text) == [
        {"A": ["1"], "B": ["2", "\\]3"]},
        {},
        {"C": ["(;)"]},
        {"D": ["4"]},
        {"E": ["5"]},
    ]
    assert sgf_text.main_line("(;AddBlack[a1])") == [{"AB": ["a1"]}]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the SGF is empty"),
        ("(;", "the SGF ends before the game does"),
        ("(;GM[11];B[a1]", "the SGF ends before the game does"),
        ("()", 'the SGF cannot be read in line 1 at ")": a ) without its (, or an empty tree'),
        ("(;GM[11)", 'the SGF cannot be read in line 1 at "[11)": expected ( ; ) a property or a value in brackets'),
        ("(;GM[11]\n;B)", 'the SGF cannot be read in line 2 at ")": property B has no value'),
        ("(;[11])", 'the SGF cannot be read in line 1 at "[11])": a value stands without a property'),
        ("(GM[11])", 'the SGF cannot be read in line 1 at "GM[11])": "GM" is no property of any node'),
        ("(;A[1]A[2])", 'the SGF cannot be read in line 1 at "A[2])": property A stands twice in one node'),
        ("(;A[1](;B[1]);C[1])", 'the SGF cannot be read in line 1 at ";C[1])": a node stands outside a tree, or after'),
        ("(;A[1])(;A[1])", 'the SGF cannot be read in line 1 at "(;A[1])": a second game begins, expected one'),
        ("(;A[1]))", 'the SGF cannot be read in line 1 at ")": a ) without its (, or an empty tree'),
        ("((;A[1]))", 'the SGF cannot be read in line 1 at "(;A[1]))": a tree begins without a node'),
        ("hello", 'the SGF cannot be read in line 1 at "hello": "hello" is no property of any node'),
        ("(;GM[1];B[aa])", 'the game is GM "1" and the file has no LJ, expected Hex, which is GM[11]'),
        ("(;FF[4];B[aa])", 'the game is GM "1" and the file has no LJ, expected Hex, which is GM[11]'),
        ("(;GM[11]SZ[9:11])", 'the board has size "9:11", expected a number of cells such as 11'),
        ("(;GM[11]SZ[99])", "spec: "),
        ("(;GM[11];B[a1];W[a1])", 'move 2, "a1": is taken by Black'),
        ("(;GM[11];B[ab])", 'move 1, "ab": is no move'),
        ("(;GM[11];B[a1];B[a2])", 'move 2, "a2": is a move of B, but White is to move'),
        ("(;GM[11];B[a1];W[swap])", 'move 2, "swap": is ambiguous, expected swap-sides or swap-pieces'),
        ("(;GM[11];B[a1]W[b1])", "move 1: a node has 2 moves, expected one"),
        ("(;GM[11];B[a1];AE[a1])", "move 2: a node changes the board without a move"),
        ("(;GM[11]AE[a1])", 'the file sets up "a1", expected cells of the board, and none emptied'),
        ("(;GM[11]AB[a1][a2])", "start: Atoll: 2 black stones and 0 white ones"),
        ("(;GM[11]RE[B+lots])", 'RE is "B+lots", expected something like B+Resign, W+, Draw or ?'),
        ("(;GM[11]SZ[2]RE[W+];B[a1];W[b1];B[a2])", 'RE is "W+", which does not agree with the moves'),
        (
            "(;GM[11]SZ[2];B[a1];W[b1];B[a2];W[resign])",
            "the result is a win for Black by resignation, but after",
        ),
        ("(;GM[11]LJ[version:2])", 'LJ has version "2", expected 1'),
        ("(;GM[11]LJ[version:1][colour:red])", 'LJ has "colour:red", expected each of seed, setup'),
        ("(;GM[11]LJ[version:1][seed:x])", 'LJ has seed "x", expected a whole number'),
        ("(;GM[11]LJ[version:1][dice:x])", "the record is no JSON: Expecting value"),
        ("(;GM[0]RU[atoll:hex-9]LJ[version:1])", 'the game is GM "0", expected GM[11] for atoll:hex-9'),
        ("(;GM[0]RU[atmalof]LJ[version:1];B[R1:1]RE[B+];B[R1])", 'move 2, "R1": is a move of B, but Blue is to move'),
        ("(;GM[0]RU[atmalof]LJ[version:1][how:time])", 'the result is "time" without a winner'),
        (
            "(;GM[0]RU[atmalof]LJ[version:1][how:time]RE[B+Resign])",
            'RE is "B+Resign", but by the result it is "B+Time"',
        ),
        ("(;GM[0]RU[atmalof]LJ[version:1];B[resign])", 'move 1, "resign": is no move'),
    ],
    ids=range(38),
)
def test_what_cannot_be_read_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    assert (refusal(sgf.read, text) or "").startswith(sentence)


def test_deep_trees_do_no_harm() -> None:
    assert refusal(sgf.read, "(;A[1]" * 100_000) == "the SGF ends before the game does"
    assert sgf.read("(;GM[11]" + "(;" * 50_000 + ")" * 50_000 + ")").moves == ()


def test_writing_refuses_what_is_no_record() -> None:
    with pytest.raises(BadRecord, match='move 1, "z9": is no cell of this board'):
        sgf.write(Record("atoll:hex-9", (Player("A"), Player("B")), ("z9",)))
    with pytest.raises(BadRecord, match=r"players\[0\].name"):
        sgf.write(Record.from_position(played(HEX, "a1"), ("A\tB", "C")))


def test_fuzzed_records_are_read_or_refused() -> None:
    texts = [sgf.write(record) for record in small_records()]
    texts.append("(;GM[11]SZ[4]AB[a1]AW[b1]PB[Ada]RE[B+R];B[c2](;W[d1]C[so];B[a2])(;W[resign]))")
    texts.append("(;FF[4]GM[11]SZ[4]PB[Ada]PW[Bo]RE[B+R]DT[2024-01-02];B[c2];W[swap-pieces];B[d1];W[resign])")
    assert 1_000 < refusals("sgf", sgf.read, sgf.write, texts) < 1_900


def test_all_three_formats_tell_the_same_of_a_record() -> None:
    for record in small_records():
        assert sgf.read(sgf.write(records.read(records.write(record)))) == record


GOLEM = "(;FF[4]EV[hex.in.1]PB[Bo]PW[Ada]SZ[5]RE[W]GC[ game #1]SO[http://www.littlegolem.com];"


def test_little_golem_lets_white_begin_and_names_no_game() -> None:
    record = sgf.read(GOLEM + "W[bd];B[ec];W[resign])")
    assert record.spec == "atoll:rhombus,size=5"
    assert [player.name for player in record.players] == ["Ada", "Bo"]
    assert record.moves == ("b4", "e3")
    assert record.result == Result.lost_by(0)  # RE names whoever resigned there


def test_little_golem_swaps_the_stone_to_the_mirrored_cell() -> None:
    record = sgf.read(GOLEM + "W[bd];B[swap];W[ca];B[resign])")
    standard = sgf.read("(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bo];B[b4];W[swap-pieces];B[c1];W[resign])")
    assert (record.spec, record.moves, record.result) == (standard.spec, standard.moves, standard.result)
    assert record.moves == ("b4", "swap", "a3")


def test_other_games_of_little_golem_are_refused() -> None:
    with pytest.raises(BadRecord, match="expected Hex"):
        sgf.read(GOLEM.replace("hex.in.1", "havannah.in.1") + "W[bd];B[ec])")
