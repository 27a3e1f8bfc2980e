"""The pausing form: a body as blocks that a frame of plain integers can leave and come back to.

A frame is ``[instance, position, base of the frame below, locals…]`` in the flat list ``F``; ``F[0]`` is the base of
the top frame. A pausing function is ``r(S, F, b, L)``: it runs from ``F[b + 1]`` on and answers with

- a site (0 or more): a decision or chance is pending; its answer is put into its local, then the function goes on;
- ``CALL``: a frame was pushed; ``RETURN``: its own frame was dropped.

What is dead at a pause is saved as 0, so that equal situations are equal states.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import Factory, define

from sieges.language.emission.output import Line, Output
from sieges.language.emission.steps import Step
from sieges.language.expressions.code import Code
from sieges.language.frames import HEAD

_NAME = re.compile(r"\bv_\w+")
_GOES = re.compile(r"pc = (\d+)$")
_ASSIGNED = re.compile(r"(v_\w+) = ")


@define(eq=False)
class Block:
    """Lines that run without a pause between them."""

    lines: list[Line] = Factory(list)
    scopes: dict[str, int] = Factory(dict)
    """Scope -> block that handles its being cancelled."""
    save: int = -1
    """The block saved as the one to go on with, at its end."""
    needs: frozenset[str] = frozenset()
    """Locals that the pending site looks at."""


@define(eq=False)
class Lowering:
    """One body while it is written in the pausing form."""

    out: Output
    blocks: list[Block] = Factory(list)
    current: int = -1
    scopes: dict[str, int] = Factory(dict)
    unique: int = 0

    def start(self, block: int) -> None:
        """Go on writing in ``block``."""
        self.current = block
        self.out.lines = self.blocks[block].lines

    def new(self) -> int:
        self.blocks.append(Block(scopes=dict(self.scopes)))
        return len(self.blocks) - 1

    def hidden(self, what: str) -> str:
        """A fresh local of the machine's own."""
        self.unique += 1
        # Capitals, so that no name of an author's is like it.
        return f"v_{what.upper()}{self.unique}"

    def go(self, block: int) -> None:
        """Go to ``block`` (in the written code)."""
        self.out.line(f"pc = {block}")
        self.out.line("continue")

    def go_if(self, condition: Code, block: int) -> None:
        if condition.is_false:
            return
        with self.out.block(f"if {condition.text}:"):
            self.go(block)

    def pause(self, site: str, after: int, needs: Sequence[str] = ()) -> None:
        """Save the frame so that it goes on at ``after``, and answer with ``site``."""
        block = self.blocks[self.current]
        block.save, block.needs = after, frozenset(needs)
        self.out.line("SAVE")
        self.out.line(f"return {site}")

    def steps(self, steps: list[Step]) -> None:
        for step in steps:
            with self.out.at(step.span):
                self.out.mark_step(step)
                if self.out.assembly.step_pauses(step):
                    step.lower(self)
                else:
                    step.write(self.out)

    # --- finishing --------------------------------------------------------------------------------

    def finish(
        self, name: str, parameters: list[str]
    ) -> tuple[list[Line], list[str], dict[int, dict[str, int]]]:
        """The whole function: its lines, the locals that have a cell in the frame, and block -> its scopes."""
        live = self._live()
        # A name may be live only into a site that binds it or looks at it, so those count as well.
        handled = [frozenset().union(*(live[at] for at in block.scopes.values())) for block in self.blocks]
        pauses = (live[b.save] | b.needs for b in self.blocks if b.save >= 0)
        kept = sorted(frozenset().union(*pauses, *handled))
        order = [*parameters, *(local for local in kept if local not in parameters)]
        lines = [Line(0, f"def {name}(S, F, b, L):", self.out.span)]
        lines.append(Line(1, "pc = F[b + 1]", self.out.span))
        for place, local in enumerate(order):
            lines.append(Line(1, f"{local} = F[b + {HEAD + place}]", self.out.span))
        lines.append(Line(1, "while True:", self.out.span))
        for number, block in enumerate(self.blocks):
            first = block.lines[0].span if block.lines else self.out.span
            lines.append(Line(2, f"{'el' if number else ''}if pc == {number}:", first))
            # Whatever is cancelled in here, its handler finds in the frame what it looks at.
            through = {local: HEAD + order.index(local) for local in sorted(handled[number])}
            if block.scopes:
                lines.append(Line(3, f"F[b + 1] = {number}", first))
            for local, at in through.items():
                lines.append(Line(3, f"F[b + {at}] = {local}", first))
            for line in block.lines:
                if line.text == "SAVE":
                    wanted = live[block.save] | block.needs | handled[number]
                    lines.append(Line(line.depth + 2, f"F[b + 1] = {block.save}", line.span))
                    for place, local in enumerate(order):
                        value = local if local in wanted else "0"
                        lines.append(Line(line.depth + 2, f"F[b + {HEAD + place}] = {value}", line.span))
                else:
                    lines.append(Line(line.depth + 2, line.text, line.span))
                    assigned = _ASSIGNED.match(line.text)
                    if assigned and assigned[1] in through:
                        text = f"F[b + {through[assigned[1]]}] = {assigned[1]}"
                        lines.append(Line(line.depth + 2, text, line.span))
            if not block.lines:
                lines.append(Line(3, "pass", first))
        scopes = {number: block.scopes for number, block in enumerate(self.blocks) if block.scopes}
        return lines, order, scopes

    def _live(self) -> list[frozenset[str]]:
        """For each block, the locals whose value at its start matters."""
        uses: list[frozenset[str]] = []
        kills: list[frozenset[str]] = []
        for block in self.blocks:
            used: set[str] = set()
            killed: set[str] = set()
            for line in block.lines:
                assigned = _ASSIGNED.match(line.text)
                names = _NAME.findall(line.text[assigned.end() :] if assigned else line.text)
                used.update(name for name in names if name not in killed)
                if assigned and line.depth == 1:
                    killed.add(assigned[1])
                elif line.text.startswith("for v_"):
                    killed.add(line.text[4:].split(" ", 1)[0])
            used.update(name for name in block.needs if name not in killed)
            uses.append(frozenset(used))
            kills.append(frozenset(killed))
        nexts = [
            {int(found[1]) for line in block.lines if (found := _GOES.match(line.text))}
            | ({block.save} if block.save >= 0 else set())
            for block in self.blocks
        ]
        live = list(uses)
        changed = True
        while changed:
            changed = False
            for number in range(len(self.blocks) - 1, -1, -1):
                block = self.blocks[number]
                after = frozenset().union(*(live[n] for n in nexts[number]))
                # A cancel may come before anything here is bound anew.
                handlers = frozenset().union(*(live[n] for n in block.scopes.values()))
                before = uses[number] | (after - kills[number]) | handlers
                if before != live[number]:
                    live[number] = before
                    changed = True
        return live
