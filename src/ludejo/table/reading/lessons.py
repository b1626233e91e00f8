"""Introductions: for each game a row of small boards on which the reader makes the move in question.

They are written in each game's lesson.toml. A step has a title and a text in every language, the rule it shows, and a
position: `spec`, and `position` as a text, or `moves` from the start (with `setup`, where a game has one). A step that
asks for a move says which ones are right (`accept`: moves; or `*` for any, `place` for any of a kind, `j4-` or `-e5`
for any that starts or ends so), what follows (`replies`), and what to say after a right and after a wrong one.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import ludejo
from ludejo.games.discovery import folder_of
from ludejo.games.errors import NoSuchText
from ludejo.games.gestures import gestures
from ludejo.games.phrases import phrase
from ludejo.language.catalogues import check_language
from ludejo.play.files import Document
from ludejo.play.position import Position
from ludejo.table.messages.positions import position_view, sheet_view
from ludejo.table.messages.views import LessonView, StepTried, StepView
from ludejo.table.reading.library import check_game, check_number

ANY = "*"

Words = dict[str, str]  # by language


@dataclass(frozen=True)
class Step:
    """One small board and what is to be done on it."""

    title: Words
    text: Words
    spec: str
    rule: str = ""
    position: str = ""
    setup: str | None = None
    moves: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    right: Words = field(default_factory=dict)
    wrong: Words = field(default_factory=dict)
    then: str = ""  # how the game stands after a right move and the replies: win, loss, draw, on

    @cached_property
    def start(self) -> Position:
        """The position that is shown."""
        game = ludejo.game(self.spec)
        position = game.position(self.position) if self.position else game.start(seed=1, setup=self.setup)
        for move in self.moves:
            position = position.play(move)
        return position

    def accepts(self, move: str) -> bool:
        """Whether a move, in its canonical text, is one that was asked for."""
        if ANY in self.accept or any(_fits(move, wanted) for wanted in self.accept):
            return True
        return any(gesture.text == move and gesture.kind in self.accept for gesture in gestures(self.start))


def _fits(move: str, wanted: str) -> bool:
    if wanted.endswith("-"):
        return move.startswith(wanted)
    return move.endswith(wanted) if wanted.startswith("-") else move == wanted


@lru_cache(maxsize=8)
def steps(name: str) -> tuple[Step, ...]:
    """The steps of a game's introduction."""
    folder = folder_of(check_game(name))
    if not folder.file("lesson.toml").is_file():
        raise NoSuchText(phrase("{game} has no introduction", game=folder.about.title))
    source = folder.file("lesson.toml").read_text(encoding="utf-8")
    return tuple(_step(document) for document in tomllib.loads(source)["step"])


def _step(document: Document) -> Step:
    lists = {key: tuple(value) for key, value in document.items() if isinstance(value, list)}
    return Step(**{**document, **lists})


@lru_cache(maxsize=16)
def lesson(name: str, language: str = "en") -> LessonView:
    """The whole introduction in a language."""
    check_language(language)
    return {
        "game": check_game(name),
        "lang": language,
        "title": folder_of(name).about.title,
        "designer": folder_of(name).about.designer,
        "steps": [_step_view(number, step, language) for number, step in enumerate(steps(name), 1)],
    }


def _step_view(number: int, step: Step, language: str) -> StepView:
    return {
        "number": number,
        "title": step.title[language],
        "text": step.text[language].strip(),
        "rule": step.rule,
        "spec": step.start.game.spec,
        "board": sheet_view(step.start.game),
        "position": position_view(step.start, with_moves=bool(step.accept)),
        "asks": bool(step.accept),
    }


def try_step(name: str, number: int, move: str, language: str = "en") -> StepTried:
    """What comes of a move in a step. A move that the rules do not allow is refused as in a game."""
    check_language(language)
    step = steps(name)[check_number(number, len(steps(name))) - 1]
    after = step.start.play(move)
    right = step.accepts(last_move(after))
    line = [after]
    for reply in step.replies if right else ():
        line.append(line[-1].play(reply))
    words = step.right if right else step.wrong
    return {
        "right": right,
        "text": words.get(language, "").strip(),
        "moves": [last_move(position) for position in line],
        "positions": [position_view(position, with_moves=False) for position in line],
        "done": right,
    }


def last_move(position: Position) -> str:
    """The move that led to a position."""
    assert position.parent is not None
    assert position.move is not None
    return position.parent.move_text(position.move)
