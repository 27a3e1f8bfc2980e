"""Calls of functions that go along ways: `reach`, `connected`, `distance`."""

from __future__ import annotations

import ast

from sieges.language import codes
from sieges.language.expressions import nodes as n
from sieges.language.expressions.code import Environment, Tables
from sieges.language.expressions.definitions import Defined
from sieges.language.expressions.graphs import Distance, Reach, Ways
from sieges.language.expressions.reader import Mistake, Reader
from sieges.language.reporting import near
from sieges.language.types import EMPTY, NUMBER, UNKNOWN, Member, Type, member, set_of
from sieges.language.world import DefinitionInfo
from sieges.text.wording import counted

HELP = "ways are a definition: its last parameter is where one stands, and it gives where one can step from there"


class Walks(Reader):
    """Reads what goes along ways."""

    def call_reach(self, tree: ast.Call) -> n.Expr:
        start, steps, written = self._parts(tree, "reach(start, steps, ways)")
        ways, kind = self._ways(written)
        begin, single = self._start(start, kind)
        limit = self.need(steps, NUMBER, "the number of steps")
        known = None if limit.names() else limit.emit(Environment(Tables())).value
        if known is not None and known < 0:
            message = f"this is {known}, and what is counted is 0 or more"
            raise self.mistake(codes.WRONG_TYPE, message, self.span(steps))
        return Reach(set_of(kind), begin, single, limit, ways)

    def call_connected(self, tree: ast.Call) -> n.Expr:
        start, written = self._parts(tree, "connected(start, ways)")
        ways, kind = self._ways(written)
        begin, single = self._start(start, kind)
        return Reach(set_of(kind), begin, single, None, ways)

    def call_distance(self, tree: ast.Call) -> n.Expr:
        start, goal, written = self._parts(tree, "distance(start, goal, ways)")
        ways, kind = self._ways(written)
        ends = self.need(start, member(kind), "the start"), self.need(goal, member(kind), "the goal")
        return Distance(NUMBER, *ends, ways)

    def _parts(self, tree: ast.Call, form: str) -> list[ast.expr]:
        wanted = form.count(",") + 1
        if len(tree.args) != wanted:
            message = f"`{ast.unparse(tree.func)}` takes {counted(wanted, 'argument')}, not {len(tree.args)}"
            raise self.mistake(codes.ARGUMENTS, message, self.span(tree), fix=form, help=HELP)
        return tree.args

    def _start(self, tree: ast.expr, kind: str) -> tuple[n.Expr, bool]:
        """Where one starts, and whether that is one member rather than a set."""
        start = self.expr(tree)
        if start.type in (set_of(kind), EMPTY):
            return start, False
        if start.type == UNKNOWN:
            raise Mistake
        wanted = member(kind)
        if isinstance(start.type, Member) and start.type.kind == kind:
            if start.type.optional:
                raise self.wrong(start, wanted, self.span(tree), "the start")
            return start, True
        either = Type(f"{wanted} or a set of such members")
        raise self.wrong(start, either, self.span(tree), "the start")

    def _ways(self, tree: ast.expr) -> tuple[Ways, str]:
        """The ways that an argument names, and the kind that they lead through."""
        called, arguments = (tree.func, tree.args) if isinstance(tree, ast.Call) else (tree, [])
        if not isinstance(called, ast.Name) or (isinstance(tree, ast.Call) and tree.keywords):
            raise self.mistake(codes.WRONG_TYPE, "the ways are named here", self.span(tree), help=HELP)
        symbol = self.world.symbols.get(called.id)
        if symbol is None or symbol.what != "definition":
            raise self._no_ways(called, "nothing" if symbol is None else symbol.what)
        symbol.used = True
        info = self.world.definitions[called.id]
        *others, last = [*info.parameters.items()] or [("", UNKNOWN)]
        where = last[1]
        if not isinstance(where, Member):
            message = f"`{info.id}` gives no ways: its last parameter is no member of a kind"
            raise self.mistake(codes.WRONG_TYPE, message, self.span(called), help=HELP)
        if len(arguments) != len(others):
            wanted = ", ".join(f"{name}: {type_}" for name, type_ in others) or "none"
            message = f"`{info.id}` takes {counted(len(others), 'argument')} here, not {len(arguments)}"
            help_ = f"its last parameter `{last[0]}` is left out; the others: {wanted}"
            raise self.mistake(codes.ARGUMENTS, message, self.span(tree), help=help_)
        given = [
            self.need(argument, type_, f"argument `{name}` of `{info.id}`")
            for argument, (name, type_) in zip(arguments, others, strict=True)
        ]
        return self._checked(info, given, where, called), where.kind

    def _checked(self, info: DefinitionInfo, given: list[n.Expr], where: Member, tree: ast.Name) -> Ways:
        body = self.body_of(info)
        if body.type == UNKNOWN:
            raise Mistake
        if body.type not in (set_of(where.kind), EMPTY):
            message = f"`{info.id}` gives {body.type}, and ways give {set_of(where.kind)}"
            raise self.mistake(codes.WRONG_TYPE, message, self.span(tree), help=HELP)
        here = n.Local(where, Ways.HERE)
        step = Defined(body.type, info.id, tuple(info.parameters), body, (*given, here), self.sizes(info))
        return Ways(body.type, step, max(1, len(self.world.kinds[where.kind].members)))

    def _no_ways(self, tree: ast.Name, what: str) -> Mistake:
        if what != "nothing" or tree.id in self.scope.locals:
            message = (
                f"`{tree.id}` is a {'local' if what == 'nothing' else what}, not a definition that gives ways"
            )
            return self.mistake(codes.WRONG_TYPE, message, self.span(tree), help=HELP)
        fitting = [
            info.id
            for info in self.world.definitions.values()
            if info.parameters and isinstance([*info.parameters.values()][-1], Member)
        ]
        gone = self.world.gone(tree.id)
        fix = None if gone else near(tree.id, fitting)
        message = f"there is no definition `{tree.id}`"
        return self.mistake(codes.UNKNOWN_NAME, message, self.span(tree), fix=fix, help=HELP, related=gone)
