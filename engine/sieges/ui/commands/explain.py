"""`sieges explain`: the Python that a pack is compiled to, for curious authors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from sieges.ui.usage import like, rules_of

if TYPE_CHECKING:
    from sieges.language.compiled import Compiled

FORMS = {"inline": "i", "told": "t", "pausing": "r"}
_HEAD = re.compile(r"def (\w+)\(")
_CALL = re.compile(r"\b[irt](\d+)\(")
_CONSTANT = re.compile(r"\bT\d+\b")


@click.command("explain")
@click.argument("pack")
@click.argument("procedure", required=False)
@click.option(
    "--form", type=click.Choice([*FORMS, "all"]), default="inline", help="Which form of a procedure."
)
@click.option("--mode", metavar="MODE", help="The mode; the default one otherwise.")
@click.option("--whole", is_flag=True, help="Every term of what is written out many times alike.")
def command(pack: str, procedure: str | None, form: str, mode: str | None, whole: bool) -> None:
    """Show a pack's rules as the Python they are compiled to.

    PROCEDURE is a procedure, `sequence`, `setup`, a chart, or a field of steps as MEMBER.FIELD (the card, a dot, the
    field); a word that is none of these lists all that there are. Without it, the whole program is shown.
    S is the position as a list of numbers, C answers decisions, R dice and decks.
    """
    from sieges.ui.folding import folded

    compiled = rules_of(pack, mode).compiled

    def show(text: str) -> None:
        click.echo(text if whole else folded(text), nl=False)

    if procedure is None:
        show(compiled.text)
        show("".join(f"{name} = {value}\n" for name, value in compiled.constants.items()))
        return
    bodies = sorted({_name(instance.body) for instance in compiled.instances})
    if procedure not in bodies:
        plain = [body for body in bodies if "[" not in body and not body.startswith(("example ", "odds "))]
        raise click.UsageError(like("procedure", procedure, plain))
    shown = _of(compiled, procedure, form)
    if not shown:
        click.echo(f"`{procedure}` has no {form} form here; try --form all.", err=True)
        raise SystemExit(1)
    constants = dict.fromkeys(name for text in shown for name in _CONSTANT.findall(text))
    for name in sorted(constants, key=lambda name: int(name[1:])):
        show(f"{name} = {compiled.constants.get(name, '?')}\n")
    show(("\n" if constants else "") + "\n".join(shown))


def _name(body: str) -> str:
    """What an author calls a body: a chart by its own id."""
    return body.removeprefix("chart ")


def _of(compiled: Compiled, procedure: str, form: str) -> list[str]:
    """The functions of a body's instances, each with the place that it was written at."""
    functions = functions_in(compiled.text)
    letters = FORMS.values() if form == "all" else (FORMS[form],)
    found = []
    for number, instance in enumerate(compiled.instances):
        if _name(instance.body) != procedure:
            continue
        for letter in letters:
            text = functions.get(f"{letter}{number}")
            if text is not None:
                called = dict.fromkeys(int(n) for n in _CALL.findall(text) if int(n) != number)
                names = [f"{n} {_name(compiled.instances[n].body)}" for n in called]
                calls = f"# calls {', '.join(names)}\n" if names else ""
                found.append(f"# {instance.title}, {instance.place}\n{calls}{text}\n")
    return found


def functions_in(text: str) -> dict[str, str]:
    """The functions of a written program by name."""
    found = {}
    for part in re.split(r"^# .*\n", text, flags=re.MULTILINE):
        head = _HEAD.match(part)
        if head is not None:
            found[head[1]] = part.rstrip("\n")
    return found
