"""What is said of Atoll, and of Hex, which is among its boards."""

from ludejo.games.about import About, Entry, Ground, Look, Prospects, Trials, words

ABOUT = About(
    title="Atoll",
    tagline=words("Join islands that lie across the lagoon.", "Kunigu kontraŭajn insulojn trans la lagunon."),
    designer="Mark Steere",
    year=2008,
    rights=words(
        "Its author lets anyone program it if name and rules stay as they are and he is credited.",
        "Ĝia aŭtoro permesas al ĉiu programi ĝin, kondiĉe ke la nomo kaj la reguloj restu neŝanĝitaj kaj ke oni "
        "indiku lin kiel la aŭtoron.",
    ),
    rights_link="https://www.marksteeregames.com/",
    presets={
        "atoll": Entry(words("Atoll 11"), words("Eight islands, the usual board.", "Ok insuloj, la kutima tabulo.")),
        "atoll-15": Entry(words("Atoll 15"), words("A wider lagoon.", "Pli larĝa laguno.")),
        "atoll-19": Entry(words("Atoll 19"), words("The widest of the usual ones.", "La plej larĝa el la kutimaj.")),
        "hex-9": Entry(words("Hex 9"), words("Four islands: Hex, for a short game.", "Kvar insuloj: Hex, mallonga.")),
        "hex-11": Entry(words("Hex 11"), words("Hex as it is mostly played.", "Hex, kiel oni plej ofte ludas ĝin.")),
        "hex-13": Entry(words("Hex 13"), words("Hex for those who take their time.", "Hex por paciencaj ludantoj.")),
        "hexagon-12": Entry(
            words("Hexagon 12", "Seslatero 12"),
            words("A hexagon with twelve islands.", "Seslatero kun dek du insuloj."),
        ),
    },
    parameters={
        "shape": Entry(words("Shape", "Formo"), words("How the lagoon is cut.", "Kiel la laguno aspektas.")),
        "size": Entry(words("Size", "Grando"), words("Cells along an edge.", "Ĉeloj laŭ unu rando.")),
        "islands": Entry(words("Islands", "Insuloj"), words("How many lie round it.", "Kiom da ili ĉirkaŭas ĝin.")),
        "pie": Entry(
            words("Second player may swap", "La dua ludanto rajtas interŝanĝi la kolorojn"),
            words("Take over the first stone instead of laying one.", "Transprenu la unuan ŝtonon anstataŭ meti vian."),
        ),
    },
    values={
        "classic": Entry(words("classic", "normala")),
        "rhombus": Entry(words("rhombus", "rombo")),
        "hexagon": Entry(words("hexagon", "seslatero")),
        "yes": Entry(words("yes", "jes")),
        "no": Entry(words("no", "ne")),
    },
    look=Look(ground=Ground("#6f9fae", "#6f9fae", "#6f9fae", "#27444d")),
    trials=Trials(
        boards=("atoll:hex-9", "atoll:hex-11", "atoll:hex-11,pie=yes", "atoll"),
        openings={"atoll:hex-11,pie=yes": 0},  # there the first stone is half of the matter
    ),
    prospects=Prospects(
        shares={
            "atoll": 3, "atoll:size=5": 2, "atoll:size=7": 3, "atoll:size=9": 2, "atoll:hexagon,size=4": 2,
            "atoll:hexagon,size=5": 2, "atoll:rhombus,size=5": 3, "atoll:rhombus,size=6": 3, "atoll:rhombus,size=7": 3,
            "atoll:hex-9": 2,
        },
        careless=(0.5, 0.4),
    ),
)  # fmt: skip
