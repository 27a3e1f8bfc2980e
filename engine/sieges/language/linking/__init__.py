"""Links a merged pack: members, names, fields, the layout of the state (docs/language.md, sections 2, 3 and 7)."""

from __future__ import annotations

from sieges.language.linking.base import Linking
from sieges.language.linking.bounds import link_bounds
from sieges.language.linking.fields import link_fields, link_values, plain_values
from sieges.language.linking.members import link_kinds, link_options, link_roles
from sieges.language.linking.names import link_names
from sieges.language.linking.planes import link_outlines, link_planes, stand
from sieges.language.linking.start import lay_out, link_cards, link_start
from sieges.language.world import World
from sieges.pack.merged import Merged
from sieges.text.diagnostic import Diagnostics

__all__ = ["link"]


def link(merged: Merged, found: Diagnostics) -> World:
    """The world that a merged pack declares; mistakes are reported and replaced by something harmless."""
    linking = Linking(merged, found)
    # What a pass reads, a pass before it has entered.
    link_kinds(linking)
    link_planes(linking)
    link_options(linking)
    link_roles(linking)
    link_names(linking)
    link_fields(linking)
    stand(linking)
    lay_out(linking)
    plain_values(linking)
    link_outlines(linking)
    link_cards(linking)
    link_values(linking)
    link_bounds(linking)
    link_start(linking)
    return linking.world
