"""Specifications: the grammar, presets, canonical form, and the sentences that refuse what is wrong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludejo
from ludejo import BadVariant
from ludejo.play.variants import Family

pytestmark = pytest.mark.small

FAMILIES = {family.name: family for family in ludejo.families()}


# ----------------------------------------------------------------------------------------------------------- reading


def test_all_families_are_listed_with_designers_presets_and_bounds() -> None:
    assert list(FAMILIES) == ["atoll", "atmalof", "mammalath", "almatafl"]
    assert {family.title: family.designer for family in FAMILIES.values()} == {
        "Atmalof": "Richard S. Forsyth",
        "Mammalath": "Grant Fikes",
        "Atoll": "Mark Steere",
        "AlmaTafl": "Paschalis Antoniou",
    }
    assert {name: list(family.presets) for name, family in FAMILIES.items()} == {
        "atmalof": ["classic", "junior", "kvinigu", "atmalos"],
        "mammalath": ["base", "plus"],
        "atoll": ["atoll", "atoll-15", "atoll-19", "hex-9", "hex-11", "hex-13", "hexagon-12"],
        "almatafl": ["basic", "advanced"],
    }
    for family in FAMILIES.values():
        assert all(parameter.name and parameter.bounds for parameter in family.parameters)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_a_preset_is_what_its_spelling_says(family: Family) -> None:
    for preset, spelt_out in family.presets.items():
        assert ludejo.game(f"{family.name}:{preset}") == ludejo.game(spelt_out)
        assert ludejo.game(spelt_out).title == family.title
    assert ludejo.game(family.name) == ludejo.game(f"{family.name}:{next(iter(family.presets))}")


def test_the_presets_of_the_rules() -> None:
    assert ludejo.game("atmalof").variant == (6, 6, 1, 1, 22, 5, "either")
    assert ludejo.game("atmalof:junior").variant == (6, 6, 0, 0, 16, 5, "either")
    assert ludejo.game("atmalof:kvinigu").variant == (6, 6, 1, 1, 22, 5, "both")
    assert ludejo.game("atmalof:atmalos").variant == (8, 8, 1, 1, 36, 7, "either")
    assert ludejo.game("atoll").variant == ("classic", 11, 8, "no")
    assert ludejo.game("atoll:hex-13").variant == ("rhombus", 13, 4, "no")
    assert ludejo.game("atoll:hexagon-12").variant == ("hexagon", 7, 12, "no")


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("ATOLL", "atoll"),
        ("  atoll  ", "atoll"),
        ("Atoll:Classic", "atoll"),
        ("atoll:atoll", "atoll"),
        ("atoll:size=11", "atoll"),
        ("atoll:classic,size=15", "atoll:atoll-15"),
        ("atoll:size=7", "atoll:classic,size=7"),
        ("atoll:rhombus", "atoll:hex-11"),
        ("atoll:rhombus,size=11,islands=4", "atoll:hex-11"),
        ("atoll:rhombus,islands=8", "atoll:rhombus,islands=8"),
        ("atoll:shape=rhombus,size=9,islands=4", "atoll:hex-9"),
        ("atoll:hex-11,pie=yes", "atoll:hex-11,pie=yes"),
        ("ATOLL:HEX-11,PIE=YES", "atoll:hex-11,pie=yes"),
        ("hex", "atoll:hex-11,pie=yes"),
        ("HEX-9", "atoll:hex-9,pie=yes"),
        ("hex:pie=no", "atoll:hex-11"),
        ("hex : size=14", "atoll:rhombus,size=14,pie=yes"),
        ("atoll:pie=yes", "atoll:pie=yes"),
        ("atoll : hex-9 , pie = no", "atoll:hex-9"),
        ("atoll:hexagon,size=5", "atoll:hexagon,size=5"),
        ("atmalof:classic", "atmalof"),
        ("atmalof:R=8,C=8,N=7,P=36", "atmalof:atmalos"),
        ("atmalof:r=8,c=8,n=7,p=36", "atmalof:atmalos"),
        ("atmalof:tie=both", "atmalof:kvinigu"),
        ("atmalof:junior,P=18", "atmalof:X=0,Y=0,P=18"),
        ("atmalof:R=06", "atmalof"),
        ("mammalath:base", "mammalath"),
        ("mammalath:game=plus", "mammalath:plus"),
        ("almatafl:Advanced", "almatafl:advanced"),
    ],
)
def test_specs_are_read_forgivingly_and_written_canonically(spec: str, canonical: str) -> None:
    game = ludejo.game(spec)
    assert game.spec == canonical
    assert ludejo.game(game.spec) == game
    assert repr(game) == f"ludejo.game('{canonical}')"
    assert hash(game) == hash(ludejo.game(canonical))


# ---------------------------------------------------------------------------------------------------------- refusing


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "is no game here | almatafl, atmalof, atoll, mammalath"),
        ("chess", '"chess" | is no game here | atoll'),
        ("hex-5", '"hex-5" | is no game here | hex, hex-9, hex-11, hex-13'),
        ("hexagon-12", '"hexagon-12" | write atoll:hexagon-12'),
        ("hex:hex-9", '"hex-9" in "hex:hex-9" is not understood | size=…'),
        ("hex:pie=maybe", "pie=maybe | yes or no"),
        ("kvinigu", '"kvinigu" | write atmalof:kvinigu'),
        ("rhombus", "write atoll:rhombus"),
        ("atoll:", '"" in "atoll:" is no preset | hex-9'),
        ("atoll:hex-10", '"hex-10" | is no preset | hex-9 | hexagon-12 | rhombus'),
        ("atoll:pie=yes,hex-11", '"hex-11" | is not understood | size=… | pie=…'),
        ("atoll:hex-11,,pie=yes", '"" in | is not understood'),
        ("atoll:colour=red", '"colour=red" | is not understood | islands=…'),
        ("atoll:size", '"size" | is no preset'),
        ("atoll:size=", 'size="" is no number | 5 to 25'),
        ("atoll:size=big", 'size="big" is no number | 5 to 25'),
        ("atoll:size=-11", 'size="-11" is no number | 5 to 25'),
        ("atoll:size=11.0", 'size="11.0" is no number'),
        ("atoll:size=99999", 'size="99999" is no number | 5 to 25'),
        ("atoll:size=²", "is no number"),
        ("atoll:size=11,size=13", "size is given twice"),
        ("atoll:size=3", "size=3 | from 5 to 25"),
        ("atoll:size=27", "size=27 | from 5 to 25"),
        ("atoll:size=12", "size=12 is even | odd | from 5 to 25"),
        ("atoll:islands=4", "islands=4 | expected 8"),
        ("atoll:rhombus,size=1", "size=1 | from 2 to 25"),
        ("atoll:rhombus,size=26", "size=26 | from 2 to 25"),
        ("atoll:rhombus,islands=6", "islands=6 | a multiple of 4 from 4 to 40"),
        ("atoll:rhombus,islands=0", "islands=0 | a multiple of 4 from 4 to 40"),
        ("atoll:rhombus,islands=44", "islands=44 | a multiple of 4 from 4 to 40"),
        ("atoll:hexagon,size=14", "size=14 | from 2 to 13"),
        ("atoll:hexagon,size=2,islands=8", "islands=8 | a multiple of 4 from 4 to 4"),
        ("atoll:shape=square", "shape=square | classic, rhombus or hexagon"),
        ("atoll:pie=maybe", "pie=maybe | yes or no"),
        ("atmalof:R=1", "R=1 | from 2 to 26"),
        ("atmalof:R=27", "R=27 | from 2 to 26"),
        ("atmalof:C=1", "C=1 | from 2 to 26"),
        ("atmalof:X=21", "X=21 | from 0 to 20"),
        ("atmalof:Y=21", "Y=21 | from 0 to 20"),
        ("atmalof:X=-1", 'X="-1" is no number | 0 and up'),
        ("atmalof:N=2", "N=2 | from 3 to 7"),
        ("atmalof:N=8", "N=8 | from 3 to 7"),
        ("atmalof:P=0", "P=0 | from 1 to 25"),
        ("atmalof:P=26", "P=26 | from 1 to 25"),
        ("atmalof:kvinigu,P=25", "P=25 | from 1 to 24"),
        ("atmalof:junior,P=19", "P=19 | from 1 to 18"),
        ("atmalof:tie=neither", "tie=neither | either or both"),
        ("mammalath:double", '"double" | is no preset | base, plus'),
        ("mammalath:game=double", "game=double | base or plus"),
        ("almatafl:game=", "game= is unknown | basic or advanced"),
    ],
)
def test_a_refusal_names_parameter_value_and_bound(spec: str, words: str) -> None:
    with pytest.raises(BadVariant) as refusal:
        ludejo.game(spec)
    for part in words.split(" | "):
        assert part in str(refusal.value), str(refusal.value)
    assert isinstance(refusal.value, ValueError)


@pytest.mark.parametrize("spec", [None, 11, b"atoll", ["atoll"]])
def test_a_spec_is_a_text(spec: object) -> None:
    with pytest.raises(BadVariant, match="a specification is a text"):
        ludejo.game(spec)  # type: ignore[arg-type]


def is_accepted(spec: str) -> bool:
    try:
        game = ludejo.game(spec)
    except BadVariant:
        return False
    assert ludejo.game(game.spec) == game
    return True


@settings(max_examples=400)
@given(
    st.integers(0, 28), st.integers(0, 28), st.integers(0, 6), st.integers(0, 6), st.integers(0, 30),
    st.integers(0, 400), st.sampled_from(["either", "both"]),
)  # fmt: skip
def test_atmaloids_are_valid_as_the_rules_say(R: int, C: int, X: int, Y: int, N: int, P: int, tie: str) -> None:
    rows, columns = R + X, C + Y
    fits = R >= 2 and C >= 2 and rows <= 26 and columns <= 26 and 3 <= N <= max(rows, columns)
    squares = rows * columns
    enough = P >= 1 and squares > 2 * (P - 1) and (tie == "either" or squares >= 2 * P)
    assert is_accepted(f"atmalof:R={R},C={C},X={X},Y={Y},N={N},P={P},tie={tie}") == (fits and enough)


@settings(max_examples=300)
@given(st.integers(2, 6), st.integers(2, 6), st.integers(0, 2), st.integers(-1, 1), st.sampled_from(["either", "both"]))
def test_the_bound_of_P_is_exact(R: int, C: int, X: int, beside: int, tie: str) -> None:
    squares = (R + X) * C
    most = max(P for P in range(1, squares + 2) if squares > 2 * (P - 1) and (tie == "either" or squares >= 2 * P))
    N = 3 if max(R + X, C) >= 3 else 0
    spec = f"atmalof:R={R},C={C},X={X},Y=0,N={N},P={most + beside},tie={tie}"
    assert is_accepted(spec) == (N == 3 and beside <= 0 and most + beside >= 1)


@settings(max_examples=400)
@given(st.sampled_from(["classic", "rhombus", "hexagon"]), st.integers(0, 28), st.integers(0, 104))
def test_lagoons_are_valid_as_the_rules_say(shape: str, size: int, islands: int) -> None:
    edge = {"classic": 8, "rhombus": 4 * (size - 1), "hexagon": 6 * (size - 1)}[shape]
    built = {
        "classic": 5 <= size <= 25 and size % 2 == 1 and islands == 8,
        "rhombus": 2 <= size <= 25,
        "hexagon": size >= 2 and 2 * size - 1 <= 25,
    }[shape]
    fits = islands % 4 == 0 and 4 <= islands <= edge  # every island touches two edge cells
    assert is_accepted(f"atoll:{shape},size={size},islands={islands}") == (built and fits)
