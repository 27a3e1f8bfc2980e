"""The shape of a frame of the pausing form, shared by what writes frames and what runs them.

A frame is ``[instance, position, base of the frame below, locals…]`` in a flat list; cell 0 of the list is the base of
the top frame, 0 when there is none.
"""

from typing import Final

CALL: Final = -1
"""Answer of a pausing function: a frame was pushed."""
RETURN: Final = -2
"""Answer of a pausing function: its own frame was dropped."""
HEAD: Final = 3
"""How many cells of a frame stand before its locals."""
