"""What is said of Atoll, and of Hex, which is among its boards."""

from ludejo.games.about import About, Entry, Ground, Look, Trials
from ludejo.games.phrases import mark_text

ABOUT = About(
    title="Atoll",
    order=1,
    tagline=mark_text("Join islands that lie across the lagoon, or play Hex."),
    designer="Mark Steere",
    year=2008,
    rights=mark_text(
        "Its author lets anyone program it, provided that name and rules stay unchanged and he is credited."
    ),
    rights_link="https://www.marksteeregames.com/",
    presets={
        "atoll": Entry("Atoll 11", mark_text("Eight islands, the usual board.")),
        "atoll-15": Entry("Atoll 15", mark_text("A wider lagoon.")),
        "atoll-19": Entry("Atoll 19", mark_text("The widest of the usual ones.")),
        "hex-9": Entry("Hex 9", mark_text("Four islands: Hex, for a short game.")),
        "hex-11": Entry("Hex 11", mark_text("Hex as it is mostly played.")),
        "hex-13": Entry("Hex 13", mark_text("Hex for those who take their time.")),
        "hexagon-12": Entry(
            mark_text("Hexagon 12"),
            mark_text("A hexagon with twelve islands."),
        ),
    },
    other_designers=dict.fromkeys(("hex-9", "hex-11", "hex-13"), "Piet Hein, John Nash"),
    parameters={
        "shape": Entry(mark_text("Shape"), mark_text("How the lagoon is cut.")),
        "size": Entry(mark_text("Size"), mark_text("Cells along an edge.")),
        "islands": Entry(mark_text("Islands"), mark_text("How many lie round it.")),
        "pie": Entry(
            mark_text("Second player may swap"),
            mark_text("Take over the first stone instead of placing one."),
        ),
    },
    values={
        "classic": Entry(mark_text("classic")),
        "rhombus": Entry(mark_text("rhombus")),
        "hexagon": Entry(mark_text("hexagon")),
        "yes": Entry(mark_text("yes")),
        "no": Entry(mark_text("no")),
    },
    other_words={  # whoever asks for Hex by its own name expects the swap
        "hex": "hex-11,pie=yes",
        "hex-9": "hex-9,pie=yes",
        "hex-11": "hex-11,pie=yes",
        "hex-13": "hex-13,pie=yes",
    },
    look=Look(ground="lagoon", terminal=Ground("#6f9fae", "#6f9fae", "#6f9fae", "#27444d")),
    trials=Trials(
        boards=("atoll:hex-9", "atoll:hex-11", "atoll:hex-11,pie=yes", "atoll:hex-13", "atoll", "atoll:atoll-15"),
        openings={"atoll:hex-11,pie=yes": 0},  # there the first stone is half of the matter
    ),
)
