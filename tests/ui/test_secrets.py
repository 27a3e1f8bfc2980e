"""Secrets at the table: who looks at the screen sees what that side knows, and nobody else looks meanwhile."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from .conftest import PACKS, Run, saved

RAID = str(PACKS / "night_raid")
BOTH = ["", "ravine", "no_feint", "2", "", "ridge", "no_feint", "1"]
"""Both sides' secret answers of the first night, each after Enter."""
HANDED = "Enter when nobody else looks."


def screens(output: str) -> list[str]:
    """What is shown between one hand-over and the next."""
    return output.split(HANDED)


def test_two_people_see_their_own_secrets_alone(run: Run) -> None:
    output = run("play", RAID, "--seed", "3", answers=BOTH).output
    first, raiders, watch = screens(output)
    assert "In secret now: Raiders." in first
    assert "Raiders: Ravine (route)." in raiders
    assert "In secret now: The Watch." in raiders
    for text in (watch, raiders.split("In secret now")[0].rsplit("----", 1)[1]):
        assert "Raiders: face down (route)." in text or "Plan of Raiders: face down" in text
        assert "Raiders: Ravine" not in text
    shared = watch.rsplit("The Watch: 1 (strength).", 1)[1]
    assert "The Watch: face down (route)." in shared
    assert "Plan of Raiders: face down    Plan of The Watch: face down" in shared


def test_a_reveal_is_told_to_all(run: Run) -> None:
    output = run("play", RAID, "--seed", "3", answers=[*BOTH, "2", "2"]).output
    shared = screens(output)[2]
    assert "Raiders, revealed: Ravine." in shared
    assert "Raiders, revealed: force, 2." in shared
    assert "The Watch, revealed: held, no." in shared


def test_the_log_of_a_side_hides_what_it_does_not_know(run: Run) -> None:
    output = run("play", RAID, "--seed", "3", answers=[*BOTH[:5], "l"]).output
    log = output.rsplit("> l", 1)[1]
    assert "Raiders: face down (route)." in log
    assert "Ravine" not in log


def test_the_lists_of_those_who_share_a_screen_hide_secrets(run: Run) -> None:
    output = run("play", RAID, "--seed", "3", answers=[*BOTH, "l", "b", ""]).output
    shared = output.rsplit("> l", 1)[1]
    assert shared.count("Raiders: face down (route).") == 2
    assert "Ravine" not in shared


def test_who_plays_alone_is_never_asked_to_look_away_and_does_not_see_the_agent_s_secrets(run: Run) -> None:
    answers = ["ravine", "no_feint", "2", "l", ""]
    output = run("play", RAID, "--seed", "3", "--bot", "watch=random", answers=answers).output
    assert HANDED not in output
    assert "Raiders: Ravine (route)." in output
    assert "The Watch: face down (route)." in output
    assert "Plan of Raiders: Ravine    Plan of The Watch: face down" in output


def test_a_secret_with_one_option_is_asked(run: Run) -> None:
    """Whether there was a choice is nobody else's business."""
    answers = ["lane", "2", "l"]
    output = run("play", RAID, "--seed", "3", "--bot", "watch=random", answers=answers).output
    assert "Raiders: Commit: which one? (other)\n 1  No feint\n> 2" in output


def test_undo_never_crosses_a_reveal_nor_another_side(run: Run) -> None:
    output = run("play", RAID, "--seed", "3", answers=[*BOTH, "u"]).output
    assert "Not possible: another side has decided since your last choice." in output
    output = run("play", RAID, "--seed", "3", answers=[*BOTH[:3], "u", "lane"]).output
    assert "Taken back: Raiders: No feint (other)." in output


@pytest.mark.parametrize(
    ("view", "seen", "hidden"),
    [
        (["--view", "raiders"], "Raiders: Ravine (route).", "The Watch: Ridge (route)."),
        (["--view", "watch"], "The Watch: Ridge (route).", "Raiders: Ravine (route)."),
        ([], "The Watch: face down (route).", "Ravine"),
    ],
)
def test_a_replay_shows_what_a_side_knew(
    run: Run, home: Path, view: list[str], seen: str, hidden: str
) -> None:
    run("play", RAID, "--seed", "3", answers=BOTH)
    output = run("replay", str(saved(home)[0]), "--show", *view).output
    assert seen in output
    assert hidden not in output
    assert "EXACT" in output


def test_nobody_sees_everything_before_the_end(run: Run, home: Path) -> None:
    run("play", RAID, "--seed", "3", answers=BOTH)
    said = run("replay", str(saved(home)[0]), "--view", "all", code=2).stderr
    assert "The game has not ended" in said
    run("play", RAID, "--seed", "3", "--new", "--bot", "raiders=random", "--bot", "watch=random")
    (ended,) = (path for path in saved(home) if '"end"' in path.read_text("utf-8").splitlines()[-1])
    shown = run("replay", str(ended), "--view", "all").output
    assert "face down" not in shown


@pytest.mark.parametrize("answers", [BOTH[:2], BOTH[:4], BOTH[:6]], ids=len)
def test_leaving_takes_a_secret_off_the_screen(
    run: Run, monkeypatch: pytest.MonkeyPatch, answers: list[str]
) -> None:
    """Whoever leaves at a secret question, by `q` or at the end of input."""
    forgotten: list[str] = []
    monkeypatch.setitem(
        sys.modules, "readline", SimpleNamespace(clear_history=lambda: forgotten.append("history"))
    )
    for last in ([], ["q"]):
        before = len(forgotten)
        output = run("play", RAID, "--seed", "3", "--new", answers=[*answers, *last]).output
        rest = output.rsplit("-" * 80, 1)[1]
        assert "The game is kept" in rest
        for secret in ("Ravine", "Ridge", "No feint"):
            assert secret not in rest
        assert len(forgotten) > before, "the up arrow brings answers back"


def test_a_hand_over_is_passed_by_enter_alone(run: Run) -> None:
    output = run("play", RAID, "--seed", "3", answers=["?", "ravine", "", "ravine"]).output
    assert output.count("Enter alone goes on") == 2
    assert "Raiders: Ravine (route)." in output
    assert "The game is kept" in run("play", RAID, "--seed", "3", "--new", answers=["q"]).output


def test_a_view_of_nobody_is_refused(run: Run, home: Path) -> None:
    run("play", RAID, "--seed", "3", answers=BOTH)
    result = run("replay", str(saved(home)[0]), "--view", "wach", code=2)
    assert "did you mean `watch`?" in result.stderr
