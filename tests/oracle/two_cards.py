"""What the Command Decision cards do (14.0): one small function a part, its words in the docstring.

``ACTIONS`` are done at once when the card is turned up, for both sides.  ``STANDS`` are put to each side before
it reveals its order, which it may then take back unseen.  ``DECISIONS`` follow when its order lies open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import corinthian_reinforcements, second_athenian_expedition, spartan_expedition
from .tables import ATHENS, SYRACUSE
from .two_tables import AT_SEA, FOE, RESTS, TWO_ATTACKS, TWO_BUILDS, TWO_MOVES

if TYPE_CHECKING:
    from .two_players import TwoPlayerGame

# Where each side's new troops arrive.
LANDINGS = {ATHENS: ("lysimeleia_camp", "syka"), SYRACUSE: ("ortygia", "neapolis")}


# --- before a side reveals its order -----------------------------------------------------------------


def command_conflict(game: TwoPlayerGame) -> None:
    """Cancel the order, or go on at a disadvantage of 1."""
    if not game.offer_cancel():
        game.favour(-1)


def fever_in_the_marshes(game: TwoPlayerGame) -> None:
    """Cancel the order, or go on for a morale."""
    if not game.offer_cancel():
        game.change_morale(game.acting, -1)


def truce_for_the_dead(game: TwoPlayerGame) -> None:
    """Cancel the order and gain a morale, or go on."""
    if game.offer_cancel():
        game.change_morale(game.acting, 1)


def council_of_war(game: TwoPlayerGame) -> None:
    """Cancel the order and move up to three troops to one area, or go on."""
    if game.offer_cancel():
        game.redeploy(game.acting, 3)


def thunder_in_autumn(game: TwoPlayerGame) -> None:
    """Cancel the order, or card die: 1-3 costs a morale, 4-6 nothing."""
    if not game.offer_cancel() and game.roll("card_die") <= 3:
        game.change_morale(game.acting, -1)


# --- when its order lies open ------------------------------------------------------------------------


def picked_hoplites(game: TwoPlayerGame) -> None:
    """Raid: Athens destroys a piece, Syracuse kills a troop at Labdalum; or hold: an advantage of 1."""
    if game.decide("raid", "hold") == "hold":
        game.favour(1)
    elif game.acting == ATHENS:
        game.destroy_counter_wall()
    else:
        game.lose(ATHENS, 1, ("labdalum",))


def horsemen_arrive(game: TwoPlayerGame) -> None:
    """Ride: an advantage of 1; or escort: a troop moves."""
    if game.decide("ride", "escort") == "ride":
        game.favour(1)
    else:
        game.redeploy(game.acting, 1)


def masons_and_timber(game: TwoPlayerGame) -> None:
    """A build order: an advantage of 2."""
    if game.order in TWO_BUILDS:
        game.favour(2)


def friends_within_the_walls(game: TwoPlayerGame) -> None:
    """Whisper: the other side loses a morale; or listen: an advantage of 1."""
    if game.decide("whisper", "listen") == "whisper":
        game.change_morale(FOE[game.acting], -1)
    else:
        game.favour(1)


def night_march(game: TwoPlayerGame) -> None:
    """By night: card die 1-3 a disadvantage of 1, 4-6 an advantage of 2; or by day."""
    if game.decide("by_night", "by_day") == "by_night":
        game.favour(-1 if game.roll("card_die") <= 3 else 2)


def supplies_landed(game: TwoPlayerGame) -> None:
    """Feast: a morale; or carry: up to two troops move to one area."""
    if game.decide("feast", "carry") == "feast":
        game.change_morale(game.acting, 1)
    else:
        game.redeploy(game.acting, 2)


def sicel_allies(game: TwoPlayerGame) -> None:
    """Muster: two new troops; or guides: an advantage of 1."""
    if game.decide("muster", "guides") == "muster":
        game.reinforce(2, LANDINGS[game.acting])
    else:
        game.favour(1)


def work_by_torchlight(game: TwoPlayerGame) -> None:
    """Dig: a segment or piece of one's own for a morale; or sleep."""
    if game.decide("dig", "sleep") == "dig":
        game.change_morale(game.acting, -1)
        if game.acting == ATHENS:
            game.build()
        else:
            game.place_counter_wall()


def harsh_discipline(game: TwoPlayerGame) -> None:
    """Drive: an advantage of 2 for a morale; or spare the men."""
    if game.decide("drive", "spare") == "drive":
        game.change_morale(game.acting, -1)
        game.favour(2)


def paean(game: TwoPlayerGame) -> None:
    """An attack: charge, an advantage of 2 for a troop of one's own; or stand."""
    if game.order in TWO_ATTACKS and game.decide("charge", "stand") == "charge":
        game.lose(game.acting, 1, game.losses(game.acting))
        game.favour(2)


def champions_meet(game: TwoPlayerGame) -> None:
    """An attack costs each side a troop, the attacker first."""
    if game.order in TWO_ATTACKS:
        for side in (game.acting, FOE[game.acting]):
            game.lose(side, 1, game.losses(side))


def idle_hands(game: TwoPlayerGame) -> None:
    """Whoever rests loses a morale."""
    if game.order in RESTS:
        game.change_morale(game.acting, -1)


def no_going_to_sea(game: TwoPlayerGame) -> None:
    """Move Ships and the Sortie cannot be carried out this turn."""
    game.cancelled = game.order in AT_SEA


def soothsayers_prediction(game: TwoPlayerGame) -> None:
    """Printed (8.3): no moves this turn; for Syracuse, Move Troops and the Sortie."""
    game.cancelled = game.order in TWO_MOVES


def shipwrights_at_work(game: TwoPlayerGame) -> None:
    """Athens: mend a ship, or man: an advantage of 1.  Syracuse: ram a ship out of harbor, or man."""
    if game.decide("work", "man") == "man":
        game.favour(1)
    elif game.acting == ATHENS:
        game.repair()
    else:
        game.damage_ship(("great_harbor", "blockade"))


# --- at once -----------------------------------------------------------------------------------------


def bad_weather(game: TwoPlayerGame) -> None:
    """Ships in the Blockade put back to the Great Harbor, as far as there is room."""
    ships = min(game.ships["blockade"], 3 - game.ships["great_harbor"])
    game.ships["blockade"] -= ships
    game.ships["great_harbor"] += ships


def stores_burn(game: TwoPlayerGame) -> None:
    """Five troops or more at Lysimeleia Camp, at Neapolis: one is lost there."""
    for side, place in ((ATHENS, "lysimeleia_camp"), (SYRACUSE, "neapolis")):
        if game.troops[place] >= 5:
            game.lose(side, 1, (place,))


def fight_at_the_circle(game: TwoPlayerGame) -> None:
    """Card die: 1-3 an Athenian troop at Syka, 4-6 a Syracusan at Temenites."""
    if game.roll("card_die") <= 3:
        game.lose(ATHENS, 1, ("syka",))
    else:
        game.lose(SYRACUSE, 1, ("temenites",))


def a_trireme_slips_in(game: TwoPlayerGame) -> None:
    """Syracusan morale +1 if no ship is in the Great Harbor or the Blockade, else -1."""
    out = game.ships["great_harbor"] + game.ships["blockade"]
    game.change_morale(SYRACUSE, -1 if out else 1)


def talk_of_terms(game: TwoPlayerGame) -> None:
    """Three segments: Syracusan morale -1, six: -2.  Three standing pieces: Athenian morale -1."""
    if game.wall >= 3:
        game.change_morale(SYRACUSE, -2 if game.wall >= 6 else -1)
    if sum(game.counter_walls.values()) >= 3:
        game.change_morale(ATHENS, -1)


def outposts_surprised(game: TwoPlayerGame) -> None:
    """Whoever has no troop at Epipolae, at Euryelus, loses a morale."""
    for side, place in ((ATHENS, "epipolae"), (SYRACUSE, "euryelus")):
        if not game.troops[place]:
            game.change_morale(side, -1)


def masters_of_the_heights(game: TwoPlayerGame) -> None:
    """More troops at Epipolae and Labdalum than at Euryelus and Achradina: a morale; fewer: one for Syracuse."""
    athens, syracuse = game.garrison("epipolae", "labdalum"), game.garrison("euryelus", "achradina")
    if athens > syracuse:
        game.change_morale(ATHENS, 1)
    if athens < syracuse:
        game.change_morale(SYRACUSE, 1)


def battle_in_the_harbor(game: TwoPlayerGame) -> None:
    """With a ship out, card die: 1-2 one is damaged, 3-6 Syracusan morale -2."""
    if game.ships["great_harbor"] or game.ships["blockade"]:
        if game.roll("card_die") <= 2:
            game.damage_ship(("great_harbor", "blockade"))
        else:
            game.change_morale(SYRACUSE, -2)


def corinthian_prows(game: TwoPlayerGame) -> None:
    """A ship in the Great Harbor or the Blockade is damaged."""
    game.damage_ship(("great_harbor", "blockade"))


def recruits_from_the_island(game: TwoPlayerGame) -> None:
    """Two new troops for Syracuse."""
    game.reinforce(2, LANDINGS[SYRACUSE])


def etruscan_allies(game: TwoPlayerGame) -> None:
    """Two new troops for Athens, morale +1."""
    game.reinforce(2, LANDINGS[ATHENS])
    game.change_morale(ATHENS, 1)


ACTIONS = {
    action.__name__: action
    for action in (
        bad_weather, corinthian_reinforcements, stores_burn, fight_at_the_circle, a_trireme_slips_in, talk_of_terms,
        outposts_surprised, masters_of_the_heights, battle_in_the_harbor, corinthian_prows,
        recruits_from_the_island, etruscan_allies, spartan_expedition, second_athenian_expedition,
    )
}  # fmt: skip
STANDS = {
    stand.__name__: stand
    for stand in (command_conflict, fever_in_the_marshes, truce_for_the_dead, council_of_war, thunder_in_autumn)
}
DECISIONS = {
    "bad_weather": no_going_to_sea,
    **{
        decision.__name__: decision
        for decision in (
            picked_hoplites, horsemen_arrive, masons_and_timber, friends_within_the_walls, night_march,
            supplies_landed, sicel_allies, work_by_torchlight, harsh_discipline, paean, champions_meet, idle_hands,
            soothsayers_prediction, shipwrights_at_work,
        )
    },
}  # fmt: skip
