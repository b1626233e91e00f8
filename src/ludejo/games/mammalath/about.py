"""What is said of Mammalath."""

from ludejo.games.about import About, Entry, Ground, Look, Prospects, Trials, words

ABOUT = About(
    title="Mammalath",
    tagline=words(
        "Make a shape, but free the animals in it first.", "Faru formon, sed antaŭe liberigu la bestojn en ĝi."
    ),
    designer="Grant Fikes",
    presets={
        "base": Entry(
            words("Base game", "Baza ludo"),
            words("Six kinds of animals, lines of three.", "Ses specoj de bestoj, linioj de tri."),
        ),
        "plus": Entry(
            words("Plus"),
            words("Eight kinds, lines of four and 2 × 2 squares.", "Ok specoj, linioj de kvar kaj blokoj 2 × 2."),
        ),
    },
    parameters={"game": Entry(words("Game", "Ludo"))},
    values={"base": Entry(words("base", "baza")), "plus": Entry(words("Plus"))},
    look=Look(colours=("white", "black"), ground=Ground("#98a3a5", "#8b9698", "#8b9698", "#33393a"), beside=1),
    trials=Trials(boards=("mammalath", "mammalath:plus")),
    prospects=Prospects(shares={"mammalath": 5, "mammalath:plus": 3}),
)
