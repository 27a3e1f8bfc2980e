"""What holds of every game is looked at, and a fault of the engine would be found as well."""

from __future__ import annotations

import random
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import sieges
from sieges.game.game import Game
from sieges.game.invariants import Broken, broken, keeper, kept
from sieges.game.rules import Rules
from sieges.game.secrets import Secrets
from sieges.testing.answers import AtRandom, FromLog
from sieges.testing.causes import Found
from sieges.testing.failures import NoSuchGame, holds, played
from sieges.testing.fuzzing import Session, play_quick
from sieges.testing.noticing import Notices
from sieges.testing.shrinking import Shrinker
from sieges.testing.walking import Walk
from tests.conformance.playable import setups
from tests.language.tiny import write


def walks(pack: str, seeds: int = 3) -> None:
    for setup in setups(pack):
        for seed in range(seeds):
            Walk(setup.rules, setup.options, AtRandom(random.Random(seed)), most=150).run()


@pytest.mark.parametrize(
    "name", ["bridge", "few_cards", "ford", "hill_fort", "night_raid", "two_roads", "volley"]
)
def test_games_of_sound_packs_have_all_properties(name: str, repository: Path) -> None:
    walks(f"tests/packs/{name}")


def test_a_log_is_the_same_game_at_once_and_step_by_step(repository: Path) -> None:
    for name in ("few_cards", "night_raid", "volley", "two_roads"):
        rules = sieges.load(repository / "tests/packs" / name).rules()
        for seed in range(20):
            log: list[int] = []
            cells = rules.start()
            play_quick(rules, cells, AtRandom(random.Random(seed)), log)
            cause, walk = played(rules, {}, log)
            assert (cause, walk.log, walk.game.data) == (None, log, cells)


def test_a_secret_that_shows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Secrets, "hide", lambda self, data, side: None)
    with pytest.raises(Found, match="secrets_are_kept"):
        walks("tests/packs/night_raid")


def test_an_event_that_tells_of_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Game.answer

    def tells(self: Game, value: int) -> Any:
        is_secret = self.rules.compiled.sites[self.site].secret
        events = answer(self, value)
        return events.append((0, value)) or events if is_secret else events

    monkeypatch.setattr(Game, "answer", tells)
    with pytest.raises(Found, match="secrets_are_kept"):
        walks("tests/packs/night_raid")


def test_a_position_that_changes_behind_ones_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    clone = Game.clone

    def shares(self: Game) -> Game:
        copy = clone(self)
        copy.data = self.data
        return copy

    monkeypatch.setattr(Game, "clone", shares)
    with pytest.raises(Found, match="undo_is_honest"):
        walks("tests/packs/two_roads")


def test_forms_that_differ_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Rules.play

    def other(self: Rules, *given: Any) -> list[int]:
        cells = play(self, *given)
        cells[-1] += 1
        return cells

    monkeypatch.setattr(Rules, "play", other)
    with pytest.raises(Found, match="replay_is_exact"):
        walks("tests/packs/two_roads")


def test_a_failure_of_the_engine_is_told_at_the_packs_line(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sieges.load("tests/packs/two_roads").rules()
    name = rules.compiled.sites[0]
    monkeypatch.setitem(rules.runtime.space, "k0", lambda *_: 1 // 0)
    rules._options[0] = rules.runtime.space["k0"]
    with pytest.raises(Found, match="the engine fails: ZeroDivisionError"):
        Walk(rules, {}, FromLog([])).run()
    assert name.what == "decision"


# ---------------------------------------------------------------- what a pack says of its games

GAME = """
    never: {two: x == 2 and ended(over)}
    eventually:
      one: x == 1
      nine: x == 9
    sequence:
      - {choose: p, by: red, from: locations}
      - adjust: x
        by: 1
      - {choose: q, by: red, from: locations}
      - if: p == beta and q == gamma
        then:
          - adjust: x
            by: 1
      - end: over
"""


def test_what_must_never_be_at_the_end(tmp_path: Path) -> None:
    rules = sieges.load(write(tmp_path / "t", GAME)).rules()
    session = Session(rules, str(tmp_path / "t"), {}, shrink_seconds=1)
    session.fuzz(1, first=True)
    (failure,) = session.failures
    assert failure.cause.about == "never.two"
    assert failure.log == [1, 2]


def test_promises_are_kept_or_told(tmp_path: Path) -> None:
    rules = sieges.load(write(tmp_path / "t", GAME)).rules()
    session = Session(rules, str(tmp_path / "t"), {}, shrink_seconds=0)
    session.fuzz(0.3)
    assert session.notices.kept == {"eventually.one"}
    assert [notice.about for notice in session.report() if notice.about.startswith("eventually")] == [
        "eventually.nine"
    ]


def test_what_no_game_shows(tmp_path: Path) -> None:
    text = """
        orders:
          idle: {}
          busy: {}
          barred: {}
        sequence:
          - repeat: 3
            steps:
              - {choose: o, by: red, from: "[o for o in orders if o != barred or x > 99]"}
              - if: o == busy
                then:
                  - place: troop
                    of: red
                    at: gamma
              - {choose: p, by: red, from: locations}
          - end: over
    """
    rules = sieges.load(write(tmp_path / "t", text)).rules()
    notices = Notices(rules)
    for seed in range(30):
        Walk(rules, {}, AtRandom(random.Random(seed)), notices=notices).run()
    told = {notice.about: notice.message for notice in notices.report()}
    assert "was never offered" in told["orders.barred"]
    assert "never changed anything" in told["orders.idle"]
    assert "orders.busy" not in told
    (decision,) = (message for about, message in told.items() if about.startswith("decisions."))
    assert "`p`" in decision


# ---------------------------------------------------------------- smaller games


def test_a_log_is_made_small() -> None:
    def test(options: dict[str, Any], log: list[int]) -> list[int] | None:
        used = log[:]
        for at, entry in enumerate(used):
            if entry >= 7 and sum(used[:at]) >= 3:
                return used[: at + 1]
        return None

    rng = random.Random(3)
    shrinker = Shrinker(test, {"a": 1}, [rng.randrange(50) for _ in range(200)], 5)
    shrinker.run()
    assert (shrinker.log, shrinker.options, shrinker.is_done) == ([3, 7], {}, True)


def test_a_large_number_is_made_small_at_once() -> None:
    shrinker = Shrinker(lambda options, log: log[:1] if log and log[0] >= 12345 else None, {}, [10**30], 5)
    shrinker.run()
    assert shrinker.log == [12345]
    assert shrinker.tests < 1000


# ---------------------------------------------------------------- cases of one's own

ROAD = [("stage.order", "road"), ("walk.gait", "1")]


def test_a_case_that_is_out_of_date_says_so(repository: Path) -> None:
    pack = repository / "tests/packs/two_roads"
    holds(pack, ROAD)
    holds(pack, [*ROAD, ("stage.order", "swim")])
    with pytest.raises(NoSuchGame, match=r"move 1 answers `stage\.footing`, and `stage\.order` is asked"):
        holds(pack, [("stage.footing", "1")])
    with pytest.raises(NoSuchGame, match="`swim`, move 1, is not offered"):
        holds(pack, [("stage.order", "swim"), *ROAD])


def test_a_keeper_looks_again_at_what_has_changed_and_only_then(repository: Path) -> None:
    rules = sieges.load(repository / "tests/packs/passes").rules()
    keep, data = keeper(rules), list(rules.new().data)
    first, _ = rules.compiled.kinds["unit"].state["wounds"]
    assert keep is not None
    for harmed in (False, True, True, False, True):
        data[first] = 9 if harmed else 0
        with pytest.raises(Broken, match="`apart`") if harmed else nullcontext():
            keep(data)
        assert [found.id for found in broken(rules, data)] == ["apart"] * harmed
    asked = []
    with pytest.MonkeyPatch.context() as patch:
        for said in kept(rules):
            patch.setitem(
                rules.runtime.space, said.function, lambda cells, id_=said.id: asked.append(id_) or True
            )
        keep, data[first] = keeper(rules), 0
        assert keep is not None
        for wounds in (0, 0, 1, 1, 0):
            data[first] = wounds
            keep(data)
    assert asked == ["on_the_board", "apart", "apart", "apart"]
