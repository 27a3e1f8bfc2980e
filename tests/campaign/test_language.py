"""What is refused of a campaign, at the line and column of the mistake, and what its steps may do."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.game import campaigns
from tests.language.tiny import rules, said

ENDS = "  ends: {done: {winner: none, when: x > 2}}\n"
FINISH = "procedures: {finish: {steps: [{end: over}]}}\n"
MORE = """\
kinds:
  owl: {plural: owls, fields: {of: {type: a side}}, state: {fed: {type: number, start: 0}}, members: {bubo: {of: red}}}
variables: {plot: {type: number, start: 0, from: 0, to: 3, secret: red}}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("campaign:\n  carries: [x]\n" + ENDS, None),
        ("campaign:\n  carries: [x, morale, owl.fed]\n" + ENDS, None),
        ("campaign:\n" + ENDS, "1:1 P011 `carries` is missing from `campaign`"),
        ("campaign:\n  carries: [x]\n", "1:1 P011 `ends` is missing from `campaign`"),
        ("campaign:\n  carries: []\n" + ENDS, "2:12 L042 this campaign carries nothing"),
        ("campaign:\n  carries: [z]\n" + ENDS, "2:13 L042 there is no variable or track `z`"),
        ("campaign:\n  carries: [die]\n" + ENDS, "2:13 L042 `die` is a die"),
        ("campaign:\n  carries: [x, y, x]\n" + ENDS, "2:19 L042 `x` is carried twice"),
        ("campaign:\n  carries: [owls.fed]\n" + ENDS, "2:13 L002 there is no kind `owls`"),
        ("campaign:\n  carries: [owl.fad]\n" + ENDS, "2:13 L006 the kind `owl` has no state field `fad`"),
        ("campaign:\n  carries: [owl.of]\n" + ENDS, "2:13 L042 `owl.of` is the same in every game"),
        ("campaign:\n  carries: [plot]\n" + ENDS, "2:13 L042 `plot` is a secret"),
        ("campaign:\n  carries: [x]\n  ends: {}\n", "3:9 L042 nothing ends this campaign"),
        ("campaign:\n  carries: [x]\n  ends: {done: {winner: none}}\n", "3:10 L042 the ending `done` of the campaign"),
        ("campaign:\n  carries: [x]\n  ends: {done: {winner: none, when: plot > 1}}\n", "3:37 L034 the ending `done`"),
        ("campaign:\n  carries: [x]\n  after: [{end: over}]\n" + ENDS, "3:11 L042 the steps of the campaign come to"),
        ("campaign:\n  carries: [x]\n  begins: [{call: finish}]\n" + ENDS + FINISH, "5:31 L042 the steps of the camp"),
        ("campaign:\n  carries: [x]\n  after: [{cancel: raid}]\n" + ENDS, "3:11 L013 there is no scope `raid`"),
        ("campaign:\n  carries: [x]\n  after: [{set: x, to: ended(won)}]\n" + ENDS, "3:24 L003"),
        ("campaign:\n  carries: [x]\n  begins: [{if: ended(won), then: []}]\n" + ENDS, "3:17 L005 `ended` is for"),
        ("campaign:\n  carries: [x]\n  begins: [{if: winner == red, then: []}]\n" + ENDS, "3:17 L005 `winner` is for"),
        ("campaign:\n  carries: [x]\n  after: [{adjust: 'morale[winner]', by: 1}]\n" + ENDS, "3:28 L004"),
    ],
)  # fmt: skip
def test_what_is_refused(text: str, expected: str | None, tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text(MORE)
    found = said(tmp_path, text)
    if expected is None:
        assert found == []
    else:
        assert len(found) == 1
        assert found[0].startswith(expected), found


def test_victory_is_not_looked_at_between_games(tmp_path: Path) -> None:
    text = """\
        campaign:
          carries: [morale, x]
          after:
            - set: morale[red]
              to: 0
            - call: mourn
            - if: ended(over) and winner == none
              then:
                - set: x
                  to: 9
          ends:
            done: {winner: "blue if x == 9 else red if x == 8 else none", when: "x == 9 and morale[red] == 1"}
        procedures:
          mourn:
            steps:
              - adjust: morale[red]
                by: 1
        """
    of = rules(tmp_path, text)
    opening = campaigns.opening(of)
    assert campaigns.end_of(of, opening.data) is None
    game = campaigns.next_game(of, campaigns.carried(of, opening.data))
    assert game.legal().id == "over"
    after = campaigns.following(game)
    assert not after.ended
    end = campaigns.end_of(of, after.data)
    assert end is not None
    assert (end.id, end.winner) == ("done", "blue")
    # What was carried is there again, and nothing wins a game before something changes.
    again = campaigns.next_game(of, campaigns.carried(of, after.data))
    assert again.position()["tracks"]["morale"] == {"red": 1, "blue": 3}
