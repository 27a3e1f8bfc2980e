"""Agents: players that see what a side may see, and choose."""
