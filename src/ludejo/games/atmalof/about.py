"""What is said of Atmalof and its family."""

from ludejo.games.about import About, Entry, Ground, Look, Prospects, Trials, words

ABOUT = About(
    title="Atmalof",
    tagline=words(
        "Drop by die, move by wit: a line of five wins.",
        "Metu per ĵetkubo, movu per saĝo: linio de kvin alportas venkon.",
    ),
    designer="Richard S. Forsyth",
    year=1984,
    rights=words(
        "Its rule sheet is under CC BY-SA 3.0.",
        "La ludo kaj ĝia regularo estas disponeblaj laŭ la permesilo CC BY-SA 3.0.",
    ),
    rights_link="https://creativecommons.org/licenses/by-sa/3.0/",
    presets={
        "classic": Entry(
            words("Classic", "Normala"), words("Seven by seven, 22 pieces a side.", "Sep oble sep, po 22 pecoj.")
        ),
        "junior": Entry(
            words("Junior"),
            words("Six by six: the die reaches every square.", "Ses oble ses: la ĵetkubo atingas ĉiun kvadraton."),
        ),
        "kvinigu": Entry(
            words("Kvinigu", "Kvinigu (laŭ la esperanta regularo)"),
            words("The tie-break waits for both sides.", "La egaleco-regulo atendas ambaŭ ludantojn."),
        ),
        "atmalos": Entry(
            words("Atmalos"), words("Nine by nine, and a line of seven.", "Naŭ oble naŭ, kaj linio de sep.")
        ),
    },
    parameters={
        "R": Entry(words("Rows the die reaches", "Vicoj ĵetkube atingeblaj")),
        "C": Entry(words("Columns the die reaches", "Kolumnoj ĵetkube atingeblaj")),
        "X": Entry(
            words("Rows beyond", "Kromaj vicoj"), words("No roll leads there.", "Neniu ĵeto kondukas tien.")
        ),
        "Y": Entry(
            words("Columns beyond", "Kromaj kolumnoj"), words("No roll leads there.", "Neniu ĵeto kondukas tien.")
        ),
        "P": Entry(words("Pieces a side", "Pecoj por ĉiu")),
        "N": Entry(words("Winning line", "Venka linio"), words("How long it must be.", "Kiel longa ĝi devas esti.")),
        "tie": Entry(
            words("Tie-break when full", "Egaleco-regulo, kiam ĉiujn pecojn metis"),
            words("Who must have placed all pieces first.", "Kiu devas antaŭe esti metinta ĉiujn pecojn."),
        ),
    },
    values={
        "either": Entry(words("either side", "unu ludanto")),
        "both": Entry(words("both sides", "ambaŭ ludantoj")),
    },
    look=Look(colours=("red", "blue"), ground=Ground("#efe6d2", "#e4d8bd", "#c9bda2", "#6f6046")),
    trials=Trials(boards=("atmalof", "atmalof:junior")),
    prospects=Prospects(
        shares={
            "atmalof": 3, "atmalof:junior": 2, "atmalof:kvinigu": 2, "atmalof:R=3,C=3,X=0,Y=0,P=4,N=3": 2,
            "atmalof:R=3,C=4,X=0,Y=0,P=5,N=3": 3, "atmalof:R=3,C=3,X=1,Y=1,P=4,N=3": 3,
        },
    ),
)  # fmt: skip
