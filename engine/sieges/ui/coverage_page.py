"""The text of a pack as a web page, with what has happened of its rules beside each line. Nothing is loaded with it."""

from __future__ import annotations

from html import escape
from typing import Any

from sieges.language.emission.marks import KINDS
from sieges.study.coverage import Coverage, Reached
from sieges.study.wording import counted

STYLE = """
:root { color-scheme: light dark; --text: #1b1b1b; --back: #ffffff; --faint: #6a6a6a; --line: #d8d8d8;
  --all: #d9f2dc; --part: #fbeec2; --none: #f8d3d0; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6e6; --back: #16181b; --faint: #9a9a9a; --line: #3a3d42;
    --all: #16351c; --part: #453a10; --none: #4d1c1a; } }
body { margin: 1.5rem auto; max-width: 80rem; padding: 0 1rem; color: var(--text); background: var(--back);
  font: 1rem/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .15rem .8rem; border-bottom: 1px solid var(--line); text-align: right; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
.text { overflow-x: auto; border: 1px solid var(--line); font: .85rem/1.45 ui-monospace, monospace; }
.text div { display: grid; grid-template-columns: 4rem 7rem 1fr; white-space: pre; min-width: max-content; }
.text span { padding: 0 .5rem; } .text span:nth-child(-n+2) { color: var(--faint); text-align: right; }
.all { background: var(--all); } .part { background: var(--part); } .none { background: var(--none); }
.key span { padding: 0 .6rem; margin-right: .5rem; }
details { display: inline; }
ul { margin: .2rem 0 .6rem; }
"""


def page(told: dict[str, Any], coverage: Coverage) -> str:
    """The page, of a report and what it was made of."""
    lines: dict[str, dict[int, list[Reached]]] = {}
    for one in coverage.all:
        lines.setdefault(one.mark.file, {}).setdefault(one.mark.line, []).append(one)
    title = escape(f"{told['title']}: which rules have happened")
    about = (
        f"{counted(told['games'], 'game')} from seed {told['seed']}, {counted(told['examples'], 'example')}; "
    )
    about += f"modes {', '.join(told['modes'])}"
    body = [
        f"<h1>{title}</h1>",
        f"<p>{escape(about)}. {told['total']['reached']:,} of {told['total']['rules']:,} rules have happened, "
        f"{told['total']['percent']} %.</p>",
        '<p class="key"><span class="all">all of a line</span><span class="part">some of it</span>'
        '<span class="none">nothing of it</span></p>',
        _rows(told),
    ]
    for file, marked in lines.items():
        body.append(f'<h2 id="{escape(file)}">{escape(file)}</h2>\n<div class="text">')
        source = coverage.sources[file]
        body += [_line(n, source.line(n), marked.get(n, [])) for n in range(1, source.line_count + 1)]
        body.append("</div>")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _rows(told: dict[str, Any]) -> str:
    rows = ["<tr><th>file</th><th>section</th><th>rules</th><th>reached</th><th>share</th></tr>"]
    for row in told["sections"]:
        file = escape(row["file"])
        rows.append(_row(f'<a href="#{file}">{file}</a>', escape(row["section"]), row))
    rows += [_row(escape(KINDS[row["kind"]]), "", row) for row in told["kinds"]]
    return "<table>\n" + "\n".join(rows) + "\n</table>"


def _row(first: str, second: str, row: dict[str, Any]) -> str:
    numbers = "".join(f"<td>{row[name]:,}</td>" for name in ("rules", "reached"))
    return f"<tr><td>{first}</td><td>{second}</td>{numbers}<td>{row['percent']} %</td></tr>"


def _line(number: int, text: str, found: list[Reached]) -> str:
    """A line of the pack: its number, how often it happened, what stands there; all about it on being pointed at."""
    reached = [one for one in found if one.first is not None]
    state = "" if not found else "all" if len(reached) == len(found) else "part" if reached else "none"
    steps = [one.games + one.examples for one in found if one.mark.kind == "step"]
    times = max(steps or [one.games + one.examples for one in found], default=None)
    title = "\n".join(_about(one) for one in found)
    about = f' title="{escape(title)}"' if title else ""
    shown = "" if times is None else f"{times:,}"
    return f'<div class="{state}"{about}><span>{number}</span><span>{shown}</span><span>{escape(text)}</span></div>'


def _about(one: Reached) -> str:
    name = f"{one.mark.kind} {one.mark.what}".rstrip()
    if one.first is None:
        return f"{name}: never"
    if "example" in one.first:
        first = f"example {one.first['example']}"
    else:
        first = f"game {one.first['game']}, seed {one.first['seed']}"
    return f"{name}: {one.games:,} in games, {one.examples:,} in examples; first in {first}"
