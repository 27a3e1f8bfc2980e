"""Says what happened, in plain sentences, from the events of a game."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import Factory, define

from sieges.game.game import Event
from sieges.game.pending import Chance
from sieges.game.rules import Rules
from sieges.language import points
from sieges.language.compiled import EventData, KindData
from sieges.play.session import Move
from sieges.study.wording import counted
from sieges.ui.table.charts import Charts, row_of
from sieges.ui.table.dice import dice_of
from sieges.ui.table.layout import Display, label_of
from sieges.ui.table.members import doubt, words
from sieges.ui.table.performed import idle

EVERYTHING = "*"
"""In place of a side: whoever may know all, as after a game."""
Viewer = str | None
"""A side, None for a spectator, or `EVERYTHING`."""


@define
class Told:
    """One sentence, and the clauses that it carries out."""

    text: str
    clauses: tuple[str, ...] = ()


@define(eq=False)
class Teller:
    """Sentences about the moves of one pack."""

    rules: Rules
    display: Display
    charts: Charts
    _cells: dict[int, tuple[str, str, int]] = Factory(dict)
    """Cell -> what it is: `track`, `variable` or `state`; its id; the index in it."""

    def __attrs_post_init__(self) -> None:
        compiled = self.rules.compiled
        sides = len(compiled.kinds["side"].members)
        for track in compiled.tracks:
            for at in range(sides if track.per_side else 1):
                self._cells[track.base + at] = ("track", track.id, at if track.per_side else -1)
        for variable in compiled.variables:
            for at in range(sides if variable.per_side else 1):
                self._cells[variable.base + at] = ("variable", variable.id, at if variable.per_side else -1)
        for kind in compiled.kinds.values():
            for name, (base, _) in kind.state.items():
                for at in range(len(kind.members)):
                    self._cells[base + at] = ("state", f"{kind.id}.{name}", at)

    # --- moves ------------------------------------------------------------------------------------

    def move(self, move: Move, viewer: Viewer = EVERYTHING) -> list[Told]:
        """A move and what came of it, as far as the viewer may know."""
        return [Told(self.chosen(move, viewer)), *self.events(move.events, idle(move))]

    def chosen(self, move: Move, viewer: Viewer = EVERYTHING) -> str:
        """The choice or chance itself, as far as the viewer may know."""
        if isinstance(move.pending, Chance):
            if move.pending.kind == "card":
                printed = self._card(move.chosen.value)
                return f"{_start(move.pending.title)}: {_quiet_stop(move.chosen.label)}{printed}."
            if move.pending.kind == "hits":
                thrown = f"{dice_of(move.pending)}: {counted(move.chosen.value, 'hit')}"
                return f"{_start(move.pending.title)}, {thrown}."
            return f"{_start(move.pending.title)} shows {move.chosen.label}."
        side = self._side(move.pending.side)
        name = move.pending.name.replace("_", " ")
        if move.pending.secret and viewer not in (EVERYTHING, move.pending.side):
            return f"{side}: face down ({name})."
        only = ", the only choice" if move.how == "only" else ""
        return f"{side}: {_quiet_stop(move.chosen.label)} ({name}{only})."

    def _card(self, card: int) -> str:
        """What is printed on a card beside its title: its number, and the columns that it names."""
        compiled = self.rules.compiled
        cards = compiled.kinds["card"]
        columns = {chart.column_kind for chart in compiled.charts.values() if chart.column_kind}
        parts = []
        for field, values in cards.numbers.items():
            type_, value = cards.types[field], values[card]
            if field == "number" and value > 0:
                parts.append(f"#{value}")
            elif type_ in columns and value >= 0:
                kind = compiled.kinds[type_]
                label, title = label_of(compiled, type_, value), kind.titles[value]
                name = _small(cards.field_titles[field])
                parts.append(f"{name} {title if label == title else f'{label} {title}'}")
        shown = [part for part in (", ".join(parts), doubt(cards, card)) if part]
        return f" ({'; '.join(shown)})" if shown else ""

    def history(self, move: Move) -> str:
        """The line of history on a card that has been drawn."""
        if isinstance(move.pending, Chance) and move.pending.kind == "card":
            texts = self.rules.compiled.kinds["card"].texts.get("history")
            return (texts[move.chosen.value] or "") if texts else ""
        return ""

    def does(self, move: Move) -> list[str]:
        """What a card that has been drawn does, and what it goes with."""
        if isinstance(move.pending, Chance) and move.pending.kind == "card":
            return words(self.rules.compiled, self.rules.compiled.kinds["card"], move.chosen.value)
        return []

    def events(self, events: Sequence[Event], idle: Sequence[tuple[int, str]] = ()) -> list[Told]:
        """What came of it; ``idle`` are members whose steps changed nothing (see `performed`)."""
        found: list[Told] = []
        last = same = Told("")
        times = 1
        for at, event in enumerate([*events, None]):
            found += [Told(f"({title} changes nothing now.)") for place, title in idle if place == at]
            if event is None:
                break
            data = self.rules.compiled.events[event[0]]
            after = events[at + 1][0] if at + 1 < len(events) else -1
            if data.kind == "cancel" and after >= 0 and self.rules.compiled.events[after].kind == "say":
                # The pack says it in its own words.
                continue
            text = self._sentence(data, event[1:])
            if not text:
                continue
            told = Told(text, data.place.clauses)
            if not found or found[-1] is not last or told != same or not self._of_members(data, event):
                found.append(told)
                last, same, times = told, Told(told.text, told.clauses), 1
                continue
            times += 1
            last.text = f"{times} {text}"
        return found

    def _of_members(self, data: EventData, event: Event) -> bool:
        """Whether an event changes the state of a member: what several that are alike do in a row is told as one."""
        return data.kind in ("set", "adjust") and self._cells.get(event[1], ("",))[0] == "state"

    # --- events -----------------------------------------------------------------------------------

    def _sentence(self, data: EventData, values: Sequence[int]) -> str:
        if data.kind in ("say", "nothing"):
            text = "" if data.text is None else self.rules.names.text(data.text, values)
            return _stopped(text)
        if data.kind in ("set", "adjust"):
            return self._assigned(data.kind, *values[:4])
        if data.kind in ("place", "remove", "move"):
            return self._marker(*values[:5])
        if data.kind in ("go", "slide"):
            return self._gone(data, *values[:3])
        if data.kind == "put":
            return self._put(*values[:2])
        if data.kind == "extend":
            deck = self.rules.compiled.decks[values[0]]
            if not values[1]:
                return ""
            return f"{deck.title}: {counted(values[1], 'unseen card')} added."
        if data.kind == "reveal":
            return self._revealed(data, *values[:2])
        if data.kind == "cancel":
            return f"{_start(data.about.replace('_', ' '))}: cancelled."
        if data.kind == "cell":
            return self._cell(data.about, values[0], values[1])
        return ""

    def _gone(self, data: EventData, member: int, before: int, after: int) -> str:
        """Somebody who stands on a plane has gone somewhere."""
        kind = self.rules.compiled.kinds[data.about]
        if before == after or f"{data.about}.spot" in self.display.quiet:
            return ""
        if before < 0:
            return f"{kind.titles[member]} comes to {points.written(after)}."
        verb = "goes" if data.kind == "go" else "is driven"
        return f"{kind.titles[member]} {verb} from {points.written(before)} to {points.written(after)}."

    def _revealed(self, data: EventData, side: int, value: int) -> str:
        who = self.rules.compiled.kinds["side"].titles[side]
        shown = "" if data.text is None else self.rules.names.text(data.text, (value,))
        # A yes, a no or a number says nothing without its name.
        named = data.text is not None and data.text.parts[0] in ((0, ""), (0, "condition"))
        name = f"{data.about.replace('_', ' ')}, " if named else ""
        return f"{who}, revealed: {name}{shown}."

    def _assigned(self, verb: str, base: int, index: int, before: int, after: int) -> str:
        compiled = self.rules.compiled
        what, id_, at = self._cells.get(base + max(index, 0), ("", "", -1))
        if not what or before == after or id_ in self.display.quiet:
            return ""
        if what == "state":
            kind, field = id_.split(".")
            data = compiled.kinds[kind]
            type_ = data.state[field][1]
            word = field.replace("_", " ")
            if self.display.standing.get(kind) == field:
                return self._moved(data.titles[at], before, after)
            if type_ == "condition":
                return f"{data.titles[at]}: {'' if after else 'not '}{word}."
            return f"{data.titles[at]}: {word} {self._value(before, type_)} -> {self._value(after, type_)}."
        if what == "track":
            track = next(track for track in compiled.tracks if track.id == id_)
            whose = f"{track.title} of {compiled.kinds['side'].titles[at]}" if at >= 0 else track.title
            return f"{whose} {'falls' if after < before else 'rises'} from {before} to {after}."
        variable = next(variable for variable in compiled.variables if variable.id == id_)
        # What the rules remember is bookkeeping, unless it is counted.
        counted = variable.type == "number" and not (
            verb == "set" and after == compiled.initial[variable.base]
        )
        if not counted and id_ not in self.display.tell:
            return ""
        type_ = "" if variable.type == "number" else variable.type
        whose = f" of {compiled.kinds['side'].titles[at]}" if at >= 0 else ""
        return (
            f"{variable.title}{whose} is now {self._value(after, type_)} (was {self._value(before, type_)})."
        )

    def _moved(self, who: str, before: int, after: int) -> str:
        """That a member comes from one location to another, or to none."""
        titles = self.rules.compiled.kinds["location"].titles
        if before < 0 or after < 0:
            return f"{who}: to {titles[after]}." if after >= 0 else f"{who}: gone from {titles[before]}."
        return f"{who}: {titles[before]} -> {titles[after]}."

    def _value(self, value: int, type_: str) -> str:
        return self.rules.names.value(value, type_)

    def _marker(self, piece: int, side: int, count: int, source: int, target: int) -> str:
        compiled = self.rules.compiled
        data = compiled.pieces[piece]
        if data.id in self.display.quiet or not count:
            return ""
        places = compiled.kinds["location"].titles
        whose = "" if data.side >= 0 else f" of {compiled.kinds['side'].titles[side]}"
        who = f"1 {data.title}{whose}" if count == 1 else f"{count} {data.plural.replace('_', ' ')}{whose}"
        s = "s" if count == 1 else ""
        if source >= 0 and target >= 0:
            return f"{who} move{s} from {places[source]} to {places[target]}."
        if target >= 0:
            return f"{who} come{s} to {places[target]}."
        return f"{who} {'is' if count == 1 else 'are'} removed from {places[source]}."

    def _put(self, card: int, zone: int) -> str:
        compiled = self.rules.compiled
        data = next(found for found in compiled.zones if found.number == zone)
        if data.id in self.display.quiet:
            return ""
        return f"{compiled.kinds['card'].titles[card]} goes to: {data.title}."

    def _cell(self, about: str, die: int, column: int) -> str:
        chart = self.rules.compiled.charts.get(about)
        if chart is None:
            return ""
        row = row_of(chart, die)
        where = f"row {chart.rows[row][2]}"
        if len(chart.columns) > 1:
            where += f", column {self.charts.column_name(chart, column)}"
        doubt = self.charts.status(chart, row, column)
        note = f" ({'chart' if doubt == self.charts.status(chart) else 'cell'} {doubt})" if doubt else ""
        return f"Chart of {chart.title}, {where}: {self.charts.result(chart.cells[row][column])}{note}."

    def _side(self, id_: str) -> str:
        return title_of(self.rules.compiled.kinds["side"], id_)


def title_of(kind: KindData, id_: str) -> str:
    """The title of a member."""
    return kind.titles[kind.members.index(id_)] if id_ in kind.members else id_


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _quiet_stop(text: str) -> str:
    return text.rstrip(".")


def _stopped(text: str) -> str:
    """A text as a sentence."""
    text = _start(text.strip())
    return text if not text or text[-1] in ".!?:" else f"{text}."
