"""The printed and the reconstructed data of *414 BC: Siege of Syracuse*, as plain Python.

Sections cited are those of the rulebook.  Printed: the locations and who owns them (3.0), what starts
where (7.0), the skill levels and the deck (7.1), Order 1 rows 1-4 and 5 A-C, Order 2 rows 1-4 and
5 A-B, their loss lists and restrictions (5.0).  Inferred: cell 6D of Order 2 and eight slot numbers.
Everything else here is reconstructed; ``docs/design_notes/syracuse_content.md`` says why, datum by datum.
"""

from __future__ import annotations

from typing import NamedTuple

ATHENS, SYRACUSE = "athens", "syracuse"

# --- locations (3.0, 7.0) ----------------------------------------------------------------------------

ATHENIAN_LAND = ("labdalum", "syka", "lysimeleia_camp", "epipolae", "plemmyrium")
SYRACUSAN_LAND = ("achradina", "euryelus", "olympieum", "ortygia", "temenites", "neapolis")
LAND = {ATHENS: ATHENIAN_LAND, SYRACUSE: SYRACUSAN_LAND}
SEA = ("lysimeleia", "great_harbor", "blockade", "damaged_ships")
SHIPS_IN_PLAY = ("lysimeleia", "great_harbor", "blockade")

SLOTS = {
    "labdalum": 3, "syka": 3, "lysimeleia_camp": 6, "epipolae": 3, "plemmyrium": 3,
    "achradina": 3, "euryelus": 3, "olympieum": 3, "ortygia": 3, "temenites": 3, "neapolis": 6,
    "lysimeleia": 3, "great_harbor": 3, "blockade": 2, "damaged_ships": 4,
}  # fmt: skip
START = {
    "labdalum": 3,
    "syka": 3,
    "lysimeleia_camp": 6,
    "temenites": 3,
    "neapolis": 6,
    "ortygia": 3,
    "olympieum": 3,
}
START_SHIPS = {"lysimeleia": 2}
START_MORALE = {ATHENS: 10, SYRACUSE: 8}
MORALE_CAP = 10

ROUTES = {
    "lysimeleia_to_great_harbor": ("lysimeleia", "great_harbor"),
    "great_harbor_to_blockade": ("great_harbor", "blockade"),
}

# --- walls (11.0) ------------------------------------------------------------------------------------

SEGMENTS = 8
LOWLAND_SEGMENTS = 4
MORALE_SEGMENTS = (4, 8)
COUNTER_WALLS = {"a": (2, 2), "b": (2, 4), "c": (4, 8)}  # pieces, the segment that the last one blocks

# --- the deck (7.1) ----------------------------------------------------------------------------------

SET_ASIDE = {"strong": (7, 8), "good": (6, 6), "weak": (4, 5)}  # cards of each phase that stay unused
BOTTOM = 5
PACKET = 2  # cards shuffled together with each expedition

# --- orders (5.0, 8.1) -------------------------------------------------------------------------------

ORDERS = (
    "attack_lowlands", "attack_plateau", "build_lowlands", "build_plateau",
    "move_troops", "move_ships", "rest_and_refit",
)  # fmt: skip
ATTACKS = ("attack_lowlands", "attack_plateau")
BUILDS = ("build_lowlands", "build_plateau")
MOVES = ("move_troops", "move_ships")

LOSSES: dict[str, dict[str, tuple[str, ...]]] = {
    "attack_lowlands": {
        ATHENS: ("lysimeleia_camp", "syka", "plemmyrium"),
        SYRACUSE: ("olympieum", "neapolis", "temenites"),
    },
    "attack_plateau": {
        ATHENS: ("labdalum", "epipolae", "syka"),
        SYRACUSE: ("euryelus", "achradina", "temenites"),
    },
    "build_lowlands": {ATHENS: ("lysimeleia_camp", "syka"), SYRACUSE: ("neapolis", "temenites")},
    "build_plateau": {ATHENS: ("epipolae", "labdalum", "syka"), SYRACUSE: ("achradina", "euryelus")},
}

# Die 1-6 by counter order A, B, C, D.  See ``parse`` for the notation.
CHARTS_TEXT = {
    "attack_lowlands": """
        -1s     | -2a C   | -1a      | -1a C
        -1s     | -1a     | -1a      | -1a
        -1s     | -1a     | -1a      | -1a
        -1s     | -1a     | -1s      | W
        -2s     | -1a     | -1s      | W
        -2s     | -1s     | -2s      | W -1s
    """,
    "attack_plateau": """
        -1s D   | -2a     | -1a      | C
        -1s D   | -2a     | -1a      | D
        -1s D   | -1a     | -1a D    | D
        -1s D   | -1a     | -1s D    | D
        -1s D   | -1a     | -1s D    | D
        -2s D   | -1s     | -1s D    | -1s D
    """,
    "build_lowlands": """
        -1a C   | fail    | fail     | C
        -1a     | fail    | fail     | C
        -1a     | W       | fail     | C
        fail    | W       | W        | W C
        W       | W       | W        | W C
        W       | W       | W        | W
    """,
    "build_plateau": """
        fail    | -1a C   | fail     | C
        fail    | -1a     | fail     | C
        W       | -1a     | fail     | C
        W       | fail    | W        | W C
        W       | W       | W        | W C
        W       | W       | W        | W
    """,
    "move_troops": """
        fail    | -1ma    | move     | C
        move -1ma | move -1ma | move | move C
        move    | move    | move     | move C
        move    | move    | move     | move C
        move    | move    | move     | move
        move    | move    | move     | move
    """,
    "move_ships": """
        fail    | fail    | ship     | C
        move -1ma | move -1ma | ship | C
        move    | move    | fail     | move C
        move    | move    | move -1ma | move C
        move    | move    | move     | move
        move    | move    | move     | move
    """,
    "rest_and_refit": """
        -       | -       | -        | C
        -       | +1ma    | -        | +1ma C
        +1ma    | +1ma    | repair   | +1ma C
        +1ma repair | +1ma repair | repair | +1ma C
        +1ma repair | +1ma repair | repair | +1ma repair
        +1ma repair | +2ma repair | +1ma repair | +1ma repair
    """,
}  # fmt: skip

Cell = tuple[tuple[str, int], ...]
PLAIN = {
    "W": "wall", "C": "counter_wall", "D": "destroy", "ship": "ship", "repair": "repair", "move": "move",
}  # fmt: skip
NOTHING = ("-", "fail")
SUFFIXES = {"ma": "morale_athens", "ms": "morale_syracuse", "a": "lose_athens", "s": "lose_syracuse"}


def parse(text: str) -> Cell:
    """A cell in the notation of the content file: ``-2a C`` is two Athenian troops lost, then a piece placed."""
    results = []
    for word in text.split():
        if word in NOTHING:
            continue
        if word in PLAIN:
            results.append((PLAIN[word], 1))
            continue
        number, suffix = word.rstrip("ams"), word.lstrip("+-0123456789")
        amount = int(number)
        results.append((SUFFIXES[suffix], -amount if suffix in ("a", "s") else amount))
    return tuple(results)


def _chart(text: str) -> dict[str, tuple[Cell, ...]]:
    rows = [[parse(cell) for cell in line.split("|")] for line in text.strip().splitlines()]
    return {letter: tuple(row[column] for row in rows) for column, letter in enumerate("ABCD")}


CHARTS = {order: _chart(text) for order, text in CHARTS_TEXT.items()}  # order -> letter -> six cells
LEADER_CHARTS = {
    "nicias": tuple(map(parse, ("-", "-", "+1ma", "+1ma", "W", "W"))),
    "lamachus": tuple(map(parse, ("-1a", "-1a D", "D", "-1s D", "-1s D", "-2s D"))),
    "demosthenes": tuple(map(parse, ("-2a", "-2a D", "-1a D", "-1s D", "-2s D", "-2s D"))),
    "euthydemus": tuple(map(parse, ("-", "-", "-", "W", "W", "W"))),
}

# --- cards (6.0, 6.1) --------------------------------------------------------------------------------


class Card(NamedTuple):
    """One of the 39 cards; a leader card has no counter order but orders that it may go with."""

    number: int
    id: str
    phase: int
    counter_order: str | None
    leads: tuple[str, ...] = ()


CARDS = {
    card.id: card
    for card in (
        Card(1, "sicanus_redeploys_troops", 1, "D"),
        Card(2, "command_conflict", 1, "B"),
        Card(3, "reposition_troops", 1, "A"),
        Card(4, "nicias", 1, None, (*BUILDS, "rest_and_refit")),
        Card(5, "lamachus", 1, None, ATTACKS),
        Card(6, "first_counter_wall", 1, "D"),
        Card(7, "sortie_at_the_circle", 1, "B"),
        Card(8, "cavalry_from_olympieum", 1, "A"),
        Card(9, "callicrates_gives_challenge", 1, "B"),
        Card(10, "generals_dismissed", 1, "C"),
        Card(11, "gongylus_slips_in", 1, "C"),
        Card(12, "guards_for_euryelus", 1, "B"),
        Card(13, "suburbs_walled_in", 1, "C"),
        Card(14, "nicias_falls_ill", 1, "D"),
        Card(15, "second_counter_wall", 1, "D"),
        Card(16, "stores_set_alight", 1, "C"),
        Card(17, "allied_horsemen", 1, "A"),
        Card(18, "talk_of_surrender", 1, "B"),
        Card(19, "tools_dropped_for_spears", 1, "D"),
        Card(20, "soothsayers_prediction", 2, "C"),
        Card(21, "corinthian_reinforcements", 2, "A"),
        Card(22, "labdalum_stormed", 2, "B"),
        Card(23, "third_counter_wall", 2, "D"),
        Card(24, "plemmyrium_forts_attacked", 2, "A"),
        Card(25, "agatharcus_raids", 2, "C"),
        Card(26, "pythen_trains_the_crews", 2, "C"),
        Card(27, "reinforced_prows", 2, "C"),
        Card(28, "boom_across_the_harbor", 2, "D"),
        Card(29, "demosthenes", 2, None, ATTACKS),
        Card(30, "eurymedon", 2, None, ("move_ships", "rest_and_refit")),
        Card(31, "menander", 2, None, (*ATTACKS, *MOVES)),
        Card(32, "euthydemus", 2, None, (*BUILDS, *MOVES)),
        Card(33, "confusion_in_the_night", 2, "B"),
        Card(34, "gylippos_drills_the_hoplites", 2, "B"),
        Card(35, "despairing_letter", 2, "D"),
        Card(36, "recruits_from_sicily", 2, "A"),
        Card(37, "first_battle_in_the_harbor", 2, "B"),
        Card(38, "spartan_expedition", 2, "B"),
        Card(39, "second_athenian_expedition", 2, "D"),
    )
}
EXPEDITIONS = ("spartan_expedition", "second_athenian_expedition")
LEADERS = tuple(card.id for card in CARDS.values() if card.leads)
POOLS = {
    phase: tuple(c.id for c in CARDS.values() if c.phase == phase and c.id not in EXPEDITIONS)
    for phase in (1, 2)
}
