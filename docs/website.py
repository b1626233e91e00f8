"""The documentation as a site, build/docs/site: the pages of docs/ by audience, and an API reference from docstrings.

    python docs/website.py

docs/README.md is the table of contents: each of its sections is one in the sidebar, with the pages that it links to, in
that order. Pages read the same in the repository. For the site they are copied to build/docs/source, where links to
sources lead to pages that show them, boards are drawn for light and for dark, and what no page links to is added to the
section "Program". Sphinx makes the site, warnings being errors. Scripts and styles within its pages are then put into
files, so that a server need allow none within a page.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from ludejo.language.collecting import our_games
from ludejo.play.render.pictures import pictures

DOCS = Path(__file__).parent
ROOT = DOCS.parent
BUILD = ROOT / "build" / "docs"  # the table looks for its `site`
BESIDE = {"CONTRIBUTING.md": "contributing.md", "NETWORKS.md": "networks.md", "CHANGELOG.md": "changelog.md"}
FENCES = re.compile(r"(^```.*?^```[ ]*$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\)")
IMAGE = re.compile(r'<img src="([^":]+)"')  # where a page says how broad it is to be
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
UNLISTED = "Program"  # the section of pages that the table of contents does not name
REFERENCE = {  # a page, its title, and the modules on it
    "python": ("Games and positions", ("ludejo", "ludejo.play.game", "ludejo.play.position", "ludejo.games.errors")),
    "records": ("Records", ("ludejo.play.records", "ludejo.play.loading")),
    "engine": ("Engine and analysis", ("ludejo.search.engine", "ludejo.search.players", "ludejo.search.analysis")),
    "exact": ("Exact answers", ("ludejo.solve.solver",)),
    "many": ("Many games", ("ludejo.environments.vector", "ludejo.lab.simulation")),
    "contract": ("What a game offers", ("ludejo.games.contract", "ludejo.games.about")),
}
LANGUAGES = {".py": "python", ".json": "json", ".toml": "toml", ".js": "javascript", ".cpp": "cpp"}


class Stage:
    """The pages as Sphinx reads them: by their place in the site, with what they show of the repository."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.files: dict[str, Path | str] = {}  # pictures, as they are or as text
        self.beside: dict[str, Path] = {}  # pictures that Sphinx does not see, for they are asked for in HTML

    def fill(self) -> None:
        """All pages, and all that they show."""
        for path in sorted(DOCS.rglob("*.md")):
            if path != DOCS / "README.md":
                self._take(path, path.relative_to(DOCS).as_posix())
        for name, place in BESIDE.items():
            self._take(ROOT / name, place)
        self._add_reference()
        self._add_examples()
        listed = self._contents((DOCS / "README.md").read_text(encoding="utf-8"))
        for place in sorted(self.pages.keys() - listed - {"index.md"}):
            self.pages[place] = f"---\norphan: true\nnosearch: true\n---\n{self.pages[place]}"
        self._draw_dark_boards()

    def _take(self, path: Path, place: str) -> None:
        """A page of the repository, with links that lead somewhere in the site."""
        self.pages[place] = self._turned(path.read_text(encoding="utf-8"), path.parent, place)

    def _turned(self, text: str, folder: Path, place: str) -> str:
        up = "../" * place.count("/")
        parts = FENCES.split(text)  # code stays as it is
        for number in range(0, len(parts), 2):
            parts[number] = LINK.sub(lambda link: self._link(link, folder, up), parts[number])
            for target in IMAGE.findall(parts[number]):
                self.beside[(folder / target).resolve().relative_to(DOCS.resolve()).as_posix()] = folder / target
        return "".join(parts)

    def _link(self, link: re.Match[str], folder: Path, up: str) -> str:
        """A link as it has to be in the site."""
        mark, words, target, part = link[1], link[2], link[3], link[4] or ""
        path = (folder / target).resolve()
        if "://" in target or not path.exists():
            return link[0]
        inside = path.relative_to(ROOT.resolve()).as_posix()
        if path.suffix == ".md" and (inside in BESIDE or inside.startswith("docs/")):
            place = BESIDE.get(inside, inside.removeprefix("docs/"))
            return f"[{words}]({up}{'index.md' if place == 'README.md' else place}{part})"
        if mark:
            return self._picture(words, path, target)
        return f"[{words}]({up}{self._shown(path, inside)})" if path.is_file() else words

    def _picture(self, words: str, path: Path, target: str) -> str:
        place = path.relative_to(DOCS.resolve()).as_posix()
        self.files[place] = path
        if not place.startswith("games/pictures/"):
            return f"![{words}]({target})"
        dark = target.replace(".svg", "-dark.svg")
        return f"![{words}]({target}){{.only-light}} ![{words}]({dark}){{.only-dark}}"

    def _shown(self, path: Path, inside: str) -> str:
        """The page that shows a source."""
        if path.suffix == ".ipynb":
            return self._notebook(path)
        place, language = f"source/{inside}.md", LANGUAGES.get(path.suffix, "text")
        self.pages[place] = f"# {inside}\n\n`````{language}\n{path.read_text(encoding='utf-8').rstrip()}\n`````\n"
        return place

    def _draw_dark_boards(self) -> None:
        for name in our_games():
            for picture in pictures(name):
                self.files[f"games/pictures/{name}-{picture.name}-dark.svg"] = picture.svg(dark=True)

    def _add_reference(self) -> None:
        for name, (title, modules) in REFERENCE.items():
            parts = [f"```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n```\n" for module in modules]
            headed = [f"## {module}\n\n{part}" for module, part in zip(modules, parts, strict=True)]
            self.pages[f"reference/{name}.md"] = f"# {title}\n\n" + "\n".join(headed)

    def _add_examples(self) -> None:
        """The examples that are one file each; notebooks with what they showed when they were run."""
        shown = []
        for path in sorted((ROOT / "examples").glob("*.py")):
            shown.append(f"- [{path.name}]({self._shown(path, f'examples/{path.name}')})")
        for path in sorted((ROOT / "examples").glob("*.ipynb")):
            shown.append(f"- [{path.name}]({self._notebook(path)})")
        self.pages["examples.md"] = "# Examples\n\n" + "\n".join(shown) + "\n"

    def _notebook(self, path: Path) -> str:
        """The page of a notebook: its words, its code, and below it texts and pictures."""
        parts: list[str] = []
        for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
            words = "".join(cell["source"])
            parts.append(f"```python\n{words}\n```" if cell["cell_type"] == "code" else words)
            for output in cell.get("outputs", []):
                told = output.get("data", {"text/plain": output.get("text", "")})
                if svg := told.get("image/svg+xml"):
                    picture = f"{path.stem}-{number}.svg"
                    self.files[f"examples/{picture}"] = "".join(svg)
                    parts.append(f"![{path.stem}]({picture})")
                else:
                    parts.append(f"```text\n{''.join(told['text/plain']).rstrip()}\n```")
        self.pages[place := f"examples/{path.stem}.md"] = "\n\n".join(parts) + "\n"
        return place

    def _contents(self, text: str) -> set[str]:
        """The first page, each section with its pages for the sidebar; which pages those are."""
        begin, *sections = re.split(r"(?m)^(?=## )", self._turned(text, DOCS, "index.md"))
        parts, known = [begin], set()
        for section in sections:
            heading = SECTION.match(section)
            assert heading is not None
            links = [link[3] for link in LINK.finditer(section) if not link[1]]
            linked = [page for page in links if page in self.pages.keys() - known and not page.startswith("source/")]
            parts.append(section)
            known |= set(linked)
            if heading[1] == UNLISTED:
                place = len(parts)
            parts.append(sidebar(heading[1], linked))
        rest = sorted(page for page in self.pages.keys() - known if not page.startswith("source/"))
        reference = [f"reference/{name}.md" for name in REFERENCE]
        parts[place] += sidebar("", [page for page in rest if page not in reference])
        self.pages["index.md"] = "\n".join([*parts, sidebar("Reference", reference)])
        return known | set(rest)

    def write(self, source: Path) -> None:
        """Put everything where Sphinx looks for it."""
        shutil.rmtree(source, ignore_errors=True)
        for place, text in self.pages.items():
            _folder_for(source / place).write_text(text, encoding="utf-8")
        for place, content in self.files.items():
            path = _folder_for(source / place)
            if isinstance(content, Path):
                shutil.copyfile(content, path)
            else:
                path.write_text(content, encoding="utf-8")
        shutil.copyfile(DOCS / "conf.py", source / "conf.py")


def sidebar(caption: str, pages: list[str]) -> str:
    """What puts pages into the sidebar, under a caption if there is one."""
    head = f":caption: {caption}\n" if caption else ""
    return f"```{{toctree}}\n:hidden:\n{head}\n" + "\n".join(dict.fromkeys(pages)) + "\n```\n\n" if pages else ""


def _folder_for(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


# ------------------------------------------------------------ what stands within pages

STYLED = re.compile(r'<(\w[^<>]*?) style="([^"]*)"([^<>]*)>')
CLASSED = re.compile(r' class="([^"]*)"')
INLINE = re.compile(r"<(script|style)(?![^>]*\bsrc=)[^>]*>(.*?)</\1>", re.DOTALL)


def put_aside(site: Path) -> None:
    """Move scripts and styles out of the pages into files of their own."""
    for page in sorted(site.rglob("*.html")):
        styles: dict[str, str] = {}
        text = STYLED.sub(partial(_classed, styles), page.read_text(encoding="utf-8"))
        if styles:
            rules = "".join(f".{name}{{{style}}}" for name, style in sorted(styles.items()))
            text = text.replace("</head>", f"<style>{rules}</style></head>", 1)
        page.write_text(INLINE.sub(partial(_aside, site, page), text), encoding="utf-8")


def _classed(styles: dict[str, str], tag: re.Match[str]) -> str:
    """A tag whose style has become that of a class."""
    name = f"s{hashlib.sha256(tag[2].encode()).hexdigest()[:8]}"
    styles[name] = tag[2]
    inside = f"{tag[1]}{tag[3]}"
    if CLASSED.search(inside):
        return "<" + CLASSED.sub(lambda known: f' class="{known[1]} {name}"', inside, count=1) + ">"
    element, space, rest = inside.partition(" ")
    return f'<{element} class="{name}"{space}{rest}>'


def _aside(site: Path, page: Path, found: re.Match[str]) -> str:
    kind, text = found[1], found[2]
    ending, up = ("js" if kind == "script" else "css"), "../" * (len(page.relative_to(site).parts) - 1)
    name = f"_static/aside-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{ending}"
    (site / name).write_text(text, encoding="utf-8")
    return f'<script src="{up}{name}"></script>' if kind == "script" else f'<link rel="stylesheet" href="{up}{name}">'


def problems(site: Path) -> Iterator[str]:
    """What a page asks for that is not in the site."""
    for page in sorted(site.rglob("*.html")):
        for address in re.findall(r'<[a-z][^>]*? (?:src|href)="([^"#?]+)', page.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:", address) and not (page.parent / address).exists():
                yield f"{page.relative_to(site)}: {address} is not there"


def build(folder: Path, stage: Stage) -> int:
    """Make the site anew, from `source` to `site`; 0 if all went well."""
    source, site = folder / "source", folder / "site"
    stage.write(source)
    shutil.rmtree(site, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", "-d", folder / "known"]
    if made := subprocess.run([*command, source, site], check=False).returncode:
        return made
    for place, path in stage.beside.items():
        shutil.copyfile(path, _folder_for(site / place))
    put_aside(site)
    missing = list(problems(site))
    print("\n".join(missing) or f"the site is in {site}: open index.html there, or /docs of the table")
    return int(bool(missing))


def main() -> int:
    """All of it."""
    stage = Stage()
    stage.fill()
    return build(BUILD, stage)


if __name__ == "__main__":
    sys.exit(main())
