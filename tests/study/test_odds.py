"""Exact odds: against chains worked out by hand, and the three ways of getting them against one another."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import sieges.study.odds as module
from sieges.game.arguments import BadArgument
from sieges.game.rules import Rules
from sieges.loading import compile_fresh
from sieges.study import asking
from sieges.study.odds import BOUNDED, EXACT, SAMPLED, Effort, Found, Undecided, odds
from sieges.study.situations import NoOdds, Situation, from_the_start, of_option
from tests.language.tiny import said, write

DUEL = """
procedures:
  duel:
    steps:
      - while: x > 0 and y > 0
        at_most: chance
        steps:
          - roll: blow
            die: die
          - if: blow >= 5
            then: [{adjust: y, by: -1}]
          - if: blow == 1
            then: [{adjust: x, by: -1}]
odds:
  duel:
    parameters: {reds: number, blues: number}
    defaults: {blues: 1}
    given: [{set: x, to: reds}, {set: y, to: blues}]
    run: duel
    tell:
      won: {is: y == 0}
      lost: {is: old(x) - x}
"""


def rules_of(folder: Path, more: str) -> Rules:
    folder.mkdir(exist_ok=True)
    compiled, found, _ = compile_fresh(write(folder / "pack", more))
    assert compiled is not None, [finding.message for finding in found]
    return Rules(compiled)


def asked(rules: Rules, name: str, *answers: str, **given: object) -> Situation:
    entry = rules.compiled.odds[name]
    values = asking.parameters(rules, entry, {key: str(value) for key, value in given.items()})
    return Situation(rules, entry, values, from_the_start(rules), asking.answers(rules, answers))


def shares(found: Found, at: int = 0) -> dict[int, Fraction]:
    return found.told[at].shares


# ---------------------------------------------------------------- by hand


def test_a_round_without_a_hit_is_divided_out(tmp_path: Path) -> None:
    """Of six faces two hit blue and one hits red: what counts is 2 to 1."""
    rules = rules_of(tmp_path, DUEL)
    found = odds(asked(rules, "duel", reds=1))
    assert (found.method, found.missing) == (EXACT, 0)
    assert shares(found) == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    assert shares(found, 1) == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    best_of_three = odds(asked(rules, "duel", reds=2, blues=2))
    assert shares(best_of_three)[1] == Fraction(2, 3) ** 2 * (1 + 2 * Fraction(1, 3))
    assert (
        best_of_three.told[1].mean == Fraction(2, 3) ** 2 * 2 * Fraction(1, 3) + 2 * shares(best_of_three)[0]
    )


def test_equal_states_are_one(tmp_path: Path) -> None:
    """The last answer of a die, which the next takes the place of, is no part of a state."""
    found = odds(asked(rules_of(tmp_path, DUEL), "duel", reds=2, blues=2))
    assert found.states == 4 + 3
    assert found.ways == 4 * 6


WALK = """
procedures:
  walk:
    steps:
      - while: x > 0 and x < 6
        at_most: chance
        steps:
          - roll: step
            die: odd
          - adjust: x
            by: 1 if step == 3 else -1
odds:
  walk:
    parameters: {start: number}
    given: [{set: x, to: start}]
    run: walk
    tell: {end: {is: x}}
"""


@pytest.mark.parametrize("start", range(1, 6))
def test_a_walk_to_and_fro(tmp_path: Path, start: int) -> None:
    """A knot of states, against the ruin of a gambler who wins one time in three."""
    found = odds(asked(rules_of(tmp_path, WALK), "walk", start=start))
    up = (Fraction(2) ** start - 1) / (Fraction(2) ** 6 - 1)
    assert found.method == EXACT
    assert shares(found) == {0: 1 - up, 6: up}


def test_cards_are_drawn_without_being_put_back(tmp_path: Path) -> None:
    rules = rules_of(
        tmp_path,
        """
        cards: {ace: {}, king: {}, queen: {}, two: {}}
        decks: {pack_of_cards: {pools: {all_cards: "[ace, king, queen, two]"}, packets: [{all_cards: rest}]}}
        procedures:
          deal:
            steps:
              - repeat: 3
                steps:
                  - draw: c
                    from: pack_of_cards
                    if_empty: [{stop: loop}]
                  - if: c == ace
                    then: [{stop: procedure}]
                  - adjust: x
                    by: 1
        odds: {deal: {run: deal, tell: {before: {is: x}}}}
        """,
    )
    assert shares(odds(asked(rules, "deal"))) == {at: Fraction(1, 4) for at in range(4)}


def test_what_is_told_may_be_a_member_or_none_and_the_game_may_end(tmp_path: Path) -> None:
    rules = rules_of(
        tmp_path,
        """
        procedures:
          go:
            steps:
              - roll: face
                die: die
              - if: face == 6
                then: [{end: over}]
              - set: spot
                to: beta if face > 3 else none
        odds: {go: {run: go, tell: {where: {is: spot}, over: {is: ended(over)}}}}
        """,
    )
    found = odds(asked(rules, "go"))
    assert shares(found) == {-1: Fraction(4, 6), 1: Fraction(2, 6)}
    assert shares(found, 1) == {0: Fraction(5, 6), 1: Fraction(1, 6)}


def test_without_a_chance_all_is_certain(tmp_path: Path) -> None:
    rules = rules_of(
        tmp_path, "odds: {go: {run: go, tell: {x: {is: x}}}}\nprocedures: {go: {steps: [{set: x, to: 7}]}}\n"
    )
    found = odds(asked(rules, "go"))
    assert (found.chances, shares(found)) == (0, {7: 1})


# ---------------------------------------------------------------- the ways of getting them


def everything(monkeypatch: pytest.MonkeyPatch, situation: Situation) -> list[Found]:
    """The same odds exactly, in whole numbers, with what hardly ever happens left out, and sampled."""
    found = [odds(situation)]
    with monkeypatch.context() as patch:
        patch.setattr(module, "_exact", lambda *_: None)
        found.append(odds(situation))
        patch.setattr(module, "_whole", lambda *_: None)
        found.append(odds(situation))
        patch.setattr(module, "_partly", lambda *_: None)
        found.append(odds(situation, Effort(samples=2000), seed=7))
    assert [one.method for one in found] == [EXACT, BOUNDED, BOUNDED, SAMPLED]
    return found


def random_pack(luck: Random) -> str:
    """Rules of two numbers that a die changes somehow, ending at 0."""
    changes = "".join(
        f"          - if: face == {face}\n"
        f"            then: [{{set: {luck.choice('xy')}, to: 'max(0, {luck.choice('xy')} - {luck.randint(-1, 2)})'}}]\n"
        for face in range(1, 7)
        if luck.random() < 0.8
    )
    return f"""
procedures:
  chance_it:
    steps:
      - while: x > 0 and y > 0 and x < 5 and y < 5
        at_most: chance
        steps:
          - roll: face
            die: die
{changes}          - if: face == 6
            then: [{{adjust: x, by: -1}}]
odds:
  chance_it:
    parameters: {{a: number, b: number}}
    given: [{{set: x, to: a}}, {{set: y, to: b}}]
    run: chance_it
    tell: {{x: {{is: x}}, sooner: {{is: x < old(x)}}, both: {{is: x + 10 * y}}}}
"""


@pytest.mark.parametrize("seed", range(8))
def test_all_ways_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    luck = Random(seed)
    rules = rules_of(tmp_path, random_pack(luck))
    situation = asked(rules, "chance_it", a=luck.randint(1, 4), b=luck.randint(1, 4))
    exact, *others = everything(monkeypatch, situation)
    assert all(sum(told.shares.values()) == 1 for told in exact.told)
    for found in others:
        for told, known in zip(found.told, exact.told, strict=True):
            assert told.shares.keys() <= known.shares.keys()
            for value, chance in known.shares.items():
                low, high = found.interval(told, value)
                # Of a sample's intervals one in twenty may miss, so that these are made wider.
                slack = high - low if found.method == SAMPLED else Fraction(0)
                assert low - slack <= chance <= high + slack, (found.method, value)


def test_a_run_too_long_to_follow_is_left_out_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turns that are counted never come back to the same state; a fault after the last is hardly ever met."""
    more = DUEL.replace("at_most: chance", "at_most: 300")
    rules = rules_of(tmp_path, more)
    found = odds(asked(rules, "duel", reds=1))
    assert found.method == BOUNDED
    assert 0 < found.missing < Fraction(1, 10**12)
    low, high = found.interval(found.told[0], 1)
    assert low <= Fraction(2, 3) <= high
    with pytest.raises(NoOdds, match="went round 3 times"):
        odds(
            asked(rules_of(tmp_path / "short", DUEL.replace("at_most: chance", "at_most: 3")), "duel", reds=1)
        )


def test_the_time_is_kept_whatever_takes_it(tmp_path: Path) -> None:
    """Without any left, what has to be sampled is; somebody may watch it go."""
    gone: list[float] = []
    situation = asked(rules_of(tmp_path, DUEL.replace("at_most: chance", "at_most: 300")), "duel", reds=1)
    found = odds(situation, Effort(seconds=0.0), 1, gone.append)
    assert (found.method, found.samples) == (SAMPLED, 100)
    assert gone == sorted(gone)
    assert len(gone) > 100


# ---------------------------------------------------------------- decisions

LOSSES = """
procedures:
  losses:
    steps:
      - choose: p
        by: red
        from: "[p for p in [alpha, beta] if vacant(p) > 0]"
        if_none: [{stop: procedure}]
      - roll: face
        die: die
      - place: troop
        of: red
        at: p
      - if: face == 6 and p == beta
        then: [{set: x, to: 1}]
odds:
  alike: {run: losses, tell: {troops_of_red: {is: troops(red)}, high: {is: face_was_high}}}
  apart: {run: losses, tell: {x: {is: x}}}
  answered: {run: losses, answers: {p: [beta]}, tell: {x: {is: x}}}
"""
LOSSES = LOSSES.replace(", high: {is: face_was_high}", "")


FULL = "  crowded: {given: [{place: troop, of: red, at: gamma, count: 9}], run: losses, tell: {x: {is: x}}}\n"


def test_decisions_that_do_not_matter_and_those_that_do(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, LOSSES)
    assert shares(odds(asked(rules, "alike"))) == {3: 1}
    with pytest.raises(Undecided) as error:
        odds(asked(rules, "apart"))
    assert [(decision.name, decision.side) for decision in error.value.decisions] == [("p", "red")]
    assert error.value.message == "what Red answers to `p` (Losses) matters here"
    assert error.value.help == "offered: p=alpha, p=beta; or `first`, or `last`"
    assert shares(odds(asked(rules, "answered"))) == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    for answer in ("p=beta", "red.p=beta", "losses.p=last", "p=gamma,beta"):
        assert shares(odds(asked(rules, "apart", answer)))[1] == Fraction(1, 6)
    assert shares(odds(asked(rules, "answered", "p=first"))) == {0: 1}
    # What is offered is taken; another answer leaves the decision open, and says why.
    with pytest.raises(Undecided) as error:
        odds(asked(rules, "apart", "blue.p=beta"))
    assert error.value.message == "what Red answers to `p` (Losses) matters here"
    full = rules_of(tmp_path / "full", LOSSES.replace("[alpha, beta]", "locations") + FULL)
    with pytest.raises(Undecided) as error:
        odds(asked(full, "crowded", "p=gamma"))
    assert error.value.message == (
        "what Red answers to `p` (Losses) matters here; its answer `gamma` is not offered there: "
        "free slots in Gamma is 0, and has to be more than 0"
    )


def test_of_decisions_in_a_row_the_last_one_is_named(tmp_path: Path) -> None:
    rules = rules_of(
        tmp_path,
        """
        procedures:
          two:
            steps:
              - either: early
                by: red
                options: [{id: a}, {id: b, steps: [{set: y, to: 4}]}]
              - roll: face
                die: die
              - either: late
                by: blue
                options: [{id: c}, {id: d, steps: [{set: x, to: face}]}]
        odds: {two: {run: two, tell: {x: {is: x}}}}
        """,
    )
    with pytest.raises(Undecided, match="`late`"):
        odds(asked(rules, "two"))
    assert shares(odds(asked(rules, "two", "late=d"))) == {face: Fraction(1, 6) for face in range(1, 7)}


def test_a_run_that_never_ends_or_fails_is_told_so(tmp_path: Path) -> None:
    rules = rules_of(
        tmp_path,
        """
        procedures:
          round:
            steps:
              - while: x == 0
                at_most: chance
                steps: [{roll: face, die: die}]
          fail:
            steps:
              - roll: face
                die: die
              - if: face == 1
                then: [{remove: troop, of: red, at: gamma}]
          leave: {steps: [{roll: face, die: die}, {cancel: turn}]}
        odds:
          round: {run: round, tell: {x: {is: x}}}
          fail: {run: fail, tell: {x: {is: x}}}
          leave: {run: leave, tell: {x: {is: x}}}
          gone: {given: [{end: over}], run: round, tell: {x: {is: x}}}
          poor:
            needs: {a: {is: x > 3, title: x over 3}, b: {is: x < 3, title: x below 3}, c: {is: y > 3, title: y over 3}}
            given: [{set: x, to: 9}]
            run: round
            tell: {x: {is: x}}
        sequence: [{scope: turn, steps: [{call: leave}]}, {end: over}]
        """,
    )
    place = r"something impossible: .*pack\.yaml:\d+:\d+: there is no troop"
    for name, why in (("round", "for ever"), ("fail", place), ("leave", "cancels `turn`")):
        with pytest.raises(NoOdds, match=why):
            odds(asked(rules, name))
    with pytest.raises(NoOdds, match="ended with what is given"):
        asked(rules, "gone")
    with pytest.raises(NoOdds, match=r"^`poor` needs x over 3 and y over 3$"):
        asked(rules, "poor")


# ---------------------------------------------------------------- what is typed


def battle(repository: Path, **given: str) -> list[int]:
    compiled, _, _ = compile_fresh(repository / "tests" / "packs" / "bridge")
    assert compiled is not None
    rules = Rules(compiled)
    return asking.parameters(rules, rules.compiled.odds["battle"], given)


@pytest.mark.parametrize(
    ("raiding", "guarding", "sets"),
    [
        ("chief", "captain", [1, 8]),
        ("chief,raider_1", "none", [3, 0]),
        ("2 A raider", "a guard", [6, 16 + 32 + 64]),
        ("The Chief, 1 units, raider_2", "2 units", [7, 8 + 16]),
        ("attackers", "defenders", [7, 120]),
        ("1 units", "units", [1, 126]),
    ],
)
def test_sets_are_members_and_groups(repository: Path, raiding: str, guarding: str, sets: list[int]) -> None:
    assert battle(repository, raiding=raiding, guarding=guarding) == [*sets, 3]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"raiding": "chief"}, "`battle` needs `guarding`: a set of units"),
        ({"raidng": "chief"}, "`battle` has no parameter `raidng`; did you mean `raiding`?"),
        ({"raiding": "chif", "guarding": "none"}, "`raiding` is a set of units, and there is no `chif`; did you"),
        ({"raiding": "chief", "guarding": "chief"}, "`chief` is named twice"),
        ({"raiding": "9 units", "guarding": "none"}, "only 7 of `units` there are, and `9 units` asks for more"),
        ({"raiding": "units", "guarding": "1 units"}, "only 0 of `units` are left, and `1 units` asks for more"),
        ({"raiding": "none", "guarding": "none", "ground": "mil"}, "`ground` is a location, not `mil`; did you"),
    ],
)  # fmt: skip
def test_what_is_typed_wrongly(repository: Path, given: dict[str, str], message: str) -> None:
    with pytest.raises(BadArgument) as error:
        battle(repository, **given)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("p", "an answer is given as NAME=OPTION, not `p`"),
        ("q=alpha", "there is no decision `q`: p"),
        ("p=alpa", "`p` never offers `alpa`; did you mean `alpha`?"),
    ],
)
def test_answers_typed_wrongly(tmp_path: Path, answer: str, message: str) -> None:
    with pytest.raises(BadArgument) as error:
        asking.answers(rules_of(tmp_path, LOSSES), [answer])
    assert str(error.value) == message


# ---------------------------------------------------------------- what check refuses

GO = "procedures: {go: {parameters: {n: number}, steps: [{set: x, to: n}]}}\n"


@pytest.mark.parametrize(
    ("entry", "code", "message"),
    [
        ("{run: og, TOLD}", "L002", "there is no procedure `og`"),
        ("{run: go, TOLD}", "L008", "`go` needs `n`"),
        ("{run: go, with: {m: 1, n: 1}, TOLD}", "L008", "`go` has no parameter `m`"),
        ("{run: go, with: {n: alpha}, TOLD}", "L003", "this is a location, and a number is needed"),
        ("{run: go, GIVEN, defaults: {k: 1}, TOLD}", "L008", "`go` has no parameter `k`"),
        ("{run: go, GIVEN, parameters: {k: numbr}, TOLD}", "L016", "`numbr` names no type"),
        ("{run: go, GIVEN, parameters: {k: a list of locations}, TOLD}", "L016", "a parameter cannot be a"),
        ("{run: go, GIVEN, parameters: {x: number}, TOLD}", "L020", "`x` already means something in this pack"),
        ("{run: go, GIVEN, tell: {}}", "L040", "the situation `go` tells nothing"),
        ("{run: go, GIVEN, tell: {x: {is: land}}}", "L003", "what is told is a number, a condition"),
        ("{run: go, GIVEN, tell: {x: {is: 'count([p for p in land if old(vacant(p)) > 0])'}}}", "L007", "`p` has no"),
        ("{run: go, GIVEN, given: [{roll: d, die: die}], TOLD}", "L040", "what is given asks and rolls nothing"),
        ("{run: go, GIVEN, answers: {q: alpha}, TOLD}", "L002", "there is no decision `q`"),
    ],
)  # fmt: skip
def test_situations_with_mistakes(tmp_path: Path, entry: str, code: str, message: str) -> None:
    entry = entry.replace("TOLD", "tell: {x: {is: x}}").replace("GIVEN", "with: {n: 1}")
    lines = said(tmp_path / "pack", f"{GO}odds: {{go: {entry}}}\n")
    assert len(lines) == 1
    assert lines[0].split(" ", 1)[1].startswith(f"{code} {message}")


@pytest.mark.parametrize(
    ("shown", "message"),
    [
        ("{of: gone}", "L002 there is no situation `gone`"),
        ("{of: went}", "L008 `went` needs `where`"),
        ("{of: went, with: {where: p, k: 1}}", "L008 `went` has no parameter `k`"),
        ("{of: went, with: {where: 3}}", "L003 this is a number, and a location is needed"),
    ],
)
def test_odds_of_a_choice_with_mistakes(tmp_path: Path, shown: str, message: str) -> None:
    more = f"""
        procedures:
          go: {{steps: [{{set: x, to: 1}}]}}
          ask:
            steps:
              - choose: p
                by: red
                from: locations
                odds: {shown}
              - set: spot
                to: p
        odds: {{went: {{parameters: {{where: a location}}, run: go, tell: {{there: {{is: spot == where}}}}}}}}
        sequence: [{{call: ask}}, {{end: over}}]
    """
    assert [line.split(" ", 1)[1] for line in said(tmp_path / "pack", more)] == [message]


# ---------------------------------------------------------------- changes no game


def test_situations_change_no_rules(tmp_path: Path, repository: Path) -> None:
    text = (repository / "tests/packs/bridge/pack.yaml").read_text("utf-8")
    start, end = text.index("\nodds:"), text.index("\nsequence:")
    bare = (text[:start] + text[end:]).replace("        odds: {of: battle_at, with: {field: goal}}\n", "")
    hashes = []
    for number, written in enumerate((text, bare)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "pack.yaml").write_text(written, "utf-8")
        compiled, _, _ = compile_fresh(folder)
        assert compiled is not None
        hashes.append(compiled.rules_hash)
    assert hashes[0] == hashes[1]


def test_a_mode_changes_a_situation_and_a_pack_may_take_one_away(tmp_path: Path) -> None:
    more = DUEL + (
        "modes:\n  plain: {title: Plain, default: true}\n  even:\n    title: Even\n"
        "    change: {odds: {duel: {given: [{set: x, to: reds}, {set: y, to: reds}]}}}\n"
        "  bare: {title: Bare, remove: {odds: [duel]}}\n"
    )
    folder = write(tmp_path / "pack", more)
    known = {}
    for mode in ("plain", "even", "bare"):
        compiled, found, _ = compile_fresh(folder, mode)
        assert compiled is not None, list(found)
        known[mode] = Rules(compiled)
    assert shares(odds(asked(known["even"], "duel", reds=2)))[1] == Fraction(20, 27)
    assert shares(odds(asked(known["plain"], "duel", reds=2)))[1] == 1 - Fraction(1, 9)
    assert known["bare"].compiled.odds == {}


# ---------------------------------------------------------------- secrets

AMBUSH = """
modes:
  dark:
    title: In the dark
    default: true
    variables: {plan: {type: a location or none, start: none, per: side, secret: true}}
procedures:
  ambush:
    steps:
      - reveal: hidden
        of: plan[blue] == beta
      - roll: face
        die: die
      - if: hidden
        then: [{set: x, to: face}]
  stroll: {steps: [{roll: face, die: die}, {set: x, to: face}]}
  hide:
    steps:
      - choose: p
        by: blue
        from: locations
        secret: plan[blue]
      - choose: q
        by: red
        from: "[alpha, beta]"
        odds: {of: stroll}
      - set: spot
        to: q
odds:
  ambush: {run: ambush, tell: {x: {is: x}}}
  stroll: {run: stroll, tell: {x: {is: x}}}
  known: {parameters: {where: a location or none}, run: stroll, tell: {x: {is: x}}}
sequence: [{call: hide}, {end: over}]
"""


def test_what_hangs_on_the_secret_of_another_is_refused(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, AMBUSH)
    game = rules.new()
    game.apply("beta")
    unseen = frozenset(cell.cell for cell in rules.secrets.unknown_to(0))
    for name, side in (("stroll", 0), ("ambush", 1)):
        own = frozenset(cell.cell for cell in rules.secrets.unknown_to(side))
        assert len(shares(odds(Situation(rules, rules.compiled.odds[name], [], game.data, {}, own)))) == 6
    with pytest.raises(NoOdds, match="another side keeps secret"):
        odds(Situation(rules, rules.compiled.odds["ambush"], [], game.data, {}, unseen))
    assert of_option(rules, game, 0, {}, unseen) is not None


def test_parameters_of_an_option_look_at_no_secret(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, AMBUSH.replace("{of: stroll}", "{of: known, with: {where: 'plan[blue]'}}"))
    game = rules.new()
    game.apply("beta")
    unseen = frozenset(cell.cell for cell in rules.secrets.unknown_to(0))
    with pytest.raises(NoOdds, match="another side keeps secret"):
        of_option(rules, game, 0, {}, unseen)


# ---------------------------------------------------------------- many dice


def test_a_battle_of_many_dice_comes_to_its_bound(tmp_path: Path) -> None:
    """Forty dice against twelve, all dice of a side one chance."""
    rules = rules_of(
        tmp_path,
        """
        procedures:
          battle:
            steps:
              - while: x > 0 and y > 0
                at_most: chance
                steps:
                  - roll: killed
                    of: hits(3 / 10, x)
                  - roll: lost
                    of: hits(6 / 10, y)
                  - set: x
                    to: max(0, x - lost)
                  - set: y
                    to: max(0, y - killed)
        odds:
          battle:
            parameters: {reds: number, blues: number}
            given: [{set: x, to: reds}, {set: y, to: blues}]
            run: battle
            tell: {won: {is: y == 0 and x > 0}, lost: {is: old(x) - x}}
        """,
    )
    one = odds(asked(rules, "battle", reds=1, blues=1))
    # Either hits alone, or both; a round of two misses is divided out.
    alone, none = Fraction(3, 10) * Fraction(4, 10), Fraction(7, 10) * Fraction(4, 10)
    assert shares(one)[1] == alone / (1 - none)
    assert shares(one, 1)[1] == 1 - alone / (1 - none)
    many = odds(asked(rules, "battle", reds=40, blues=12))
    assert many.method == BOUNDED
    assert many.missing < Fraction(1, 10**11)
    assert many.ways < 100_000
    low, high = many.interval(many.told[0], 1)
    assert 1 - Fraction(1, 10**9) < low <= high <= 1


def test_copies_are_a_group(tmp_path: Path) -> None:
    rules = rules_of(
        tmp_path,
        """
        kinds:
          unit: {plural: units, members: {guard: {copies: 5, title: A guard}, captain: {}}}
        procedures: {go: {steps: [{set: x, to: 1}]}}
        odds:
          go:
            parameters: {a: a set of units, b: a set of units}
            run: go
            tell: {a: {is: count(a)}, alone: {is: captain in a}, apart: {is: count(a & b)}}
        """,
    )
    entry = rules.compiled.odds["go"]
    for a, b, sets in (
        ("2 guard, captain", "guard", [0b100011, 0b011100]),
        ("3 guard", "1 guard, guard_1, captain", [0b001110, 0b110001]),
    ):
        assert asking.parameters(rules, entry, {"a": a, "b": b}) == sets
    with pytest.raises(BadArgument, match="there is no `2 men`: units, guard, captain"):
        asking.parameters(rules, entry, {"a": "2 men", "b": "none"})
    found = odds(asked(rules, "go", a="2 guard, captain", b="3 guard"))
    assert [told.shares for told in found.told] == [{3: 1}, {1: 1}, {0: 1}]
