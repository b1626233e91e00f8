"""Studies that are shared: chapters, each a record with its variations, comments and marks, as one text.

A text may have a million characters: to read and write one is work for a child of the server.
"""

import json
from collections.abc import Mapping
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
    id: int  # by which it is known wherever it stands


@dataclass(frozen=True)
class SharedStudy:
    """What is kept of a study."""

    title: str
    key: str  # the hash of the secret by which it is edited
    version: int
    chapters: tuple[Chapter, ...]
    latest_id: int = 0  # that a chapter was ever given: it does not come back when the chapter has gone

    @property
    def size(self) -> int:
        """How many characters the chapters have."""
        return sum(len(chapter.record) + len(chapter.title) for chapter in self.chapters)

    @property
    def bytes(self) -> int:
        """How many bytes they take."""
        return sum(len(chapter.record.encode()) + len(chapter.title.encode()) for chapter in self.chapters)

    def text(self) -> str:
        """As it is kept."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False)

    def with_chapter(self, number: int, title: str, record: str) -> "SharedStudy":
        """The next version, with a chapter in the place of another or after the last one."""
        is_new = number > len(self.chapters)
        latest = max(self.latest_id, *(chapter.id for chapter in self.chapters)) + is_new
        id = latest if is_new else self.chapters[number - 1].id
        chapters = (*self.chapters[: number - 1], Chapter(title, record, id), *self.chapters[number:])
        return replace(self, version=self.version + 1, chapters=chapters, latest_id=latest)

    def arranged(self, title: str, titles: Mapping[int, str]) -> "SharedStudy":
        """The next version: called so, with these chapters by their ids, in this order and called so; no others."""
        known = {chapter.id: chapter for chapter in self.chapters}
        chapters = tuple(replace(known[id], title=called) for id, called in titles.items())
        latest = max(self.latest_id, *known)
        return replace(self, version=self.version + 1, title=title, chapters=chapters, latest_id=latest)


def write_shared(study: SharedStudy) -> str:
    """The text of a study."""
    return study.text()


def is_shared(text: str) -> bool:
    """Whether a text that is kept is such a study."""
    return text.startswith(_MARK)


def read_shared(text: str) -> SharedStudy:
    """The study that a text holds, as `text` has written it."""
    kept = json.loads(text)
    chapters = tuple(Chapter(**{"id": place, **chapter}) for place, chapter in enumerate(kept["chapters"], 1))
    return SharedStudy(kept["title"], kept["key"], kept["version"], chapters, kept.get("latest_id", 0))
