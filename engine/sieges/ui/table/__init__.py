"""The table in a terminal: what lies on it, what happened, what can be chosen."""
