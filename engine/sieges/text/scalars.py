"""What a plain scalar means: text, a number, true, false or nothing. Nothing else is guessed."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TypeAlias

import attrs

from . import codes

Scalar: TypeAlias = str | int | bool | Decimal | None
"""What a YAML scalar can be; `Decimal` keeps the digits as written, no float ever exists."""

MOST_DIGITS = 18
"""Digits a number may have: every such integer fits a signed 64-bit one."""

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_MISSPELT: dict[str, bool | None] = {
    "true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "null": None,
}  # fmt: skip
_ODD_NUMBER = re.compile(
    r"""[-+]? (?: 0[xX][0-9a-fA-F_]+ | 0[oO][0-7_]+ | 0[bB][01_]+
              | [0-9][0-9_]* (?:\.[0-9_]*)? (?:[eE][-+]?[0-9]+)?
              | \.[0-9][0-9_]* (?:[eE][-+]?[0-9]+)?
              | \.(?:inf|Inf|INF) ) | \.(?:nan|NaN|NAN)""",
    re.VERBOSE,
)
_INTERESTING = frozenset("0123456789-+.~tTfFnNyYoO")


@attrs.frozen
class Trouble:
    """Why a plain scalar is refused; the reader adds the place."""

    code: str
    message: str
    help: str
    fix: str


def resolve(text: str) -> tuple[Scalar, Trouble | None]:
    """The value of the plain scalar `text`; with a trouble, the value that was probably meant.

    Quoted and block scalars are text as they stand and never come here.
    """
    if text == "":
        return None, None
    if text[0] not in _INTERESTING:
        return text, None
    if text in _WORDS:
        return _WORDS[text], None
    if _INTEGER.fullmatch(text):
        if len(text) > MOST_DIGITS and len(text.lstrip("-")) > MOST_DIGITS:
            return text, _too_long(text)
        return int(text), None
    if _DECIMAL.fullmatch(text):
        if len(text) > MOST_DIGITS + 1 and len(text.lstrip("-")) > MOST_DIGITS + 1:
            return text, _too_long(text)
        return Decimal(text), None
    if len(text) <= 5 and text.lower() in _MISSPELT:
        return _misspelt(text)
    if _ODD_NUMBER.fullmatch(text):
        return _odd_number(text)
    return text, None


def _misspelt(text: str) -> tuple[Scalar, Trouble | None]:
    value = _MISSPELT[text.lower()]
    words = "null" if value is None else "true or false"
    meant = {True: "true", False: "false", None: "null"}[value]
    return value, Trouble(
        codes.SPELLING,
        f"`{text}`: write {words}, or quote it",
        f"programs disagree whether `{text}` is a word or stands for {meant}",
        f'`{meant}` if that is meant, `"{text}"` if the word is',
    )


def _too_long(text: str) -> Trouble:
    return Trouble(
        codes.LONG_NUMBER,
        f"a number of {sum(c.isdigit() for c in text)} digits; at most {MOST_DIGITS} are allowed",
        "the engine counts in 64-bit integers",
        "write a smaller number, or quote it if it is text",
    )


def _odd_number(text: str) -> tuple[Scalar, Trouble | None]:
    value = _plain_number(text)
    shown = text if len(text) <= 24 else text[:21] + "..."
    fix = f'`"{shown}"` if it is text'
    if value is not None:
        fix = f"`{value}` if it is a number, {fix}"
    return text if value is None else value, Trouble(
        codes.NUMBER,
        f"`{shown}`: write the number plainly, or quote it",
        "numbers are written as -12, 0, 7 or 0.25: no leading zero or plus, no `_`, no exponent, no hexadecimal",
        fix,
    )


def _plain_number(text: str) -> int | Decimal | None:
    """The number that an odd spelling was probably meant to be; None if that is not plain or too long."""
    digits = text.replace("_", "").lower().removeprefix("+")
    if len(digits) > MOST_DIGITS or digits.strip("-.") in ("inf", "nan"):
        return None
    if digits.lstrip("-")[:2] in ("0x", "0o", "0b"):
        try:
            return int(digits, 0)
        except ValueError:
            return None
    number = Decimal(digits)
    if abs(number.adjusted()) > MOST_DIGITS:
        return None
    if number == number.to_integral_value():
        return int(number)
    return Decimal(format(number, "f")) if -number.as_tuple().exponent <= MOST_DIGITS else None  # type: ignore[operator]
