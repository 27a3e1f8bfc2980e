"""The rule language: expressions and steps, typed, and written out as Python."""
