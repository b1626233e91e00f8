"""How the report looks: light or dark as the reader's system says, on any breadth, and on paper."""

from html import escape

from ludejo.play.render.palette import colours

PAGE = """
:root { color-scheme: light dark; --ink: #23262a; --faint: #5d636b; --line: #d9d4c8; --paper: #fbfaf6; --box: #fff;
  --warn: #fdf0d5; --warn-ink: #6b4a00; --g0: #1f6f97; --g1: #b1481f; --g2: #4c7a34; --g3: #7a4fa0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4df; --faint: #a5abb2; --line: #3d434a; --paper: #16191d;
  --box: #1e2227; --warn: #3d3115; --warn-ink: #f0d592; --g0: #7cc4ea; --g1: #f2a27f; --g2: #a5d38b; --g3: #c9a9ec; } }
* { box-sizing: border-box } body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, Helvetica, Arial, sans-serif }
main { max-width: 1020px; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .2rem 0 1rem; overflow-wrap: anywhere }
h2 { font-size: 1.2rem; margin: 0 0 .6rem; overflow-wrap: anywhere }
.other { float: right; margin: 0 } a { color: var(--g0) }
section { background: var(--box); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 0 0 1rem }
.summary ul { margin: 0; padding-left: 1.1rem } .summary li { margin: .25rem 0; overflow-wrap: anywhere }
.summary .warnings { margin-top: .8rem; padding: .6rem 1rem .6rem 1.9rem; background: var(--warn);
  color: var(--warn-ink); border-radius: 8px }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
thead th { color: var(--faint); font-weight: 600 } tbody th { font-weight: 500 }
td { font-variant-numeric: tabular-nums }
small { color: var(--faint); white-space: nowrap } .sure { font-weight: 700 } .unsure { color: var(--faint) }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0 0 1rem; flex: 1 1 300px; max-width: 640px }
figcaption { color: var(--faint); font-size: .85rem }
details { margin-top: .8rem } dt { font-weight: 600 } dd { margin: 0 0 .4rem }
footer { color: var(--faint); font-size: .85rem }
svg.chart, svg.board { width: 100%; height: auto; display: block } svg.board { max-height: 480px }
figure.wide { flex-basis: 100% } svg.chart { max-width: 470px }
.key { display: inline-block; margin-right: 1rem; color: var(--ink) } .key::before { content: "■ " }
.key.g0::before { color: var(--g0) } .key.g1::before { color: var(--g1) } .key.g2::before { color: var(--g2) }
.key.g3::before { color: var(--g3) }
td small { display: block } thead th { overflow-wrap: anywhere; min-width: 5.2rem }
tbody th { overflow-wrap: anywhere; min-width: 6rem } .note { color: var(--faint); font-size: .85rem }
.chart text { font-size: 13px; fill: var(--ink) } .chart .label { font-size: 12px;
  paint-order: stroke; stroke: var(--box); stroke-width: 5px } .grid { stroke: var(--line) }
.mark { stroke: var(--faint); stroke-dasharray: 4 4 }
.bar { stroke-width: 3 } .g0 { stroke: var(--g0); fill: var(--g0) } .g1 { stroke: var(--g1); fill: var(--g1) }
.g2 { stroke: var(--g2); fill: var(--g2) } .g3 { stroke: var(--g3); fill: var(--g3) } .column { stroke: none }
.tint-first { fill: var(--g0) } .tint-second { fill: var(--g1) } .tint-heat { fill: var(--g2) }
.on-cell { font-size: 30px; font-weight: 600; fill: var(--dark-ink); stroke: none }
@media (prefers-color-scheme: dark) { .on-cell { fill: var(--pale-ink) } }
@media print { body { background: #fff } section { break-inside: avoid } }
"""


def whole_page(title: str, body: str, language: str) -> str:
    """A page that asks for nothing outside itself."""
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style()}</style>"
    )
    main = f"<body><main>{body}</main></body>"
    return f'<!doctype html>\n<html lang="{language}"><head>{head}</head>{main}</html>\n'


def style() -> str:
    """The style sheet, with the colours of boards in it."""
    light, dark = (_names(theme) for theme in ("light", "dark"))
    return f":root {{ {light} }} @media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}{PAGE}"


def _names(theme: str) -> str:
    return " ".join(f"--{name}: {ink};" for name, ink in colours(theme).items())
