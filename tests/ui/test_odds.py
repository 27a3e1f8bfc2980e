"""Odds at the table."""

from __future__ import annotations

from tests.ui.conftest import PACKS, Run, flat

BRIDGE = str(PACKS / "bridge")


def play(run: Run, *answers: str) -> str:
    return run("play", BRIDGE, "--new", "--seed", "1", answers=[*answers, "q"]).stdout


def test_options_show_what_may_come_of_them(run: Run) -> None:
    shown = play(run)
    assert " 1  The bridge  [raiders win 94 %]\n" in shown
    assert " 2  The tower   [raiders win 46 %]\n" in shown
    # Where nobody fights, nothing is left to chance.
    assert " 3  The mill\n" in shown


def test_the_whole_table_of_an_option_of_all_and_of_a_situation(run: Run) -> None:
    one = play(run, "odds 2").rpartition("> odds 2")[2]
    assert "The tower\n  Raiders win\n    no   67/125    53.6000 %  ###########\n" in one
    assert "The bridge\n" not in one
    every = play(run, "ODDS").rpartition("> ODDS")[2]
    assert every.index("  The bridge\n") < every.index("  The tower\n") < every.index("  The mill\n")
    other = play(run, "odds battle raiding=chief guarding=2 a guard")
    assert "A battle at the mill\n  Raiders lost\n    0  1/4    25.0000 %  #####\n" in other


def test_odds_follow_the_position(run: Run) -> None:
    """After a fight at the bridge, whoever fell there fights no more."""
    shown = play(run, "3", "odds battle_at field=bridge")
    assert "47/50    94.0000 %" in shown


def test_odds_asked_wrongly(run: Run) -> None:
    assert "There is no situation 'battel'. Did you mean 'battle'?" in flat(play(run, "odds battel"))
    assert "`battle_at` needs `field`: a location." in flat(play(run, "odds battle_at"))
    assert "There is no decision `feld`: goal." in flat(play(run, "odds battle_at feld=mill field=mill"))


def test_a_pack_without_situations_knows_no_such_word(run: Run) -> None:
    shown = run("play", str(PACKS / "two_roads"), "--new", "--seed", "1", answers=["odds", "?", "q"]).stdout
    assert "none of the options" in shown
    assert "how likely" not in shown
    assert "  odds  how likely what is; odds and a number for one option" in play(run, "?")
