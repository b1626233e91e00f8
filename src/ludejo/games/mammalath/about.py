"""What is said of Mammalath."""

from ludejo.games.about import About, Entry, Ground, Look, Thing, Trials
from ludejo.games.phrases import mark_text


def _animal(letter: str, word: str, colour: str, ink: str) -> Thing:
    return Thing(word, letter, colour, chip=f"{ink} on {colour}", rides=True)


ABOUT = About(
    title="Mammalath",
    order=3,
    tagline=mark_text("Make a shape, but free the animals in it first."),
    designer="Grant Fikes",
    rights=mark_text("Its rule sheet names no licence."),
    presets={
        "base": Entry(
            mark_text("Base game"),
            mark_text("Six types of animals, lines of three."),
        ),
        "plus": Entry(
            "Plus",
            mark_text("Eight types, lines of four and 2 × 2 squares."),
        ),
    },
    parameters={"game": Entry(mark_text("Game"))},
    values={"base": Entry(mark_text("base")), "plus": Entry("Plus")},
    look=Look(
        terminal=Ground("#98a3a5", "#8b9698", "#8b9698", "#33393a"),
        colours=("white", "black"),
        others={
            "animal A": _animal("A", mark_text("armadillo"), "#b3261e", "#ffffff"),
            "animal B": _animal("B", mark_text("badger"), "#f08a24", "#101010"),
            "animal C": _animal("C", mark_text("cougar"), "#f5d90a", "#101010"),
            "animal D": _animal("D", mark_text("deer"), "#2e7d32", "#ffffff"),
            "animal E": _animal("E", mark_text("elephant"), "#2557c7", "#ffffff"),
            "animal F": _animal("F", mark_text("fox"), "#7b3fa0", "#ffffff"),
            "animal G": _animal("G", mark_text("giraffe"), "#ffffff", "#101010"),
            "animal H": _animal("H", mark_text("hippopotamus"), "#101010", "#ffffff"),
        },
        choices=True,
        beside=1,  # tokens stand to the right of their animals
    ),
    trials=Trials(boards=("mammalath", "mammalath:plus")),
)
