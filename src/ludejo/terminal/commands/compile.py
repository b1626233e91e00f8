"""`ludejo compile`: everything that is compiled the first time a game is played, beforehand."""

from typing import Annotated

import typer

from ludejo.games.phrases import phrase, spoken
from ludejo.terminal.commands.options import Lang, Plain


def compile_command(
    games: Annotated[
        list[str] | None, typer.Argument(help="Games, such as `ludejo games` lists; all if none", show_default=False)
    ] = None,
    prover: Annotated[bool, typer.Option("--prover", help="Exact solving too: level 8 and hints then use it")] = False,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Compile games for this machine beforehand: their first moves then come at once."""
    from ludejo.play.game import game
    from ludejo.search.preparing import Job, Preparation, all_jobs, is_ready
    from ludejo.terminal.progress import followed

    jobs = all_jobs([game(spec).name for spec in games or ()], prover)
    missing = [job for job in jobs if not is_ready(job)]

    def title(job: Job) -> str:
        return game(job.game).title

    if missing:
        print(spoken(phrase("Compiling for this machine, the first time only")), flush=True)
    followed(Preparation(missing), len(jobs) - len(missing), len(jobs), title, plain)
    print(spoken(phrase("Compiled: {games}", games=", ".join(dict.fromkeys(map(title, jobs))))))
