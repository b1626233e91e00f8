"""The page's modules and style sheets, many to a file, at addresses that name their version.

A browser asks for a script and a style sheet instead of fifty files, and keeps them for ever: another version has
another address. The modules themselves stay plain ES modules that a browser can load one by one; what is done here is
linking. Every module becomes a function that is run once, when it is first needed, and its exports are looked up when
they are imported.

A module may say `import { … } from "./…"` and `import("./…")`, and export what it declares by function, class or const.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

import ludejo
from ludejo.games.discovery import folders
from ludejo.play.render.palette import style_sheet

STATIC = Path(__file__).parents[2] / "static"
MAIN, FRAME = "js/main.js", "js/embed.js"
STYLE = "css/page.css"  # all of these, in one
STYLES = ("css/theme.css", None, "css/base.css", "css/board.css", "css/pages.css", "css/study.css", "css/people.css")
FOR_EVER = "public, max-age=31536000, immutable"
SHOWN = (".py", ".po", ".toml", ".md", ".jsonl", ".svg", ".js", ".css", ".html", ".woff2", ".png", ".webmanifest")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
_LOAD = re.compile(r'\bimport\("(\.{1,2}/[^"]+)"\)')
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_COMMENT = re.compile(r"^ *(/\*\*.*?\*/|// [^\n]*)\n", re.MULTILINE | re.DOTALL)
_UNREAD = re.compile(r"^(import|export)\b.*", re.MULTILINE)

_LINKER = """\
const { define, need, load } = (globalThis.ludejo ??= (() => {
  const makers = new Map();
  const made = new Map();
  const need = (name) => {
    if (!made.has(name)) makers.get(name)((exports) => made.set(name, exports)); // at once: others may ask meanwhile
    return made.get(name);
  };
  const define = (name, make) => makers.has(name) || makers.set(name, make);
  const load = (name, address) => import(address).then(() => need(name));
  return { define, need, load };
})());
"""


class Unlinkable(Exception):
    """A module that says something which linking does not know."""


@cache
def version() -> str:
    """Of everything that pages are made of: scripts, styles, texts, games."""
    own = Path(ludejo.__file__).parent
    places = [own, *(folder.path for folder in folders().values() if not folder.is_ours)]
    digest = hashlib.sha256()
    for place in places:
        for file in sorted(place.rglob("*")):
            if file.suffix in SHOWN and file.is_file():
                digest.update(file.relative_to(place).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def lasting(path: str) -> str:
    """The address of a file of this version."""
    return f"/static/{version()}/{path}"


@cache
def needed(*modules: str) -> tuple[str, ...]:
    """Modules with all that they import."""
    found: dict[str, None] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop(0)
        if module not in found:
            found[module] = None
            waiting += [_beside(module, name) for _, name in _IMPORT.findall(_text(module))]
    return tuple(found)


@cache
def bundle(entry: str) -> str:
    """A module with all that it needs and that is not in the main one, which every page but a frame has already."""
    is_first = entry in (MAIN, FRAME)
    before = () if is_first else needed(MAIN)
    linked = [_linked(module, entry) for module in needed(entry) if module not in before]
    return "".join([_LINKER, *linked, f'need("{entry}");\n' if is_first else ""])


@cache
def styles() -> str:
    """All style sheets in their order, the colours of boards among them."""
    parts = (style_sheet() if name is None else _text(name) for name in STYLES)
    return "\n".join(parts).replace("/static/fonts/", lasting("fonts/"))


@cache
def bundled() -> dict[str, str]:
    """Every file that is put together here, by its path: what a browser may ask for under a version."""
    scripts = {
        MAIN,
        FRAME,
        *(_beside(module, name) for module in needed(MAIN) for name in _LOAD.findall(_text(module))),
    }
    return {STYLE: styles(), **{entry: bundle(entry) for entry in scripts}}


def _text(path: str) -> str:
    return (STATIC / path).read_text("utf-8")


def _beside(module: str, name: str) -> str:
    """The path of what a module calls by a name relative to its own."""
    return ((STATIC / module).parent / name).resolve().relative_to(STATIC.resolve()).as_posix()


def _linked(module: str, entry: str) -> str:
    """A module as a function of what it exports. Exports are looked up late: modules may need each other."""
    text = _COMMENT.sub("", _text(module))
    up = "../" * entry.count("/")

    def imported(found: re.Match[str]) -> str:
        names = ", ".join(" ".join(found[1].split()).replace(" as ", ": ").rstrip(",").split(", "))
        return f'const {{ {names} }} = need("{_beside(module, found[2])}");\n'

    def loaded(found: re.Match[str]) -> str:
        path = _beside(module, found[1])
        return f'load("{path}", new URL("{up}{path}", import.meta.url).href)'

    getters = ", ".join(f"get {name}() {{ return {name}; }}" for _, name in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1 \2", _LOAD.sub(loaded, _IMPORT.sub(imported, text)))
    if unread := _UNREAD.search(body):
        raise Unlinkable(f"{module}: {unread[0]}")
    return f'define("{module}", (exports) => {{\nexports({{ {getters} }});\n{body}}});\n'
