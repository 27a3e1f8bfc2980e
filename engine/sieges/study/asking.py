"""What people type to ask for odds: the parameters of a situation, and answers to decisions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import Factory, define

from sieges.game.arguments import BadArgument
from sieges.game.runtime import bits, members
from sieges.study.situations import FIRST, LAST

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.language.compiled import KindData, OddsData, ParameterData

NONE = "none"
YES, NO = ("true", "yes"), ("false", "no")


def parameters(rules: Rules, entry: OddsData, given: Mapping[str, str]) -> list[int]:
    """The parameters of a situation, as they stand in frames.

    A set is written as its members and groups, with commas between: ``xerxes, 12 infantry``. Of a group, which is any
    set that has a name, or members of one title, those are taken that no part of what is typed has taken before.

    Raises:
        BadArgument: something is missing, unknown or of another type.
    """
    known = {parameter.name: parameter for parameter in entry.parameters}
    for name in given:
        if name not in known:
            raise BadArgument(f"`{entry.id}` has no parameter `{name}`{_hint(name, known)}")
    taking = _Taking(rules)
    for parameter in entry.parameters:
        if parameter.kind.startswith("set ") and parameter.name in given:
            taking.reserve(parameter, given[parameter.name])
    found = []
    for parameter in entry.parameters:
        text = given.get(parameter.name)
        if text is None:
            if parameter.default is None:
                raise BadArgument(f"`{entry.id}` needs `{parameter.name}`: {parameter.words}")
            found.append(parameter.default)
        elif parameter.kind.startswith("set "):
            found.append(taking.members(parameter, text))
        else:
            found.append(_value(rules, parameter, text))
    return found


def _hint(word: str, known: Iterable[str]) -> str:
    from sieges.text.diagnostic import nearest

    names = list(known)
    guess = nearest(word, names)
    if guess:
        return f"; did you mean `{guess}`?"
    return f": {', '.join(names[:40])}" if names else ""


def _value(rules: Rules, parameter: ParameterData, text: str) -> int:
    """A number, condition or member."""
    word = text.strip()
    if parameter.kind == "":
        if not re.fullmatch(r"[+-]?\d{1,12}", word, re.ASCII):
            raise BadArgument(f"`{parameter.name}` is a whole number of at most 12 digits, not `{text}`")
        return int(word)
    if parameter.kind == "condition":
        if word.lower() not in YES + NO:
            raise BadArgument(f"`{parameter.name}` is true or false, not `{text}`")
        return int(word.lower() in YES)
    if parameter.optional and word.lower() == NONE:
        return -1
    kind = rules.compiled.kinds[parameter.kind]
    found = _member(kind, word)
    if found is None:
        names = [*kind.members, *([NONE] if parameter.optional else [])]
        raise BadArgument(f"`{parameter.name}` is {parameter.words}, not `{text}`{_hint(word, names)}")
    return found


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())


def _member(kind: KindData, text: str) -> int | None:
    """The one member that a text names, by id, label or title; None where there is none, or are several."""
    if text in kind.members:
        return kind.members.index(text)
    labels = [id_ for label, id_ in kind.labels.items() if label.casefold() == text.casefold()]
    if len(labels) == 1:
        return kind.members.index(labels[0])
    word = _plain(text)
    named = [
        at
        for at, (id_, title) in enumerate(zip(kind.members, kind.titles, strict=True))
        if word in (_plain(id_), _plain(title))
    ]
    return named[0] if len(named) == 1 else None


@define(eq=False)
class _Taking:
    """Members taken by the parameters of one situation, none of them twice."""

    rules: Rules
    taken: dict[str, int] = Factory(dict)
    """Kind -> the members that some part names by itself or has taken of a group, as bits."""

    def _parts(self, parameter: ParameterData, text: str) -> tuple[KindData, list[str]]:
        kind = self.rules.compiled.kinds[parameter.kind.removeprefix("set ")]
        parts = [part.strip() for part in text.strip().strip("[]").split(",")]
        return kind, [self._without_one(kind, part) for part in parts if part and _plain(part) != NONE]

    def _without_one(self, kind: KindData, part: str) -> str:
        """A part as it is, or what a 1 stands before where there is but one of it: ``1 xerxes``."""
        one, _, rest = part.partition(" ")
        alone = one == "1" and self._group(kind, part) is None and _member(kind, rest.strip()) is not None
        return rest.strip() if alone else part

    def reserve(self, parameter: ParameterData, text: str) -> None:
        """Take the members that are named one by one, so that no group takes them."""
        kind, parts = self._parts(parameter, text)
        for part in parts:
            at = None if self._group(kind, part) else _member(kind, part)
            if at is not None:
                if self.taken.get(kind.id, 0) >> at & 1:
                    raise BadArgument(f"`{kind.members[at]}` is named twice")
                self.taken[kind.id] = self.taken.get(kind.id, 0) | 1 << at

    def members(self, parameter: ParameterData, text: str) -> int:
        """The set that a text names, as bits."""
        kind, parts = self._parts(parameter, text)
        found = 0
        for part in parts:
            group = self._group(kind, part)
            if group is None:
                at = _member(kind, part)
                if at is None:
                    raise BadArgument(
                        f"`{parameter.name}` is {parameter.words}, and there is no `{part}`"
                        f"{self._like(kind, part)}"
                    )
                found |= 1 << at
                continue
            count, name, mask = group
            free = [at for at in members(mask) if not self.taken.get(kind.id, 0) >> at & 1]
            wanted = len(free) if count is None else count
            if wanted > len(free) or (count is None and not free):
                left = "are left" if len(free) < mask.bit_count() else "there are"
                raise BadArgument(f"only {len(free)} of `{name}` {left}, and `{part}` asks for more")
            own = bits(free[:wanted])
            self.taken[kind.id] = self.taken.get(kind.id, 0) | own
            found |= own
        return found

    def _like(self, kind: KindData, part: str) -> str:
        """What may be meant, or what there is: groups, then who belongs to none of copies."""
        groups = self._groups(kind)
        word = re.sub(r"^\d+\s+", "", part)
        copied = {
            at for mask in groups.values() if mask.bit_count() < len(kind.members) for at in members(mask)
        }
        single = [id_ for at, id_ in enumerate(kind.members) if at not in copied]
        near = _hint(word, [*kind.members, *groups])
        named = {mask: name for name, mask in reversed(groups.items())}
        return near if near.startswith(";") else _hint(word, [*reversed(named.values()), *single])

    def _groups(self, kind: KindData) -> dict[str, int]:
        """Names of sets of a kind, and titles that several members have."""
        found = {name: mask for name, (of, mask) in self.rules.compiled.groups.items() if of == kind.id}
        for title in dict.fromkeys(kind.titles):
            alike = bits(at for at, other in enumerate(kind.titles) if other == title)
            if alike.bit_count() > 1:
                found.setdefault(title, alike)
        return found

    def _group(self, kind: KindData, part: str) -> tuple[int | None, str, int] | None:
        """How many of which group a part names; None where it is no group."""
        counted = re.fullmatch(r"(\d{1,4})\s+(.+)", part, re.ASCII)
        word = _plain(counted[2] if counted else part)
        if counted is None and part in kind.members:
            return None
        for name, mask in self._groups(kind).items():
            if _plain(name) == word:
                return int(counted[1]) if counted else None, name, mask
        return None


def answers(rules: Rules, pairs: Iterable[str]) -> dict[str, list[str]]:
    """Answers to decisions given as ``NAME=OPTION``, or ``NAME=OPTION,OPTION``: the first that is offered is taken.

    Raises:
        BadArgument: there is no such decision, or it never offers such an option.
    """
    found: dict[str, list[str]] = {}
    for pair in pairs:
        name, equals, words = pair.partition("=")
        options = [word.strip() for word in words.split(",") if word.strip()]
        if not equals or not options:
            raise BadArgument(f"an answer is given as NAME=OPTION, not `{pair}`")
        known = _options(rules, name.strip())
        for word in options:
            if known is not None and word not in known and word not in (FIRST, LAST):
                raise BadArgument(f"`{name}` never offers `{word}`{_hint(word, [*known, FIRST, LAST])}")
        found[name.strip()] = options
    return found


def _options(rules: Rules, name: str) -> list[str] | None:
    """What the decisions of a name can offer; None where that is numbers.

    Raises:
        BadArgument: there is no such decision.
    """
    compiled = rules.compiled
    sites = [site for site in compiled.sites if site.what == "decision"]
    own = [site for site in sites if name in (site.id, site.name)]
    side, dot, rest = name.partition(".")
    if not own and dot and side in compiled.kinds["side"].members:
        own = [site for site in sites if site.name == rest]
    if not own:
        names = dict.fromkeys(site.name for site in sites)
        raise BadArgument(f"there is no decision `{name}`{_hint(name, names)}")
    known: dict[str, None] = {}
    for site in own:
        if site.optional is not None:
            known[site.optional[0]] = None
        if site.kind == "either":
            known |= dict.fromkeys(option.id for option in site.options)
        elif site.kind:
            kind = compiled.kinds[site.kind]
            known |= dict.fromkeys([*kind.members, *kind.labels])
        else:
            return None
    return list(known)
