"""Whatever a pack holds, there are findings and no exceptions; and what the schema lets pass can be merged."""

from __future__ import annotations

import copy
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sieges.pack.finder import load_pack
from sieges.pack.sections import SECTIONS
from tests.pack.packs import said

HEAD = {"language": 1, "pack": "hill", "title": "Hill", "version": "1.0"}
GOOD: dict[str, Any] = {
    **HEAD,
    "source": {"status": "original", "clauses": ["1a"], "at": "1", "why": "so"},
    "requires": {"roles": {"foe": "a side"}, "tracks": ["morale"]},
    "sides": {"raiders": {"title": "R", "seat": True}},
    "kinds": {
        "order": {"fields": {"requires": {"type": "rule", "default": "true"}, "chart": {"type": "chart"}}},
        "segment": {
            "plural": "segments",
            "state": {"built": {"type": "condition", "start": False}},
            "members": {"w1": {"label": "1"}},
        },
    },
    "members": {"segment": {"w2": {}}},
    "tags": {"land": {"title": "land"}},
    "locations": {"village": {"owner": "villagers", "tags": ["land"], "slots": 4, "holds": ["troop"]}},
    "pieces": {"troop": {"plural": "troops", "supply": {"raiders": 3}, "only_in": ["p"]}},
    "tracks": {"morale": {"per": "side", "from": 0, "to": 10, "beyond": "stop", "start": {"raiders": 6}}},
    "variables": {"issued": {"type": "an order or none", "start": "none"}},
    "dice": {"order_die": {"faces": [1, 2]}},
    "orders": {
        "raid": {"number": 1, "chart": {"columns": ["a"], "rows": {"1-": ["C"]}, "tokens": {"C": []}}}
    },
    "cards": {"rain": {"title": "Rain"}},
    "zones": {"hand": {"holds": "[rain]"}},
    "decks": {
        "fate": {"pools": {"common": "[rain]"}, "set_aside": {"into": "unused"}, "packets": [{"common": 1}]}
    },
    "results": {"-{n}r": [{"say": "x"}]},
    "define": {"city": "[village]", "big": {"parameters": {"x": "number"}, "is": "x > 3"}},
    "procedures": {"p": {"parameters": {"x": "number"}, "steps": [{"nothing": "x", "label": "l"}]}},
    "setup": {"markers": {"village": {"troop": 3}}, "steps": []},
    "sequence": [{"end": "dawn"}],
    "victory": {"dawn": {"winner": "none", "when": "true"}},
    "options": {"nights": {"default": "short", "values": {"short": {"turns": 4}}}},
    "modes": {"quick": {"default": True, "replace": {"define": {"city": "[]"}}, "tags": {"sea": {}}}},
    "amend": {"p.l": {"after": [{"say": "x"}]}},
    "invariants": {"ok": "true"},
    "never": {"bad": "false"},
    "eventually": {"over": "ended(dawn)"},
    "evaluation": {"raiders": 3},
    "rulebook": {"title": "R", "clauses": {"1a": {"rule": "x", "also": ["2"], "ruling": True}}},
    "examples": {
        "e": {"source": "1a", "given": {"steps": []}, "run": "sequence", "with": {"x": 1}, "play": [1]}
    },
    "display": {
        "intro": "A raid.",
        "quiet": ["x"],
        "terminal": {"order": ["tracks"], "lines": [{"show": "a.b"}]},
    },
}

words = st.sampled_from(
    [*SECTIONS, "p", "raiders", "village", "w1", "segment", "order", "quick", "none", "extends"]
)
scalars = st.one_of(st.none(), st.booleans(), st.integers(-3, 99), words, st.text(max_size=5))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.one_of(words, st.text()), inner, max_size=3)
    ),
    max_leaves=8,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    for key, child in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        found += places(child, (*path, key))
    return found


PLACES = places(GOOD)[1:]


def load(folder: Path, data: Any) -> list[str]:
    """Load the data as a pack; what is said about it."""
    (folder / "pack.yaml").write_text(json.dumps(data, ensure_ascii=False), "utf-8", "surrogatepass")
    merged, found, sources = load_pack(folder)
    assert (merged is None) == found.has_errors
    for finding in found:
        assert finding.span is not None
        assert finding.span.file in sources
        assert 1 <= finding.span.line <= max(sources[finding.span.file].line_count, 1)
        assert not finding.message.startswith("expected"), "the schema should have refused it"
    spans = [(finding.span, finding.code) for finding in found]
    assert len(spans) == len(set(spans))
    return said(found)


def test_the_good_pack_is_good(tmp_path: Path) -> None:
    assert load(tmp_path, GOOD) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(data=st.data())
def test_a_pack_with_something_changed_somewhere(data: st.DataObject, tmp_path: Path) -> None:
    changed = copy.deepcopy(GOOD)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(PLACES))
        parent: Any = changed
        try:
            for step in path[:-1]:
                parent = parent[step]
            if data.draw(st.booleans()) and isinstance(parent, dict):
                parent[data.draw(st.one_of(words, st.text(max_size=5)))] = parent.pop(path[-1])
            else:
                parent[path[-1]] = data.draw(values)
        except (KeyError, IndexError, TypeError):
            continue
    load(tmp_path, changed)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(more=st.dictionaries(st.sampled_from(list(SECTIONS)), values, max_size=5))
def test_a_pack_of_anything(more: dict[str, Any], tmp_path: Path) -> None:
    load(tmp_path, HEAD | more)


OTHERS = (None, "x y", 7, [], {}, [[3]])


@pytest.mark.parametrize(("number", "path"), list(enumerate(PLACES)), ids=lambda value: "")
def test_a_value_of_another_sort_is_one_message_at_most(number: int, path: Any, tmp_path: Path) -> None:
    changed = copy.deepcopy(GOOD)
    parent = changed
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = OTHERS[number % len(OTHERS)]
    found = load(tmp_path, changed)
    assert len([line for line in found if " P01" in line]) <= 1, found


def big_pack(folder: Path, lines: int) -> None:
    """A pack of about so many lines, much like one that somebody might write."""
    procedure = """
  procedure_%d:
    title: Losses
    parameters: {side: a side, amount: number, places: a set of locations}
    steps:
      - repeat: amount
        steps:
          - choose: place
            by: side
            from: "[p for p in places if troops(side, p) > 0]"
            otherwise: "[p for p in land if troops(side, p) > 0]"
            if_none: [{stop: loop}]
          - together:
              - remove: troop
                of: side
                at: place
              - adjust: morale[side]
                by: -1
"""
    order = """
  order_%d:
    title: Raid
    number: 1
    losses: {raiders: [camp], villagers: [gate, village]}
    chart:
      columns: [by_day, by_night]
      rows:
        1-:  [-2r, -1r]
        2-3: [-1r, none]
        4+:  [none, -1v -1r]
"""
    folder.mkdir()
    (folder / "pack.yaml").write_text('language: 1\npack: big\ntitle: Big\nversion: "1"\n')
    (folder / "procedures.yaml").write_text(
        "procedures:" + "".join(procedure % n for n in range(lines // 27))
    )
    (folder / "orders.yaml").write_text("orders:" + "".join(order % n for n in range(lines // 27)))


def test_two_thousand_lines_are_loaded_in_a_second(tmp_path: Path) -> None:
    big_pack(tmp_path / "big", 2000)
    start = time.perf_counter()
    merged, found, _ = load_pack(tmp_path / "big")
    took = time.perf_counter() - start
    assert said(found) == []
    assert merged is not None
    assert len(merged.procedures) == 74
    assert took < 3, "a third of a second where nothing else is running"
