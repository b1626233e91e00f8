"""What is said of Atmalof and its family."""

from ludejo.games.about import About, Entry, Look, Trials
from ludejo.games.phrases import mark_text

ABOUT = About(
    title=mark_text("Atmalof"),
    order=2,
    tagline=mark_text("Drop by die, move by wit: a line of five wins."),
    designer="Richard S. Forsyth",
    year=1984,
    rights=mark_text("The game and its rule sheet are under CC BY-SA 3.0 Unported."),
    rights_link="https://creativecommons.org/licenses/by-sa/3.0/",
    presets={
        "classic": Entry(mark_text("Classic"), mark_text("Seven by seven, 22 pieces per side.")),
        "junior": Entry(
            "Junior",
            mark_text("Six by six, also called Criss-Cross: the die reaches every square."),
        ),
        "kvinigu": Entry(
            mark_text("Kvinigu"),
            mark_text("The tie-break waits for both sides."),
        ),
        "atmalos": Entry("Atmalos", mark_text("Nine by nine, and a line of seven.")),
    },
    parameters={
        "R": Entry(mark_text("Rows the die reaches")),
        "C": Entry(mark_text("Columns the die reaches")),
        "X": Entry(mark_text("Extra rows"), mark_text("Drops reach them only by announcing them.")),
        "Y": Entry(mark_text("Extra columns"), mark_text("Drops reach them only by announcing them.")),
        "P": Entry(mark_text("Pieces per side")),
        "N": Entry(mark_text("Winning line"), mark_text("How long it must be.")),
        "tie": Entry(
            mark_text("Tie-break once all pieces are placed by"),
            mark_text("Who must have placed all pieces first."),
        ),
    },
    values={
        "either": Entry(mark_text("either side")),
        "both": Entry(mark_text("both sides")),
    },
    look=Look(colours=("red", "blue")),
    trials=Trials(boards=("atmalof", "atmalof:junior")),
)
