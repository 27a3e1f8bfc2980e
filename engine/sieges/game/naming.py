"""Words for the numbers of a state: names of members, texts with holes, the position by names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sieges.game.decks import DeckRuntime
from sieges.game.secrets import SecretCell
from sieges.language import points
from sieges.language.compiled import Compiled, TextData
from sieges.language.types import POINT


class Names:
    """Words for values of one pack."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled

    def value(self, value: int, kind: str) -> str:
        """A value in words. ``kind``: a kind, "" for a number, `condition`, `set KIND`."""
        if kind == "":
            return str(value)
        if kind == "condition":
            return "yes" if value else "no"
        if kind in (POINT, "direction"):
            return _on_plane(value, kind) or "none"
        if kind.startswith("set "):
            titles = self.compiled.kinds[kind[4:]].titles
            return ", ".join(title for index, title in enumerate(titles) if value >> index & 1) or "nothing"
        return "none" if value < 0 else self.compiled.kinds[kind].titles[value]

    def text(self, text: TextData, holes: Sequence[int]) -> str:
        """A text with its holes filled."""
        parts = [
            part if isinstance(part, str) else self.value(holes[part[0]], part[1]) for part in text.parts
        ]
        return "".join(parts)


def position(
    compiled: Compiled,
    decks: Sequence[DeckRuntime],
    data: Sequence[int],
    unknown: Sequence[SecretCell] = (),
    *,
    sparse: bool = False,
) -> dict[str, Any]:
    """A position by names: tracks, variables, markers, state of members, zones, decks, options, end.

    A secret that is ``unknown`` is given as ``{"secret": [the values that it may have]}``. A ``sparse`` one leaves out
    the state of members that is zero, empty, false or none: most of it, where a pack has many members.
    """
    sides, places = compiled.kinds["side"].members, compiled.kinds["location"].members
    cells = list(data)
    pieces: dict[str, Any] = {}
    for piece in compiled.pieces:
        pieces[piece.id] = {
            side: {
                place: cells[piece.base + s * len(places) + p]
                for p, place in enumerate(places)
                if cells[piece.base + s * len(places) + p]
            }
            for s, side in enumerate(sides)
        }
    state: dict[str, Any] = {}
    for kind in compiled.kinds.values():
        for name, (base, word) in kind.state.items():
            least = 0 if word in ("", "condition") or word.startswith("set ") else -1
            state.setdefault(kind.id, {})[name] = {
                member: _plain(compiled, cell, word)
                for member, cell in zip(kind.members, cells[base : base + len(kind.members)], strict=True)
                if not sparse or cell != least
            }
    cards = compiled.kinds["card"].members
    zones = {
        zone.id: [
            card for index, card in enumerate(cards) if cells[compiled.place_base + index] == zone.number
        ]
        for zone in compiled.zones
    }
    ending = None
    if cells[0]:
        ending = {
            "id": compiled.endings[cells[0] - 1].id,
            "winner": None if cells[1] < 0 else sides[cells[1]],
        }
    return {
        "tracks": {
            track.id: {side: cells[track.base + s] for s, side in enumerate(sides)}
            if track.per_side
            else cells[track.base]
            for track in compiled.tracks
        },
        "variables": _variables(compiled, cells, unknown),
        "pieces": pieces,
        "state": state,
        "zones": zones,
        "decks": {
            deck.data.id: {
                "left": deck.left(cells, 0),
                "piles": {
                    pile: {pool: deck.left(cells, number, p) for p, pool in enumerate(deck.data.pools)}
                    for number, pile in enumerate(deck.data.piles, 1)
                },
            }
            for deck in decks
        },
        "options": {o.id: _plain(compiled, cells[o.base], o.kind) for o in compiled.options},
        "ended": ending,
    }


def _variables(compiled: Compiled, cells: list[int], unknown: Sequence[SecretCell]) -> dict[str, Any]:
    secrets = {secret.cell: secret for secret in unknown}
    sides = compiled.kinds["side"].members

    def value(at: int, kind: str) -> Any:
        if at in secrets:
            return {"secret": [_plain(compiled, found, kind) for found in secrets[at].possible(cells)]}
        return _plain(compiled, cells[at], kind)

    found = {}
    for variable in compiled.variables:
        kind = "" if variable.type == "number" else variable.type
        found[variable.id] = (
            {side: value(variable.base + at, kind) for at, side in enumerate(sides)}
            if variable.per_side
            else value(variable.base, kind)
        )
    return found


def _on_plane(value: int, kind: str) -> str | None:
    """A point (in measures) or direction in words."""
    if value < 0:
        return None
    if kind == POINT:
        return points.written(value)
    x, y = points.pointing(value)
    return f"{x},{y}"


def _plain(compiled: Compiled, value: int, kind: str) -> Any:
    if kind == "":
        return value
    if kind == "condition":
        return bool(value)
    if kind in (POINT, "direction"):
        return _on_plane(value, kind)
    if kind.startswith("set "):
        members = compiled.kinds[kind[4:]].members
        return [member for index, member in enumerate(members) if value >> index & 1]
    return None if value < 0 else compiled.kinds[kind].members[value]
