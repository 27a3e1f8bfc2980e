"""Draws what lies on the table: locations with their markers, tracks, lines of members, cards, decks."""

from __future__ import annotations

from collections import Counter
from string import ascii_uppercase
from typing import Any

from attrs import define, field

from sieges.game.rules import Rules
from sieges.language.compiled import MOST_SHORT, Compiled, VariableData
from sieges.study.wording import counted
from sieges.ui.table.grid import MARKED, draw_grid, squares
from sieges.ui.table.layout import Display, LineSpec, label_of
from sieges.ui.table.map import Label, draw_map
from sieges.ui.table.planes import draw_planes
from sieges.ui.table.screen import Screen, cells, cut, padded, wrap
from sieges.ui.table.standing import counts, group_of, in_words, is_start, names_of, notes, standing

Group = tuple[str, str]
"""A kind and a member of it, or `piece` and a kind of marker: what a letter stands for."""
MOST_LISTED = 40
"""Of more locations only those are listed that have something on them, or are not as they were at the start."""
MOST_GLYPHS = 12
"""More markers than this on one location are given as a number alone."""


def glyphs(compiled: Compiled, display: Display) -> dict[Group, str]:
    """A letter for each kind of marker, and for each group that a map counts, each another one."""
    named = {("piece", piece.id): piece.title for piece in compiled.pieces}
    if any(piece.side < 0 for piece in compiled.pieces):
        named |= {("side", side): title_of(compiled, "side", side) for side in compiled.kinds["side"].members}
    for id_ in display.standing:
        kind = compiled.kinds[id_]
        for number in range(len(kind.members)):
            group = group_of(compiled, display, kind, number)
            named.setdefault(group, title_of(compiled, *group))
    found: dict[Group, str] = {}
    for key, title in named.items():
        words = title.removeprefix("the ").removeprefix("The ")
        letters = [c.upper() for c in words + "XYZ" + ascii_uppercase if c.isascii() and c.isalpha()]
        found[key] = next((letter for letter in letters if letter not in found.values()), "?")
    return found


def title_of(compiled: Compiled, kind: str, id_: str) -> str:
    """The title of a member, or of its kind where no member is said."""
    data = compiled.kinds[kind]
    return data.titles[data.members.index(id_)] if id_ else data.title


@define(eq=False)
class Board:
    """Draws positions of one game."""

    rules: Rules
    display: Display
    screen: Screen
    _glyphs: dict[Group, str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._glyphs = glyphs(self.compiled, self.display)

    @property
    def compiled(self) -> Compiled:
        return self.rules.compiled

    def draw(self, position: dict[str, Any]) -> list[str]:
        """The table as lines."""
        drawn_map = self._map(position)
        blocks = {
            "planes": self._planes, "map": lambda _: drawn_map,
            "locations": lambda now: self._locations(now, bool(drawn_map)),
            "tracks": self._tracks, "lines": self._lines, "variables": self._variables, "zones": self._zones,
            "decks": self._decks,
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

    # --- the map ----------------------------------------------------------------------------------

    def _map(self, position: dict[str, Any]) -> list[str]:
        """The locations that have a place on the board, drawn there; nothing where they have no room."""
        spots = [spot for id_, spot in self.display.spots.items() if id_ not in self.display.hide]
        if not spots or not min(self.display.size) or "map" in self.display.hide:
            return []
        labels = [
            Label(spot.at, cut(self.screen.text(spot.short), MOST_SHORT), self._brief(position, spot.id))
            for spot in spots
        ]
        lines = draw_map(labels, self.display.size, self.screen.width - 2)
        if lines is None:
            return []
        used = [group for spot in spots for group in self._on(position, spot.id)]
        key = [
            f"{letter} {title_of(self.compiled, *group)}"
            for group, letter in self._glyphs.items()
            if group[0] != "piece" and any(group in (one, other) for one, other, _ in used)
        ]
        indented = [f" {line}".rstrip() for line in lines]
        return [*indented, "", *self._flow(key)] if key else indented

    def _on(self, position: dict[str, Any], place: str) -> list[tuple[Group, Group | None, int]]:
        """What stands on a location: markers (with their side, where they may be of several), groups of members."""
        compiled = self.compiled
        markers: list[tuple[Group, Group | None, int]] = [
            (("piece", piece.id), ("side", side) if piece.side < 0 else None, count)
            for side in compiled.kinds["side"].members
            for piece in compiled.pieces
            if (count := position["pieces"][piece.id][side].get(place, 0))
        ]
        found = counts(compiled, self.display, position, place)
        return [*markers, *((group, None, found[group]) for group in self._glyphs if group in found)]

    def _brief(self, position: dict[str, Any], place: str) -> str:
        """What stands on a location by letters and numbers: `P12 G3`; `R:T2` where several sides have such markers."""
        return " ".join(
            f"{self._glyphs[side]}:{self._glyphs[what]}{count}" if side else f"{self._glyphs[what]}{count}"
            for what, side, count in self._on(position, place)
        )

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
                        self._glyphs["piece", piece.id] * count
                        if count <= MOST_GLYPHS
                        else f"{count} {piece.plural} "
                    )
                else:
                    words = piece.title if count == 1 else piece.plural.replace("_", " ")
                    others.append(f"{count} {words} of {sides.titles[side]}")
        slots = compiled.slots[at] if compiled.slots else 0
        free = slots - total if 0 < slots <= MOST_GLYPHS else 0
        drawn = own + ("." * free if not others else "")
        text = f"{total}/{slots}" if slots else str(total) if compiled.pieces else ""
        members = ", ".join(standing(compiled, self.display, position, place))
        parts = (
            text,
            " + ".join(part for part in (drawn, *others) if part),
            self._state(position, at),
            members,
        )
        return "  ".join(part for part in parts if part)

    def _locations(self, position: dict[str, Any], on_map: bool) -> list[str]:
        """Locations by owner; beside a map those that it does not show, and those with something on them or slots."""
        compiled = self.compiled
        places, sides = compiled.kinds["location"], compiled.kinds["side"]
        owners = places.numbers.get("owner", [-1] * len(places.members))
        shown = [
            at
            for at, name in enumerate(places.members)
            if name not in self.display.hide
            and not (on_map and "locations" in self.display.hide)
            and not (on_map and self._told_by_map(position, at))
            and not (self._are_many and self._is_idle(position, at))
        ]
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
        drawn = [*self._grid(position, shown), *self.screen.columns(groups), *self._nowhere(position)]
        key = [
            f"{self._glyphs['piece', p.id]} {p.title}"
            for p in compiled.pieces
            if any(position["pieces"][p.id].values())
        ]
        if key and any(compiled.slots):
            key.append(". free")
        return [*drawn, *([" " + self.screen.text("   ".join(key))] if key else [])]

    @property
    def _are_many(self) -> bool:
        return len(self.compiled.kinds["location"].members) > MOST_LISTED

    def _state(self, position: dict[str, Any], at: int) -> str:
        """What of many locations is no longer as it was at the start; that of few stands in lines of its own."""
        places = self.compiled.kinds["location"]
        if not self._are_many or not places.state:
            return ""
        return notes(self.compiled, self.display, places, at, (), position["state"]["location"]).strip()

    def _is_idle(self, position: dict[str, Any], at: int) -> bool:
        """Whether there is nothing to be said of a location."""
        place = self.compiled.kinds["location"].members[at]
        return not self._on(position, place) and not self._state(position, at)

    def _grid(self, position: dict[str, Any], shown: list[int]) -> list[str]:
        """Above a list of many locations, those of a grid as a picture, with what its letters mean."""
        places = self.compiled.kinds["location"]
        if not self._are_many:
            return []
        signs = {at: self._brief(position, places.members[at]).replace(" ", "") or MARKED for at in shown}
        signs = {at: sign for at, sign in signs.items() if at in squares(places)}
        lines = draw_grid(places, signs, self.screen.width - 2)
        if not lines:
            return []
        used = {group for at in signs for group, _, _ in self._on(position, places.members[at])}
        key = [
            f"{letter} {title_of(self.compiled, *group)}"
            for group, letter in self._glyphs.items()
            if group in used
        ]
        key += [f"{MARKED} see below"] if MARKED in signs.values() else []
        return [*(f" {line}" for line in lines), *self._flow(key), ""]

    def _told_by_map(self, position: dict[str, Any], at: int) -> bool:
        """Whether the map has said all of a location: it is drawn there, and nothing can be told of it."""
        place, slots = self.compiled.kinds["location"].members[at], self.compiled.slots
        bare = not (slots and slots[at]) and not self._on(position, place)
        return bare and place in self.display.spots

    def _nowhere(self, position: dict[str, Any]) -> list[str]:
        """Members that could stand on a location, and stand on none."""
        away = ", ".join(standing(self.compiled, self.display, position, None))
        return wrap(self.screen.text(away), self.screen.width, " On no location: ", "   ") if away else []

    def _planes(self, position: dict[str, Any]) -> list[str]:
        return draw_planes(self.compiled, self.display, self.screen, position)

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
        specs = [
            spec
            for spec in self.display.lines
            if spec.members
            and self._members(position, spec)
            and not (spec.kind == "location" and spec.grouped and self._are_many)
        ]
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
