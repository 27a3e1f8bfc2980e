"""Packs laid over packs, and modes over both: what comes out, and every way in which they do not fit."""

from __future__ import annotations

from typing import Any

import pytest

from sieges.pack.merged import Merged
from tests.pack.packs import Load, said

BASE = """
    source: {status: printed}
    requires: {roles: {besieger: a side, besieged: a side}, tracks: [morale]}
    kinds:
      order: {fields: {requires: {type: rule, default: "true"}}}
      segment: {plural: segments, fields: {blocks: {type: a segment or none, default: none}}, members: {w1: {}, w2: {}}}
    define: {city: "[village]", size: "3"}
    cards: {rain: {number: 1}, omen: {number: 2}, feast: {number: 3}}
    results: {"-": [{nothing: nil}]}
    procedures:
      losses: {steps: [{nothing: x, label: loss}]}
      storm: {steps: [{nothing: x}]}
"""
HILL = """
    extends: ../base
    roles: {besieger: raiders, besieged: villagers}
    source: {status: original}
    sides: {raiders: {}, villagers: {}}
    tracks: {morale: {per: side, to: 10, start: {raiders: 6, villagers: 5}}}
    locations: {village: {slots: 3}}
"""


def merged(load: Load, mode: str | None = None, **packs: Any) -> Merged:
    result, found = load(mode, **packs)
    assert said(found) == []
    assert result is not None
    return result


def errors(load: Load, mode: str | None = None, **packs: Any) -> list[str]:
    result, found = load(mode, **packs)
    assert result is None
    lines = []
    for line, finding in zip(said(found), found, strict=True):
        parts = [line]
        parts += [f"<- {span}" for span, _ in finding.related]
        parts += [f"-> {finding.fix}"] if finding.fix else []
        lines.append(" ".join(parts))
    return lines


# --- one pack -------------------------------------------------------------------------------------


def test_sections_spread_over_files_are_one(load: Load) -> None:
    pack = merged(
        load,
        hill={
            "": "source: 1a\ntags: {z: {}}\n",
            "tags": "tags: {b: {title: B}}",
            "more": "tags: {a: {}}\ndefine: {d: 3, e: {is: d, parameters: {x: number}}}",
        },
    )
    assert list(pack.tags) == ["z", "a", "b"]
    assert pack.tags["b"].spec.title == "B"
    assert str(pack.tags["b"].key_span) == "hill/tags.yaml:1:8"
    assert (pack.id, pack.mode, pack.modes, pack.roles, pack.asks) == ("hill", "standard", {}, {}, [])
    assert pack.define["d"].spec.is_.text == "3"
    assert pack.define["d"].spec.parameters == {}
    assert pack.define["e"].spec.parameters == {"x": "number"}
    source = pack.tags["b"].source
    assert source is not None
    assert [clause.value for clause in source.clauses] == ["1a"]


def test_an_entry_has_its_own_source_or_that_of_its_pack(load: Load) -> None:
    pack = merged(
        load, base={"": BASE}, hill={"": HILL + "    tags: {a: {source: {status: inferred}}, b: {}}\n"}
    )
    sources = {"a": pack.tags["a"], "b": pack.tags["b"], "rain": pack.cards["rain"]}
    assert {name: entry.source.status for name, entry in sources.items() if entry.source} == {
        "a": "inferred",
        "b": "original",
        "rain": "printed",
    }


def test_declarations_are_structured_and_bodies_keep_their_nodes(load: Load) -> None:
    pack = merged(
        load,
        hill={
            "": """
            sides: {a: {seat: true}}
            tracks: {t: {from: -1, to: 10, start: 3, beyond: stop}}
            locations: {p: {slots: 3, strange: {deep: [1]}}}
            setup: {markers: {p: {troop: 3}}}
            sequence: [{nothing: x}]
            invariants: {i: 1 > 0}
            evaluation: {a: 3}
            results: {"-": [{nothing: x}]}
            display: {intro: A raid.}
            rulebook: {title: Rules, clauses: {1a: {rule: R}}}
            """
        },
    )
    track = pack.tracks["t"].spec
    assert (track.from_, track.to, track.start, track.beyond) == (-1, 10, 3, "stop")
    assert pack.sides["a"].spec.seat is True
    assert pack.locations["p"].spec is None
    assert pack.locations["p"].node["strange"]["deep"][0].value == 1
    assert pack.setups[0].spec.markers["p"]["troop"].text == "3"
    assert pack.sequence is not None
    assert pack.sequence.spec.node[0]["nothing"].value == "x"
    assert pack.invariants["i"].spec.text == "1 > 0"
    assert pack.results["-"].spec.node.is_list
    assert [entry.node.value for entry in pack.displays] == [{"intro": "A raid."}]
    assert pack.rulebook is not None
    assert pack.rulebook.clauses["1a"].rule == "R"
    clause = pack.clause_node("1a")
    assert clause is not None
    assert clause.span.line == 14


def test_members_come_from_kinds_and_members_in_order(load: Load) -> None:
    pack = merged(
        load,
        hill={
            "": "kinds: {seg: {members: {b: {label: B}}}, lone: {}}\nmembers: {lone: {x: {}}}\n",
            "more": "members: {seg: {a: {}}}",
        },
    )
    assert {kind: list(members) for kind, members in pack.members.items()} == {
        "seg": ["b", "a"],
        "lone": ["x"],
    }


TWICE = [
    ({"": "tags: {a: {}}", "z": "tags: {a: {}}"},
     "hill/z.yaml:1:8 P020 the tag `a` is defined twice <- hill/pack.yaml:5:8"),
    ({"": "results: {-: []}", "z": "results: {-: []}"},
     "hill/z.yaml:1:11 P020 the result `-` is defined twice <- hill/pack.yaml:5:11"),
    ({"": "kinds: {k: {}}", "z": "kinds: {k: {}}"},
     "hill/z.yaml:1:9 P020 the kind `k` is defined twice <- hill/pack.yaml:5:9"),
    ({"": "kinds: {k: {members: {m: {}}}}", "z": "members: {k: {m: {}}}"},
     "hill/z.yaml:1:15 P020 the k `m` is defined twice <- hill/pack.yaml:5:23"),
    ({"": "setup: {}", "z": "setup: {}"},
     "hill/z.yaml:1:1 P020 the section `setup` is written twice <- hill/pack.yaml:5:1"),
    ({"": "sequence: []", "z": "sequence: []"},
     "hill/z.yaml:1:1 P020 the section `sequence` is written twice <- hill/pack.yaml:5:1"),
    ({"": "modes: {a: {default: true}}", "z": "modes: {a: {title: A}}"},
     "hill/z.yaml:1:9 P020 the mode `a` has its title, `default` or `on` in two places <- hill/pack.yaml:5:9"),
    ({"": "kinds: {k: {fields: {f: {type: number}}, state: {f: {type: number, start: 0}}}}"},
     "hill/pack.yaml:5:50 P020 `f` is declared both in `fields` and in `state` <- hill/pack.yaml:5:22"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "line"), TWICE, ids=[line.split("P020 ")[1] for _, line in TWICE])
def test_what_is_defined_twice_shows_both_places(load: Load, files: dict[str, str], line: str) -> None:
    assert errors(load, hill=files) == [line]


SAME_NAME = [
    ("tags: {a: {}}\nsides: {a: {}}", "6:9 P026 `a` is the name of two things: a tag and a side <- hill/pack.yaml:5:8"),
    ("dice: {a: {sides: 6}}\ndefine: {a: 3}",
     "6:10 P026 `a` is the name of two things: a die and a definition <- hill/pack.yaml:5:8"),
    ("kinds: {k: {members: {a: {}}}}\nlocations: {a: {}}",
     "6:13 P026 `a` is the name of two things: a member of the kind `k` and a location <- hill/pack.yaml:5:23"),
    ("pieces: {man: {plural: men}}\ntags: {men: {}}",
     "6:8 P026 `men` is the name of two things: the function that counts `man` and a tag <- hill/pack.yaml:5:24"),
    ("kinds: {wall: {}}\ntags: {walls: {}}",
     "6:8 P026 `walls` is the name of two things: the set of all members of `wall` and a tag <- hill/pack.yaml:5:9"),
    ("tags: {orders: {}}", "5:8 P026 `orders` is a tag, and the set of all members of a built-in kind"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), SAME_NAME, ids=[text for text, _ in SAME_NAME])
def test_names_that_expressions_use_are_distinct(load: Load, text: str, line: str) -> None:
    fix = "give it another name" if "built-in" in line else "rename one of them"
    assert errors(load, hill={"": text}) == [f"hill/pack.yaml:{line} -> {fix}"]


def test_names_that_no_expression_uses_may_be_shared(load: Load) -> None:
    merged(
        load,
        hill={
            "": "tags: {a: {}}\nmodes: {a: {default: true}}\nvictory: {a: {winner: none}}\nexamples: {a: {}}\n"
        },
    )
    merged(load, hill={"": "pieces: {sheep: {plural: sheep}}"})


def test_members_of_kinds_that_are_not_there(load: Load) -> None:
    assert errors(load, hill={"": "kinds: {wall: {}}\nmembers: {wal: {a: {}}, side: {b: {}}}"}) == [
        "hill/pack.yaml:6:11 P022 there is no kind `wal` to add members to -> write `wall`",
        "hill/pack.yaml:6:25 P022 `side` is a built-in kind: its members have a section of their own "
        "-> write them under `sides:`",
    ]


# --- a pack on another ----------------------------------------------------------------------------


def test_the_sections_of_the_base_lie_under_ones_own(load: Load) -> None:
    pack = merged(
        load,
        base={"": BASE, "setup": "setup: {}", "display": "display: {intro: a}"},
        hill={"": HILL + "    cards: {scout: {}}\n    setup: {steps: []}\n    display: {turn: b}\n"},
    )
    assert list(pack.cards) == ["rain", "omen", "feast", "scout"]
    assert {card: entry.pack for card, entry in pack.cards.items()} == {
        "rain": "base", "omen": "base", "feast": "base", "scout": "hill",
    }  # fmt: skip
    assert [entry.pack for entry in pack.setups] == ["base", "hill"]
    assert [list(entry.node.value) for entry in pack.displays] == [["intro"], ["turn"]]
    assert [entry.id for entry in pack.packs] == ["base", "hill"]
    assert pack.manifest.title == "A pack"
    assert pack.roles == {"besieger": "raiders", "besieged": "villagers"}
    assert pack.asks == []
    assert pack.role_asks["besieger"].type == "a side"


def test_the_base_is_not_changed_by_what_extends_it(load: Load, write: Any) -> None:
    from sieges.pack.folder import load_folder
    from sieges.pack.merge import merge

    here = write(
        base={"": BASE}, hill={"": HILL + "    replace: {define: {size: 4}}\n    remove: {cards: [rain]}\n"}
    )
    base, _ = merge(load_folder(here / "base", "base"), None, ())
    assert base is not None
    before = (
        list(base.cards),
        base.define["size"].spec.is_.text,
        list(base.sides),
        dict(base.roles),
        len(base.asks),
    )
    first, found = merge(load_folder(here / "hill", "hill"), base, ())
    assert said(found) == []
    second, _ = merge(load_folder(here / "hill", "hill"), base, ())
    assert first is not None
    assert second is not None
    assert before == (
        list(base.cards), base.define["size"].spec.is_.text, list(base.sides), dict(base.roles), len(base.asks)
    )  # fmt: skip
    assert list(first.cards) == list(second.cards) == ["omen", "feast"]


def test_kinds_add_fields_and_members(load: Load) -> None:
    pack = merged(
        load,
        base={"": BASE},
        hill={
            "": HILL,
            "kinds": """
            kinds:
              order: {fields: {chart: {type: chart, default: none}}}
              segment: {title: wall, state: {built: {type: condition, start: false}}, members: {w3: {}}}
            """,
            "members": "members: {segment: {w4: {}}}",
        },
    )
    order, segment = pack.kinds["order"].spec, pack.kinds["segment"].spec
    assert list(order.fields) == ["requires", "chart"]
    assert (segment.plural, segment.title, list(segment.fields), list(segment.state)) == (
        "segments", "wall", ["blocks"], ["built"],
    )  # fmt: skip
    assert list(pack.members["segment"]) == ["w1", "w2", "w3", "w4"]
    assert [part.pack for part in pack.kind_parts["segment"]] == ["base", "hill"]
    requires, chart = pack.field_node("order", "requires"), pack.field_node("order", "chart")
    assert requires is not None
    assert chart is not None
    assert (str(requires.key_span), str(chart.key_span)) == ("base/pack.yaml:8:20", "hill/kinds.yaml:2:20")
    assert pack.field_node("order", "nothing") is None


def test_fields_are_not_redefined(load: Load) -> None:
    text = "kinds: {order: {fields: {requires: {type: rule}}}, segment: {plural: walls}}"
    assert errors(load, base={"": BASE}, hill={"": HILL, "kinds": text}) == [
        "hill/kinds.yaml:1:26 P021 the field `requires` of `order` is declared twice <- base/pack.yaml:8:20 "
        "-> leave it out: a kind keeps the fields that it has",
        "hill/kinds.yaml:1:62 P021 the plural of the kind `segment` is given twice <- base/pack.yaml:9:3",
    ]


def test_what_the_base_has_is_not_defined_again(load: Load) -> None:
    again = "defined already by `base`, which this pack extends"
    fix = "-> put it under `replace:` if it is to take the other's place, or choose another id"
    text = 'define: {city: "[]"}\nresults: {"-": []}\nmembers: {segment: {w1: {}}}\n'
    assert errors(load, base={"": BASE}, hill={"": HILL, "more": text}) == [
        f"hill/more.yaml:1:10 P021 the definition `city` is {again} <- base/pack.yaml:10:10 {fix}",
        f"hill/more.yaml:2:11 P021 the result `-` is {again} <- base/pack.yaml:12:11 {fix}",
        f"hill/more.yaml:3:21 P021 the segment `w1` is {again} <- base/pack.yaml:9:101 {fix}",
    ]


def test_replace_and_remove(load: Load) -> None:
    pack = merged(
        load,
        base={"": BASE, "s": "setup: {}\nsequence: []\n"},
        hill={
            "": HILL,
            "changes": """
            replace:
              define: {city: "[]"}
              cards: {rain: {number: 9}}
              members: {segment: {w1: {label: first}}}
              kinds: {order: {fields: {other: {type: number}}}}
              setup: {steps: []}
              sequence: [{nothing: x}]
            remove:
              cards: [omen]
              results: ["-"]
              members: {segment: [w2]}
            """,
        },
    )
    assert pack.define["city"].spec.is_.text == "[]"
    assert list(pack.cards) == ["rain", "feast"]
    assert (pack.cards["rain"].node["number"].value, pack.cards["rain"].pack) == (9, "hill")
    assert list(pack.results) == []
    assert {id_: entry.pack for id_, entry in pack.members["segment"].items()} == {"w1": "hill"}
    assert list(pack.kinds["order"].spec.fields) == ["other"]
    assert [entry.pack for entry in pack.setups] == ["hill"]
    assert pack.sequence is not None
    assert pack.sequence.pack == "hill"


def test_a_replaced_kind_forgets_its_members_and_a_removed_one_all(load: Load) -> None:
    pack = merged(
        load, base={"": BASE}, hill={"": HILL, "c": "replace: {kinds: {segment: {members: {x: {}}}}}"}
    )
    assert list(pack.members["segment"]) == ["x"]
    pack = merged(load, base={"": BASE}, hill={"": HILL, "c": "remove: {kinds: [segment]}"})
    assert "segment" not in pack.members
    assert "segment" not in pack.kinds


NOT_THERE = [
    ("replace: {define: {ctiy: 3}}", "1:20 P022 there is no definition `ctiy` to replace -> write `city`"),
    ("replace: {define: {rain: 3}}", "1:20 P022 there is no definition `rain` to replace"),
    ("replace: {setup: {}}", "1:11 P022 there is no `setup` to replace -> put it under `setup:` itself"),
    ("replace: {sequence: []}", "1:11 P022 there is no `sequence` to replace -> put it under `sequence:` itself"),
    ("remove: {cards: [rian]}", "1:18 P022 there is no card `rian` to remove -> write `rain`"),
    ("remove: {members: {segment: [w9]}}", "1:30 P022 there is no segment `w9` to remove -> write `w1`"),
    ("remove: {members: {wall: [w1]}}", "1:27 P022 there is no wall `w1` to remove"),
    ("amend: {loses.loss: {after: []}}", "1:9 P022 there is no procedure `loses` to amend -> write `losses.loss`"),
    ("amend: {xyzzy.loss: {after: []}}", "1:9 P022 there is no procedure `xyzzy` to amend"),
    ("amend: {losses: {after: []}}",
     "1:9 P022 `losses` names no step: write the procedure, a dot, and the label of a step"),
]  # fmt: skip


def test_copies_are_changed_together(load: Load) -> None:
    base = {"": BASE, "s": "members: {segment: {stake: {copies: 3}}}\n"}
    change = "change: {members: {segment: {stake: {copies: 2}}}}"
    pack = merged(load, base=base, hill={"": HILL, "c": change})
    assert pack.members["segment"]["stake"].node["copies"].value == 2
    gone = merged(load, base=base, hill={"": HILL, "c": "remove: {members: {segment: [stake]}}"}).removed
    assert set(gone) == {"stake", "stake_1", "stake_2", "stake_3"}
    for text in ("remove: {members: {segment: [stake_2]}}", "replace: {members: {segment: {stake_2: {}}}}"):
        (line,) = errors(load, base=base, hill={"": HILL, "c": text})
        assert "P022 there is no segment `stake_2` to " in line
        assert line.endswith("-> write `stake`")


@pytest.mark.parametrize(("text", "line"), NOT_THERE, ids=[text for text, _ in NOT_THERE])
def test_what_is_changed_must_be_there(load: Load, text: str, line: str) -> None:
    assert errors(load, base={"": BASE}, hill={"": HILL, "c": text}) == [f"hill/c.yaml:{line}"]


def test_a_change_in_a_pack_that_extends_none(load: Load) -> None:
    assert errors(load, hill={"": "remove: {cards: [a]}\nreplace: {cards: {b: {}, c: {}}}"}) == [
        "hill/pack.yaml:5:1 P022 there is nothing to remove: this pack extends none",
        "hill/pack.yaml:6:1 P022 there is nothing to replace: this pack extends none",
    ]


def test_the_help_says_where_the_thing_stands(load: Load) -> None:
    _, found = load(base={"": BASE}, hill={"": HILL, "c": "replace: {define: {rain: 3}}"})
    assert [finding.help for finding in found] == ["`rain` is a card: it stands under `cards`"]


CONFLICTS = [
    ({"a": "replace: {define: {city: 1}}", "b": "replace: {define: {city: 2}}"},
     "hill/b.yaml:1:20 P023 the definition `city` is changed twice by this pack <- hill/a.yaml:1:20"),
    ({"a": "replace: {cards: {rain: {}}}", "b": "remove: {cards: [rain]}"},
     "hill/a.yaml:1:19 P023 the card `rain` is changed twice by this pack <- hill/b.yaml:1:18"),
    ({"a": "replace: {define: {city: 1}}\nmodes: {m: {default: true, replace: {define: {city: 2}}}}"},
     "hill/a.yaml:2:47 P023 the definition `city` is changed twice by this pack <- hill/a.yaml:1:20"),
    ({"a": "replace: {define: {city: 1}}\ndefine: {city: 2}"},
     "hill/a.yaml:2:10 P020 the definition `city` is defined twice <- hill/a.yaml:1:20"),
    ({"a": "amend: {losses.loss: {instead: []}}", "b": "amend: {losses.loss: {instead: []}}"},
     "hill/b.yaml:1:23 P023 two overlays put something instead of `losses.loss` <- hill/a.yaml:1:23"),
    ({"a": "amend: {losses.loss: {after: []}}\n"
           "modes: {m: {default: true, replace: {procedures: {losses: {steps: []}}}}}"},
     "hill/a.yaml:2:51 P023 the procedure `losses` is changed as a whole and in part by the same pack "
     "<- hill/a.yaml:1:9"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "line"), CONFLICTS, ids=[line.split(" P0")[1] for _, line in CONFLICTS])
def test_overlays_that_conflict_show_both_places(load: Load, files: dict[str, str], line: str) -> None:
    assert errors(load, base={"": BASE}, hill={"": HILL, **files}) == [line]


def test_amendments_are_kept_in_order(load: Load) -> None:
    middle = "extends: ../base\nrequires: {roles: {besieger: a side, besieged: a side}, tracks: [morale]}\n"
    pack = merged(
        load,
        base={"": BASE},
        middle={"": middle, "a": "amend: {losses.loss: {after: [{say: one}], instead: [{say: two}]}}"},
        hill={"": HILL.replace("../base", "../middle"), "a": "amend: {losses.loss: {after: [{say: three}]}}"},
    )
    amendments = pack.amendments["losses.loss"]
    assert [(a.kind, a.pack, a.steps.node[0]["say"].value) for a in amendments] == [
        ("after", "middle", "one"),
        ("instead", "middle", "two"),
        ("after", "hill", "three"),
    ]
    assert str(amendments[2].node.key_span) == "hill/a.yaml:1:23"
    assert str(amendments[2].target.key_span) == "hill/a.yaml:1:9"


def test_two_packs_put_something_instead_of_one_step(load: Load) -> None:
    middle = "extends: ../base\nrequires: {roles: {besieger: a side, besieged: a side}, tracks: [morale]}\n"
    lines = errors(
        load,
        base={"": BASE},
        middle={"": middle, "a": "amend: {losses.loss: {instead: []}}"},
        hill={"": HILL.replace("../base", "../middle"), "a": "amend: {losses.loss: {instead: []}}"},
    )
    assert lines == [
        "hill/a.yaml:1:23 P023 two overlays put something instead of `losses.loss` <- middle/a.yaml:1:23"
    ]


def test_to_replace_a_procedure_drops_what_bases_amended_in_it(load: Load) -> None:
    middle = "extends: ../base\nrequires: {roles: {besieger: a side, besieged: a side}, tracks: [morale]}\n"
    pack = merged(
        load,
        base={"": BASE},
        middle={"": middle, "a": "amend: {losses.loss: {instead: []}}"},
        hill={"": HILL.replace("../base", "../middle"), "a": "replace: {procedures: {losses: {steps: []}}}"},
    )
    assert pack.amendments == {}


# --- what a base asks for -------------------------------------------------------------------------


def test_a_base_by_itself_says_what_it_asks_for(load: Load) -> None:
    pack = merged(load, base={"": BASE})
    assert [(ask.section, ask.id, ask.type) for ask in pack.asks] == [
        ("roles", "besieger", "a side"),
        ("roles", "besieged", "a side"),
        ("tracks", "morale", None),
    ]


def test_what_is_asked_for_may_be_asked_for_in_turn(load: Load) -> None:
    middle = """
        extends: ../base
        requires: {roles: {attacker: a side}, tracks: [morale]}
        roles: {besieger: attacker, besieged: locals}
        sides: {locals: {}}
    """
    pack = merged(load, base={"": BASE}, middle={"": middle})
    assert [ask.id for ask in pack.asks] == ["attacker", "morale"]
    top = "extends: ../middle\nroles: {attacker: them}\nsides: {them: {}}\ntracks: {morale: {to: 3, start: 0}}\n"
    pack = merged(load, base={"": BASE}, middle={"": middle}, hill={"": top})
    assert pack.roles == {"besieger": "them", "besieged": "locals", "attacker": "them"}
    assert pack.asks == []


def test_what_is_not_supplied_is_said_where_the_base_is_named(load: Load) -> None:
    top = "extends: ../base\nroles: {besieger: raiders}\nsides: {raiders: {}}\ntracks: {moral: {to: 3, start: 0}}\n"
    assert errors(load, base={"": BASE}, hill={"": top}) == [
        "hill/pack.yaml:5:10 P024 `base` asks for the role `besieged` (a side), which this pack does not bind "
        "<- base/pack.yaml:6:38 -> add `roles: {besieged: …}` to the manifest",
        "hill/pack.yaml:5:10 P024 `base` asks for the track `morale`, which this pack does not supply "
        "<- base/pack.yaml:6:66 -> declare it under `tracks`; is `moral` meant to be it?",
    ]


ROLES = [
    ("roles: {besieger: riders, besieged: villagers}",
     "hill/pack.yaml:6:19 P025 the role `besieger` is a side, and there is none called `riders` "
     "<- base/pack.yaml:6:20 -> write `raiders`"),
    ("roles: {besieger: raiders, besieged: villagers, beseiger: raiders}",
     "hill/pack.yaml:6:49 P025 the pack extended has no role `beseiger` -> write `besieger`"),
    ("roles: {besieger: village, besieged: villagers}",
     "hill/pack.yaml:6:19 P025 the role `besieger` is a side, and there is none called `village` "
     "<- base/pack.yaml:6:20 -> write `villagers`"),
]  # fmt: skip


@pytest.mark.parametrize(("roles", "line"), ROLES, ids=[roles for roles, _ in ROLES])
def test_roles_that_cannot_be_bound(load: Load, roles: str, line: str) -> None:
    top = HILL.replace("roles: {besieger: raiders, besieged: villagers}", roles)
    lines = errors(load, base={"": BASE}, hill={"": top})
    assert lines == [line]


def test_roles_need_a_pack_to_extend(load: Load) -> None:
    assert errors(load, hill={"": "roles: {besieger: raiders}\nsides: {raiders: {}}"}) == [
        "hill/pack.yaml:5:1 P025 roles are bound for the pack extended, and this pack extends none -> add `extends:`, "
        "or put the roles that this pack asks for under `requires:`"
    ]


def test_a_role_is_bound_once(load: Load) -> None:
    top = "extends: ../hill\nroles: {besieger: raiders}\n"
    assert errors(load, base={"": BASE}, hill={"": HILL}, top={"": top}) == [
        "top/pack.yaml:6:9 P025 the role `besieger` is bound already, to `raiders`"
    ]


def test_a_role_and_a_thing_of_one_name(load: Load) -> None:
    top = HILL + "    tags: {besieger: {}}\n"
    assert errors(load, base={"": BASE}, hill={"": top}) == [
        "hill/pack.yaml:11:8 P026 `besieger` is the name of two things: a role of `base` and a tag "
        "<- base/pack.yaml:6:20 -> rename one of them"
    ]
    same = HILL.replace("raiders", "besieger")
    assert merged(load, base={"": BASE}, hill={"": same}).roles["besieger"] == "besieger"


# --- modes ----------------------------------------------------------------------------------------

MODES = """
    sides: {a: {}, b: {}}
    define: {size: 3}
    modes:
      alone: {title: Alone, default: true, tags: {x: {}}, replace: {define: {size: 4}}}
      pair: {title: For two, tags: {y: {}}, remove: {define: [size]}, sequence: []}
"""


def test_a_mode_is_an_overlay_over_the_pack(load: Load) -> None:
    alone = merged(load, hill={"": MODES})
    assert (alone.mode, list(alone.tags), alone.define["size"].spec.is_.text) == ("alone", ["x"], "4")
    assert (alone.tags["x"].mode, alone.tags["x"].pack, alone.sequence) == ("alone", "hill", None)
    pair = merged(load, mode="pair", hill={"": MODES})
    assert (pair.mode, list(pair.tags), list(pair.define)) == ("pair", ["y"], [])
    assert pair.sequence is not None
    assert {id_: (mode.title, mode.default) for id_, mode in pair.modes.items()} == {
        "alone": ("Alone", True),
        "pair": ("For two", False),
    }


def test_a_mode_does_not_define_again(load: Load) -> None:
    assert errors(load, hill={"": "define: {size: 3}\nmodes: {m: {default: true, define: {size: 4}}}"}) == [
        "hill/pack.yaml:6:37 P021 the definition `size` is defined already by this pack <- hill/pack.yaml:5:10 "
        "-> put it under `replace:` if it is to take the other's place, or choose another id"
    ]


def test_a_mode_of_the_base_goes_under_the_mode_of_the_pack(load: Load) -> None:
    base = "modes: {solo: {title: Solo, default: true, tags: {a: {}}}, pair: {tags: {b: {}}}}"
    top = "extends: ../base\ntags: {c: {}}\nmodes: {pair: {default: true, tags: {d: {}}}, third: {}}\n"
    assert list(merged(load, base={"": base}, hill={"": top}).tags) == ["b", "c", "d"]
    solo = merged(load, mode="solo", base={"": base}, hill={"": top})
    assert (list(solo.tags), solo.mode) == (["a", "c"], "solo")
    assert {id_: (mode.title, mode.default) for id_, mode in solo.modes.items()} == {
        "solo": ("Solo", False),
        "pair": ("pair", True),
        "third": ("third", False),
    }
    assert list(merged(load, mode="third", base={"": base}, hill={"": top}).tags) == ["c"]


def test_a_mode_is_laid_over_another(load: Load) -> None:
    base = "define: {size: 1}\nmodes: {solo: {title: Solo, default: true, tags: {a: {}}}}"
    top = (
        "extends: ../base\nmodes:\n  solo: {tags: {b: {}}}\n  short: {on: solo, title: Short, tags: {c: {}}}\n"
        "  shorter: {on: short, replace: {define: {size: 2}}}\n"
    )
    assert list(merged(load, base={"": base}, hill={"": top}).tags) == ["a", "b"]
    short = merged(load, mode="short", base={"": base}, hill={"": top})
    assert (list(short.tags), short.mode, short.tags["a"].mode) == (["a", "b", "c"], "short", "solo")
    shorter = merged(load, mode="shorter", base={"": base}, hill={"": top})
    assert (list(shorter.tags), shorter.define["size"].spec.is_.text) == (["a", "b", "c"], "2")


@pytest.mark.parametrize(
    ("modes", "line"),
    [
        ("a: {on: d}", "hill/pack.yaml:5:17 P027 there is no mode `d` for `a` to be laid over"),
        ("a: {on: a}", "hill/pack.yaml:5:17 P027 the mode `a` is laid over `a`, and that over it in turn"),
        (
            "a: {on: c}, c: {on: b}, b: {on: a}",
            "hill/pack.yaml:5:41 P027 the mode `b` is laid over `a`, and that over it in turn",
        ),
    ],
)
def test_a_mode_laid_over_nothing_or_in_a_circle(load: Load, modes: str, line: str) -> None:
    assert errors(load, mode="a", hill={"": f"modes: {{{modes}}}"}) == [line]


def test_a_mode_of_the_base_is_left_out(load: Load) -> None:
    base = "modes: {solo: {title: Solo, default: true, tags: {a: {}}}, pair: {tags: {b: {}}}}"
    top = "extends: ../base\nremove: {modes: [pair]}\n"
    assert list(merged(load, base={"": base}, hill={"": top}).modes) == ["solo"]
    assert errors(load, mode="pair", base={"": base}, hill={"": top}) == [
        "hill/pack.yaml:1:1 P027 there is no mode `pair`; the modes are `solo`"
    ]
    none = merged(load, base={"": base}, hill={"": "extends: ../base\nremove: {modes: [pair, solo]}\n"})
    assert (none.modes, none.mode, list(none.tags)) == ({}, "standard", [])
    variant = "extends: ../base\nremove: {modes: [pair, solo]}\nmodes: {own: {on: solo, default: true}}\n"
    own = merged(load, base={"": base}, hill={"": variant})
    assert (list(own.modes), own.mode, list(own.tags)) == (["own"], "own", ["a"])
    again = "extends: ../base\nremove: {modes: [solo]}\nmodes: {solo: {title: Own, default: true}}\n"
    assert list(merged(load, base={"": base}, hill={"": again}).tags) == []


@pytest.mark.parametrize(
    ("top", "line"),
    [
        (
            "remove: {modes: [pairs]}",
            "hill/pack.yaml:6:18 P022 there is no mode `pairs` to remove -> write `pair`",
        ),
        (
            "modes: {own: {default: true, remove: {modes: [pair]}}}",
            "hill/pack.yaml:6:39 P022 a mode cannot leave out a mode",
        ),
    ],
)
def test_a_mode_that_cannot_be_left_out(load: Load, top: str, line: str) -> None:
    base = "modes: {solo: {title: Solo, default: true}, pair: {}}"
    assert errors(load, base={"": base}, hill={"": f"extends: ../base\n{top}\n"}) == [line]


def test_modes_that_are_not_there(load: Load) -> None:
    assert errors(load, mode="pairs", hill={"": MODES}) == [
        "hill/pack.yaml:1:1 P027 there is no mode `pairs`; the modes are `alone`, `pair` -> write `pair`"
    ]
    assert errors(load, mode="pairs", hill={"": ""}) == [
        "hill/pack.yaml:1:1 P027 there is no mode `pairs`: this pack has no modes"
    ]
    merged(load, mode="standard", hill={"": ""})


def test_one_mode_is_the_default(load: Load) -> None:
    assert errors(load, hill={"": "modes: {a: {}, b: {}}"}) == [
        "hill/pack.yaml:5:9 P027 none of the modes is the default "
        "-> write `default: true` in the one that is played when nobody says"
    ]
    assert errors(load, hill={"": "modes: {a: {default: true}, b: {default: true}}"}) == [
        "hill/pack.yaml:5:42 P027 two modes are the default: `a` and `b` <- hill/pack.yaml:5:22"
    ]


# --- fields of a pack's own -----------------------------------------------------------------------


def test_the_shape_of_fields_of_steps_and_charts(load: Load) -> None:
    text = """
        kinds:
          card: {fields: {action: {type: steps, default: [3]}, chart: {type: chart, default: none}}}
          segment: {fields: {action: {type: steps}}, members: {w: {action: nil}}}
        cards:
          rain: {action: {say: x}}
          feast: {action: [{say: x}], chart: none}
          omen: {chart: [1]}
    """
    assert errors(load, hill={"": text}) == [
        "hill/pack.yaml:6:51 P012 item 1 of `default` must be a mapping, not the number 3",
        'hill/pack.yaml:7:68 P012 `action` must be a list, not the text "nil" -> write `[nil]`',
        "hill/pack.yaml:9:18 P012 `action` must be a list, not a mapping -> begin it with `- `: this is a list",
        "hill/pack.yaml:11:17 P012 `chart` must be a mapping, not a list",
    ]


def test_a_square_of_a_grid_is_changed_and_removed_like_any_location(load: Load) -> None:
    squares = """
    change: {locations: {plot_1_1: {slots: 5}}}
    remove: {locations: [plot_2_1]}
    """
    grid = "    locations: {plot: {grid: {columns: 3, rows: 1}, slots: 2}}\n"
    locations = merged(load, base={"": BASE + grid}, hill={"": HILL + squares}).locations
    assert {id_: entry.node["slots"].value for id_, entry in locations.items() if id_ != "village"} == {
        "plot_1_1": 5,
        "plot_3_1": 2,
    }


# --- keys of entries ------------------------------------------------------------------------------


def test_change_gives_keys_another_value_and_leaves_the_rest(load: Load) -> None:
    change = "{cards: {rain: {number: 7, title: Hail}}, members: {segment: {w2: {blocks: w1}}}}"
    hill = f"{HILL}    change: {change}\n"
    pack = merged(load, base={"": BASE}, hill={"": hill})
    rain = pack.cards["rain"]
    assert (rain.node["number"].value, rain.node["title"].value) == (7, "Hail")
    assert rain.node["title"].span.file.startswith("hill/")
    assert rain.pack == "base"
    assert pack.cards["omen"].node["number"].value == 2
    assert pack.members["segment"]["w2"].node["blocks"].value == "w1"


def test_a_mode_changes_what_its_pack_has_changed(load: Load) -> None:
    hill = (
        f"{HILL}    change: {{cards: {{rain: {{number: 7}}, feast: {{title: Meal}}}}}}\n"
        "    modes: {long: {default: true, change: {cards: {rain: {title: Storm}}, sides: {raiders: {seat: true}}}}}\n"
    )
    pack = merged(load, "long", base={"": BASE}, hill={"": hill})
    rain = pack.cards["rain"].node
    assert dict(rain.items()).keys() == {"number", "title"}
    assert (rain["number"].value, rain["title"].value) == (7, "Storm")
    assert pack.sides["raiders"].spec.seat is True
    assert pack.cards["feast"].node["title"].value == "Meal"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("{cards: {ran: {number: 7}}}", "there is no card `ran` to change -> write `rain`"),
        ("{define: {city: '[village]'}}", "`define` is no key of `change`"),
        ("{tracks: {morale: {till: 3}}}", "`till` is no key of a track"),
        ("{tracks: {morale: {to: high}}}", "`to` must be a whole number"),
        ("{cards: {rain: {}}}", "is empty"),
        ("{cards: {rain: 7}}", "must be a mapping"),
    ],
)
def test_a_change_that_does_not_fit(load: Load, change: str, expected: str) -> None:
    mode = f"    modes: {{long: {{default: true, change: {change}}}}}\n"
    lines = errors(load, "long", base={"": BASE}, hill={"": HILL + mode})
    assert len(lines) == 1, lines
    assert expected in lines[0]


def test_what_is_changed_and_removed_is_a_conflict(load: Load) -> None:
    hill = f"{HILL}    change: {{cards: {{rain: {{number: 7}}}}}}\n    remove: {{cards: [rain]}}\n"
    (line,) = errors(load, base={"": BASE}, hill={"": hill})
    assert "the card `rain` is changed twice by this pack" in line
