"""Where a game is shown and where its players type: in colour with completion, or as plain lines of text.

The plain screen uses no colour and never moves the cursor, so that it suits pipes and screen readers.
"""

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ludejo.play.position import Position

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from rich.console import Console

SUSPENSE_SECONDS = 0.3


class PlainScreen:
    """Lines of text in, lines of text out."""

    is_plain = True

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty()

    def say(self, text: str) -> None:
        """A sentence or several."""
        print(text, flush=True)

    def warn(self, text: str) -> None:
        """A sentence about something that is not right."""
        self.say(text)

    def show(self, position: Position) -> None:
        """The board."""
        self.say(f"\n{position}\n")

    def page(self, markdown: str) -> None:
        """A longer text."""
        self.say(markdown)

    def pause(self) -> None:
        """While the dice roll: nothing, for nobody is to wait for a pipe."""

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line from the player. EOFError at the end of the input."""
        line = input(prompt)
        if not self.is_terminal:
            self.say(line)  # or a transcript would lack what was typed
        return line


class ColourScreen:
    """A terminal with colours, line editing, history and completion."""

    is_plain = False
    is_terminal = True

    def __init__(self, console: "Console") -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.shortcuts import CompleteStyle

        self.console = console
        self.prompt: PromptSession[str] = PromptSession(complete_style=CompleteStyle.READLINE_LIKE)

    def say(self, text: str) -> None:
        """A sentence or several."""
        self.console.print(text, markup=False, soft_wrap=True)

    def warn(self, text: str) -> None:
        """A sentence about something that is not right."""
        self.console.print(text, style="yellow", markup=False)

    def show(self, position: Position) -> None:
        """The board."""
        show_in_colour(self.console, position)

    def page(self, markdown: str) -> None:
        """A longer text."""
        show_page(self.console, markdown)

    def pause(self) -> None:
        """A moment of suspense while the dice roll."""
        time.sleep(SUSPENSE_SECONDS)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line from the player. EOFError when they close the input, KeyboardInterrupt on Ctrl-C."""
        return self.prompt.prompt(prompt, completer=_completer(words))


Screen = PlainScreen | ColourScreen


def screen_for(plain: bool) -> Screen:
    """The best screen that input and output allow."""
    if plain or not sys.stdin.isatty():
        return PlainScreen()
    console = colour_console()
    return ColourScreen(console) if console else PlainScreen()


def colour_console() -> "Console | None":
    """The terminal on standard output, if it shows colours and they are wanted."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return None
    from rich.console import Console

    console = Console(highlight=False)
    return console if console.color_system else None


def show_in_colour(console: "Console", position: Position) -> None:
    """The board between two empty lines; a terminal too narrow for it cuts nothing off.

    Sixteen colours are too few to tell the pieces from the board, so there it is shown in letters.
    """
    from ludejo.terminal.board import coloured

    has_colours = console.color_system in ("256", "truecolor")
    board = coloured(position) if has_colours else str(position)
    console.print()
    console.print(board, no_wrap=True, overflow="ignore", crop=False, markup=False)
    console.print()


def show_page(console: "Console", markdown: str) -> None:
    """A text set in type, no wider than reads well."""
    from rich.markdown import Markdown

    console.print(Markdown(markdown), width=min(console.width, 80))


def _completer(words: Sequence[str]) -> "Completer":
    """Completes whole lines: moves and commands, whatever the case."""
    from prompt_toolkit.completion import Completer, Completion

    class Lines(Completer):
        def get_completions(self, document: object, complete_event: object) -> Iterator[Completion]:
            typed: str = document.text_before_cursor.lstrip()  # type: ignore[attr-defined]
            for word in matching(words, typed):
                yield Completion(word, start_position=-len(typed))

    return Lines()


def matching(words: Iterable[str], typed: str) -> list[str]:
    """The words that go on from what has been typed."""
    return [word for word in words if word.lower().startswith(typed.lower())]
