"""What Sphinx needs to know. docs/website.py prepares the pages and calls it."""

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import ludejo

project = "Ludejo"
author = "the makers of Ludejo"
version = release = ludejo.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
default_role = "literal"  # in docstrings
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
python_use_unqualified_type_names = True
toc_object_entries = False
html_theme = "furo"
html_title = "Ludejo"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {"top_of_page_buttons": []}


def as_code(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Indented parts of a docstring are code or tables: shown as they are."""
    shown: list[str] = []
    is_within = False
    for line in lines:
        is_indented = line.startswith("    ")
        if is_indented and not is_within and not (shown and shown[-1].strip()):
            shown += ["::", ""]
            is_within = True
        is_within = is_within and (is_indented or not line.strip())
        shown.append(line)
    lines[:] = shown


def setup(app: Sphinx) -> None:
    """Docstrings as they are written here; code in languages that nobody colours is shown as it is."""
    app.connect("autodoc-process-docstring", as_code)
    app.add_lexer("sgf", TextLexer)
    app.add_lexer("nginx", TextLexer)
