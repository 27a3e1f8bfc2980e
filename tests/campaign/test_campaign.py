"""A campaign in its journal: parts, what is carried, and every way in which a file can be gone on with or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sieges
from sieges.game import campaigns
from sieges.game.game import NotRunning
from sieges.game.rules import BadOption
from sieges.play.campaign import Campaign, replay_campaign, resume_campaign
from sieges.play.journal import CAMPAIGN_FORMAT, FORMAT, InUse, Save
from sieges.play.reading import NotASave, read_save, what_is
from sieges.play.replay import Diverged
from sieges.play.session import CannotGoBack
from tests.play import games as single
from tests.play.games import copied

from .games import advance, begun, nights, parts


def read(path: Path) -> Save:
    return read_save(path, CAMPAIGN_FORMAT)


def where(campaign: Campaign) -> tuple[object, ...]:
    """All that a campaign that is played has of state."""
    part = campaign.part
    return campaign.kind, campaign.game, campaign.kept, part.game.digest(), campaign.end


@pytest.mark.parametrize("seed", range(8))
def test_what_is_carried_and_nothing_else_goes_from_game_to_game(seed: int) -> None:
    rules = nights().rules()
    before: list[int] | None = None
    wins = 0
    for kind, game in parts(rules, seed):
        state = game.position()
        if kind == "game":
            # The hours and the tired ones are those of this game alone.
            assert 1 <= state["variables"]["hours"] <= 3
            wins = sum(state["variables"]["nights_won"].values())
            assert before is not None
        if kind == "after":
            assert sum(state["variables"]["nights_won"].values()) == wins + 1
        before = campaigns.carried(rules, game.data)
    assert max(state["variables"]["nights_won"].values()) == 2
    end = campaigns.end_of(rules, game.data)
    assert end is not None
    assert end.winner == max(state["variables"]["nights_won"], key=state["variables"]["nights_won"].get)


def test_the_first_game_begins_with_what_was_decided_before_it() -> None:
    campaign = begun()
    campaign.part.apply("build")
    with pytest.raises(CannotGoBack):
        campaign.part.amend(1)
    campaign.go_on()
    assert campaign.words == "game 1"
    assert campaign.part.game.position()["tracks"]["wall"] == 3
    with pytest.raises(NotRunning):
        campaign.go_on()


def test_options_are_of_one_game_and_what_follows_it() -> None:
    campaign = begun()
    campaign.part.apply("sleep")
    with pytest.raises(BadOption):
        campaign.go_on({"length": 99})
    assert campaign.waits
    campaign.go_on({"length": 7})
    campaign.part.apply("home")
    campaign.go_on()
    assert campaign.part.game.position()["options"] == {"length": 7}
    campaign.part.apply("0")
    campaign.go_on()
    assert campaign.part.game.position()["options"] == {"length": 3}


def test_every_way_back_is_within_a_part() -> None:
    campaign = begun()
    campaign.part.apply("build")
    campaign.part.undo()
    campaign.part.apply("sleep")
    campaign.go_on()
    with pytest.raises(CannotGoBack):
        campaign.part.undo()
    assert campaign.part.game.position()["tracks"]["wall"] == 2


@pytest.mark.parametrize("seed", range(2))
def test_a_file_is_gone_on_with_wherever_it_was_left(seed: int, tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    campaign = advance(begun(whole), seed=seed)
    lines = whole.read_bytes().splitlines(keepends=True)
    for length in range(1, len(lines) + 1):
        for torn in (b"", b'{"n": 99, "id'):
            path = tmp_path / f"{length}{bool(torn)}.jsonl"
            path.write_bytes(b"".join(lines[:length]) + torn)
            again = resume_campaign(read(path), nights())
            moves = read(whole).lines[length - 1 :]
            for line in moves:
                while again.waits:
                    again.go_on()
                choice = getattr(line, "choice", None)
                if choice is not None:
                    again.part.apply(choice, line.how)  # type: ignore[union-attr]
            while again.waits:
                again.go_on()
            assert where(again) == where(campaign)
            journal = again.part.journal
            assert journal is not None
            journal.close()
            kept = [line for line in path.read_bytes().splitlines(keepends=True) if b"torn" not in line]
            assert [line for line in kept if b'"n": 99' not in line] == lines


def test_what_is_in_use_or_another_file_is_said(tmp_path: Path) -> None:
    path, game = tmp_path / "campaign.jsonl", tmp_path / "game.jsonl"
    campaign = advance(begun(path), 3)
    with pytest.raises(InUse):
        resume_campaign(read(path), nights())
    assert campaign.part.journal is not None
    campaign.part.journal.close()
    single.begun(game)
    assert (what_is(path), what_is(game)) == ("campaign", "save")
    with pytest.raises(NotASave, match="it is the save of a single game; `sieges play --file` goes on"):
        read(game)
    with pytest.raises(NotASave, match="it is a campaign; `sieges campaign` goes on with it"):
        read_save(path, FORMAT)
    path.write_text('{"format": "sieges-campaign 7"}\n')
    with pytest.raises(NotASave, match="campaign of another engine"):
        read(path)
    path.write_text('{"format": "chess 1"}\n')
    with pytest.raises(NotASave, match="it is no campaign of this engine"):
        read(path)


@pytest.mark.parametrize(
    ("at", "line", "message"),
    [
        (1, {"n": 1, "part": "game", "game": 1}, "here comes the part `begins` of game 0"),
        (1, {"n": 1, "id": "x", "by": "y", "choice": "z", "digest": ""}, "no part of the campaign had begun"),
        (3, {"n": 3, "part": "game", "game": 2}, "here comes the part `game` of game 1"),
        (3, {"n": 3, "part": "game", "game": "1"}, "a part of a campaign has"),
        (3, {"n": 3, "part": "after", "game": 1, "options": {"length": 1}}, "a part of a campaign has"),
        (3, {"n": 3, "part": "siege", "game": 1}, "a part of a campaign has"),
        (4, {"n": 4, "undo": 2, "by": "raiders"}, "it goes back to line 2, which is no move that stands"),
        (-1, {"n": 0, "part": "game", "game": 9}, "the campaign had ended before it"),
    ],
)
def test_damage_is_found_at_its_line(at: int, line: dict[str, object], message: str, tmp_path: Path) -> None:
    path = tmp_path / "campaign.jsonl"
    advance(begun(path))
    lines = path.read_text().splitlines()
    at = len(lines) if at < 0 else at
    path.write_text("\n".join([*lines[:at], json.dumps({**line, "n": at}), *lines[at:]]) + "\n")
    damage = read(path).damage
    assert damage is not None
    assert message in damage.message
    assert damage.good == at - 1


def test_a_changed_pack_is_exact_or_diverges_in_a_game_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "campaign.jsonl"
    advance(begun(path), seed=13)
    changed = [
        (("title: Three Nights", "title: Three long nights"), ""),
        (("by: more\n", "by: more - 1\n"), "DIVERGED after game 1, at decision 1, campaign.after.more"),
        (("beyond: stop, start: 2", "beyond: stop, start: 5"), "before the first game, at decision 1"),
        (("from: numbers(0, 2)", "from: numbers(1, 2)"), "`0` is not offered now"),
        (('"nights_won[villagers] == 2"', '"nights_won[villagers] == 1"'), "had gone on, and now it has ended"),
        (("nights_won[raiders] == 2", "nights_won[villagers] == 2"), "the campaign had ended by `valley_holds`"),
    ]  # fmt: skip
    for number, (change, said) in enumerate(changed):
        folder = copied(tmp_path / str(number), change, pack="three_nights")
        found = replay_campaign(read(path), sieges.load(folder), invariants=True)
        if not said:
            assert (found.divergence, found.broken, found.same_rules) == (None, None, True)
            continue
        assert said in str(found.divergence), found.divergence
        with pytest.raises(Diverged):
            resume_campaign(read(path), sieges.load(folder))


def test_another_pack_and_lost_options_are_said(tmp_path: Path) -> None:
    path = tmp_path / "campaign.jsonl"
    advance(begun(path), seed=2)
    found = replay_campaign(read(path), single.ford())
    assert "the game is one of the pack `three_nights`" in str(found.divergence)
    text = path.read_text().replace('"options": {"length": 3}', '"options": {"width": 3}')
    path.write_text(text)
    assert "the pack has no option `width`" in str(replay_campaign(read(path), nights()).divergence)
