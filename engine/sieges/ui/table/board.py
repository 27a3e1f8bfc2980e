"""Draws what lies on the table: locations with their markers, tracks, lines of members, cards, decks."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define, field

from sieges.game.rules import Rules
from sieges.language.compiled import Compiled, VariableData
from sieges.study.wording import counted
from sieges.ui.table.layout import Display, LineSpec, label_of
from sieges.ui.table.screen import Screen, cells, padded, wrap
from sieges.ui.table.standing import in_words, is_start, names_of, standing

MOST_GLYPHS = 12
"""More markers than this on one location are given as a number alone."""


def glyphs(compiled: Compiled) -> dict[str, str]:
    """A letter for each kind of marker, each another one."""
    found: dict[str, str] = {}
    for piece in compiled.pieces:
        letters = [c.upper() for c in piece.title + "XYZ" if c.isascii() and c.isalpha()]
        found[piece.id] = next((letter for letter in letters if letter not in found.values()), "?")
    return found


@define(eq=False)
class Board:
    """Draws positions of one game."""

    rules: Rules
    display: Display
    screen: Screen
    _glyphs: dict[str, str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._glyphs = glyphs(self.compiled)

    @property
    def compiled(self) -> Compiled:
        return self.rules.compiled

    def draw(self, position: dict[str, Any]) -> list[str]:
        """The table as lines."""
        blocks = {
            "locations": self._locations, "tracks": self._tracks, "lines": self._lines,
            "variables": self._variables, "zones": self._zones, "decks": self._decks,
        }  # fmt: skip
        lines: list[str] = []
        loose = ("lines", "variables", "zones", "decks", "tracks")
        before = ""
        for name in self.display.order:
            drawn = blocks[name](position)
            if drawn and lines and (name == "lines" or name not in loose or before not in loose):
                lines.append("")
            lines += drawn
            before = name if drawn else before
        return lines

    # --- locations --------------------------------------------------------------------------------

    def place(self, position: dict[str, Any], place: str) -> str:
        """What stands on a location: how many of how many slots, then a letter a marker; then members."""
        compiled = self.compiled
        places = compiled.kinds["location"]
        at = places.members.index(place)
        owner = places.numbers.get("owner", [-1] * len(places.members))[at]
        sides = compiled.kinds["side"]
        own, others, total = "", [], 0
        for piece in compiled.pieces:
            for side, name in enumerate(sides.members):
                count = position["pieces"][piece.id][name].get(place, 0)
                total += count
                if not count:
                    continue
                if side == owner or piece.side == side:
                    own += (
                        self._glyphs[piece.id] * count if count <= MOST_GLYPHS else f"{count} {piece.plural} "
                    )
                else:
                    words = piece.title if count == 1 else piece.plural.replace("_", " ")
                    others.append(f"{count} {words} of {sides.titles[side]}")
        slots = compiled.slots[at] if compiled.slots else 0
        free = slots - total if 0 < slots <= MOST_GLYPHS else 0
        drawn = own + ("." * free if not others else "")
        text = f"{total}/{slots}" if slots else str(total) if compiled.pieces else ""
        members = ", ".join(standing(compiled, self.display, position, place))
        parts = (text, " + ".join(part for part in (drawn, *others) if part), members)
        return "  ".join(part for part in parts if part)

    def _locations(self, position: dict[str, Any]) -> list[str]:
        compiled = self.compiled
        places, sides = compiled.kinds["location"], compiled.kinds["side"]
        owners = places.numbers.get("owner", [-1] * len(places.members))
        shown = [at for at, name in enumerate(places.members) if name not in self.display.hide]
        groups: list[list[str]] = []
        width = max((cells(self.screen.text(places.titles[at])) for at in shown), default=0)
        names = [*range(len(sides.members)), -1]
        for side in names:
            mine = [at for at in shown if owners[at] == side]
            tracks = self._side_tracks(position, side) if side >= 0 else []
            if not mine and not tracks:
                continue
            title = sides.titles[side].upper() if side >= 0 else "OPEN TO ALL"
            lines = [self.screen.text(title)] if any(owner >= 0 for owner in owners) else []
            lines += [f"  {padded(name, width)} {bar}" for name, bar in tracks]
            for at in mine:
                stands = self.screen.text(self.place(position, places.members[at]))
                first = f"  {padded(self.screen.text(places.titles[at]), width)} "
                # Markers are drawn with single blanks to tell them from numbers; members are a list that is wrapped.
                fits = cells(first + stands) < self.screen.width
                lines += (
                    [first + stands]
                    if fits
                    else wrap(stands, self.screen.width - 1, first, " " * cells(first))
                )
            groups.append([line.rstrip() for line in lines])
        drawn = [*self.screen.columns(groups), *self._nowhere(position)]
        used = sorted({piece for piece in self._glyphs if any(position["pieces"][piece].values())})
        key = [f"{self._glyphs[p.id]} {p.title}" for p in compiled.pieces if p.id in used]
        if key and any(compiled.slots):
            key.append(". free")
        return [*drawn, *([" " + self.screen.text("   ".join(key))] if key else [])]

    def _nowhere(self, position: dict[str, Any]) -> list[str]:
        """Members that could stand on a location, and stand on none."""
        away = ", ".join(standing(self.compiled, self.display, position, None))
        return wrap(self.screen.text(away), self.screen.width, " On no location: ", "   ") if away else []

    # --- tracks -----------------------------------------------------------------------------------

    def _bar(self, value: int, low: int, high: int) -> str:
        if low != 0 or not 0 < high <= 20:
            return f"{value} of {high}"
        full, empty = ("\u2588", "\u2591") if self.screen.utf8 else ("=", "-")
        return f"{value:>2} {full * value}{empty * (high - value)}"

    def _side_tracks(self, position: dict[str, Any], side: int) -> list[tuple[str, str]]:
        name = self.compiled.kinds["side"].members[side]
        return [
            (
                self.screen.text(track.title),
                self._bar(position["tracks"][track.id][name], track.low, track.high),
            )
            for track in self.compiled.tracks
            if track.per_side and track.id not in self.display.hide
        ]

    def _tracks(self, position: dict[str, Any]) -> list[str]:
        tracks = [t for t in self.compiled.tracks if not t.per_side and t.id not in self.display.hide]
        return self._flow(
            [f"{t.title}: {self._bar(position['tracks'][t.id], t.low, t.high)}" for t in tracks]
        )

    # --- lines of members -------------------------------------------------------------------------

    def _lines(self, position: dict[str, Any]) -> list[str]:
        specs = [spec for spec in self.display.lines if spec.members and self._members(position, spec)]
        if not specs:
            return []
        width = min(30, max(cells(self.screen.text(spec.title)) for spec in specs))
        lines: list[str] = []
        for spec in specs:
            first = f" {padded(self.screen.text(spec.title), width)}  "
            lines += wrap(self._line(position, spec), self.screen.width, first, " " * cells(first))
        if any(self.compiled.kinds[spec.kind].state[spec.field][1] == "condition" for spec in specs):
            fields = {
                spec.field.replace("_", " ")
                for spec in specs
                if self.compiled.kinds[spec.kind].state[spec.field][1] == "condition"
            }
            if any("[" in line for line in lines):
                lines.append(" " * (width + 3) + f"[ ] {' or '.join(sorted(fields))}")
        return lines

    def _line(self, position: dict[str, Any], spec: LineSpec) -> str:
        compiled = self.compiled
        kind = compiled.kinds[spec.kind]
        type_ = kind.state[spec.field][1]
        parts = []
        if spec.grouped:
            return self.screen.text(self._grouped(position, spec))
        for at in spec.members:
            label = label_of(compiled, spec.kind, at)
            value = position["state"][spec.kind][spec.field][kind.members[at]]
            pointed = kind.numbers.get(spec.to)
            arrow = ""
            if pointed is not None and pointed[at] >= 0 and kind.types[spec.to] in compiled.kinds:
                arrow = f">{label_of(compiled, kind.types[spec.to], pointed[at])}"
            if type_ == "condition":
                # Blanks divide the members of such a line.
                label = label.replace(" ", "_")
                parts.append(f"[{label}{arrow}]" if value else f"{label}{arrow}")
            else:
                shown = in_words(self.compiled, value, type_)
                parts.append(f"{label}: {shown}{arrow};")
        return self.screen.text(" ".join(parts).rstrip(";"))

    def _members(self, position: dict[str, Any], spec: LineSpec) -> list[int]:
        """The members that a line shows: of many those that are not as they were at the start."""
        if not spec.grouped:
            return spec.members
        kind, compiled = self.compiled.kinds[spec.kind], self.compiled
        base, type_ = kind.state[spec.field]
        values = position["state"][spec.kind][spec.field]
        return [
            at
            for at in spec.members
            if not is_start(compiled, values[kind.members[at]], compiled.initial[base + at], type_)
        ]

    def _grouped(self, position: dict[str, Any], spec: LineSpec) -> str:
        """Many members, those of one name and value counted."""
        kind = self.compiled.kinds[spec.kind]
        type_, names = kind.state[spec.field][1], names_of(self.compiled, kind)
        values = position["state"][spec.kind][spec.field]
        alike: Counter[str] = Counter()
        for at in self._members(position, spec):
            value = in_words(self.compiled, values[kind.members[at]], type_)
            alike[names[at] if type_ == "condition" and value == "yes" else f"{names[at]}: {value}"] += 1
        return "; ".join(f"{count} {words}" if count > 1 else words for words, count in alike.items())

    # --- the rest ---------------------------------------------------------------------------------

    def _flow(self, parts: list[str]) -> list[str]:
        """Short texts in as few lines as they need."""
        lines: list[str] = []
        line = ""
        for part in (self.screen.text(part) for part in parts):
            joined = f"{line}    {part}" if line else f" {part}"
            if cells(joined) > self.screen.width and line:
                lines.append(line)
                joined = f" {part}"
            line = joined
        if line:
            lines.append(line)
        return [shown for line in lines for shown in wrap(line, self.screen.width, " ", "   ")] if any(
            cells(line) > self.screen.width for line in lines
        ) else lines  # fmt: skip

    def _variables(self, position: dict[str, Any]) -> list[str]:
        compiled = self.compiled
        found = []
        sides = compiled.kinds["side"]
        for variable in compiled.variables:
            value = position["variables"][variable.id]
            if variable.id in self.display.hide:
                continue
            if not variable.per_side:
                found += self._variable(variable, variable.title, value, variable.base)
                continue
            for at, side in enumerate(sides.members):
                title = f"{variable.title} of {sides.titles[at]}"
                found += self._variable(variable, title, value[side], variable.base + at)
        return self._flow(found)

    def _variable(self, variable: VariableData, title: str, value: Any, cell: int) -> list[str]:
        """A variable (or that of one side), unless it is as it was at the start."""
        if isinstance(value, dict):
            possible = value["secret"]
            if len(possible) > 1:
                return [f"{title}: face down"]
            value = possible[0]
        type_ = "" if variable.type == "number" else variable.type
        if is_start(self.compiled, value, self.compiled.initial[cell], type_):
            return []
        shown = (
            f"{value:+d}" if variable.id == self.display.modifier else in_words(self.compiled, value, type_)
        )
        return [f"{title}: {shown}"]

    def _zones(self, position: dict[str, Any]) -> list[str]:
        titles = dict(
            zip(self.compiled.kinds["card"].members, self.compiled.kinds["card"].titles, strict=True)
        )
        found = []
        for zone in self.compiled.zones:
            held = position["zones"][zone.id]
            if zone.id in self.display.hide or not held:
                continue
            title = zone.title[:1].upper() + zone.title[1:]
            names = ", ".join(titles[card] for card in held)
            found.append(f"{title}: {names}" if len(held) <= 4 else f"{title}: {counted(len(held), 'card')}")
        return self._flow(found)

    def _decks(self, position: dict[str, Any]) -> list[str]:
        found = []
        for deck in self.compiled.decks:
            left = position["decks"][deck.id]["left"]
            if deck.id not in self.display.hide:
                found.append(f"{deck.title}: {counted(left, 'card')} left")
        return self._flow(found)
