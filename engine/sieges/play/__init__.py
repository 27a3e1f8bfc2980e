"""A game in progress: its journal, the ways back, who resolves chance, and replays."""
