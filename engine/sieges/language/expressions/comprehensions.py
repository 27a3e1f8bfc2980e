"""Sets written out and comprehensions."""

from __future__ import annotations

import ast

from sieges.language import codes
from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.expressions.reader import Mistake, Reader
from sieges.language.expressions.scope import facts
from sieges.language.types import (
    CONDITION,
    EMPTY,
    NONE,
    NUMBER,
    UNKNOWN,
    ListOf,
    Member,
    SetOf,
    Type,
    member,
    set_of,
)
from sieges.pack.sections import RESERVED


class Comprehensions(Reader):
    """Reads `[a, b]`, `[x for x in X if …]` and `[x.at for x in X if …]`."""

    def read_list(self, tree: ast.List) -> n.Expr:
        if not tree.elts:
            return n.Const(EMPTY, 0)
        parts = [self.expr(part) for part in tree.elts]
        kind: str | None = None
        for part, part_tree in zip(parts, tree.elts, strict=True):
            if not isinstance(part.type, Member):
                if part.type == UNKNOWN:
                    raise Mistake
                raise self.wrong(part, Type("a member of a kind"), self.span(part_tree))
            if part.type.optional or (kind is not None and part.type.kind != kind):
                raise self.wrong(part, member(kind or part.type.kind), self.span(part_tree))
            kind = part.type.kind
        assert kind is not None
        return sets.SetOf(set_of(kind), tuple(parts))

    def read_listcomp(self, tree: ast.ListComp) -> n.Expr:
        target = tree.generators[0].target
        if isinstance(tree.elt, ast.Name) and isinstance(target, ast.Name) and tree.elt.id == target.id:
            return self.loop("set", tree.generators, None, tree)
        loop = self.loop("gathered", tree.generators, tree.elt, tree)
        return sets.Gathered(loop.type, loop)

    def loop(
        self, word: str, generators: list[ast.comprehension], value: ast.expr | None, tree: ast.AST
    ) -> sets.Loop:
        generator = generators[0]
        if len(generators) > 1 or generator.is_async:
            raise self.mistake(
                codes.NOT_ALLOWED,
                "one loop in a comprehension",
                self.span(generators[-1].target),
                fix="put the inner loop into a definition, or nest `any(…)`",
            )
        if not isinstance(generator.target, ast.Name):
            raise self.mistake(codes.NOT_ALLOWED, "a loop binds one name", self.span(generator.target))
        name = generator.target.id
        taken = self.world.taken(name, self.span(generator.target))
        if name in RESERVED or taken is not None or name in self.scope.locals:
            raise self.mistake(
                codes.NAME_TAKEN,
                f"`{name}` already means something here",
                self.span(generator.target),
                fix="use another name for the members of the set",
            )
        group = self.expr(generator.iter)
        if not isinstance(group.type, (SetOf, ListOf)):
            if group.type == UNKNOWN:
                raise Mistake
            if group.type == EMPTY:
                return sets.Loop(NONE if word in ("lowest", "highest") else NUMBER, word, name, group)
            raise self.wrong(group, Type("a set"), self.span(generator.iter))
        with self.surely(frozenset(), {name: member(group.type.kind)}):
            tests = []
            for test in generator.ifs:
                tests.append(self.need(test, CONDITION))
                self.scope = self.scope.child(sure=facts(tests[-1], True))
            condition = n.Logic(CONDITION, "and", tuple(tests)) if len(tests) != 1 else tests[0]
            if not tests:
                condition = n.Const(CONDITION, 1)
            body = None
            if value is not None:
                body = self._valued(word, value)
        gathered = set_of(group.type.kind)
        result = {"any": CONDITION, "all": CONDITION, "sum": NUMBER, "count": NUMBER}.get(word, gathered)
        if word == "sum" and body is not None:
            result = body.type
        if word == "gathered" and body is not None and isinstance(body.type, Member):
            result = set_of(body.type.kind)
        if word in ("first", "last", "lowest", "highest"):
            result = member(group.type.kind, optional=True)
        return sets.Loop(result, word, name, group, condition, body)

    def _valued(self, word: str, value: ast.expr) -> n.Expr:
        """What is worked out for each member, and its type looked at."""
        if word in ("any", "all"):
            return self.need(value, CONDITION)
        if word != "gathered":
            return self.numeric(value)
        body = self.expr(value)
        if body.type == UNKNOWN:
            raise Mistake
        if not isinstance(body.type, Member):
            raise self.wrong(body, Type("a member of a kind"), self.span(value))
        if body.type.optional:
            raise self.wrong(body, member(body.type.kind), self.span(value))
        return body
