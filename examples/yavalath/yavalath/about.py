"""What is said of Yavalath."""

from ludejo.games.about import About, Entry, Ground, Look
from ludejo.games.phrases import mark_text

ABOUT = About(
    title="Yavalath",
    tagline=mark_text("Make four in a line, but not three."),
    designer="Cameron Browne",
    year=2007,
    presets={"yavalath": Entry("Yavalath", mark_text("The board of its inventor."))},
    parameters={"side": Entry(mark_text("Side"), mark_text("Cells along an edge."))},
    look=Look(colours=("white", "black"), terminal=Ground("#b9c4a0", "#b9c4a0", "#b9c4a0", "#3d4630")),
)
