"""Rules at random, and what they mean.

A `Writer` makes up a pack: expressions and steps of nearly all kinds, as YAML. Beside the text of each part it keeps a
Python function that does what docs/language.md says of it, on plain dicts; together they are a slow reading of the
language that shares nothing with the engine. tests/conformance/test_programs.py plays both.
"""
