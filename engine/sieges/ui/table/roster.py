"""What a campaign has come to: what it carries from game to game, in words."""

from __future__ import annotations

from collections.abc import Sequence

from sieges.game.campaigns import campaign_of, carried
from sieges.game.rules import Rules
from sieges.language.compiled import CarriedData, KindData, TrackData, VariableData
from sieges.play.campaign import GAME, Campaign
from sieges.ui.table.screen import Screen, cells, padded


def standing(campaign: Campaign, screen: Screen) -> list[str]:
    """What is carried, as it is now between two games, or as it was before the one that is played."""
    rules = campaign.rules
    kept = campaign.kept if campaign.kind == GAME else None
    values = carried(rules, campaign.part.game.data) if kept is None else kept
    starts = carried(rules, rules.compiled.initial)
    lines: list[str] = []
    of_kinds: dict[str, list[tuple[CarriedData, int]]] = {}
    at = 0
    for part in campaign_of(rules).carried:
        if part.kind:
            of_kinds.setdefault(part.kind, []).append((part, at))
        else:
            lines.append(f"   {_single(rules, part, values[at : at + part.count])}")
        at += part.count
    for kind, parts in of_kinds.items():
        lines += _members(rules, screen, rules.compiled.kinds[kind], parts, values, starts)
    return lines


def _single(rules: Rules, part: CarriedData, values: Sequence[int]) -> str:
    """A variable or track."""
    compiled = rules.compiled
    variables: list[VariableData | TrackData] = [*compiled.variables, *compiled.tracks]
    named = next(one for one in variables if one.id == part.id)
    words = [rules.names.value(value, part.type) for value in values]
    if named.per_side:
        titles = compiled.kinds["side"].titles
        words = [f"{title} {word}" for title, word in zip(titles, words, strict=True)]
    return f"{named.title}: {', '.join(words)}"


def _members(
    rules: Rules,
    screen: Screen,
    kind: KindData,
    parts: list[tuple[CarriedData, int]],
    values: Sequence[int],
    starts: Sequence[int],
) -> list[str]:
    """The members of a kind of which something is not as at the start, under what they belong to."""
    compiled = rules.compiled
    owner = next(
        (name for name, type_ in kind.types.items() if type_ in compiled.kinds and name in kind.numbers), None
    )
    groups: dict[int, list[str]] = {}
    width = max(cells(screen.text(title)) for title in kind.titles)
    for number, title in enumerate(kind.titles):
        words = [
            f"{kind.field_titles[part.id.partition('.')[2]]} {rules.names.value(values[at + number], part.type)}"
            for part, at in parts
            if values[at + number] != starts[at + number]
        ]
        if words:
            group = -1 if owner is None else kind.numbers[owner][number]
            line = f"{padded(screen.text(title), width)}  {screen.text(', '.join(words))}"
            groups.setdefault(group, []).append(line)
    lines: list[str] = []
    for group, found in groups.items():
        of = "" if owner is None or group < 0 else f", {compiled.kinds[kind.types[owner]].titles[group]}"
        plural = kind.plural.replace("_", " ")
        lines.append(f" {plural[:1].upper()}{plural[1:]}{of}")
        lines += screen.columns([[line] for line in found], indent=3)
    return lines
