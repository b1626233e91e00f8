"""What is said of Mammalath."""

from ludejo.games.about import About, Entry, Ground, Look, Prospects, Trials
from ludejo.games.words import mark_text

ABOUT = About(
    title="Mammalath",
    order=3,
    tagline=mark_text("Make a shape, but free the animals in it first."),
    designer="Grant Fikes",
    presets={
        "base": Entry(
            mark_text("Base game"),
            mark_text("Six kinds of animals, lines of three."),
        ),
        "plus": Entry(
            "Plus",
            mark_text("Eight kinds, lines of four and 2 × 2 squares."),
        ),
    },
    parameters={"game": Entry(mark_text("Game"))},
    values={"base": Entry(mark_text("base")), "plus": Entry("Plus")},
    look=Look(
        colours=("white", "black"), ground=Ground("#98a3a5", "#8b9698", "#8b9698", "#33393a"), choices=True, beside=1
    ),
    trials=Trials(boards=("mammalath", "mammalath:plus")),
    prospects=Prospects(shares={"mammalath": 5, "mammalath:plus": 3}),
)
