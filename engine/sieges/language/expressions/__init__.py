"""Expressions: read and typed (`reading`), as a tree (`nodes`), written out as Python (`code`)."""
