"""The codes of this layer: all that can be wrong with a file before anybody asks what it says."""

from __future__ import annotations

from .diagnostic import register

# The file as a whole: nothing is read from it.
UNREADABLE = register("T001", "the file cannot be opened or read")
ENCODING = register("T002", "the file is not text in UTF-8")
CONTROL = register("T003", "a control character, or an invisible one that can mislead a reader")
TOO_LARGE = register("T004", "the file is too large")
TOO_DEEP = register("T005", "values are nested too deeply")
TOO_MANY = register("T006", "the file has too many values")
TAB = register("T007", "a tab, or a space of another kind, where only plain spaces may stand")
MORE = register("T009", "more was found in this file than is listed")

# Syntax: the first such error ends the reading of the file.
SYNTAX = register("T010", "the text is not YAML")
UNCLOSED_QUOTE = register("T011", "a quote is opened and never closed, or closed too early")
UNCLOSED_BRACKET = register("T012", "a bracket is opened and never closed, or closed and never opened")
INDENT = register("T013", "a line is indented in a way that fits nothing above it")
NO_COLON = register("T014", "a line without `key: value`, or no space after the colon")
NEEDS_QUOTES = register("T015", "a value that has to be quoted, since YAML reads it otherwise")
CUT_EXPRESSION = register("T016", "an expression that YAML has cut to pieces; it has to be quoted")
ESCAPE = register(
    "T017", "a backslash in double quotes that starts no known escape, or makes a forbidden character"
)
COMMENT = register("T018", "text after ` #` that is a comment, but does not look like one")

# Parts of YAML that packs do without.
ANCHOR = register("T020", "an anchor (`&name`)")
ALIAS = register("T021", "an alias (`*name`)")
TAG = register("T022", "a tag (`!name`)")
MERGE_KEY = register("T023", "a merge key (`<<`)")
DUPLICATE_KEY = register("T024", "the same key twice in one mapping")
DOCUMENTS = register("T025", "more than one document in a file")
COMPLEX_KEY = register("T026", "a key that is not plain text")
DIRECTIVE = register("T027", "a directive (`%...`)")
EMPTY_KEY = register("T028", "a colon without a key before it")

# Values written in a way that means different things to different people.
SPELLING = register("T030", "yes, no, on, off, or true, false, null in another case")
NUMBER = register("T031", "a number that is not written plainly")
LONG_NUMBER = register("T032", "a number with too many digits")
