"""What is said of AlmaTafl."""

from ludejo.games.about import About, Entry, Ground, Look, Thing, Trials
from ludejo.games.phrases import mark_text

ABOUT = About(
    title="AlmaTafl",
    order=4,
    tagline=mark_text("The King bounces out of a besieged star."),
    designer="Paschalis Antoniou",
    rights=mark_text("Its rule sheet names no licence."),
    presets={
        "basic": Entry(
            mark_text("Basic"),
            mark_text("The King wins when he reaches an escape spot."),
        ),
        "advanced": Entry(
            mark_text("Advanced"),
            mark_text("He must still stand there a turn later."),
        ),
    },
    parameters={"game": Entry(mark_text("Game"))},
    values={"basic": Entry(mark_text("basic")), "advanced": Entry(mark_text("advanced"))},
    look=Look(
        style="points",
        terminal=Ground("#a98a62", "#a98a62", "#85683f", "#3b2c1b"),
        others={"king": Thing(mark_text("King"), "K", "#f2c14e", chip="#101010 on #ffffff")},
        buried=2,
    ),
    trials=Trials(boards=("almatafl", "almatafl:advanced")),
)
