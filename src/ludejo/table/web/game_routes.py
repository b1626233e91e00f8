"""Routes that tell what can be played: all games with their variants, their boards, and what is yet being prepared."""

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ludejo.games.about import About, Entry
from ludejo.games.discovery import folder_of
from ludejo.play.variants import Family, FamilyParameter, families, read_spec, write_spec
from ludejo.search.levels import HIGHEST, LOWEST
from ludejo.table.messages import views
from ludejo.table.messages.positions import as_text
from ludejo.table.reading.lines import start_of
from ludejo.table.web.asking import TheServer, Visitor, refusals
from ludejo.table.web.pictures import kept

NO_WORDS = Entry("")
MOST_BOARDS = 64  # kept as text, a hundred kilobytes at most each

router = APIRouter()
_boards: dict[tuple[str, int | None, str | None], str] = {}  # the oldest first


@router.get("/api/games", responses={200: {"model": views.FamiliesView}, **refusals()})
async def all_games(request: Request) -> Response:
    """All games, with their variants."""
    return kept(request, _families_text(), "application/json")


@lru_cache(maxsize=1)
def _families_text() -> str:
    """What the page knows of each game; it knows no game by name."""
    games = [_family_view(family) for family in families()]
    view: views.FamiliesView = {"games": games, "levels": list(range(LOWEST, HIGHEST + 1))}
    return as_text(view)


def _family_view(family: Family) -> views.FamilyView:
    folder = folder_of(family.name)
    about, capabilities = folder.about, folder.rules.CAPABILITIES
    return {
        "name": family.name,
        "title": family.title,
        "tagline": about.tagline,
        "designer": family.designer,
        "year": family.year,
        "rights": about.rights,
        "rights_link": about.rights_link,
        "sides": family.sides,
        "has_dice": capabilities.dice,
        "has_choices": about.look.choices,
        "is_arranged": capabilities.arrangement,
        "has_rules": folder.rules_page("en") is not None,
        "has_lesson": folder.file("lesson.toml").is_file(),
        "has_puzzles": folder.file("puzzles.jsonl").is_file(),
        "switch": capabilities.swap_option,
        "presets": [_preset_view(about, family, preset, capabilities.swap_option) for preset in family.presets],
        "parameters": [_parameter_view(about, one) for one in family.parameters],
        "values": {word: entry.name for word, entry in about.values.items()},
    }


def _preset_view(about: About, family: Family, preset: str, switch: str) -> views.PresetView:
    _, variant = read_spec(family.presets[preset])
    word, line = about.presets.get(preset, NO_WORDS)
    _, expected = read_spec(family.other_words.get(preset, family.presets[preset]))
    return {
        "name": preset, "word": word, "line": line, "designer": about.other_designers.get(preset, ""),
        "spec": write_spec(family.name, variant),
        "parameters": variant._asdict(), "switched": bool(switch) and expected._asdict()[switch] == "yes",
    }  # fmt: skip


def _parameter_view(about: About, parameter: FamilyParameter) -> views.ParameterView:
    word, line = about.parameters.get(parameter.name, NO_WORDS)
    return {
        "name": parameter.name, "word": word, "line": line, "default": parameter.default, "bounds": parameter.bounds,
        "choices": parameter.choices,
    }  # fmt: skip


@router.get("/api/preparing", responses=refusals())
async def preparing(server: TheServer) -> views.PreparingView:
    """What is being made ready for this machine, and how far it is. Everything but the engine works meanwhile."""
    done, of = server.warming.progress
    return {"done": done, "of": of, "game": server.warming.under_way}


@router.get("/api/board", responses={200: {"model": views.BoardView}, **refusals()})
async def board(
    request: Request, server: TheServer, visitor: Visitor,
    spec: Annotated[str, Query(max_length=200)],
    seed: Annotated[int | None, Query(ge=0, lt=1 << 63)] = None,
    setup: Annotated[str | None, Query(max_length=2000)] = None,
) -> Response:  # fmt: skip
    """A board and its start, for pictures."""
    server.limits.check("look", visitor)
    server.warming.want(spec)
    known = _boards.get((spec, seed, setup))
    is_fixed = known is not None
    if known is None:
        # A child would compile what is not there yet, and make somebody wait for a picture.
        pool = server.studying if server.warming.has_rules(spec) else server.reading
        start = await pool.do(visitor, start_of, spec, seed, setup)
        known, is_fixed = start.text, start.is_fixed
        if is_fixed:
            _keep_board(known, spec, seed, setup)
    return kept(request, known, "application/json", is_fixed)


def _keep_board(drawn: str, spec: str, seed: int | None, setup: str | None) -> None:
    """What is the same for everybody who asks is kept."""
    while len(_boards) >= MOST_BOARDS:
        _boards.pop(next(iter(_boards)), None)
    _boards[spec, seed, setup] = drawn
