"""What the Command Decision cards do (14.0): one small function a part, its words in the docstring.

``ACTIONS`` are done at once when the card is turned up, for both sides.  With a card of ``CALLED_OFF`` each side may
cancel its order unseen, for what that function gives.  ``FORBIDDEN`` orders are lost when they are seen.  ``DECISIONS``
follow when the order lies open.  Events that both games have are the solitaire cards'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import (
    corinthian_reinforcements,
    first_battle_in_the_harbor,
    generals_dismissed,
    recruits_from_sicily,
    reinforced_prows,
    second_athenian_expedition,
    sortie_at_the_circle,
    spartan_expedition,
    talk_of_surrender,
)
from .tables import ATHENS, SLOTS, SYRACUSE
from .two_tables import FOE, RESTS, TWO_ATTACKS, TWO_BUILDS

if TYPE_CHECKING:
    from .two_players import TwoPlayerGame

# Where each side's new troops arrive.
LANDINGS = {ATHENS: ("lysimeleia_camp", "plemmyrium"), SYRACUSE: ("ortygia", "neapolis")}
OUTPOSTS = {ATHENS: ("labdalum", "plemmyrium"), SYRACUSE: ("euryelus", "olympieum")}


# --- instead of an order -----------------------------------------------------------------------------


def nothing(game: TwoPlayerGame) -> None:
    """The order is cancelled, and that is all."""


def truce_for_the_dead(game: TwoPlayerGame) -> None:
    """Whoever cancels gains a morale."""
    game.change_morale(game.acting, 1)


def council_of_war(game: TwoPlayerGame) -> None:
    """Whoever cancels moves up to three troops to one area."""
    game.redeploy(game.acting, 3)


# --- when its order lies open ------------------------------------------------------------------------


def command_conflict(game: TwoPlayerGame) -> None:
    """Whoever goes on does so at a disadvantage of 1."""
    game.favour(-1)


def fever_in_the_marshes(game: TwoPlayerGame) -> None:
    """Whoever goes on loses a morale."""
    game.change_morale(game.acting, -1)


def thunder_in_autumn(game: TwoPlayerGame) -> None:
    """Whoever goes on throws a card die: 1-3 costs a morale."""
    if game.roll("card_die") <= 3:
        game.change_morale(game.acting, -1)


def picked_hoplites(game: TwoPlayerGame) -> None:
    """Raid: the other side loses a troop at its outposts, if one is there; or hold: an advantage of 2."""
    if game.decide("raid", "hold") == "hold":
        game.favour(2)
    elif game.garrison(*OUTPOSTS[FOE[game.acting]]):
        game.lose(FOE[game.acting], 1, OUTPOSTS[FOE[game.acting]])


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
    """Whisper: the other side loses a morale; or listen: an advantage of 2."""
    if game.decide("whisper", "listen") == "whisper":
        game.change_morale(FOE[game.acting], -1)
    else:
        game.favour(2)


def night_march(game: TwoPlayerGame) -> None:
    """By night: card die 1-3 a disadvantage of 2, 4-6 an advantage of 2; or by day."""
    if game.decide("by_night", "by_day") == "by_night":
        game.favour(-2 if game.roll("card_die") <= 3 else 2)


def supplies_landed(game: TwoPlayerGame) -> None:
    """Feast: a morale; or carry: up to three troops move to one area."""
    if game.decide("feast", "carry") == "feast":
        game.change_morale(game.acting, 1)
    else:
        game.redeploy(game.acting, 3)


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


def fleets_put_out(game: TwoPlayerGame) -> None:
    """Put out: Athens moves ships, Syracuse damages one that is out; or ashore: an advantage of 1."""
    if game.decide("put_out", "ashore") == "ashore":
        game.favour(1)
    elif game.acting == ATHENS:
        game.move_ships()
    else:
        game.damage_ship(("great_harbor", "blockade"))


def rain_on_the_field(game: TwoPlayerGame) -> None:
    """An attack is made at a disadvantage of 1."""
    if game.order in TWO_ATTACKS:
        game.favour(-1)


# --- at once -----------------------------------------------------------------------------------------


def bad_weather(game: TwoPlayerGame) -> None:
    """Ships in the Blockade put back to the Great Harbor, as far as there is room."""
    ships = min(game.ships["blockade"], SLOTS["great_harbor"] - game.ships["great_harbor"])
    game.ships["blockade"] -= ships
    game.ships["great_harbor"] += ships


def stores_burn(game: TwoPlayerGame) -> None:
    """Five troops or more at Lysimeleia Camp, at Neapolis: one is lost there."""
    for side, place in ((ATHENS, "lysimeleia_camp"), (SYRACUSE, "neapolis")):
        if game.troops[place] >= 5:
            game.lose(side, 1, (place,))


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


def etruscan_allies(game: TwoPlayerGame) -> None:
    """Two new troops for Athens, morale +1."""
    game.reinforce(2, LANDINGS[ATHENS])
    game.change_morale(ATHENS, 1)


ACTIONS = {
    action.__name__: action
    for action in (
        bad_weather, stores_burn, generals_dismissed, outposts_surprised, masters_of_the_heights, etruscan_allies,
        sortie_at_the_circle, talk_of_surrender, first_battle_in_the_harbor, reinforced_prows,
        recruits_from_sicily, corinthian_reinforcements, spartan_expedition, second_athenian_expedition,
    )
}  # fmt: skip
CALLED_OFF = {
    "command_conflict": nothing,
    "fever_in_the_marshes": nothing,
    "thunder_in_autumn": nothing,
    "truce_for_the_dead": truce_for_the_dead,
    "council_of_war": council_of_war,
}
DECISIONS = {
    decision.__name__: decision
    for decision in (
        command_conflict, fever_in_the_marshes, thunder_in_autumn, picked_hoplites, horsemen_arrive,
        masons_and_timber, friends_within_the_walls, night_march, supplies_landed, sicel_allies, work_by_torchlight,
        harsh_discipline, champions_meet, idle_hands, fleets_put_out, paean,
    )
} | {"bad_weather": rain_on_the_field}  # fmt: skip
FORBIDDEN = {
    "bad_weather": ("move_ships", "sortie"),
    "soothsayers_prediction": ("move_troops", "move_ships", "march_troops"),  # printed (8.3)
}
