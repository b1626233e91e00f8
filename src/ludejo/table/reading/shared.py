"""Studies that are shared: chapters, each a record with its variations, comments and marks, as one text."""

import json
from dataclasses import asdict, dataclass, replace

FORMAT = "ludejo-shared-study"
MOST_CHAPTERS = 32
MOST_CHARACTERS = 1_000_000  # of all chapters together
_MARK = f'{{"format": "{FORMAT}"'


@dataclass(frozen=True)
class Chapter:
    """One board with everything on it."""

    title: str
    record: str  # in our format


@dataclass(frozen=True)
class SharedStudy:
    """What is kept of a study."""

    title: str
    key: str  # the hash of the secret by which it is edited
    version: int
    chapters: tuple[Chapter, ...]

    @property
    def size(self) -> int:
        """How many characters the chapters have."""
        return sum(len(chapter.record) + len(chapter.title) for chapter in self.chapters)

    def text(self) -> str:
        """As it is kept."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False)

    def with_chapter(self, number: int, chapter: Chapter) -> "SharedStudy":
        """The next version, with a chapter in the place of another or after the last one."""
        chapters = (*self.chapters[: number - 1], chapter, *self.chapters[number:])
        return replace(self, version=self.version + 1, chapters=chapters)


def is_shared(text: str) -> bool:
    """Whether a text that is kept is such a study."""
    return text.startswith(_MARK)


def read_shared(text: str) -> SharedStudy:
    """The study that a text holds, as `text` has written it."""
    kept = json.loads(text)
    chapters = tuple(Chapter(**chapter) for chapter in kept["chapters"])
    return SharedStudy(kept["title"], kept["key"], kept["version"], chapters)
