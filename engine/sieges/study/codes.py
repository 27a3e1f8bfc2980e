"""The codes of this layer: what is found out about a pack by playing it and by walking its rulebook."""

from __future__ import annotations

from sieges.text.diagnostic import register

ANSWER = register("X001", "an example with an answer that is not offered, not asked for, or missing")
EXPECTATION = register("X002", "an example after which something expected does not hold")
FAULTY = register("X003", "an example in which the pack does something impossible")
INHERITED = register(
    "X004", "examples of a pack extended that no longer come out, since this pack changes its game"
)
NOT_CITED = register("X010", "a clause of the rulebook that no datum, step or chart cites")
NOT_SHOWN = register("X011", "a clause of the rulebook that no example shows")
UNSOURCED = register("X012", "a datum that does not say where it comes from")
TODO = register("X013", "something left to do in a pack that is to be released")
SET_UP = register("X020", "a game that cannot be set up with some value of an option")
INVARIANT = register("X021", "an invariant that does not hold when a game begins")
OVER_AT_ONCE = register("X022", "a game that ends while it is set up")
