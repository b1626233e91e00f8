"""Positions and arrangements given as text: what is refused, and with which sentence; what a given position knows."""

import pytest
from pictures import shown

import ludejo
from ludejo import BadPosition

pytestmark = pytest.mark.small

JUNIOR = "....../....../....../....../....../......"
ANIMALS = "ABCDEF/BCDEFA/CDEFAB/DEFABC/EFABCD/FABCDE"
NO_ANIMALS = NO_TOKENS = "....../....../....../....../....../......"
STAR = ludejo.game("almatafl").start().text.split()[0]
OPENING_ROWS = STAR.split("/")


def star(**rows: str) -> str:
    """The opening of AlmaTafl with some rows changed."""
    return "/".join(rows.get(letter, row) for letter, row in zip("kjihgfedcba", OPENING_ROWS, strict=True))


BAD = [
    # Atmalof
    ("atmalof:junior", "", "has no parts | rows r|b"),
    ("atmalof:junior", JUNIOR, "has one part | rows r|b"),
    ("atmalof:junior", f"{JUNIOR} r R1 R2", "has four parts"),
    ("atmalof:junior", f"{JUNIOR}/...... r", "has seven rows | expected 6"),
    ("atmalof:junior", f"......./{JUNIOR[7:]} r", "row 1 | has length 7 | expected 6"),
    ("atmalof:junior", f"..x.../{JUNIOR[7:]} r", '"x" in row 1 | rb.'),
    ("atmalof:junior", f"{JUNIOR} w", '"w" is no side to move | r or b'),
    ("atmalof:junior", "rr.rr./rr.rr./..r.../rr.rr./rr.rr./...... r", "Red has 17 pieces | at most 16"),
    ("atmalof:junior", f"rrrrr./{JUNIOR[7:]} r", "Red is to move but has a line of 5"),
    ("atmalof:junior", f"{JUNIOR} r R7", 'the announced drop "r7" | R1 to R6'),
    ("atmalof:junior", f"{JUNIOR} r R1:3", '"r1:3" cannot be announced here'),
    ("atmalof:junior", f"{JUNIOR} r 1.1-1.2", "cannot be announced here"),
    ("atmalof:junior", f"{JUNIOR} r xyz", '"xyz" | R4'),
    ("atmalof:junior", f"bbbbb./{JUNIOR[7:]} r R1", "cannot be announced here"),
    ("atmalof:R=3,C=3,X=0,Y=0,N=3,P=2,tie=both", "rr./.../.b. r R1", "cannot be announced here"),
    # Mammalath
    ("mammalath", f"{ANIMALS} {NO_TOKENS}", "has two parts | animals tokens w|b"),
    ("mammalath", f"{ANIMALS[:-7]} {NO_TOKENS} w", "has five rows | expected 6"),
    ("mammalath", f"ABCDEG{ANIMALS[6:]} {NO_TOKENS} w", '"G" in row 1'),
    ("mammalath", f"AAAAAA/A.....{NO_ANIMALS[13:]} w{NO_TOKENS[1:]} b", "too many animals A | at most 6"),
    ("mammalath", f"{ANIMALS} x{NO_TOKENS[1:]} w", '"x" in row 1 | wb.'),
    ("mammalath", f"{ANIMALS} {NO_TOKENS} r", '"r" is no side to move | w or b'),
    ("mammalath", f"{ANIMALS} {NO_TOKENS} b", "no token on the board | White's placement"),
    ("mammalath", f"{NO_ANIMALS} {NO_TOKENS} w", "no token on the board"),
    ("mammalath", f"{ANIMALS} w{NO_TOKENS[1:]} w", "one token and all animals | the other side to move"),
    ("mammalath", f"{ANIMALS} b{NO_TOKENS[1:]} b", "one token and all animals | the other side to move"),
    ("mammalath", f"{NO_ANIMALS} www...{NO_TOKENS[6:]} w", "White is to move but has made a shape"),
    ("mammalath", f"{NO_ANIMALS} bbb.../....../....../bbb.../....../...... w", "no single token can make at once"),
    ("mammalath", f"{NO_ANIMALS} wwbwwb/bbwbbw/wwbwwb/bbwbbw/wwb.w./w.w.ww w", "19 tokens | at most 18"),
    ("mammalath", f"{NO_ANIMALS} wwbbww/bbwwbb/wwbbww/bbwwbb/wwbbww/..ww.. w", "White is to move but has placed all"),
    # Atoll
    ("atoll:rhombus,size=3", ".../...", "has one part | cells b|w"),
    ("atoll:rhombus,size=3", ".../... b", "has two rows | expected 3"),
    ("atoll:rhombus,size=3", ".../..../... b", "row 2 | has length 4 | expected 3"),
    ("atoll:rhombus,size=3", ".../.r./... b", '"r" in row 2 | bw.'),
    ("atoll:rhombus,size=3", ".../.w./... b", "0 black stones and 1 white ones | one black more"),
    ("atoll:rhombus,size=3", "b../.b./... w", "2 black stones and 0 white ones"),
    ("atoll:rhombus,size=3", ".../.b./... b", '"b" is to move | expected w'),
    ("atoll:rhombus,size=3", "b.w/b.w/b.w b", "Black is to move but has connected islands"),
    ("atoll:rhombus,size=3", ".../.b./... w swapped", "without the pie rule"),
    ("atoll:rhombus,size=3,pie=yes", ".../.b./... w cut", '"cut" is not understood | swapped'),
    ("atoll:rhombus,size=3,pie=yes", ".../.../... b swapped", "there is no stone yet"),
    # AlmaTafl
    ("almatafl", STAR, "has one part | rows b|w"),
    ("almatafl", f"{STAR} k", '"k" is no side to move | b or w'),
    ("almatafl", f"{STAR[:-3]} b", "has 10 rows | expected 11"),
    ("almatafl", f"{star(j='bbbb')} b", 'row j is "bbbb" | 5 points'),
    ("almatafl", f"{star(j='bbb(bb')} b", "row j is | 5 points"),
    ("almatafl", f"{star(j='bbb(b)b')} b", "row j is | a stack such as (bw)"),
    ("almatafl", f"{star(j='bbb(bbbb)b')} b", "row j is"),
    ("almatafl", f"{star(j='bbbxb')} b", 'row j is "bbbxb"'),
    ("almatafl", f"{star(j='bbbb.')} b", "23 discs b | expected 24"),
    ("almatafl", f"{star(j='bbbbw')} b", "23 discs b | expected 24"),
    ("almatafl", f"{star(f='b..wwk..b')} b", "only the King may enter"),
    ("almatafl", f"{star(f='b..w.w..b')} b", "0 discs k | expected 1"),
    ("almatafl", f"{star(k='b.', j='bbbb.')} b", "k3 holds discs, but only the King may enter it"),
    ("almatafl", f"{star(f='b...(kw)w..b')} w", "the King is covered in a way"),
    ("almatafl", f"{star(f='...w(kb)w..b')} b", "the King is covered in a way"),
    ("almatafl", f"{star(f='...w(kbb)w...')} w", "the King is covered in a way"),
    ("almatafl", f"{star(f='b..w.w..b', k='(kb).', j='bbbb.')} w", "where the basic game is over before"),
]


@pytest.mark.parametrize(("spec", "text", "words"), BAD)
def test_a_bad_position_is_refused_with_a_sentence(spec: str, text: str, words: str) -> None:
    game = ludejo.game(spec)
    with pytest.raises(BadPosition) as refusal:
        print("read:", shown(game.position(text)))
    sentence = str(refusal.value)
    assert sentence.startswith(f"{game.title}: ")
    for part in words.split(" | "):
        assert part in sentence, sentence


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("", "has one row | expected 6"),
        (ANIMALS[:-1], "row 6 | has length 5 | expected 6"),
        (f"{ANIMALS[:-1]}G", '"G" in row 6'),
        (f"{ANIMALS[:-1]}.", "5 animals E | expected 6 of each type"),
        (f"{ANIMALS[:-1]}A", "7 animals A | expected 6 of each type"),
        (ANIMALS.replace("/", " "), "has one row"),
    ],
)
def test_a_bad_arrangement_is_refused_with_a_sentence(setup: str, words: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        ludejo.game("mammalath").start(setup=setup)
    for part in words.split(" | "):
        assert part in str(refusal.value), str(refusal.value)


def test_an_arrangement_is_a_text_and_for_games_that_have_one() -> None:
    with pytest.raises(BadPosition, match="an arrangement is a text, not int"):
        ludejo.game("mammalath").start(setup=5)  # type: ignore[arg-type]
    with pytest.raises(BadPosition, match="Atoll has no arrangement"):
        ludejo.game("atoll").start(setup=ANIMALS)


# --------------------------------------------------------------------------------------------------- given positions


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("atmalof:junior", f"{JUNIOR} b"),
        ("atmalof:junior", f"r....b/{JUNIOR[7:]} b C6"),
        ("mammalath", f"{ANIMALS} {NO_TOKENS} w"),
        ("mammalath", f"{ANIMALS} b{NO_TOKENS[1:]} w"),
        ("atoll:rhombus,size=3,pie=yes", ".../.b./... w swapped"),
        ("almatafl:advanced", f"{star(k='k.', f='b..w.w..b')} b"),
    ],
)
def test_a_given_position_says_so_and_goes_on_from_there(spec: str, text: str) -> None:
    position = ludejo.game(spec).position(text)
    assert position.text == text
    assert position.given
    assert (position.seed, position.setup, position.parent, position.move) == (None, None, None, None)
    assert position.history == ()
    assert position.turn == 1
    after = position.after(position.legal[0])
    assert after.given
    assert len(after.history) == 1
    assert not ludejo.game(spec).start().given


def test_a_position_is_read_in_any_case_and_with_any_spaces() -> None:
    assert ludejo.game("atmalof:junior").position(f"  {JUNIOR.replace('.', 'R', 1)}   B  c3 ").text.endswith(" b C3")
    assert ludejo.game("almatafl").position(STAR.upper() + " B") == ludejo.game("almatafl").start()
    assert ludejo.game("atoll:rhombus,size=2").position("B./.. W").side_to_move == "White"
    lower = f"{ANIMALS.lower()} {NO_TOKENS} W"
    assert ludejo.game("mammalath").position(lower) == ludejo.game("mammalath").start(setup=ANIMALS)


def test_a_given_die_that_is_due_is_written_with_its_drop() -> None:
    position = ludejo.game("atmalof:junior").position(f"{JUNIOR} r R4")
    assert position.is_chance
    assert position.play("6").history == ("R4:6",)


@pytest.mark.parametrize(
    ("spec", "text", "winner", "kind"),
    [
        ("atmalof:junior", f"rrrrr./{JUNIOR[7:]} b", 0, "line"),
        ("atmalof:R=3,C=3,X=0,Y=0,N=3,P=2", "rr./b../... b", 0, "count"),
        ("mammalath", f"{NO_ANIMALS} www.../....../bb..../....../....../...... b", 0, "shape"),
        ("mammalath", f"A{NO_ANIMALS[1:]} www.../....../bb..../....../....../...... b", 1, "animal shape"),
        ("atoll:rhombus,size=3", "b.w/b.w/b.. w", 0, "connected"),
        ("atoll:rhombus,size=3,pie=yes", "b.w/b.w/b.. w swapped", 1, "connected"),
        ("almatafl", f"{star(k='k.', f='b..w.w..b')} b", 1, "escape"),
        ("almatafl:advanced", f"{star(k='k.', f='b..w.w..b')} w", 1, "escape"),
        ("almatafl", f"{star(f='...w(kb)w..b')} w", 0, "king covered"),
    ],
)
def test_a_given_position_may_be_over(spec: str, text: str, winner: int, kind: str) -> None:
    position = ludejo.game(spec).position(text)
    assert position.outcome is not None, shown(position)
    assert (position.outcome.winner, position.outcome.kind) == (winner, kind), shown(position)
    assert position.moves() == []
