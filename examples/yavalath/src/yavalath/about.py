"""What is said of Yavalath."""

from ludejo.games.about import About, Entry, Ground, Look, words

ABOUT = About(
    title="Yavalath",
    tagline=words("Make four in a line, but not three.", "Faru kvar en linio, sed ne tri."),
    designer="Cameron Browne",
    year=2007,
    presets={"yavalath": Entry(words("Yavalath"), words("The board of the inventor.", "La tabulo de la inventinto."))},
    parameters={"side": Entry(words("Side", "Latero"), words("Cells along an edge.", "Ĉeloj laŭ rando."))},
    look=Look(colours=("white", "black"), ground=Ground("#b9c4a0", "#b9c4a0", "#b9c4a0", "#3d4630")),
)
