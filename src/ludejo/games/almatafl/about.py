"""What is said of AlmaTafl."""

from ludejo.games.about import POINTS, About, Entry, Ground, Look, Prospects, Trials, words

ABOUT = About(
    title="AlmaTafl",
    tagline=words("The King bounces out of a besieged star.", "La Reĝo resaltas el sieĝata stelo."),
    designer="Paschalis Antoniou",
    presets={
        "basic": Entry(
            words("Basic", "Baza"),
            words("The King wins when he reaches an escape spot.", "La Reĝo venkas, kiam li atingas eskapejon."),
        ),
        "advanced": Entry(
            words("Advanced", "Altnivela"),
            words("He must still stand there a turn later.", "Li devas ankoraŭ stari tie unu ludvicon poste."),
        ),
    },
    parameters={"game": Entry(words("Game", "Ludo"))},
    values={"basic": Entry(words("basic", "baza")), "advanced": Entry(words("advanced", "altnivela"))},
    look=Look(style=POINTS, ground=Ground("#a98a62", "#a98a62", "#85683f", "#3b2c1b"), buried=2),
    trials=Trials(boards=("almatafl", "almatafl:advanced")),
    prospects=Prospects(
        shares={"almatafl": 5, "almatafl:advanced": 3},
        careless=(0.1, 0.1),
        contenders={1: 16, 3: 8, 5: 1},  # play can go round in circles, so that long proofs seldom succeed
    ),
)
