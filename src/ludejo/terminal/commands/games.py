"""`ludejo games` and `ludejo rules`: what there is to play."""

from typing import Annotated

import typer

from ludejo.terminal.commands.options import Lang, Plain
from ludejo.terminal.language import said, spoken, t


def games_command(lang: Lang = None) -> None:
    """List the games, their presets and parameters."""
    from ludejo.games.discovery import broken
    from ludejo.play.variants import families

    for family in families():
        year = f", {family.year}" if family.year else ""
        first, second = map(said, family.sides)
        told = {"game": family.title, "designer": family.designer, "year": year, "first": first, "second": second}
        if family.designer:
            print(t("{game}, by {designer}{year}. {first} and {second}.", **told))
        else:
            print(t("{game}{year}. {first} and {second}.", **told))
        specs = [family.name, *(f"{family.name}:{preset}" for preset in list(family.presets)[1:])]
        print(t("  play: {specs}", specs=", ".join(specs)))
        if family.other_words:
            meant = (f"{word} ({spec})" for word, spec in family.other_words.items())
            print(t("  or by another word: {words}", words=", ".join(meant)))
        for parameter in family.parameters:
            print(f"  {parameter.name}={parameter.default}  ({said(parameter.bounds)})")
        print()
    for sentence in broken().values():
        print(sentence)


def rules_command(
    game: Annotated[str, typer.Argument(help="The game: one of those that `ludejo games` lists", show_default=False)],
    notes: Annotated[
        bool, typer.Option("--notes", help="Instead: what the designer's sheet leaves open, and how it is settled.")
    ] = False,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Show the rules of a game."""
    from ludejo.language.rule_texts import MARK
    from ludejo.play.variants import game_of
    from ludejo.terminal.play.screen import colour_console, show_page
    from ludejo.terminal.rules import notes_text, rules_text

    name = game_of(game)
    text = notes_text(name, spoken()) if notes else rules_text(name, spoken())
    if MARK in text:
        text += "\n" + t("{mark} `ludejo rules {game} --notes` shows what the sheet leaves open.", mark=MARK, game=name)
    console = None if plain else colour_console()
    if console:
        show_page(console, text)
    else:
        print(text)
