"""Ten thousand random and mutated texts of every kind: only the documented errors, and what is read makes sense."""

import random
from collections.abc import Callable, Iterator

import pytest
from phrasing import untranslated_in

import ludejo
from ludejo import BadPosition, BadVariant, Game, IllegalMove, Position, UnreadableMove
from ludejo.games.errors import Unusable

TEXTS = 10_000
ALPHABET = "abcdefghijkrwxRCABCDEFKx0123456789.-:/,=()+* \t\n\0–—²٣éßİK{}[]\"'\\%😀\ud800"
SCRAPS = "-- swap R C // .. () (bw) (kb) size= islands= pie=yes P= 99 r&b &w &swapped x - 10.10 None 1e9".split()
SCRAPS = [scrap.replace("&", " ") for scrap in SCRAPS]


def noise(chance: random.Random) -> str:
    """Any text, up to sixty signs."""
    return "".join(chance.choice(ALPHABET) for _ in range(chance.choice([0, 1, 2, 3, 5, 8, 20, 60])))


def mutated(text: str, chance: random.Random) -> str:
    """A good text with one to four things done to it."""
    for _ in range(chance.randint(1, 4)):
        at, to = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        text = chance.choice([
            text[:at] + chance.choice(ALPHABET) + text[at:],
            text[:at] + chance.choice(ALPHABET) + text[at + 1 :],
            text[:at] + chance.choice(SCRAPS) + text[at:],
            text[:at] + text[at + 1 :],
            text[:at] + text[to:],
            text[:to] + text[at:],
            text[:at] + text[at:to][::-1] + text[to:],
            text.swapcase(),
        ])  # fmt: skip
    return text


def texts(good: Callable[[random.Random], str], chance: random.Random, count: int = TEXTS) -> Iterator[str]:
    """Good texts, mutated ones and noise."""
    for _ in range(count):
        kind = chance.random()
        yield good(chance) if kind < 0.1 else mutated(good(chance), chance) if kind < 0.85 else noise(chance)


def any_of(good: list[str]) -> Callable[[random.Random], str]:
    return lambda chance: chance.choice(good)


def check_sentence(error: Unusable, text: str) -> None:
    """An error is one printable sentence of a length that fits a terminal, and all of it can be said in Esperanto."""
    sentence = str(error)
    assert not untranslated_in(error.sentence), text
    assert sentence.isprintable(), (text, sentence)
    assert 10 < len(sentence) < 500, (text, sentence)


# ------------------------------------------------------------------------------------------------------------- specs


def good_spec(chance: random.Random) -> str:
    family = chance.choice(ludejo.families())
    preset = chance.choice(list(family.presets))
    options = [f"{parameter.name}={chance.choice([parameter.default, chance.randint(0, 30)])}"
               for parameter in family.parameters if chance.random() < 0.4]  # fmt: skip
    return chance.choice([family.name, f"{family.name}:{preset}", f"{family.name}:{','.join([preset, *options])}",
                          f"{family.name}:{','.join(options)}", family.presets[preset]])  # fmt: skip


def test_specs() -> None:
    chance, read = random.Random(1), 0
    for text in texts(good_spec, chance):
        try:
            game = ludejo.game(text)
        except BadVariant as error:
            check_sentence(error, text)
        else:
            read += 1
            assert ludejo.game(game.spec) == game, text
    assert TEXTS // 20 < read < TEXTS * 3 // 4


# ------------------------------------------------------------------------------------------------------------- moves

SPECS = ["atmalof:R=3,C=5,X=1,Y=2,N=4,P=8,tie=both", "mammalath", "mammalath:plus", "atoll:size=7,pie=yes",
         "atoll:hexagon,size=4,islands=12", "almatafl", "almatafl:advanced"]  # fmt: skip


def some_positions(game: Game, chance: random.Random, count: int) -> list[Position]:
    """Positions of random games, some of them over."""
    found: list[Position] = []
    while len(found) < count:
        position = game.start(seed=chance.getrandbits(32))
        for _ in range(chance.randint(0, 60)):
            if position.is_over:
                break
            position = position.after(chance.choice(position.legal))
        found.append(position)
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_moves(spec: str) -> None:
    """Moves that are legal here, and turns of other games that often are not."""
    game, chance = ludejo.game(spec), random.Random(spec)
    positions = some_positions(game, chance, 40)
    turns = [turn for position in positions for turn in position.history] + ["swap", "--"]
    played = refused = 0
    for _ in range(40):
        position = chance.choice(positions)
        for text in texts(any_of(position.moves() + turns), chance, TEXTS // 40):
            try:
                after = position.play(text)
            except (UnreadableMove, IllegalMove) as error:
                check_sentence(error, text)
                refused += 1
            else:
                played += 1
                assert after.line[len(position.line) - 1] is position, text
    assert played > TEXTS // 50
    assert refused > TEXTS // 4


# --------------------------------------------------------------------------------------------------------- positions


def check_makes_sense(position: Position, text: str) -> None:
    """What was read can be written, read again, and asked everything."""
    again = position.game.position(position.text)
    assert again == position, text
    assert (again.legal, again.outcome) == (position.legal, position.outcome), text
    assert bool(position.moves()) == (position.outcome is None), text
    assert position.is_over == (position.to_move is None), text
    assert position.drawing is not None, text
    if not position.is_over:
        after = position.after(position.legal[len(text) % len(position.legal)])
        assert after.is_over or after.moves(), text


@pytest.mark.parametrize("spec", SPECS)
def test_positions(spec: str) -> None:
    game, chance = ludejo.game(spec), random.Random(spec)
    good = [position.text for position in some_positions(game, chance, 40)]
    read = 0
    for text in texts(any_of(good), chance):
        try:
            position = game.position(text)
        except BadPosition as error:
            check_sentence(error, text)
        else:
            read += 1
            check_makes_sense(position, text)
    assert TEXTS // 20 < read < TEXTS * 3 // 4


@pytest.mark.parametrize("spec", ["atmalof:R=3,C=4,X=0,Y=0,N=3,P=5", "mammalath", "atoll:rhombus,size=4,pie=yes"])
def test_random_boards(spec: str) -> None:
    """Boards of the right size and letters but filled at random, which no game need ever reach."""
    game, chance = ludejo.game(spec), random.Random(spec)
    signs = {"atmalof": "rb..", "mammalath": "wb...", "atoll": "bw."}[game.name]
    read = 0
    for _ in range(3000):
        pattern = game.start(seed=chance.getrandbits(32)).text.split()
        place = 1 if game.name == "mammalath" else 0
        full = signs if chance.random() < 0.5 else signs + "." * 8
        pattern[place] = "".join(char if char == "/" else chance.choice(full) for char in pattern[place])
        if game.name == "mammalath":
            pattern[0] = "".join(char if char == "/" or chance.random() < 0.3 else "." for char in pattern[0])
        pattern[-1] = chance.choice(signs[:2])
        try:
            position = game.position(" ".join(pattern))
        except BadPosition as error:
            check_sentence(error, " ".join(pattern))
        else:
            read += 1
            check_makes_sense(position, " ".join(pattern))
    assert read > 100


@pytest.mark.parametrize("spec", ["mammalath", "mammalath:plus"])
def test_arrangements(spec: str) -> None:
    game, chance = ludejo.game(spec), random.Random(spec)
    read = 0
    for text in texts(lambda chance: str(game.start(seed=chance.getrandbits(16)).setup), chance, TEXTS // 2):
        try:
            position = game.start(setup=text)
        except BadPosition as error:
            check_sentence(error, text)
        else:
            read += 1
            assert position.setup is not None
            assert game.start(setup=position.setup) == position, text
    assert read > TEXTS // 50


@pytest.mark.small
def test_a_few_of_everything() -> None:
    chance = random.Random(3)
    for text in texts(good_spec, chance, 100):
        try:
            ludejo.game(text)
        except BadVariant as error:
            check_sentence(error, text)
    for spec in SPECS:
        game = ludejo.game(spec)
        for position in some_positions(game, chance, 3):
            for text in texts(any_of([position.text]), chance, 20):
                try:
                    check_makes_sense(game.position(text), text)
                except BadPosition as error:
                    check_sentence(error, text)
