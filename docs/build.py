"""Compose the page of each game: its rules, pictures of them, and notes on what its sheet leaves open.

    python docs/build.py

The sources are src/ludejo/games/NAME/rules.en.md, notes.md beside it and the table below. Each picture is
a line of moves, from the start of a game or from a position text, and stands under the rule that it shows.
"""

import re
from pathlib import Path
from typing import NamedTuple

import ludejo
from ludejo.games.discovery import folder_of, names
from ludejo.play.svg import board_picture

DOCS = Path(__file__).parent
WIDTH = 400

# Where a rule or a section ends: before the next one, an example, or a remark on all rules.
PART = r"^(?=\*\*R\d+\*\* |## |After each move|\*An example)"


class Picture(NamedTuple):
    """A picture on a game's page."""

    spec: str
    name: str  # of the file, after that of the game
    under: str  # a rule, or the heading of a section
    caption: str
    start: str = ""  # a position text, or a setup; else the start of a game
    moves: str = ""  # nothing at all: the empty board

    @property
    def game(self) -> str:
        """The page it belongs to."""
        return self.spec.partition(":")[0]

    @property
    def file(self) -> str:
        """Where it is, seen from the page."""
        return f"pictures/{self.game}-{self.name}.svg"


SPARSE = "......./......./....b../..r..../...b.../.r...../....... r"
ANIMALS = "BFDFAC/DABABF/BCEFDD/AAABCE/EFEFDC/DBCEEC"
FOUR_IN_A_ROW = "....../..b.../....b./.b..../...b../ww.ww. w"

PICTURES = (
    # Atmalof
    Picture("atmalof", "board", "R1", "The classic board. The die does not reach the hatched squares by itself."),
    Picture("atmalof", "row", "R3", "Red has announced row 2. The roll will pick one of the six coloured squares.",
            SPARSE, "R2"),
    Picture("atmalof", "column", "R3", "Red has announced column 7. The corner, 7.7, is out of reach.", SPARSE, "C7"),
    Picture("atmalof", "drop", "R4", "Row 2 and a roll of 5, `R2:5`: a new piece.", SPARSE, "R2:5"),
    Picture("atmalof", "occupied", "R4", "Row 2 and a roll of 2, `R2:2`: the square is taken, the turn is lost.",
            SPARSE, "R2:2"),
    Picture("atmalof", "move", "R6", "In the middle of a game. Red has moved a piece from 6.5 to 7.6, `6.5-7.6`.",
            "......./.b..r../..rb.b./.rbr.../..br..b/.r..b../b...r.. r", "6.5-7.6"),
    Picture("atmalof:kvinigu", "blocked", "R7",
            "Kvinigu. All of Red's 22 pieces are on the board and no empty square is beside any of them: Red's turn is "
            "lost. Blue still has one piece to drop.",
            "rrrb.../brrbb../brbbbb./rrrrbbb/rbrbrbr/brrrrbr/bbbrbrr r", "--"),
    Picture("atmalof", "five", "R8", "Red has moved from 2.5 to 2.4 and won with a line of five.",
            "bbbb.br/r.b.r.r/.rbr.br/bb...r./rbbbrbr/.r..r../b.r.b.. r", "2.5-2.4"),
    Picture("atmalof", "six", "R8", "Here 3.6-3.5 closes a line of six, which wins as well.",
            "rb.br.b/rrrr.bb/.rrb..r/r.rrbb./.b.b.rb/br.rbrr/rbr.rbb r", "3.6-3.5"),
    Picture("atmalof", "count", "R9",
            "Blue has dropped the 22nd piece on 5.5. Blue has three lines of four (ringed), Red one: Blue wins.",
            "r..br.r/rb..rbb/rbbb.rb/bb.r.bb/bbrrb.r/brbrb../r.bbbr. b", "R5:5"),
    Picture("atmalof", "draw", "R9", "Blue's 22nd piece, on 7.4, leaves two lines of four to two: a draw.",
            ".rr.bbb/bbrbr.r/rrbrr.r/b.rrrbb/brrbbbb/b.bbrrb/.brrbrr b", "R7:4"),
    Picture("atmalof:junior", "junior", "Variants", "Junior Atmalof: every square is within reach of the die."),
    Picture("atmalof:atmalos", "atmalos", "Variants", "Atmalos: 9 by 9 squares, an eight-sided die, lines of seven."),
    # Mammalath
    Picture("mammalath", "start", "R1", "A start: six each of armadillos, badgers, cougars, deer, elephants and foxes.",
            ANIMALS),
    Picture("mammalath", "place", "R2",
            "White has placed a token on c4, Black on d3. The animals of both squares are still there.",
            ANIMALS, "c4 d3"),
    Picture("mammalath", "type", "R3", "`xF`: White has released the foxes, wherever they were.", ANIMALS, "c4 d3 xF"),
    Picture("mammalath", "shape", "R4",
            "`xb1-d3`: Black has released the animals of b1, c2 and d3. The token on d3 stays.",
            ANIMALS, "c4 d3 xF xb1-d3"),
    Picture("mammalath", "swap", "R5", "White began on c4. Black has swapped: the token there is now Black's.",
            ANIMALS, "c4 swap"),
    Picture("mammalath", "loss", "R7",
            "White has placed a token on c1. There is an elephant in the line c1 d1 e1, so White loses, in spite of "
            "a1 b1 c1 and b1 c1 d1.",
            f"BFDFAC/DABABF/BCEFDD/AAABCE/EFEFDC/....E. {FOUR_IN_A_ROW}", "c1"),
    Picture("mammalath", "win", "R8", "The same placement without the elephant wins.",
            f"BFDFAC/DABABF/BCEFDD/AAABCE/EFEFDC/...... {FOUR_IN_A_ROW}", "c1"),
    Picture("mammalath", "draw", "R9", "White's last token, on d1, makes no shape: a draw. The badger has seen it all.",
            "....../....../....../....../....../.....B wwbbww/bbwwbb/wwbbww/bbwwbb/wwbbww/bbw.b. w", "d1"),
    Picture("mammalath:plus", "plus", "Variants", "Mammalath Plus, with giraffes and hippopotamuses.",
            "CHBDEGAD/DFFFGACA/CHADEDBF/HEFEFAEE/GGDEFCBB/GBAAHDCE/CGHCHGFB/BHDGCHBA"),
    Picture("mammalath:plus", "square", "Variants", "In Plus a square of four wins too. White has just made one on e5.",
            "CHBDEGAD/DFFFGACA/CHADEDBF/HEF..AEE/GGD..CBB/GBAAHDCE/CGHCHGFB/BHDGCHBA "
            "......../......../..b...../...w..../...ww.../.....b../.b....../........ w", "e5"),
    # Atoll
    Picture("atoll", "board", "R1", "The classic board and its eight islands."),
    Picture("atoll", "middle", "R2", "In the middle of a game. Black has just played f3.",
            moves="d2 c2 i7 j7 h7 g7 g4 f5 i8 j8 e2 e1 f3"),
    Picture("atoll", "third", "R3",
            "Black joins islands 2 and 6, which are opposite, through island 0: the chain runs ashore on i9 and leaves "
            "again on g9.",
            moves="b7 b6 k7 k8 j8 i7 f9 e9 k6 j7 c7 c6 d8 d9 i9 h9 i8 h8 e8 f8 a6 a7 k5 k4 g9"),
    Picture("atoll", "direct", "R4", "Eight islands: Black has joined 0 and 4 and won.",
            moves="d2 c2 i7 j7 h7 g7 g4 f5 i8 j8 e2 e1 f3 g2 h6 g6 f4 g3 d1 c1 i9 j9 g5"),
    Picture("atoll:hexagon-12", "twelve", "R4",
            "Twelve islands: Black has joined 0, 4 and 8. No two of them are opposite, but no gap is wider than six.",
            moves="f9 g9 e10 d9 e5 d4 b1 c1 g7 g6 d3 d2 f10 e9 i6 i7 j5 k5 l3 l4 c2 b2 k4 k3 m3 m4 g8 h8 e4 f4 f8 e7 "
                  "h6 i5 f6 e6 e11"),
    Picture("atoll", "junctions", "R5",
            "Two junctions. On f10 the black stone touches island 0, though White's island 7 is there too; on k9 the "
            "white stone touches island 1.",
            moves="f10 k9"),
    Picture("atoll:hex-9", "hex", "What wins, and where", "Four islands: Hex. Black has joined top and bottom.",
            moves="c8 b9 d6 e6 e2 d2 e4 d4 d5 e5 e3 f2 f1 e1 c9 d9 c7"),
    Picture("atoll:hexagon-12", "hexagon", "What wins, and where", "The hexagon of side 7 with twelve islands."),
    # AlmaTafl
    Picture("almatafl", "start", "R1", "The start: throne in the middle, escape spots at the six tips.",
            "../bbbbb/.b....b./.b..w..b./b.wwww.b/b..wkw..b/b.wwww.b/.b..w..b./.b....b./bbbbb/.. b"),
    Picture("almatafl", "stacks", "R3",
            "In the middle of a game. On g2 there were two discs, so the upper one has moved two points, to g4.",
            "../bbbbb/.b....(bb)./.b.w(ww)..../(bb)...ww.b/b..w.w..b/..(ww)ww..b/...bw..b./.(bb)..b.(bk)./bb..b/.. b",
            "g2-g4"),
    Picture("almatafl", "bounce", "R7", "The example at the end of the rules, `e6-c6-c8`.",
            "../bbbbb/.b....b./.b..w..b./b.wwww.b/b..w.w..b/b.ww(wk)w.b/.b..w..b./.b...bb./bbbb./.. w", "e6-c8"),
    Picture("almatafl", "bounces", "R7",
            "Four bounces in one move, `d5-c5-c7-e9-h7-h9`. On e9 he stands on two discs, himself the third, "
            "and so goes on three points.",
            "../bbbbb/.b....../.b..w.bb./(bb).wwww.b/.....w..b/b.(wbw)www.(bb)/.b..k..../....bwb./bb.bb/.. w", "d5-h9"),
    Picture("almatafl", "no-move", "R8", "White has buried the last black discs, on g7. Black cannot move and loses.",
            "../.(bbw).(bbw)./..(bbw)..(bbw)../...(bbw).(bbw).../..(bbw).w(bb)../....k..../..(bbw)..(bbw)../"
            "..(bbw)...(bbw)../......../...../.. w", "g6-g7"),
    Picture("almatafl", "covered", "R9", "Black has moved from f2 to f3, onto the King, and won.",
            "../bb..b/.b.b.(bb)../....w..(bb)./(bb)w.www../bk.w....b/b.w.w(ww).b/.b..w..b./.b..w.b./bb.(bb)b/.. b",
            "f2-f3"),
    Picture("almatafl", "no-defenders", "R10", "Black has buried White's last active disc but the King, and won.",
            "../b...b/.b....b./.b..(wwb)..b./b.(wwb).(wb)..b/b..(wwb)kw..b/b.(wb).(wb)b.b/.b..(wwb)..b./.b....b./"
            "...../.. b", "e7-f7"),
    Picture("almatafl", "escape", "R11",
            "Basic game: the King has moved two points, to the escape spot d1, and White has won.",
            "../b.bbb/.b.b..b./.b..w..b./b.www.wb/b..w.w..b/(bb)..wwwbb/..(wk).w..../.b....b./.(bb).(bb)b/.. w",
            "d3-d1"),
    Picture("almatafl:advanced", "advanced", "R11",
            "Advanced game: the King was on the escape spot i8, but it was Black's turn. Black wins with i7-i8.",
            "../b..(bb)./.bb..bbk/.b.....b./b.w(ww)ww.b/b..w.w..b/b.wwww.b/.b...w.b./.b..b.b./bb.bb/.. b", "i7-i8"),
)  # fmt: skip


def draw(picture: Picture) -> str:
    """The picture as SVG."""
    game = ludejo.game(picture.spec)
    if not picture.start and not picture.moves:
        return board_picture(game, WIDTH)
    is_setup = game.is_arranged and " " not in picture.start
    if picture.start and not is_setup:
        position = game.position(picture.start)
    else:
        position = game.start(setup=picture.start or None)
    for move in picture.moves.split():
        position = position.play(move)
    return position.svg(WIDTH)


def compose(name: str) -> str:
    """The page of a game."""
    rules = folder_of(name).file("rules.en.md").read_text(encoding="utf-8")
    notes = folder_of(name).file("notes.md").read_text(encoding="utf-8")
    notice = (
        f"<!-- Composed by `make docs` from src/ludejo/games/{name}/rules.en.md, notes.md beside it "
        "and the pictures listed in docs/build.py: change those, not this page. -->\n"
    )
    return f"{notice}{illustrated(rules, [picture for picture in PICTURES if picture.game == name])}\n{notes}"


def illustrated(rules: str, pictures: list[Picture]) -> str:
    """The rules with each picture under its rule or at the end of its section."""
    parts = re.split(PART, rules.rstrip("\n") + "\n\n", flags=re.MULTILINE)
    page, shown = "", []
    for part in parts:
        found = re.match(r"\*\*(R\d+)\*\* |## (.*)\n", part)
        place = found and (found[1] or found[2])
        here = [picture for picture in pictures if picture.under == place]
        page += part + (_side_by_side(here) if here else "")
        shown += here
    lost = [picture.name for picture in pictures if picture not in shown]
    if lost:
        raise SystemExit(f"no place on the page for the pictures {', '.join(lost)}")
    return page


def _side_by_side(pictures: list[Picture]) -> str:
    """A table of pictures over their captions, two in a row."""
    rows = []
    for first in range(0, len(pictures), 2):
        pair = pictures[first : first + 2]
        rows.append(" | ".join(f"![{picture.caption.replace('`', '')}]({picture.file})" for picture in pair))
        rows.append(" | ".join(picture.caption for picture in pair))
    lines = [f"| {row} |" for row in rows]
    lines.insert(1, "|---" * min(2, len(pictures)) + "|")
    return "\n".join(lines) + "\n\n"


def everything() -> dict[Path, str]:
    """All that is composed: where it belongs, and its text."""
    pages = {DOCS / "games" / f"{name}.md": compose(name) for name in names()}
    return pages | {DOCS / "games" / picture.file: draw(picture) for picture in PICTURES}


def main() -> None:
    """Write everything, and remove pictures that are no longer in the table."""
    composed = everything()
    (DOCS / "games" / "pictures").mkdir(exist_ok=True)
    for stale in set((DOCS / "games" / "pictures").glob("*.svg")) - set(composed):
        stale.unlink()
    for path, text in composed.items():
        path.write_text(text, encoding="utf-8")
    print(f"composed {len(names())} pages and {len(PICTURES)} pictures in docs/games")


if __name__ == "__main__":
    main()
