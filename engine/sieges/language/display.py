"""Checks what a display says of the things of a pack (docs/display.md); the shape of it the schema has checked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import define

from sieges.language import codes
from sieges.language.compiled import BLOCKS, HIDDEN_BLOCKS, MOST_SHORT
from sieges.language.emission.assembly import Assembly
from sieges.language.program import Program
from sieges.language.reporting import near, report
from sieges.language.results import find_result
from sieges.language.types import NUMBER, Member
from sieges.language.world import Kind, World
from sieges.pack.declarations import Display, ShownCharts, ShownLine, Terminal
from sieges.pack.node import Node
from sieges.pack.wording import listed

_HOLE = re.compile(r"\{[^{}]*\}")


def check_display(program: Program, assembly: Assembly) -> None:
    """Report what displays name and the pack does not have; what an overlay has removed a base may name."""
    board: tuple[int, int] | None = None
    taken: dict[tuple[int, int], str] = {}
    for entry in program.merged.displays:
        checking = _Checking(program, assembly, program.world)
        checking.display(entry.spec, entry.node)
        board = checking.board(entry.spec, entry.node, board, taken)


@define(eq=False)
class _Checking:
    program: Program
    assembly: Assembly
    world: World

    def name(self, node: Node, what: str, names: Iterable[str], *, at_key: bool = False) -> bool:
        """Whether what stands at ``node`` is one of ``names``; reports it where not."""
        name, names = str(node.path[-1] if at_key else node.value), list(names)
        if name in names or name in self.world.removed:
            return name in names
        fix = near(name, names)
        report(
            self.program.found,
            codes.UNKNOWN_NAME,
            f"there is no {what} `{name}` to show",
            node.key_span if at_key else node.span,
            fix=fix,
            help=None if fix or not names else f"there are: {listed(names)}",
        )
        return False

    def display(self, spec: Display, node: Node) -> None:
        world = self.world
        if spec.turn is not None:
            sites = [site.id for site in self.assembly.sites if site.step.source is None]
            numbers = [v.id for v in world.variables.values() if v.type == NUMBER and not v.per_side]
            numbers += [track.id for track in world.tracks.values() if not track.per_side]
            known = [*sites, *(id_.rsplit(".", 1)[-1] for id_ in sites), *numbers]
            self.name(node["turn"], "decision, or number that counts turns,", known)
        if spec.charts is not None:
            self._charts(spec.charts, node["charts"])
        for token in spec.tokens:
            self._token(token, node["tokens"][token])
        state = [f"{kind.id}.{name}" for kind in world.kinds.values() for name in kind.state]
        quiet = [*world.variables, *world.tracks, *world.zones, *world.pieces, *state]
        for part in node.get("quiet") or ():
            self.name(part, "variable, track, zone or piece", quiet)
        for part in node.get("tell") or ():
            self.name(part, "variable, track, zone or piece", quiet)
        if spec.terminal is not None:
            self._terminal(spec.terminal, node["terminal"])

    def board(
        self, spec: Display, node: Node, board: tuple[int, int] | None, taken: dict[tuple[int, int], str]
    ) -> tuple[int, int] | None:
        """Check the points of one display, after those of its bases; returns the size of the board then."""
        if spec.board is not None:
            size, where = spec.board.size, node["board"]["size"]
            if len(size) != 2 or min(size) < 1:
                self._wrong(where, "the size of a board is its width and its height, both above 0")
                return None
            board = (size[0], size[1])
            for (right, down), id_ in taken.items():
                if right > board[0] or down > board[1]:
                    self._wrong(where, f"`{id_}`, at {right}, {down}, is outside this board")
                    break
        elif spec.locations and board is None:
            self._wrong(
                node["locations"],
                "locations have their places on a board whose size nobody says",
                fix="add `board: {size: [100, 60]}` to the display",
                at_key=True,
            )
            return None
        for id_, shown in spec.locations.items():
            where = node["locations"][id_]
            if not self.name(where, "location", self.world.locations.members, at_key=True):
                continue
            if shown.short is not None and not 0 < len(shown.short.strip()) <= MOST_SHORT:
                self._wrong(where["short"], f"`short` has 1 to {MOST_SHORT} characters")
            for other in [point for point, name in taken.items() if name == id_]:
                del taken[other]
            point = tuple(shown.at)
            if len(point) != 2:
                self._wrong(where["at"], "a place on the board is two numbers: to the right, and down")
            elif board is not None and not (0 <= point[0] <= board[0] and 0 <= point[1] <= board[1]):
                self._wrong(where["at"], f"`{id_}` is outside the board of {board[0]} by {board[1]}")
            elif point in taken:
                self._wrong(where["at"], f"`{id_}` is at the same place as `{taken[point]}`")
            else:
                taken[point[0], point[1]] = id_
        return board

    def _wrong(self, node: Node, message: str, *, fix: str | None = None, at_key: bool = False) -> None:
        report(self.program.found, codes.BOARD, message, node.key_span if at_key else node.span, fix=fix)

    def _charts(self, spec: ShownCharts, node: Node) -> None:
        world = self.world
        if spec.of is not None:
            self.name(node["of"], "variable or chart", [*world.variables, *world.charts])
        if spec.die is not None:
            self.name(node["die"], "die", world.dice)
        if spec.modifier is not None:
            self.name(node["modifier"], "variable or track", [*world.variables, *world.tracks])
        if spec.column is not None:
            fields = [
                f"{variable.id}.{name}"
                for variable in world.variables.values()
                if isinstance(variable.type, Member)
                for name in world.kinds[variable.type.kind].fields
            ]
            self.name(node["column"], "variable, or field of the member in one,", [*world.variables, *fields])

    def _token(self, token: str, node: Node) -> None:
        charts = self.program.charts.values()
        tables = [self.program.results, *(chart.results for chart in charts)]
        known = {_HOLE.sub("{}", result.token): result.token for table in tables for result in table}
        columns = {name for chart in charts for name in (*chart.columns, *chart.labels)}
        if _HOLE.sub("{}", token) not in known and token not in columns and not find_result(token, *tables):
            self.name(node, "sign", [*known.values(), *columns], at_key=True)

    def _terminal(self, spec: Terminal, node: Node) -> None:
        world = self.world
        for part in node.get("order") or ():
            self.name(part, "block", BLOCKS)
        state = [f"{kind.id}.{name}" for kind in world.kinds.values() for name in kind.state]
        things = [*world.locations.members, *world.tracks, *world.variables, *world.zones, *world.decks]
        for part in node.get("hide") or ():
            self.name(
                part,
                "location, track, variable, zone, deck or state field",
                [*things, *HIDDEN_BLOCKS, *state],
            )
        standing = [
            f"{kind.id}.{name}"
            for kind in world.kinds.values()
            for name, info in kind.state.items()
            if isinstance(info.type, Member) and info.type.kind == "location"
        ]
        for part in node.get("standing") or ():
            of = part["of"] if part.is_mapping else part
            if self.name(of, "state field that holds a location", standing) and part.is_mapping:
                kind = world.kinds[str(of.value).split(".")[0]]
                if (by := part.get("by")) is not None:
                    self.name(by, f"field of `{kind.id}` that points at a member", _pointing(kind))
        for line, written in zip(spec.lines, node.get("lines") or (), strict=True):
            self._line(line, written)

    def _line(self, spec: ShownLine, node: Node) -> None:
        kinds = self.world.kinds
        shown = [f"{kind.id}.{name}" for kind in kinds.values() for name in kind.state]
        if not self.name(node["show"], "state field", shown):
            return
        kind = kinds[spec.show.split(".")[0]]
        pointing = _pointing(kind)
        for word in ("by", "to"):
            if (field := node.get(word)) is not None:
                self.name(field, f"field of `{kind.id}` that points at a member", pointing)
        members = node.get("members")
        if members is not None and members.is_list:
            for part in members:
                self.name(part, f"member of `{kind.id}`", kind.members)
        elif members is not None:
            for name, value in members.items():
                self._value(kind, name, value)

    def _value(self, kind: Kind, name: str, node: Node) -> None:
        """A field of a kind and the value that members are to have in it."""
        if self.name(node, f"field of `{kind.id}`", kind.fields, at_key=True):
            type_ = kind.fields[name].type
            if isinstance(type_, Member):
                self.name(node, f"member of `{type_.kind}`", self.world.kinds[type_.kind].members)


def _pointing(kind: Kind) -> list[str]:
    return [info.id for info in kind.fields.values() if isinstance(info.type, Member)]
