"""The lab's reports: a folder of pages that whoever runs the table shows. They are kept in a box of their own."""

import re
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as InPath
from starlette.responses import Response

from ludejo.table.messages import views
from ludejo.table.refusals import Refusal
from ludejo.table.web.asking import TheServer, Visitor, refusals
from ludejo.table.web.pages import WholeFile

MOST = 500
NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.html$"
RUN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"
BOXED = "; ".join(
    [
        "default-src 'none'", "style-src 'unsafe-inline'", "img-src data:", "font-src data:", "base-uri 'none'",
        "form-action 'none'", "frame-ancestors 'none'", "sandbox allow-popups",
    ]
)  # fmt: skip
_TITLE = re.compile(r"<title>([^<]{1,200})</title>")
_START = 4_000  # characters in which a title is looked for

router = APIRouter()


def listed(folder: str) -> list[views.ReportView]:
    """The pages of a folder and of the runs in it, the newest first."""
    if not folder or not Path(folder).is_dir():
        return []
    runs = [each for each in Path(folder).iterdir() if re.fullmatch(RUN, each.name) and each.is_dir()]
    pages = [(page, page.name) for page in _pages(Path(folder))]
    pages += [(page, f"{run.name}/{page.name}") for run in runs if not run.is_symlink() for page in _pages(run)]
    pages = sorted(pages, key=lambda page: page[0].stat().st_mtime, reverse=True)[:MOST]
    return [{"name": name, "title": _title(page), "changed": int(page.stat().st_mtime)} for page, name in pages]


def _pages(folder: Path) -> list[Path]:
    return [page for page in folder.iterdir() if re.fullmatch(NAME, page.name) and _is_plain(page)]


def _is_plain(file: Path) -> bool:
    """Whether it is a file that lies here, and no link to one."""
    return file.is_file() and not file.is_symlink()


def _title(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace") as opened:
        found = _TITLE.search(opened.read(_START))
    return found[1].strip() if found else file.stem


@router.get("/api/reports", responses=refusals())
async def reports(server: TheServer, visitor: Visitor) -> views.ReportsView:
    """The lab's reports that this table shows."""
    server.limits.check("look", visitor)
    return {"reports": await server.reading.do(visitor, listed, server.config.reports)}


@router.get("/reports/{name}", include_in_schema=False)
async def report(name: Annotated[str, InPath(pattern=NAME)], server: TheServer, visitor: Visitor) -> Response:
    """A report, without scripts and without anything from elsewhere."""
    server.limits.check("look", visitor)
    return _boxed(server.config.reports, name)


@router.get("/reports/{run}/{name}", include_in_schema=False)
async def report_of_run(
    run: Annotated[str, InPath(pattern=RUN)],
    name: Annotated[str, InPath(pattern=NAME)],
    server: TheServer,
    visitor: Visitor,
) -> Response:
    """The same of a run whose folder lies in the folder that is shown."""
    server.limits.check("look", visitor)
    return _boxed(server.config.reports, run, name)


def _boxed(folder: str, *parts: str) -> Response:
    file = Path(folder or "/nowhere", *parts)
    steps = (Path(folder, *parts[: depth + 1]) for depth in range(len(parts)))
    if not folder or any(step.is_symlink() for step in steps) or not _is_plain(file):
        raise Refusal("request/not-found")
    return WholeFile(file, media_type="text/html", headers={"Content-Security-Policy": BOXED})
