"""The data of *414 BC: Siege of Syracuse* for two players, where it differs from the solitaire game's.

Printed (14.0-14.2): how the Command Decision deck is built, the numbers of the two expeditions, the victory points.
The columns of Athens' counter orders bear the printed headings of Order 1 that do not fit Syracuse (5.0).  Everything
else here is reconstructed; ``docs/design_notes/syracuse_two_players.md`` says why, datum by datum.
"""

from __future__ import annotations

from typing import NamedTuple

from .tables import ATHENS, CHARTS, LOSSES, ORDERS, SYRACUSE, Cell, parse

SIDES = (ATHENS, SYRACUSE)
FOE = {ATHENS: SYRACUSE, SYRACUSE: ATHENS}
SIGN = {ATHENS: 1, SYRACUSE: -1}  # a high die is good for Athens, a low one for Syracuse

# --- grounds of the walls (11.0, 14.0) ---------------------------------------------------------------

GROUNDS = ("lowlands", "plateau")
FIRST_SEGMENT = {"lowlands": 1, "plateau": 5}
GROUND_SEGMENTS = 4
WALLS_ON = {"lowlands": "ab", "plateau": "c"}
GUARDS = {"lowlands": ("neapolis", "temenites"), "plateau": ("achradina",)}

# --- the deck (14.0) ---------------------------------------------------------------------------------

DECK_SIZE, SMALLEST_DECK, LARGEST_DECK = 24, 18, 30

# --- counter orders ----------------------------------------------------------------------------------

LETTERS = "ABCD"
COUNTER_ORDERS = {
    ATHENS: ("guard_lowlands", "guard_plateau", "guard_outposts", "build_walls"),
    SYRACUSE: ("defend_lowlands", "defend_plateau", "defend_city", "counter_walls"),
}
LETTER = {
    counter_order: letter
    for counter_orders in COUNTER_ORDERS.values()
    for counter_order, letter in zip(counter_orders, LETTERS, strict=True)
}

# --- orders ------------------------------------------------------------------------------------------

SIDE_ORDERS = {
    ATHENS: ORDERS,
    SYRACUSE: (
        "storm_lowlands", "storm_plateau", "counter_lowlands", "counter_plateau",
        "march_troops", "sortie", "rest_and_drill",
    ),
}  # fmt: skip
TWO_ATTACKS = ("attack_lowlands", "attack_plateau", "storm_lowlands", "storm_plateau")
TWO_BUILDS = ("build_lowlands", "build_plateau", "counter_lowlands", "counter_plateau")
RESTS = ("rest_and_refit", "rest_and_drill")
# Where W and C of these orders are built; elsewhere the builder picks.
ORDER_GROUND = {
    "build_lowlands": "lowlands", "build_plateau": "plateau",
    "counter_lowlands": "lowlands", "counter_plateau": "plateau",
}  # fmt: skip

TWO_LOSSES: dict[str, dict[str, tuple[str, ...]]] = LOSSES | {
    "storm_lowlands": LOSSES["attack_lowlands"],
    "storm_plateau": LOSSES["attack_plateau"],
    "counter_lowlands": LOSSES["build_lowlands"],
    "counter_plateau": LOSSES["build_plateau"],
    "sortie": {SYRACUSE: ("ortygia", "neapolis")},
}
# What an attacker may name (14.1): the places where the other side's losses would be taken.
TARGETS = {order: TWO_LOSSES[order][SYRACUSE if order in ORDERS else ATHENS] for order in TWO_ATTACKS}

# Die 1-6 by Athens' counter order A, B, C, D; low is good for Syracuse (14.1).  Either storm mostly finds an empty
# location to name, so it is balanced for a die one lower.
SYRACUSAN_CHARTS_TEXT = {
    "storm_lowlands": """
        fail    | -2a     | -1a      | -1a
        -1s     | -1a     | -1a      | -1a
        -1s     | -1a     | fail     | -1a
        -1s D   | fail    | -1s      | W
        -1s D   | fail    | -1s      | W
        -2s D   | -1s     | -2s      | W -1s
    """,
    "storm_plateau": """
        -2a     | fail    | -1a      | -1a
        -1a     | -1s     | -1a      | -1a
        -1a     | -1s     | fail     | -1a
        fail    | -1s D   | -1s      | fail
        fail    | -1s D   | -1s      | W
        -1s     | -2s D   | -2s      | W -1s
    """,
    "counter_lowlands": """
        C       | C C     | C        | C
        C       | C       | C        | C
        fail    | C       | C        | C W
        -1s     | C       | fail     | W
        -1s D   | fail    | fail     | W
        -1s D   | fail    | fail     | W
    """,
    "counter_plateau": """
        C C     | C       | C        | C C
        C       | C       | C        | C
        C       | fail    | C        | C W
        C       | -1s     | C        | W
        fail    | -1s D   | fail     | W
        fail    | -1s D   | fail     | W
    """,
    "march_troops": """
        move C  | move C  | move     | move C
        move C  | move C  | move     | move
        move    | move    | move     | move
        move    | move    | move -1ms | move
        move    | move    | -1ms     | move W
        fail    | fail    | -1ms     | W
    """,
    "sortie": """
        ship    | ship ship | ship   | ship ship
        ship    | ship    | ship     | ship
        ship    | ship    | fail     | ship
        fail    | ship    | -1s      | ship
        fail    | ship    | -1s      | W
        -1s     | fail    | -2s      | W -1s
    """,
    "rest_and_drill": """
        +1ms    | +2ms    | +1ms     | +1ms
        +1ms    | +1ms    | -        | +1ms
        -       | -       | -        | -
        -       | -       | -        | W
        -       | -       | -        | W
        -       | -       | -        | W
    """,
}  # fmt: skip


def chart(text: str) -> dict[str, tuple[Cell, ...]]:
    """Counter order letter to six cells, die 1 to 6."""
    rows = [[parse(cell) for cell in line.split("|")] for line in text.strip().splitlines()]
    return {letter: tuple(row[column] for row in rows) for column, letter in enumerate(LETTERS)}


TWO_CHARTS = CHARTS | {order: chart(text) for order, text in SYRACUSAN_CHARTS_TEXT.items()}

# --- cards -------------------------------------------------------------------------------------------


class Decision(NamedTuple):
    """One of the 33 Command Decision cards; what it does is in ``two_cards``."""

    number: int
    id: str


COMMAND_DECISIONS = {
    name: Decision(number, name)
    for number, name in enumerate(
        (
            "command_conflict", "fever_in_the_marshes", "truce_for_the_dead", "council_of_war",
            "picked_hoplites", "horsemen_arrive", "masons_and_timber", "friends_within_the_walls",
            "night_march", "supplies_landed", "sicel_allies", "work_by_torchlight", "harsh_discipline",
            "champions_meet", "idle_hands", "fleets_put_out", "paean", "bad_weather",
            "soothsayers_prediction", "thunder_in_autumn", "stores_burn", "outposts_surprised",
            "masters_of_the_heights", "etruscan_allies", "generals_dismissed", "sortie_at_the_circle",
            "talk_of_surrender", "first_battle_in_the_harbor", "reinforced_prows", "recruits_from_sicily",
            "corinthian_reinforcements", "spartan_expedition", "second_athenian_expedition",
        ),
        1,
    )
}  # fmt: skip
TWO_EXPEDITIONS = ("spartan_expedition", "second_athenian_expedition")
TWO_POOL = tuple(card for card in COMMAND_DECISIONS if card not in TWO_EXPEDITIONS)
