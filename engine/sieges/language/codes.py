"""The codes of the messages of this layer, with what each means."""

from __future__ import annotations

from sieges.text.diagnostic import register

SYNTAX = register("L001", "an expression that cannot be read")
UNKNOWN_NAME = register("L002", "a name that nothing declares")
WRONG_TYPE = register("L003", "a value of another type than is asked for here")
MAYBE_NONE = register("L004", "a value that may be none where a member is needed")
NOT_ALLOWED = register("L005", "something of Python that the expression language does not have")
UNKNOWN_FIELD = register("L006", "a field that this kind does not have")
NOT_CONSTANT = register("L007", "an expression that must be known before play, and is not")
ARGUMENTS = register("L008", "wrong arguments")
CIRCLE = register("L009", "definitions or procedures that call each other in a circle")
UNKNOWN_VERB = register("L010", "a step whose verb does not exist")
STEP_SHAPE = register(
    "L011", "a step with modifiers that its verb does not have, or without those that it needs"
)
MAY_BE_EMPTY = register("L012", "a choice or draw that may have nothing to offer, without what happens then")
CANCEL_OUTSIDE = register("L013", "a cancel that its scope does not surround on every way")
STOP_OUTSIDE = register("L014", "a stop outside a loop")
UNBOUNDED = register("L015", "a while without a bound, or a turn of it that takes no chance")
BAD_TYPE = register("L016", "words that name no type")
CHART_ROWS = register("L017", "a chart whose rows do not cover all numbers once, in order")
CHART_CELLS = register("L018", "a chart row with the wrong number of cells")
UNKNOWN_TOKEN = register("L019", "a token without a result")
NAME_TAKEN = register("L020", "a name that is declared twice, or shadows another")
ONLY_IN = register("L021", "a piece or track changed outside the procedures that may")
UNUSED = register("L022", "something that nothing uses")
NEVER_ENDS = register(
    "L023", "a sequence that can run out without an ending, or an ending that nothing reaches"
)
UNREACHABLE = register("L024", "steps after one that always leaves")
DECK = register("L025", "a deck that cannot be built")
SETUP = register("L026", "a set-up that does not fit the board")
MISSING_FIELD = register("L027", "a member without a field that its kind demands")
TOO_LARGE = register("L028", "more than the engine takes")
EXAMPLE = register("L029", "an example that cannot be run, or shows nothing")
CLAUSE = register("L030", "a clause that is not in the rulebook, cited by nothing or shown by nothing")
NO_SEAT = register("L031", "no side decides, or one that has no seat")
EITHER_ONE = register("L032", "options of an either that cannot be told apart")
LEAK = register("L034", "a secret that others could learn without a reveal")
SECRET = register("L035", "a secret that is kept or revealed by who does not know it, or not one at a time")
ONE_WAY = register("L036", "a neighbour that does not name one back")
BOARD = register("L037", "a board or a location of it that cannot be drawn")
TODO = register("L041", "a step or the cell of a chart that is still to do")
ODDS = register("L040", "a situation of which no odds can be told")
CAMPAIGN = register("L042", "a campaign that keeps what cannot be kept, or does not end as campaigns do")
AMEND = register("L033", "an amendment of a step that is not there, or two that conflict")
