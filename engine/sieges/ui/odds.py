"""Odds in words and numbers, for the command and for the table. Every digit shown is certain."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sieges.study.odds import EXACT, SAMPLED, Found, Told
from sieges.study.wording import counted
from sieges.ui.table.screen import cells, padded

if TYPE_CHECKING:
    from sieges.game.rules import Rules

MOST_DIGITS = 12
"""Of a denominator that is shown in full, and of a decimal."""
HARDLY = Fraction(1, 10**9)
"""What is less likely is only counted."""
PERCENT_DIGITS = 4
BAR = 20


def decimal(low: Fraction, high: Fraction, digits: int) -> str:
    """A number between two bounds with as many decimals, up to ``digits``, as are the same for both."""
    for places in range(digits, -1, -1):
        if round(low, places) == round(high, places):
            number = round(low * 10**places)
            whole, rest = divmod(abs(number), 10**places)
            sign = "-" if number < 0 else ""
            return f"{sign}{whole}.{rest:0{places}}" if places else f"{sign}{whole}"
    return f"{float(low):.3g} to {float(high):.3g}"


def percent(low: Fraction, high: Fraction, digits: int = PERCENT_DIGITS) -> str:
    """A chance in percent; one that is neither nothing nor certain never looks as if it were."""
    if low == high and low in (0, 1):
        return f"{100 * low} %"
    least = Fraction(1, 10**digits)
    if 0 < 100 * high < least / 2:
        return f"< {decimal(least, least, digits)} %"
    if low < 1 and 100 * (1 - low) < least / 2:
        return f"> {decimal(100 - least, 100 - least, digits)} %"
    return f"{decimal(100 * low, 100 * high, digits)} %"


def is_short(chance: Fraction) -> bool:
    """Whether a fraction is shown in full."""
    return len(str(chance.denominator)) <= MOST_DIGITS


def value_text(rules: Rules, kind: str, value: int) -> str:
    """A value that is told."""
    if kind == "condition":
        return "yes" if value else "no"
    if kind == "":
        return str(value)
    return "none" if value < 0 else rules.compiled.kinds[kind].titles[value]


def table(found: Found, rules: Rules) -> list[str]:
    """The odds of all that is told, a table for each, and how they were found."""
    lines: list[str] = []
    for told in found.told:
        lines += [*_one(found, told, rules), ""]
    return [*lines, *_how(found)]


def _one(found: Found, told: Told, rules: Rules) -> list[str]:
    kind = told.data.kind
    lines = [told.data.title]
    rows, hardly = [], 0
    for text, values in _alike(told, rules).items():
        share = sum((told.shares[value] for value in values), Fraction(0))
        low, high = found.interval(told, *values)
        if high < HARDLY:
            hardly += 1
            continue
        in_percent = f"{float(100 * share):.2f} %" if found.method == SAMPLED else percent(low, high)
        rows.append((text, _chance(found, share, low, high), in_percent, "#" * round(share * BAR)))
    wide = max((cells(text) for text, *_ in rows), default=0)
    chances = max((len(chance) for _, chance, *_ in rows), default=0)
    for text, chance, in_percent, bar in rows:
        name = text.rjust(wide) if kind == "" else padded(text, wide)
        lines.append(f"  {name}  {chance:>{chances}}  {in_percent:>11}  {bar}".rstrip())
    if hardly:
        lines.append(f"  ({counted(hardly, 'further value')}, each less likely than 10^-9)")
    mean = told.mean
    if mean is not None and kind == "":
        is_fraction = found.method == EXACT and mean.denominator > 1 and is_short(mean)
        exact = f"{mean} = " if is_fraction else ""
        about = "about " if found.method == SAMPLED else ""
        lines.append(f"  mean {about}{exact}{decimal(mean, mean, 4).rstrip('0').rstrip('.')}")
    return lines


def _alike(told: Told, rules: Rules) -> dict[str, list[int]]:
    """The values by what is shown of them: members of one title are told together."""
    found: dict[str, list[int]] = {}
    for value in told.shares:
        found.setdefault(value_text(rules, told.data.kind, value), []).append(value)
    return found


def _chance(found: Found, share: Fraction, low: Fraction, high: Fraction) -> str:
    """How likely a value is, beside the percents."""
    if found.method == SAMPLED:
        return f"{float(100 * low):.2f} to {float(100 * high):.2f} %"
    if found.method == EXACT and is_short(share):
        return str(share)
    return decimal(low, high, MOST_DIGITS)


def _how(found: Found) -> list[str]:
    """How the odds were found, and how far they can be trusted."""
    looked = (
        f"{counted(found.states, 'state')}, {counted(found.ways, 'way')} between them, {found.seconds:.1f} s"
    )
    if found.method == SAMPLED:
        return [
            f"Sampled: {found.samples:,} runs from seed {found.seed}; there is too much to look at",
            f"({looked}). The intervals hold for 95 % of samples.",
        ]
    if found.method == EXACT and not found.chances:
        return ["Nothing here is left to chance."]
    if found.method == EXACT:
        return [f"Exact: {looked}."]
    return [f"Certain to within {_power(found.missing)}: {looked}."]


def _power(missing: Fraction) -> str:
    """A power of ten that is no less than what is missing."""
    places = 0
    while missing and Fraction(1, 10 ** (places + 1)) >= missing and places < 60:
        places += 1
    return f"10^-{places or 60}"


def brief(found: Found, rules: Rules) -> str:
    """What is told first, in a few words; "" where it is certain from the start."""
    if not found.chances:
        return ""
    told = found.told[0]
    title = told.data.title[:1].lower() + told.data.title[1:]
    about = "about " if found.method != EXACT else ""
    if told.data.kind == "":
        mean = told.mean
        assert mean is not None
        return f"{title} {about}{decimal(mean, mean, 1)}"
    value = 1 if told.data.kind == "condition" else max(told.shares, key=lambda at: told.shares[at])
    name = "" if told.data.kind == "condition" else f": {value_text(rules, told.data.kind, value)}"
    low, high = found.interval(told, value)
    if round(100 * low) == round(100 * high):
        return f"{title}{name} {percent(low, high, 0)}"
    return f"{title}{name} about {percent(low, low, 0)}"


def plain(found: Found, rules: Rules) -> dict[str, Any]:
    """The odds as plain data."""
    return {
        "situation": found.situation.entry.id,
        "method": found.method,
        "missing": float(found.missing),
        "states": found.states,
        "ways": found.ways,
        "seconds": round(found.seconds, 3),
        **({"samples": found.samples, "seed": found.seed} if found.method == SAMPLED else {}),
        "told": {told.data.id: _plain(found, told, rules) for told in found.told},
    }


def _plain(found: Found, told: Told, rules: Rules) -> dict[str, Any]:
    values = []
    for value, share in told.shares.items():
        low, high = found.interval(told, value)
        one: dict[str, Any] = {"value": _data(rules, told.data.kind, value), "chance": float(share)}
        if found.method == EXACT:
            one["fraction"] = str(share)
        else:
            one |= {"low": float(low), "high": float(high)}
        values.append(one)
    mean = told.mean
    return {
        "title": told.data.title,
        "values": values,
        **({} if mean is None else {"mean": float(mean)}),
        **({"mean_fraction": str(mean)} if mean is not None and found.method == EXACT else {}),
    }


def _data(rules: Rules, kind: str, value: int) -> int | bool | str | None:
    if kind == "":
        return value
    if kind == "condition":
        return bool(value)
    return None if value < 0 else rules.compiled.kinds[kind].members[value]
