"""Errors of a JSON Schema validator in our own words: each mistake once, at the right place.

Knows JSON Schema, not the language: what the keys of an object are, what a value may be, comes out of the schema.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define, field

from sieges.pack import codes
from sieges.pack.node import Node, Path
from sieges.pack.sections import EXPRESSION_WORDS, ID, MOST_ID, SECTIONS, is_id, plain_id
from sieges.pack.wording import MOST_LISTED, alike, either, every, listed, mend, quoted, short, sort_of, sorts
from sieges.text.diagnostic import Diagnostic, nearest


@define(eq=False)
class _Keys:
    """What is wrong with the keys of one object."""

    node: Node
    words: str
    valid: list[str] = field(factory=list)
    unknown: list[str] = field(factory=list)
    missing: list[str] = field(factory=list)
    tags: list[str] = field(factory=list)
    """The keys that chose the shapes it was held against: the verbs of a step."""


class Findings:
    """Gathers the errors of one file and puts them into words."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.keys: dict[Path, _Keys] = {}
        self.found: dict[Path, Diagnostic] = {}

    def add(self, error: Any) -> None:
        """Take note of one error of a validator."""
        path = tuple(error.absolute_path)
        node = self._node(path)
        if node.document.damaged(node.path):
            return
        of_keys = "propertyNames" in error.absolute_schema_path
        match error.validator:
            case "pattern" | "maxLength" | "not" if error.schema.get("title") == "an id":
                self._bad_id(node, error.instance, is_key=of_keys)
            case "additionalProperties" | "required" | "dependentRequired":
                self._keys_of(error, node)
            case "type":
                self._wrong_type(error, node)
            case "enum" | "const":
                self._wrong_value(error, node)
            case "anyOf" | "oneOf":
                self._none_of(error, node)
            case "minItems" | "minLength" | "minProperties":
                few = "is empty" if not len(node) else f"has too few parts: at least {error.validator_value}"
                self._note(codes.WRONG_VALUE, node, f"{self._called(node)} {few}")
            case "maxItems" | "maxLength" | "maxProperties":
                self._note(
                    codes.WRONG_VALUE,
                    node,
                    f"{self._called(node)} is too long: at most {error.validator_value}",
                )
            case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
                least = {"minimum": "at least", "maximum": "at most"}.get(error.validator)
                least = least or ("more than" if error.validator == "exclusiveMinimum" else "less than")
                message = f"{self._called(node)} must be {least} {error.validator_value}, not {node.value}"
                self._note(codes.WRONG_VALUE, node, message)
            case "uniqueItems":
                self._note(codes.WRONG_VALUE, node, f"{self._called(node)} says something twice")
            case None:
                self._note(codes.UNKNOWN_KEY, node, f"nothing may stand here: {self._called(node)}")
            case _:
                comment = error.schema.get("errorMessage") or f"does not fit `{error.validator_value}`"
                self._note(codes.WRONG_VALUE, node, f"{self._called(node)}: {comment}")

    def diagnostics(self) -> list[Diagnostic]:
        """Everything, each mistake once."""
        for keys in self.keys.values():
            self._say_keys(keys)
        return list(self.found.values())

    # --- keys -----------------------------------------------------------------------------------------

    def _keys_of(self, error: Any, node: Node) -> None:
        keys = self.keys.setdefault(node.path, _Keys(node, error.schema.get("title", "this place")))
        if "title" in error.schema:
            keys.words = error.schema["title"]
        where = list(error.absolute_schema_path)
        if (
            "dependentSchemas" in where
            and (tag := where[_last(where, "dependentSchemas") + 1]) not in keys.tags
        ):
            keys.tags.append(tag)
        valid = error.schema.get("properties", {})
        keys.valid += [name for name in valid if name not in keys.valid]
        if error.validator == "additionalProperties":
            unknown = [name for name in node.value if name not in valid]
            keys.unknown += [name for name in unknown if name not in keys.unknown]
        else:
            required = error.validator_value
            if error.validator == "dependentRequired":
                required = [name for key, names in required.items() if key in node for name in names]
            missing = [name for name in required if name not in node]
            keys.missing += [name for name in missing if name not in keys.missing]

    def _say_keys(self, keys: _Keys) -> None:
        tags = [name for name in keys.node.value if name in keys.tags]
        for tag in tags[1:]:
            child = keys.node[tag]
            message = f"`{tag}` cannot stand beside `{tags[0]}`: each begins a step of its own"
            fix = "begin a new step with `- `"
            self._put(child.path, Diagnostic(codes.UNKNOWN_KEY, "error", message, child.key_span, fix=fix))
        if len(tags) > 1:
            return
        missing = list(keys.missing)
        for name in keys.unknown:
            child = keys.node[name]
            if child.document.damaged(child.path):
                missing = []  # what the author meant there, nobody knows
                continue
            meant = nearest(name, missing)
            if meant is None and len(missing) == 1 and len(keys.unknown) == 1 and alike(name, missing[0]):
                meant = missing[0]
            if meant is not None:
                missing.remove(meant)
            elif name in SECTIONS:
                pass
            elif (near := nearest(name, [key for key in keys.valid if key not in keys.node])) is not None:
                meant = near
            elif (twin := nearest(name, keys.valid)) is not None:
                self._unknown(keys, name, child, twin, f"`{twin}` is there already")
                continue
            self._unknown(keys, name, child, meant, None)
        if missing and not keys.node.document.damaged(keys.node.path):
            listed = every(quoted(missing))
            verb = "is" if len(missing) == 1 else "are"
            message = f"{listed} {verb} missing from {self._one(keys.node, keys.words)}"
            span = keys.node.key_span if keys.node.path else keys.node.span.start
            if keys.node.path and isinstance(keys.node.path[-1], int):
                span = keys.node.span.start
            self._put(keys.node.path, Diagnostic(codes.MISSING_KEY, "error", message, span))

    def _unknown(self, keys: _Keys, name: str, child: Node, meant: str | None, help_: str | None) -> None:
        message = f"`{name}` is no key of {keys.words}"
        fix = f"write `{meant}`" if meant else None
        if meant is None and child.value is None and " " in name and _in_brackets(keys.node):
            message, fix = _cut_off(name)
            help_ = help_ or f"read as it stands, it is a key of {keys.words}"
        if meant is None and help_ is None:
            if name in SECTIONS and keys.node.path:
                help_ = f"`{name}` is a section: it stands at the left margin"
            elif keys.valid:
                help_ = f"its keys are {listed(keys.valid)}"
        span = child.key_span
        self._put(child.path, Diagnostic(codes.UNKNOWN_KEY, "error", message, span, help=help_, fix=fix))

    def _bad_id(self, node: Node, name: object, *, is_key: bool) -> None:
        text = str(name)
        place = node[text] if is_key and text in node else node
        if place.document.damaged(place.path):
            return
        if len(text) > MOST_ID:
            shown = text[:24] + "…"
            message, help_ = (
                f"the id `{shown}` has {len(text)} characters; at most {MOST_ID} are allowed",
                None,
            )
        elif ID.fullmatch(text):
            whose = "the expression language" if text in EXPRESSION_WORDS else "Python, which rules become"
            message, help_ = f"`{text}` is no id: it is a word of {whose}", None
        else:
            message = f"`{text}` is no id"
            help_ = "ids are small letters, digits and `_`, and begin with a letter"
        plain = plain_id(text)
        fix = f"write `{plain}`" if plain and plain != text else None
        span = place.key_span if is_key else place.span
        diagnostic = Diagnostic(codes.BAD_ID, "error", message, span, help=help_, fix=fix)
        self._put((*place.path, "(id)") if is_key else place.path, diagnostic)

    # --- values ---------------------------------------------------------------------------------------

    def _wrong_type(self, error: Any, node: Node) -> None:
        wanted = (
            [error.validator_value] if isinstance(error.validator_value, str) else list(error.validator_value)
        )
        called = self._called(node)
        message = f"{called} must be {sorts(wanted)}, not {sort_of(node.value)}"
        key = node.path[-1] if node.path else None
        if node.value is None and isinstance(key, str) and not is_id(key) and _in_brackets(node, -1):
            message, fix = _cut_off(key)
            self._put(node.path, Diagnostic(codes.WRONG_TYPE, "error", message, node.key_span, fix=fix))
            return
        if node.value is None:
            message = f"{called} has no value"
            if (sort := sorts(wanted)) == "a value":
                wanted = []
            else:
                message += f"; it must be {sort}"
        self._note(codes.WRONG_TYPE, node, message, fix=mend(node, wanted))

    def _wrong_value(self, error: Any, node: Node) -> None:
        allowed = [error.validator_value] if error.validator == "const" else list(error.validator_value)
        words = [str(value) for value in allowed]
        called = self._called(node)
        message = f"{called} must be {either([f'`{word}`' for word in words])}, not `{short(node.raw)}`"
        near = nearest(str(node.value), words) if isinstance(node.value, str) else None
        self._note(codes.WRONG_VALUE, node, message, fix=f"write `{near}`" if near else None)

    def _none_of(self, error: Any, node: Node) -> None:
        """None of several shapes fits: go on with the one that was meant, as far as can be told."""
        branches: dict[int, list[Any]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        if not branches:
            self._note(codes.WRONG_VALUE, node, f"{self._called(node)} fits more than one shape")
            return
        keys = [inner.validator_value for inners in branches.values() for inner in inners]
        if all(inner.validator == "required" for inners in branches.values() for inner in inners):
            self._needs_one_of(error, node, [name for names in keys for name in names])
            return
        if all(
            inner.validator == "type" and not inner.path for inners in branches.values() for inner in inners
        ):
            wanted: list[str] = []
            for sort in keys:
                wanted += [sort] if isinstance(sort, str) else sort
            message = f"{self._called(node)} must be {sorts(wanted)}, not {sort_of(node.value)}"
            self._note(codes.WRONG_TYPE, node, message, fix=mend(node, wanted))
            return
        fitting = [
            inners for inners in branches.values() if not any(_at_once(inner) for inner in inners)
        ] or list(branches.values())
        for inner in min(fitting, key=len):
            self.add(inner)

    def _needs_one_of(self, error: Any, node: Node, names: list[str]) -> None:
        """An object that must have one of several keys, such as a step its verb."""
        words = error.schema.get("title", "this")
        first = next(iter(node.value), None) if node.is_mapping else None
        if first is None:
            self._note(codes.MISSING_KEY, node, f"{words} is empty: it begins with {either(quoted(names))}")
            return
        near = nearest(first, names) or next(
            (found for key in node.value if (found := nearest(key, names))), None
        )
        place = node[first]
        if place.document.damaged(place.path):
            return
        message = f"there is no {error.schema.get('$comment', 'key')} `{first}`"
        help_ = None if near else f"{words} begins with {either(quoted(names), MOST_LISTED * 3)}"
        fix = f"write `{near}`" if near else None
        self._put(
            place.path, Diagnostic(codes.UNKNOWN_KEY, "error", message, place.key_span, help=help_, fix=fix)
        )

    # --- places and names -----------------------------------------------------------------------------

    def _node(self, path: Iterable[str | int]) -> Node:
        node = self.root
        for step in path:
            node = node[step]
        return node

    def _called(self, node: Node) -> str:
        """What messages call a value: its key, or which item of a list it is."""
        if not node.path:
            return "the file"
        last = node.path[-1]
        if isinstance(last, str):
            return f"`{last}`"
        named = next((step for step in reversed(node.path) if isinstance(step, str)), None)
        return f"item {last + 1} of `{named}`" if named else f"item {last + 1}"

    def _one(self, node: Node, words: str) -> str:
        """What messages call an object that lacks a key: what it is, and its name."""
        article, _, what = words.partition(" ")
        if article in ("a", "an") and node.path and isinstance(node.path[-1], str):
            return f"the {what} `{node.path[-1]}`"
        return words

    def _note(
        self, code: str, node: Node, message: str, *, help_: str | None = None, fix: str | None = None
    ) -> None:
        self._put(node.path, Diagnostic(code, "error", message, node.span, help=help_, fix=fix))

    def _put(self, path: Path, diagnostic: Diagnostic) -> None:
        """One place, one message."""
        self.found.setdefault(path, diagnostic)


def _in_brackets(node: Node, up: int | None = None) -> bool:
    """Whether a value (or, with -1, what it stands in) is written within brackets."""
    return node.document.style(node.path[:up]) == "flow"


def _cut_off(name: str) -> tuple[str, str]:
    """The message and the fix for words of a text that YAML takes for a key."""
    message = f"`{short(name)}` stands alone: the comma before it has ended the value"
    return message, "put the value with the comma in quotes"


def _last(steps: list[Any], wanted: str) -> int:
    return len(steps) - 1 - steps[::-1].index(wanted)


def _at_once(error: Any) -> bool:
    """Whether a branch is out of the question: the value itself is of another sort, or another tag."""
    return error.validator == "const" or (error.validator == "type" and not error.path)
