"""What the cards of *414 BC: Siege of Syracuse* do: one small function a card, its words in the docstring.

``ACTIONS`` holds the counter order cards (8.3), ``LENDS`` and ``LEADER_ACTIONS`` the two parts of the leader
cards (8.0, 11.0: what counts before any die is thrown, and what is done after), ``rolls`` whether the black die is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .tables import ATHENS, ATTACKS, BUILDS, LEADER_CHARTS, MOVES, SYRACUSAN_LAND, SYRACUSE

if TYPE_CHECKING:
    from .syracuse import Game


# --- phase 1: the Syracuse period --------------------------------------------------------------------


def sicanus_redeploys_troops(game: Game) -> None:
    """Printed (8.1): each area with a surplus gives one troop to a vacant area; with Athens on Epipolae, Achradina."""
    troops = game.troops

    def places() -> list[str]:
        if troops["epipolae"] and game.vacancies("achradina"):
            return ["achradina"]
        return [place for place in SYRACUSAN_LAND if not troops[place]]

    targets = places()
    givers = [place for place in SYRACUSAN_LAND if troops[place] > 1 and place not in targets]
    while givers and targets:
        source = game.choose("source", givers)
        givers.remove(source)
        game.move_troop(source, game.choose("destination", targets))
        targets = places()


def command_conflict(game: Game) -> None:
    """Printed (8.3): cancel the order, or go on with a modifier of -1."""
    if game.choose("either", ["cancel", "proceed"]) == "cancel":
        game.cancelled = True
    else:
        game.drm -= 1


def reposition_troops(game: Game) -> None:
    """Two troops go to Achradina, Temenites, Neapolis from Ortygia, Olympieum; none gives its last."""
    game.shift(2, ("achradina", "temenites", "neapolis"), ("ortygia", "olympieum", "neapolis"))


def first_counter_wall(game: Game) -> None:
    """Place a counter wall piece."""
    game.place_counter_wall()


def sortie_at_the_circle(game: Game) -> None:
    """Card die: 1-3 an Athenian troop at Syka, 4-6 a Syracusan at Temenites."""
    if game.roll("card_die") <= 3:
        game.lose(ATHENS, 1, ("syka",))
    else:
        game.lose(SYRACUSE, 1, ("temenites",))


def cavalry_from_olympieum(game: Game) -> None:
    """While Olympieum is held, -2 to Attack Lowlands, Build Lowlands and Move Troops."""
    if game.troops["olympieum"] and game.order in ("attack_lowlands", "build_lowlands", "move_troops"):
        game.drm -= 2


def callicrates_gives_challenge(game: Game) -> None:
    """Against an attack: each side loses a troop, Athens first."""
    if game.order in ATTACKS:
        game.lose(ATHENS, 1, game.losses(ATHENS))
        game.lose(SYRACUSE, 1, game.losses(SYRACUSE))


def generals_dismissed(game: Game) -> None:
    """Syracusan morale -1."""
    game.change_morale(SYRACUSE, -1)


def gongylus_slips_in(game: Game) -> None:
    """Syracusan morale +1 if no ship is in the Blockade."""
    if not game.ships["blockade"]:
        game.change_morale(SYRACUSE, 1)


def guards_for_euryelus(game: Game) -> None:
    """Two troops go to Euryelus, Achradina from Neapolis, Ortygia."""
    game.shift(2, ("euryelus", "achradina"), ("neapolis", "ortygia"))


def suburbs_walled_in(game: Game) -> None:
    """-2 to either attack."""
    if game.order in ATTACKS:
        game.drm -= 2


def nicias_falls_ill(game: Game) -> None:
    """Cancel the order, or Athenian morale -1."""
    if game.choose("either", ["cancel", "proceed"]) == "cancel":
        game.cancelled = True
    else:
        game.change_morale(ATHENS, -1)


def second_counter_wall(game: Game) -> None:
    """Place a counter wall piece; another if no Athenian troop is on Epipolae."""
    game.place_counter_wall()
    if not game.troops["epipolae"]:
        game.place_counter_wall()


def stores_set_alight(game: Game) -> None:
    """If four or more troops crowd Lysimeleia Camp, Athens loses one there."""
    if game.troops["lysimeleia_camp"] >= 4:
        game.lose(ATHENS, 1, ("lysimeleia_camp",))


def allied_horsemen(game: Game) -> None:
    """+1 to Attack Lowlands, Build Lowlands and Move Troops."""
    if game.order in ("attack_lowlands", "build_lowlands", "move_troops"):
        game.drm += 1


def talk_of_surrender(game: Game) -> None:
    """With three segments built Syracusan morale -2, else +1."""
    game.change_morale(SYRACUSE, -2 if game.wall >= 3 else 1)


def tools_dropped_for_spears(game: Game) -> None:
    """-1 to a build order, and a counter wall piece is placed."""
    if game.order in BUILDS:
        game.drm -= 1
        game.place_counter_wall()


# --- phase 2: the Spartan period ---------------------------------------------------------------------


def soothsayers_prediction(game: Game) -> None:
    """Printed (8.3): Move Troops or Move Ships cannot be played this turn."""
    if game.order in MOVES:
        game.cancelled = True


def corinthian_reinforcements(game: Game) -> None:
    """A new troop for Syracuse, morale +1; then stay (-1 morale, two more cards under the deck) or not."""
    game.reinforce(1, ("achradina", "neapolis", "temenites", "ortygia"))
    game.change_morale(SYRACUSE, 1)
    if game.choose("either", ["stay", "hurry"]) == "stay":
        game.change_morale(ATHENS, -1)
        game.deck.extend(2)


def labdalum_stormed(game: Game) -> None:
    """Athens loses a troop at Labdalum; Syracuse gains a morale if none was there."""
    if game.troops["labdalum"]:
        game.lose(ATHENS, 1, ("labdalum",))
    else:
        game.change_morale(SYRACUSE, 1)


def third_counter_wall(game: Game) -> None:
    """Place two counter wall pieces."""
    game.place_counter_wall()
    game.place_counter_wall()


def plemmyrium_forts_attacked(game: Game) -> None:
    """Athens loses a troop at Plemmyrium, or if it does not hold it a ship off Lysimeleia or in the harbor."""
    if game.troops["plemmyrium"]:
        game.lose(ATHENS, 1, ("plemmyrium",))
    else:
        game.damage_ship(("lysimeleia", "great_harbor"))


def agatharcus_raids(game: Game) -> None:
    """A ship in the Blockade is damaged; if there is none, Athenian morale -1."""
    if game.ships["blockade"]:
        game.damage_ship(("blockade",))
    else:
        game.change_morale(ATHENS, -1)


def pythen_trains_the_crews(game: Game) -> None:
    """Syracusan morale +1; -2 to Move Ships."""
    game.change_morale(SYRACUSE, 1)
    if game.order == "move_ships":
        game.drm -= 2


def reinforced_prows(game: Game) -> None:
    """A ship in the Great Harbor or the Blockade is damaged."""
    game.damage_ship(("great_harbor", "blockade"))


def boom_across_the_harbor(game: Game) -> None:
    """Move Ships is cancelled."""
    if game.order == "move_ships":
        game.cancelled = True


def confusion_in_the_night(game: Game) -> None:
    """Against Attack Plateau: -1, and Athens loses a troop."""
    if game.order == "attack_plateau":
        game.drm -= 1
        game.lose(ATHENS, 1, game.losses(ATHENS))


def gylippos_drills_the_hoplites(game: Game) -> None:
    """Syracusan morale +1; -1 to either attack."""
    game.change_morale(SYRACUSE, 1)
    if game.order in ATTACKS:
        game.drm -= 1


def despairing_letter(game: Game) -> None:
    """Athenian morale -1, unless the army rests."""
    if game.order != "rest_and_refit":
        game.change_morale(ATHENS, -1)


def recruits_from_sicily(game: Game) -> None:
    """Two new troops for Syracuse at Olympieum, Euryelus, Achradina."""
    game.reinforce(2, ("olympieum", "euryelus", "achradina"))


def first_battle_in_the_harbor(game: Game) -> None:
    """With a ship out, card die: 1-2 it is damaged, 3-6 Syracusan morale -2; with none out morale +1."""
    if not game.ships["great_harbor"] and not game.ships["blockade"]:
        game.change_morale(SYRACUSE, 1)
    elif game.roll("card_die") <= 2:
        game.damage_ship(("great_harbor", "blockade"))
    else:
        game.change_morale(SYRACUSE, -2)


def spartan_expedition(game: Game) -> None:
    """Three new Syracusan troops at Euryelus, Achradina, Ortygia; morale +2; Athens loses one on the plateau."""
    game.reinforce(3, ("euryelus", "achradina", "ortygia"))
    game.change_morale(SYRACUSE, 2)
    game.lose(ATHENS, 1, ("epipolae", "labdalum"))


def second_athenian_expedition(game: Game) -> None:
    """Four new Athenian troops, a new ship at Lysimeleia, morale +2."""
    game.reinforce(4, ("lysimeleia_camp", "syka", "plemmyrium", "labdalum"))
    game.new_ship()
    game.change_morale(ATHENS, 2)


ACTIONS = {
    action.__name__: action
    for action in (
        sicanus_redeploys_troops, command_conflict, reposition_troops, first_counter_wall, sortie_at_the_circle,
        cavalry_from_olympieum, callicrates_gives_challenge, generals_dismissed, gongylus_slips_in,
        guards_for_euryelus, suburbs_walled_in, nicias_falls_ill, second_counter_wall, stores_set_alight,
        allied_horsemen, talk_of_surrender, tools_dropped_for_spears, soothsayers_prediction,
        corinthian_reinforcements, labdalum_stormed, third_counter_wall, plemmyrium_forts_attacked,
        agatharcus_raids, pythen_trains_the_crews, reinforced_prows, boom_across_the_harbor,
        confusion_in_the_night, gylippos_drills_the_hoplites, despairing_letter, recruits_from_sicily,
        first_battle_in_the_harbor, spartan_expedition, second_athenian_expedition,
    )
}  # fmt: skip


# --- leaders -----------------------------------------------------------------------------------------


def eurymedon(game: Game) -> None:
    """A new ship at Lysimeleia; +1."""
    game.new_ship()
    game.drm += 1


def menander(game: Game) -> None:
    """+2."""
    game.drm += 2


def lamachus(game: Game) -> None:
    """+1."""
    game.drm += 1


def rolls(game: Game) -> bool:
    """Whether the leader laid down has a chart that is used with this order."""
    return game.leader in LEADER_CHARTS and not (game.leader == "euthydemus" and game.order not in BUILDS)


def small_chart(game: Game) -> None:
    """The leader's own chart, read with the black die; losses are taken where the order says."""
    assert game.leader is not None
    game.apply(LEADER_CHARTS[game.leader][game.black_die - 1])


def euthydemus(game: Game) -> None:
    """With a build order his chart; with a move order a second move."""
    if game.order in BUILDS:
        small_chart(game)
    else:
        game.move()


LENDS = {"eurymedon": eurymedon, "menander": menander, "lamachus": lamachus}
LEADER_ACTIONS = {
    "nicias": small_chart,
    "lamachus": small_chart,
    "demosthenes": small_chart,
    "euthydemus": euthydemus,
}
