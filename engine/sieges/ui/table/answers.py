"""Which option an answer means: by its number, or by any unique beginning of its name of two letters or more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from attrs import define, frozen

from sieges.game.pending import Chance, Decision, Option, Outcome
from sieges.game.rules import Rules
from sieges.ui.table.layout import listed

MOST_NUMBERS = 12
NUMBERED = ("", "die", "hits")
"""Kinds of what is chosen or comes out that are numbers by themselves."""

COMMANDS = {
    "?": "why an option is not there, and help",
    "u": "undo your last choice",
    "b": "go back: type a die again, or return to an earlier turn",
    "l": "the log",
    "q": "leave; the game is kept",
}


@frozen
class Key:
    """One thing that can be answered: its number (as typed), its id, its name."""

    key: str
    id: str
    label: str
    also: tuple[str, ...] = ()
    """Further names: what is printed on it."""


@define(eq=False)
class Answers:
    """The answers to one question."""

    keys: list[Key]
    region: Callable[[str], Option | None] | None = None
    """Of a decision that any point of a region answers: the option that words for a point mean."""

    def find(self, answer: str) -> Key | str:
        """The option that an answer means, or what is wrong with it."""
        text = _plain(answer)
        if not text:
            return "Type the number of an option, or how its name begins."
        if re.fullmatch(r"[+-]?\d{1,18}", text):
            found = [key for key in self.keys if key.key == str(int(text))]
            return found[0] if found else f"There is no option {int(text)}{self._numbers()}."
        exact = [key for key in self.keys if text in _names(key)]
        if not exact and self.region is not None and (point := self.region(answer)) is not None:
            return Key("", point.id, point.label)
        if len(exact) == 1:
            return exact[0]
        if exact:
            return f"`{answer}` is the name of several options: {_list(exact)}. Type a number."
        if len(text) < 2:
            return f"`{answer}` is too short: type a number, or two letters or more of a name."
        begun = [key for key in self.keys if any(name.startswith(text) for name in _names(key))]
        if len(begun) == 1:
            return begun[0]
        if begun:
            return f"`{answer}` could be {_list(begun)}."
        return f"`{answer}` is none of the options."

    def _numbers(self) -> str:
        """The numbers that can be typed, where they are few: the question may have left the window."""
        keys = [key.key for key in self.keys if key.key]
        return f"; type {listed(keys, 'or')}" if 0 < len(keys) <= MOST_NUMBERS else ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())


def _names(key: Key) -> set[str]:
    return {_plain(name) for name in (key.id, key.label, *key.also) if name}


def _list(keys: Sequence[Key]) -> str:
    words = [f"{key.label} ({key.key})" if key.key else key.label for key in keys[:6]]
    more = f" or {len(keys) - 6} more" if len(keys) > 6 else ""
    return ", ".join(words[:-1]) + f" or {words[-1]}{more}" if len(words) > 1 else words[0]


def answers_of(rules: Rules, pending: Decision | Chance) -> Answers:
    """The answers to what is pending.

    Members with printed numbers are picked by these, numbers by themselves, everything else by its place in the list.
    """
    found: list[Option | Outcome] = [*(pending.outcomes if isinstance(pending, Chance) else pending.options)]
    kind = kind_of(rules, pending)
    values = [option for option in found if option.value >= 0 or kind == ""]
    numbers: list[int] | None = None
    if kind in NUMBERED:
        numbers = [option.value for option in values if _is_number(option)]
        if len(numbers) < len(values):
            values = [option for option in values if _is_number(option)]
    elif kind in rules.compiled.kinds and values:
        printed = rules.compiled.kinds[kind].numbers.get("number", [])
        numbers = [printed[option.value] for option in values] if printed else None
    if numbers is not None and (
        len(set(numbers)) != len(numbers) or (kind not in NUMBERED and min(numbers) < 1)
    ):
        numbers = None
    keys: list[Key] = []
    labels = Counter(option.label for option in found)
    for place, option in enumerate(found, 1):
        if numbers is None:
            key = str(place)
        elif option in values:
            key = str(numbers[values.index(option)])
        else:
            key = "0" if 0 not in numbers else ""
        keys.append(_key(key, option, labels[option.label] > 1, _printed(rules, kind, option)))
    return Answers(keys, pending.region if isinstance(pending, Decision) else None)


def _key(key: str, option: Option | Outcome, several: bool, printed: tuple[str, ...]) -> Key:
    """What can be answered; one of several with the same label is told from the others by its id."""
    label = f"{option.label} ({option.id.replace('_', ' ')})" if several else option.label
    return Key(key, option.id, label, (option.label, *printed))


def kind_of(rules: Rules, pending: Decision | Chance) -> str:
    """The kind of what is chosen: a kind, "" for numbers, `either`, `die`, `hits`."""
    return rules.compiled.sites[pending.site].kind


def _is_number(option: Option | Outcome) -> bool:
    return option.id == str(option.value)


def _printed(rules: Rules, kind: str, option: Option | Outcome) -> tuple[str, ...]:
    data = rules.compiled.kinds.get(kind)
    if data is None:
        return ()
    return tuple(label for label, id_ in data.labels.items() if id_ == option.id and len(label) > 1)
