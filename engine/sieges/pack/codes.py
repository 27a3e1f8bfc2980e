"""The codes of this layer: what can be wrong with a pack before anybody asks what its rules mean."""

from __future__ import annotations

from sieges.text.diagnostic import register

# The folder.
NO_PACK = register("P001", "there is no pack at this place")
UNUSABLE_FILE = register("P002", "a file in the folder of a pack that cannot be used")
WRONG_FILE = register("P003", "a section in a file that is called after another one")
TOO_MUCH = register("P004", "a pack has too many files, or they are too large")
LANGUAGE = register("P005", "a version of the language that this engine does not read")

# The shape of one file.
UNKNOWN_KEY = register("P010", "a key that the language does not have at this place")
MISSING_KEY = register("P011", "a key that must be given")
WRONG_TYPE = register("P012", "a value of another sort than is meant here")
WRONG_VALUE = register("P013", "a value that is none of those allowed here, or outside its bounds")
BAD_ID = register(
    "P014", "an id that is not written as ids are, or that is a word of the expression language"
)

# What files, packs and modes say together.
DEFINED_TWICE = register("P020", "an id that is defined twice in a pack")
REDEFINED = register("P021", "an id of the pack extended, defined again without `replace`")
NOT_THERE = register("P022", "something changed, removed or added to that is not there")
CONFLICT = register("P023", "two overlays that change the same thing")
UNMET = register("P024", "something that the pack extended asks for and does not get")
ROLE = register("P025", "a role that cannot be bound in this way")
SAME_NAME = register("P026", "two different things with one name")
MODE = register("P027", "a mode that is not there, or no default among the modes")
EXTENDS = register("P028", "the pack to be extended is not found, or a pack extends itself")
BASE = register("P029", "a base that somebody wants to play: the packs that extend it are played")
