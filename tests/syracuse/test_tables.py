"""Charts, cards and board of the pack against the hand-written tables, datum by datum.

A difference in a table shows here by name; tests/syracuse/test_oracle.py shows what is done with them.
"""

from __future__ import annotations

import pytest

import sieges
from sieges.language.compiled import ChartData, Compiled, KindData
from tests.oracle import tables, two_tables


@pytest.fixture(scope="module")
def compiled() -> Compiled:
    return sieges.load("syracuse").rules().compiled


def cells(chart: ChartData, column: str) -> list[tables.Cell]:
    """The results of a chart's column for the dice 1 to 6, as the oracle notes them."""
    at = chart.columns.index(column)
    found = []
    for die in range(1, 7):
        (row,) = (
            row
            for row, (low, high, _) in enumerate(chart.rows)
            if (low is None or low <= die) and (high is None or die <= high)
        )
        found.append(tables.parse(" ".join(token for token in chart.cells[row][at].split() if token != ".")))
    return found


@pytest.fixture(scope="module")
def compiled_for_two() -> Compiled:
    return sieges.load("syracuse").rules("two_player").compiled


def assert_chart(compiled: Compiled, order: str, columns: dict[str, tuple[tables.Cell, ...]]) -> None:
    chart = compiled.charts[f"{order}.chart"]
    letters = {id_: letter for letter, id_ in compiled.kinds["counter_order"].labels.items()}
    ours = {letters[column]: cells(chart, column) for column in chart.columns}
    differ = {
        f"{die}{letter}": (ours[letter][die - 1], theirs)
        for letter, column in columns.items()
        for die, theirs in enumerate(column, 1)
        if ours[letter][die - 1] != theirs
    }
    assert differ == {}, f"cells of {order}: the pack's, then the oracle's"
    first, last = chart.rows[0][2], chart.rows[-1][2]
    assert (first, last[-1]) == ("1-", "+")


@pytest.mark.parametrize("order", tables.ORDERS)
def test_charts_of_orders(compiled: Compiled, order: str) -> None:
    assert_chart(compiled, order, tables.CHARTS[order])


@pytest.mark.parametrize("order", two_tables.TWO_CHARTS)
def test_charts_of_orders_for_two(compiled_for_two: Compiled, order: str) -> None:
    assert_chart(compiled_for_two, order, two_tables.TWO_CHARTS[order])


@pytest.mark.parametrize("leader", tables.LEADER_CHARTS)
def test_charts_of_leaders(compiled: Compiled, leader: str) -> None:
    chart = compiled.charts[f"{leader}.chart"]
    (column,) = chart.columns
    assert cells(chart, column) == list(tables.LEADER_CHARTS[leader])


def assert_words(cards: KindData, at: int, most: int) -> None:
    assert cards.texts["history"][at], "a line of history"
    assert 0 < len(cards.texts["text"][at].split()) <= most, "what it does, as read at the table"
    title = cards.titles[at]
    assert 3 < len(title) < 40, title
    assert "\n" not in title


def member(kind: KindData, id_: str) -> int:
    return kind.members.index(id_)


@pytest.mark.parametrize("card", tables.CARDS.values(), ids=lambda card: card.id)
def test_cards(compiled: Compiled, card: tables.Card) -> None:
    cards, orders, counter = (compiled.kinds[kind] for kind in ("card", "order", "counter_order"))
    at = member(cards, card.id)
    letters = {id_: letter for letter, id_ in counter.labels.items()}
    bears = cards.numbers["counter_order"][at]
    goes_with = [
        order for place, order in enumerate(orders.members) if cards.sets["goes_with"][at] >> place & 1
    ]
    assert cards.numbers["number"][at] == card.number
    assert (letters[counter.members[bears]] if bears >= 0 else None) == card.counter_order
    assert goes_with == sorted(card.leads, key=tables.ORDERS.index)
    assert bool(cards.numbers["leader"][at]) == bool(card.leads)
    assert_words(cards, at, 25)


@pytest.mark.parametrize("card", two_tables.COMMAND_DECISIONS.values(), ids=lambda card: card.id)
def test_command_decisions(compiled_for_two: Compiled, card: two_tables.Decision) -> None:
    cards = compiled_for_two.kinds["card"]
    at = member(cards, card.id)
    assert cards.numbers["number"][at] == card.number
    assert not cards.numbers["leader"][at]
    assert_words(cards, at, 30)


def test_every_card_has_a_number_of_its_own(compiled: Compiled, compiled_for_two: Compiled) -> None:
    assert sorted(compiled.kinds["card"].numbers["number"]) == list(range(1, 40))
    assert set(compiled.kinds["card"].members) == set(tables.CARDS)
    assert sorted(compiled_for_two.kinds["card"].numbers["number"]) == list(range(1, 34))
    assert set(compiled_for_two.kinds["card"].members) == set(two_tables.COMMAND_DECISIONS)


def test_orders(compiled: Compiled, compiled_for_two: Compiled) -> None:
    assert compiled.kinds["order"].members == list(tables.ORDERS)
    assert compiled.kinds["order"].numbers["number"] == list(range(1, 8))
    orders = [order for side in two_tables.SIDES for order in two_tables.SIDE_ORDERS[side]]
    assert compiled_for_two.kinds["order"].members == orders
    assert compiled_for_two.kinds["order"].numbers["number"] == [*range(1, 8), *range(1, 8)]


def test_board(compiled: Compiled) -> None:
    places, sides = compiled.kinds["location"], compiled.kinds["side"].members
    assert dict(zip(places.members, compiled.slots, strict=True)) == tables.SLOTS
    owners = dict(zip(places.members, (sides[owner] for owner in places.numbers["owner"]), strict=True))
    assert owners == {
        place: "syracuse" if place in tables.SYRACUSAN_LAND else "athens" for place in tables.SLOTS
    }
    order = (*tables.ATHENIAN_LAND, *tables.SEA, *tables.SYRACUSAN_LAND)
    assert tuple(places.members) == order, "options come in this order"


def test_start(compiled: Compiled) -> None:
    position = sieges.load("syracuse").new().position()
    standing = position["pieces"]["troop"]
    assert standing["athens"] | standing["syracuse"] == tables.START
    assert position["pieces"]["ship"]["athens"] == tables.START_SHIPS
    assert position["tracks"]["morale"] == tables.START_MORALE
    (morale,) = (track for track in compiled.tracks if track.id == "morale")
    assert (morale.low, morale.high) == (0, tables.MORALE_CAP)


def test_skills(compiled: Compiled) -> None:
    skill = compiled.kinds["skill"]
    removed = zip(skill.numbers["first_removed"], skill.numbers["second_removed"], strict=True)
    assert dict(zip(skill.members, removed, strict=True)) == tables.SET_ASIDE


def test_segments(compiled: Compiled) -> None:
    """Eight segments of the wall, and what each counter wall's last piece blocks (11.0)."""
    segments = compiled.kinds["segment"]
    walls = [id_ for id_ in segments.members if id_.startswith("wall_")]
    assert walls == [f"wall_{number}" for number in range(1, tables.SEGMENTS + 1)]
    lifts = {id_ for id_, lift in zip(segments.members, segments.numbers["lifts"], strict=True) if lift}
    assert lifts == {f"wall_{number}" for number in tables.MORALE_SEGMENTS}
    blocks = {
        id_: segments.members[blocked]
        for id_, blocked in zip(segments.members, segments.numbers["blocks"], strict=True)
        if blocked >= 0
    }
    assert blocks == {
        f"{wall}{pieces}": f"wall_{segment}" for wall, (pieces, segment) in tables.COUNTER_WALLS.items()
    }
